import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config'

const problems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('an empty environment serves this machine alone, embedded, with the demo shop', () => {
  expect(readConfig({})).toMatchObject({
    port: 4600,
    host: '127.0.0.1',
    dataDir: '.data',
    databaseUrl: undefined,
    storage: undefined,
    publicUrl: '',
    demo: true,
    demoPassword: 'kejiang-demo',
    corsOrigins: [],
    frameAncestors: "'self'",
    pictureHosts: [],
  })
  expect(readConfig({ PORT: '', DEMO_PASSWORD: '' }).port).toBe(4600)
})

test('every variable is read', () => {
  const config = readConfig({
    PORT: '80',
    HOST: '0.0.0.0',
    DATA_DIR: '/srv/data',
    DATABASE_URL: 'postgresql://u:p@db/shop',
    STORAGE_URL: 's3://AK:SK@s3.example/shop',
    PUBLIC_URL: 'https://shop.example/',
    DEMO: '0',
    CORS_ORIGINS: 'https://a.example, https://b.example:8443',
    FRAME_ANCESTORS: 'self https://*.client.example',
    TRUSTED_PROXIES: '10.0.0.0/8',
    PICTURE_HOSTS: 'IMG.example.com',
    CUTOUT_HOST: 'https://cut.example/',
    CUTOUT_SECRET: 'x'.repeat(32),
    CUTOUT_SERVICE: 'aliyun://AK:SK@imageseg.example',
    CUTOUT_PICTURES: 'https://shop.example',
    WEB_DIR: 'dist/web',
  })
  expect(config).toMatchObject({
    port: 80,
    publicUrl: 'https://shop.example',
    demo: false,
    storage: { bucket: 'shop' },
    corsOrigins: ['https://a.example', 'https://b.example:8443'],
    frameAncestors: "'self' https://*.client.example",
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
  test.each(['0.0.0.0', '::', '192.168.1.5', 'shop.example'])('on HOST=%s', (HOST) => {
    expect(problems({ HOST })[0]).toMatch(/DEMO=0/)
    expect(problems({ HOST, DEMO: '0' })).toEqual([])
    expect(problems({ HOST, ALLOW_PUBLIC_DEMO: '1' })).toEqual([])
  })
  test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('and %s is this machine', (HOST) => {
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
  [{ TRUSTED_PROXIES: 'proxy' }, /TRUSTED_PROXIES .*"proxy"/],
  [{ PICTURE_HOSTS: 'com' }, /PICTURE_HOSTS .*"com"/],
  [{ CUTOUT_HOST: 'https://cut.example' }, /CUTOUT_SECRET/],
  [{ CUTOUT_SECRET: 'short' }, /CUTOUT_SECRET .*32/],
  [{ CUTOUT_SERVICE: 'aliyun://AK:top-secret@host/x', PUBLIC_URL: 'https://shop.example' }, /CUTOUT_SERVICE/],
  [{ CUTOUT_SERVICE: 'aliyun://AK:top-secret@host' }, /PUBLIC_URL/],
  [{ DEMO_PASSWORD: 'short' }, /DEMO_PASSWORD .*8/],
])('%j is refused in one sentence', (env, reason) => {
  const found = problems(env as Record<string, string>)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(reason)
  expect(found[0]).not.toContain('top-secret')
})

test('every mistake is told at once', () => {
  expect(problems({ PORT: 'x', PUBLIC_URL: 'y' })).toHaveLength(2)
})
