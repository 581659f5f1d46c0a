import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config'
import { ConfigError } from './config-values'

const problems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('an empty environment configures an embedded server for this machine alone, with the demo shop', () => {
  expect(readConfig({})).toMatchObject({
    port: 4600,
    host: '127.0.0.1',
    dataDir: '.data',
    databaseUrl: undefined,
    storage: undefined,
    publicUrl: '',
    buyerUrl: undefined,
    demo: true,
    metrics: undefined,
    tracing: undefined,
    logFormat: 'text',
    demoPassword: 'kejiang-demo',
    demoFaults: false,
    corsOrigins: [],
    frameAncestors: "'self'",
    pictureHosts: [],
  })
  expect(readConfig({ PORT: '', DEMO_PASSWORD: '' }).port).toBe(4600)
})

test('readConfig reads every variable', () => {
  const config = readConfig({
    PORT: '80',
    HOST: '0.0.0.0',
    DATA_DIR: '/srv/data',
    DATABASE_URL: 'postgresql://u:p@db/shop',
    STORAGE_URL: 's3://AK:SK@s3.example/shop',
    PUBLIC_URL: 'https://shop.example/',
    BUYER_URL: 'https://buy.example/case/',
    DEMO: '0',
    CORS_ORIGINS: 'https://a.example, https://b.example:8443',
    FRAME_ANCESTORS: 'self https://*.client.example',
    WEB_VIEW_SDKS: 'wx=https://res.example/open/js/jweixin-1.6.0.js, tt=https://cdn.example/jssdk.js',
    VERIFY_FILES: 'AbCd1234.txt=5f4dcc3b, WW_verify-1.txt=a=b',
    EMBED_HOSTS: 'ERP.example.com, http://erp.lan:8080 https://mes.example:443',
    TRUSTED_PROXIES: '10.0.0.0/8',
    PICTURE_HOSTS: 'IMG.example.com',
    CUTOUT_HOST: 'https://cut.example/',
    CUTOUT_SECRET: 'x'.repeat(32),
    MODERATION: 'https://checker.example/judge',
    MODERATION_SECRET: 'm'.repeat(32),
    CUTOUT_SERVICE: 'aliyun://AK:SK@imageseg.example',
    CUTOUT_PICTURES: 'https://shop.example',
    WEB_DIR: 'dist/web',
    METRICS_PORT: '9464',
    METRICS_HOST: '10.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    LOG_FORMAT: 'json',
  })
  expect(config).toMatchObject({
    moderation: { kind: 'http', url: 'https://checker.example/judge', secret: 'm'.repeat(32) },
    metrics: { host: '10.0.0.1', port: 9464 },
    tracing: { endpoint: 'http://collector:4318', serviceName: 'kejiang' },
    logFormat: 'json',
    port: 80,
    publicUrl: 'https://shop.example',
    buyerUrl: 'https://buy.example/case',
    demoFaults: false,
    demo: false,
    storage: { bucket: 'shop' },
    corsOrigins: ['https://a.example', 'https://b.example:8443'],
    frameAncestors: "'self' https://*.client.example",
    webViewSdks: ['wx=https://res.example/open/js/jweixin-1.6.0.js', 'tt=https://cdn.example/jssdk.js'],
    verifyFiles: new Map([
      ['AbCd1234.txt', '5f4dcc3b'],
      ['WW_verify-1.txt', 'a=b'],
    ]),
    embedOrigins: ['https://erp.example.com', 'http://erp.lan:8080', 'https://mes.example'],
    pictureHosts: ['img.example.com'],
    cutout: {
      host: 'https://cut.example',
      pictures: 'https://shop.example',
      service: { endpoint: 'https://imageseg.example', keyId: 'AK', keySecret: 'SK' },
    },
    webDir: 'dist/web',
  })
  expect([config.isTrustedProxy('10.1.1.1'), config.isTrustedProxy('11.1.1.1')]).toEqual([true, false])
})

describe('a demo account is not shown to other machines', () => {
  test.each(['0.0.0.0', '::', '192.168.1.5', 'shop.example'])('HOST=%s is refused while the demo account is enabled', (HOST) => {
    expect(problems({ HOST })[0]).toMatch(/DEMO=0/)
    expect(problems({ HOST, DEMO: '0' })).toEqual([])
    expect(problems({ HOST, ALLOW_PUBLIC_DEMO: '1' })).toEqual([])
  })
  test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('HOST=%s is this machine, so the demo account is allowed', (HOST) => {
    expect(problems({ HOST })).toEqual([])
  })
})

test.each([
  [{ PORT: 'web' }, /PORT .*"web" 不是端口号/],
  [{ PORT: '70000' }, /PORT/],
  [{ DATABASE_URL: 'mysql://db' }, /DATABASE_URL .*postgresql/],
  [{ STORAGE_URL: 's3://AK:top-secret@host' }, /STORAGE_URL .*存储桶/],
  [{ PUBLIC_URL: 'shop.example' }, /PUBLIC_URL/],
  [{ PUBLIC_URL: 'https://shop.example/?a=1' }, /PUBLIC_URL/],
  [{ CORS_ORIGINS: '*' }, /CORS_ORIGINS .*"\*"/],
  [{ CORS_ORIGINS: 'https://a.example/' }, /CORS_ORIGINS/],
  [{ FRAME_ANCESTORS: "'self'; script-src *" }, /FRAME_ANCESTORS/],
  [{ FRAME_ANCESTORS: 'none https://a.example' }, /none/],
  [{ DOUYIN_APP_ID: 'tt1234', DOUYIN_APP_SECRET: 'abcd' }, /还缺 DOUYIN_RELAY/],
  [{ WECHAT_STORE_APP_SECRET: 'abcd' }, /还缺 WECHAT_STORE_APP_ID/],
  [{ DOUYIN_RELAY: 'http://relay.example' }, /DOUYIN_RELAY .*https/],
  [{ VERIFY_FILES: '../a.txt=b' }, /VERIFY_FILES .*NAME\.txt/],
  [{ VERIFY_FILES: 'a/b.txt=c' }, /VERIFY_FILES/],
  [{ VERIFY_FILES: '.a.txt=c' }, /VERIFY_FILES/],
  [{ VERIFY_FILES: 'a.html=c' }, /VERIFY_FILES/],
  [{ VERIFY_FILES: 'a.txt=' }, /VERIFY_FILES/],
  [{ VERIFY_FILES: 'a.txt=1,a.txt=2' }, /"a\.txt" 写了两次/],
  [{ VERIFY_FILES: 'robots.txt=a' }, /robots/],
  [{ WEB_VIEW_SDKS: 'wx=http://res.example/a.js' }, /WEB_VIEW_SDKS .*wx=https/],
  [{ WEB_VIEW_SDKS: 'my=https://res.example/a.js' }, /WEB_VIEW_SDKS/],
  [{ WEB_VIEW_SDKS: 'wx=https://res.example/a.js; script-src *.js' }, /WEB_VIEW_SDKS/],
  [{ EMBED_HOSTS: '*.example.com' }, /EMBED_HOSTS .*"\*\.example\.com"/],
  [{ EMBED_HOSTS: 'https://erp.example.com/app' }, /EMBED_HOSTS/],
  [{ EMBED_HOSTS: 'javascript://erp' }, /EMBED_HOSTS/],
  [{ TRUSTED_PROXIES: 'proxy' }, /TRUSTED_PROXIES .*"proxy"/],
  [{ PICTURE_HOSTS: 'com' }, /PICTURE_HOSTS .*"com"/],
  [{ CUTOUT_HOST: 'https://cut.example' }, /CUTOUT_SECRET/],
  [{ CUTOUT_SECRET: 'short' }, /CUTOUT_SECRET .*32/],
  [{ CUTOUT_SERVICE: 'aliyun://AK:top-secret@host/x', PUBLIC_URL: 'https://shop.example' }, /CUTOUT_SERVICE/],
  [{ CUTOUT_SERVICE: 'aliyun://AK:top-secret@host' }, /PUBLIC_URL/],
  [{ MODERATION: 'strict' }, /MODERATION .*review/],
  [{ MODERATION: 'https://checker.example' }, /PUBLIC_URL/],
  [{ MODERATION: 'https://checker.example', PUBLIC_URL: 'https://shop.example' }, /MODERATION_SECRET/],
  [{ MODERATION: 'aliyun://AK:top-secret@host/x' }, /green-cip/],
  [{ ERP_URL: 'factory.example' }, /ERP_URL/],
  [{ ERP_URL: 'http://factory.example/api' }, /ERP_URL .*https/],
  [{ ERP_URL: 'http://8.8.8.8/api' }, /ERP_URL .*https/],
  [{ ERP_NAME: '东莞印厂' }, /ERP_URL/],
  [{ ERP_PROFILE: '/data/coated.icc' }, /ERP_PICTURE=tif/],
  [{ DEMO_PASSWORD: 'short' }, /DEMO_PASSWORD .*8/],
])('the environment %j is refused in one sentence', (env, reason) => {
  const found = problems(env as Record<string, string>)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(reason)
  expect(found[0]).not.toContain('top-secret')
})

describe("the factories' program", () => {
  test("ERP_URL configures the factories' program, which is named after its host by default", () => {
    expect(readConfig({}).erp).toBeUndefined()
    expect(readConfig({ ERP_URL: 'https://erp.example/open/v1/' }).erp).toEqual({
      url: 'https://erp.example/open/v1',
      name: 'erp.example',
    })
    expect(readConfig({ ERP_URL: 'https://erp.example', ERP_NAME: ' 东莞印厂 ' }).erp?.name).toBe('东莞印厂')
  })

  test.each(['http://10.0.0.8:8080/api', 'http://localhost:7000', 'http://[fd00::8]/api', 'http://192.168.1.9'])(
    'ERP_URL may use HTTP for a private address: %s',
    (ERP_URL) => {
      expect(readConfig({ ERP_URL }).erp?.url).toBe(ERP_URL)
    },
  )
})

test('all mistakes in the environment are reported at once', () => {
  expect(problems({ PORT: 'x', PUBLIC_URL: 'y' })).toHaveLength(2)
})

describe('a merchant on Alipay', () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pkcs1 = pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const spki = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const bare = (pem: string): string => pem.replace(/-----[^-]+-----|\n/g, '')
  const full = {
    ALIPAY_APP_ID: '2021000000000001',
    ALIPAY_SELLER_ID: '2088000000000002',
    ALIPAY_PRIVATE_KEY: pkcs8,
    ALIPAY_PUBLIC_KEY: spki,
    PUBLIC_URL: 'https://shop.example',
  }

  test('the Alipay keys are read in every format they are issued in', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kejiang-keys-'))
    const file = join(folder, 'app.pem')
    writeFileSync(file, pkcs1)
    for (const ALIPAY_PRIVATE_KEY of [pkcs8, pkcs1, bare(pkcs1), bare(pkcs8), pkcs8.replaceAll('\n', '\\n'), file]) {
      const { alipay } = readConfig({ ...full, ALIPAY_PRIVATE_KEY, ALIPAY_PUBLIC_KEY: bare(spki) })
      expect(alipay).toEqual({
        merchant: { appId: '2021000000000001', sellerId: '2088000000000002', privateKey: pkcs8, publicKey: spki },
        gateway: 'https://openapi.alipay.com/gateway.do',
      })
    }
    rmSync(folder, { recursive: true })
    expect(readConfig({}).alipay).toBeUndefined()
  })

  test.each([
    [{ ALIPAY_PUBLIC_KEY: '' }, /ALIPAY_PUBLIC_KEY/],
    [{ PUBLIC_URL: '' }, /PUBLIC_URL.*通知/],
    [{ ALIPAY_APP_ID: 'abc' }, /ALIPAY_APP_ID .*16 位/],
    [{ ALIPAY_SELLER_ID: '1234' }, /ALIPAY_SELLER_ID .*2088/],
    [{ ALIPAY_PRIVATE_KEY: '/no/such/file.pem' }, /ALIPAY_PRIVATE_KEY .*应用私钥/],
    [{ ALIPAY_PUBLIC_KEY: 'AAAA' }, /ALIPAY_PUBLIC_KEY .*支付宝公钥/],
    [{ ALIPAY_GATEWAY: 'http://openapi.example' }, /ALIPAY_GATEWAY .*https/],
  ])('an Alipay configuration with %j is refused in one sentence that contains no key', (change, reason) => {
    const found = problems({ ...full, ...change } as Record<string, string>)
    expect(found).toEqual([expect.stringMatching(reason)])
    expect(found[0]).not.toContain(bare(pkcs8).slice(0, 40))
  })
})

describe('the app on Taobao’s open platform', () => {
  const full = { TOP_APP_KEY: '12345678', TOP_APP_SECRET: '0123456789abcdef0123456789abcdef' }

  test('the Taobao app is read with its gateway and mini-app template, and without it the embedded gateway is used', () => {
    expect(readConfig({}).taobao).toBeUndefined()
    expect(readConfig(full).taobao).toEqual({
      appKey: '12345678',
      appSecret: full.TOP_APP_SECRET,
      gateway: 'https://eco.taobao.com/router/rest',
      miniApp: null,
      callsPerSecond: 20,
    })
    const more = { TOP_GATEWAY: 'https://gw.api.taobao.com/router/rest', MINI_APP: '300:1.0.0@2026-01-02=首个版本' }
    expect(readConfig({ ...full, ...more }).taobao).toMatchObject({
      gateway: more.TOP_GATEWAY,
      miniApp: { templateId: '300', versions: [{ templateVersion: '1.0.0', note: '首个版本' }] },
    })
  })

  test.each([
    [{ TOP_APP_KEY: '12345678' }, /TOP_APP_KEY 和 TOP_APP_SECRET 要一起设/],
    [{ TOP_APP_SECRET: full.TOP_APP_SECRET }, /TOP_APP_KEY 和 TOP_APP_SECRET 要一起设/],
    [{ ...full, TOP_APP_KEY: 'abc' }, /TOP_APP_KEY 有误/],
    [{ ...full, TOP_GATEWAY: 'http://gw.api.taobao.com/router/rest' }, /TOP_GATEWAY 有误：须以 https:\/\/ 开头/],
    [{ ...full, MINI_APP: '300' }, /MINI_APP 有误：须写成 ID:/],
    [{ SECRET_KEY: 'short' }, /SECRET_KEY 有误：至少 32 个字符/],
  ])('a Taobao app configuration with %j is refused in one sentence', (env, reason) => {
    expect(problems(env)).toEqual([expect.stringMatching(reason)])
  })
})
