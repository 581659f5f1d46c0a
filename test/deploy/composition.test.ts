/** compose.yaml, the .env that deploy/new-env.sh makes for it, and what the server reads of both. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config'
import { environment } from '../../server/config-environment'
import { dependenciesOf, environmentOf, readVariables, root, serviceOf, services } from './composition-file'

const settings = Object.keys(environment.shape)
const servers = ['server1', 'server2', 'migrate', 'command']
/** Settings that the separate cutout host reads (server/cutout.ts, server/program.ts) besides those that the composition decides for it. */
const cutoutSettings = ['CUTOUT_SECRET', 'CUTOUT_SERVICE', 'CUTOUT_CLASSES', 'DISK_RESERVE', 'LOG_FORMAT', 'REQUEST_LOG']
const libraryOfTraces = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG']
const forOtherServices = ['POSTGRES_PASSWORD', 'STORAGE_SECRET', 'VERSION']
/** Settings that the composition decides: another value in .env would break it. */
const decided = ['HOST', 'PORT', 'DATA_DIR', 'METRICS_HOST', 'METRICS_PORT', 'TRUSTED_PROXIES']

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kejiang-env-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const newEnv = (...args: string[]) =>
  spawnSync('sh', [join(root, 'deploy/new-env.sh'), ...args], { cwd: folder, encoding: 'utf8' })
/** Makes a .env and returns its variables. */
function madeVariables(): Readonly<Record<string, string>> {
  expect(newEnv('https://shop.example.com', 'https://cut.example.com')).toMatchObject({ status: 0, stderr: '' })
  return readVariables(readFileSync(join(folder, '.env'), 'utf8'))
}

describe('deploy/new-env.sh', () => {
  test('deploy/new-env.sh makes a file for its owner alone, in which every secret is another one', () => {
    const { SECRET_KEY, CUTOUT_SECRET, POSTGRES_PASSWORD, STORAGE_SECRET } = madeVariables()
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
    const secrets = [SECRET_KEY, CUTOUT_SECRET, POSTGRES_PASSWORD, STORAGE_SECRET]
    expect(new Set(secrets).size).toBe(4)
    for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{64}$/)
  })

  test('deploy/new-env.sh never writes over a file, whose secrets open the database', () => {
    writeFileSync(join(folder, '.env'), 'SECRET_KEY=old\n')
    expect(newEnv('https://shop.example.com', 'https://cut.example.com')).toMatchObject({ status: 1 })
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('SECRET_KEY=old\n')
  })

  test.each([
    [[]],
    [['https://shop.example.com']],
    [['shop.example.com', 'https://cut.example.com']],
    [['https://shop.example.com/app', 'https://cut.example.com']],
    [['https://shop.example.com', 'https://shop.example.com']],
    [['https://shop.example.com\nDEMO=1', 'https://cut.example.com']],
  ])('deploy/new-env.sh refuses the addresses %j in words and writes nothing', (args) => {
    const { status, stderr } = newEnv(...args)
    expect([status, stderr.trim().split('\n').length, readdirSync(folder)]).toEqual([1, expect.any(Number), []])
    expect(stderr).toMatch(/用法|须/)
  })
})

describe('compose.yaml', () => {
  test.each(servers)('every setting of the server that is written into .env reaches %s', (name) => {
    const written = Object.fromEntries([...settings, ...libraryOfTraces].map((setting) => [setting, `of ${setting}`]))
    const reached = environmentOf(name, { ...written, POSTGRES_PASSWORD: 'p', STORAGE_SECRET: 's' })
    const lost = Object.keys(written).filter((setting) => reached[setting] !== written[setting])
    expect(lost.sort()).toEqual([...decided].sort())
    for (const setting of decided) expect(reached[setting]).not.toBe('')
  })

  test('the settings that the composition decides are said to be so in docs/operations.md', () => {
    const text = readFileSync(join(root, 'docs/operations.md'), 'utf8')
    expect(decided.filter((setting) => !text.includes(`\`${setting}\``))).toEqual([])
  })

  test('the cutout host gets what it reads of .env, and no other secret', () => {
    const tracing = settings.filter((setting) => setting.startsWith('OTEL_'))
    const wanted = [...cutoutSettings, ...tracing, ...libraryOfTraces]
    const written = Object.fromEntries(
      [...settings, ...libraryOfTraces, ...forOtherServices].map((setting) => [setting, `of ${setting}`]),
    )
    const reached = environmentOf('cutout', written)
    expect(wanted.filter((setting) => reached[setting] !== written[setting])).toEqual([])
    const addresses = { PUBLIC_URL: written.CUTOUT_HOST, CORS_ORIGINS: written.PUBLIC_URL }
    expect(reached).toMatchObject(addresses)
    const given = Object.entries(reached).filter(([key, value]) => value.startsWith('of ') && !(key in addresses))
    expect(given.map(([key]) => key).sort()).toEqual(wanted.sort())
  })

  test('compose.yaml sets no variable that no program reads', () => {
    const known = new Set([...settings, ...libraryOfTraces, ...forOtherServices, 'NODE_ENV'])
    for (const name of [...servers, 'cutout']) {
      expect(Object.keys(environmentOf(name, madeOnce())).filter((key) => !known.has(key))).toEqual([])
    }
  })
  /** A .env like the one that is made, without a file. */
  const madeOnce = () => ({ PUBLIC_URL: 'https://a.example', CUTOUT_HOST: 'https://b.example', CUTOUT_SECRET: 'c'.repeat(32) })

  test('with a new .env the servers and the cutout host have a configuration that they accept, of the database and storage beside them', () => {
    const variables = madeVariables()
    for (const name of servers) {
      const config = readConfig(environmentOf(name, variables))
      expect(config).toMatchObject({
        demo: false,
        publicUrl: 'https://shop.example.com',
        port: 4600,
        backupTo: { folder: '/backups' },
      })
      expect(config.databaseUrl).toBe(`postgresql://kejiang:${variables.POSTGRES_PASSWORD}@postgres/kejiang`)
      expect(config.storage).toMatchObject({
        secret: variables.STORAGE_SECRET,
        bucketUrl: 'http://storage:8333/kejiang',
        upload: 'proxy',
      })
      expect(config.isTrustedProxy('172.30.46.9')).toBe(true)
      expect(config.secretKey).toBe(variables.SECRET_KEY)
    }
    const cutout = readConfig(environmentOf('cutout', variables))
    expect(cutout).toMatchObject({ demo: false, port: 4610, databaseUrl: undefined, storage: undefined, secretKey: undefined })
    expect(cutout.cutout).toMatchObject({ secret: variables.CUTOUT_SECRET, pictures: 'http://proxy:4699', host: undefined })
    expect(readConfig(environmentOf('server1', variables)).cutout).toMatchObject({
      host: 'https://cut.example.com',
      secret: variables.CUTOUT_SECRET,
    })
  })

  test('no migration and no server comes before a command of the operator, so that the version that made a backup can restore it', () => {
    const seen = new Set<string>()
    const collect = (name: string): void => {
      for (const next of dependenciesOf(name)) if (!seen.has(next) && seen.add(next)) collect(next)
    }
    collect('command')
    expect([...seen].sort()).toEqual(['bucket', 'postgres', 'storage'])
    expect(dependenciesOf('server1')).toContain('migrate')
  })

  test('every image has a version', () => {
    for (const { image } of Object.values(services)) {
      expect(image).toMatch(/^kejiang:\$\{VERSION:-latest\}$|:v?\d[\w.-]*(?:@sha256:[0-9a-f]{64})?$/)
    }
    expect(serviceOf('proxy').image).toMatch(/^caddy:/)
  })
})

/** Whether a name is left out of the build by .dockerignore: patterns as Docker reads them, without exceptions (`!`). */
function isIgnored(name: string): boolean {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  const patterns = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  const asExpression = (pattern: string): RegExp => {
    const parts = pattern.split(/(\*\*\/|\*)/).map((part) => {
      if (part === '**/') return '(?:.*/)?'
      return part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    })
    return new RegExp(`^${parts.join('')}(?:/.*)?$`)
  }
  return patterns.some((pattern) => asExpression(pattern).test(name))
}

test.each([
  '.env',
  '.env.production',
  '.env.bak',
  'keys/alipay.pem',
  'alipay.pem',
  'deploy/tls/privkey.pem',
  'deploy/server.key',
  'deploy/kejiang.env',
])('the secrets in %s stay out of the image and of the layers of its build', (name) => expect(isIgnored(name)).toBe(true))
test.each(['package.json', 'scripts/lib/install.mjs', 'server/infra/storage/upload-key.ts', 'server/config-environment.ts'])(
  'the build gets %s',
  (name) => expect(isIgnored(name)).toBe(false),
)
