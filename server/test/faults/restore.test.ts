/** The drill of a restore, with the programs as an operator runs them: fill, back up, wipe, restore, and serve the same. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres, startPostgres } from '../../../scripts/lib/postgres.mjs'
import { type Manifest, readManifest } from '../../infra/backup/format'
import { openTarget } from '../../infra/backup/target'
import { freePort } from '../free-port'
import { buildPrograms, type RunningProgram, startProgram, temporaryFolder } from './process'

const secretKey = 'a secret key of thirty-two characters'
let programs: Awaited<ReturnType<typeof buildPrograms>>
const root = temporaryFolder()
const started: RunningProgram[] = []

beforeAll(async () => {
  programs = await buildPrograms({ main: '../../main.ts', backup: '../../cli/backup.ts', restore: '../../cli/restore.ts' })
})
afterEach(async () => {
  for (const server of started.splice(0)) await server.kill()
})
afterAll(() => {
  programs.remove()
  rmSync(root, { recursive: true, force: true })
})

interface Installation {
  readonly env: Readonly<Record<string, string>>
  /** Removes everything that the installation stored. */
  wipe(): Promise<void>
}

interface Served {
  readonly texts: readonly string[]
  readonly picture: Buffer
}

async function start({ env }: Installation): Promise<{ server: RunningProgram; address: string }> {
  const server = startProgram(programs.program('main'), undefined, { ...env, PORT: '0', DEMO: '1' })
  started.push(server)
  const line = await server.line((text) => text.startsWith('壳匠已启动'))
  return { server, address: line.slice(line.indexOf('http')) }
}

async function stop(server: RunningProgram): Promise<void> {
  server.terminate()
  expect(await server.ended).toBe(0)
}

/** Runs a command; resolves with its exit code and output. */
async function run(name: string, { env }: Installation, args: readonly string[]) {
  const command = startProgram(programs.program(name), args, env)
  return { code: await command.ended, said: [...command.lines, command.errors()].join('\n') }
}

/** Signs in and reads what a seller sees: lists, an order, and the bytes of a picture. */
async function look(address: string): Promise<Served> {
  const credentials = JSON.stringify({ username: 'demo', password: 'kejiang-demo' })
  const headers = { 'content-type': 'application/json' }
  const login = await fetch(`${address}/api/users/login`, { method: 'POST', headers, body: credentials })
  const { token } = (await login.json()) as { token: string }
  const get = async (path: string) => {
    const reply = await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect([path, reply.status]).toEqual([path, 200])
    return Buffer.from(await reply.arrayBuffer())
  }
  const paths = [
    '/api/phone_brands',
    '/api/design_asset_collections?type=1',
    '/api/design_template_collections',
    '/api/orders',
    '/api/shops',
    '/api/account_credits/current',
  ]
  const texts = (await Promise.all(paths.map(get))).map(String)
  const url = /\/files\/[^"?\\]+/.exec(texts.join(' '))?.[0] ?? '/no-picture'
  return { texts, picture: await get(url) }
}

async function manifestOf(folder: string): Promise<Manifest> {
  const [id = ''] = readdirSync(join(folder, 'backups'))
  return readManifest(await openTarget({ folder }), id)
}

const part = ({ database, files, secretKey: key }: Manifest) => ({ database, files, key })

async function drill(name: string, installation: Installation): Promise<void> {
  const first = await start(installation)
  const before = await look(first.address)
  const backup = join(root, `${name}-backup`)
  expect(await run('backup', installation, [backup])).toMatchObject({ code: 0, said: expect.stringContaining('已完成') })
  await stop(first.server)
  expect(await run('restore', installation, [backup])).toMatchObject({ code: 1, said: expect.stringContaining('--replace') })

  await installation.wipe()
  expect(await run('restore', installation, [backup, '--verify'])).toMatchObject({
    code: 0,
    said: expect.stringContaining('完好'),
  })
  const otherKey = { ...installation, env: { ...installation.env, SECRET_KEY: `another ${secretKey}` } }
  expect(await run('restore', otherKey, [backup])).toMatchObject({ code: 1, said: expect.stringContaining('SECRET_KEY') })
  expect(await run('restore', installation, [backup])).toMatchObject({ code: 0, said: expect.stringContaining('已恢复') })

  const again = join(root, `${name}-again`)
  expect(await run('backup', installation, [again])).toMatchObject({ code: 0 })
  expect(part(await manifestOf(again))).toEqual(part(await manifestOf(backup)))

  const second = await start(installation)
  expect(await look(second.address)).toEqual(before)
  await stop(second.server)
  expect(await run('restore', installation, [backup, '--replace'])).toMatchObject({
    code: 0,
    said: expect.stringContaining('before_restore'),
  })
}

const plainEnv = { HOST: '', STORAGE_URL: '', PUBLIC_URL: '', WEB_DIR: '', BACKUP_TO: 'off', SECRET_KEY: secretKey }

test('an embedded shop comes back whole from a backup that its running server made', async () => {
  const dataDir = join(root, 'embedded')
  await drill('embedded', {
    env: { ...plainEnv, DATABASE_URL: '', DATA_DIR: dataDir },
    wipe: async () => rmSync(dataDir, { recursive: true }),
  })
})

describe.skipIf(findPostgres() === null)('on a PostgreSQL', () => {
  let database: ReturnType<typeof startPostgres>
  beforeAll(async () => {
    database = startPostgres(await freePort())
  })
  afterAll(() => database.stop())

  test('a shop comes back whole', async () => {
    const dataDir = join(root, 'postgres')
    await drill('postgres', {
      env: { ...plainEnv, DATABASE_URL: database.url, DATA_DIR: dataDir },
      async wipe() {
        rmSync(dataDir, { recursive: true })
        const client = new pg.Client(database.url)
        await client.connect()
        await client.query('drop schema public cascade; drop schema kejiang_jobs cascade; create schema public')
        await client.end()
      },
    })
  })
})
