/**
 * Data folders from which the servers of browser tests start. They are made once for a build and a day, because a database, thirty accounts and the
 * demo shop take half a minute of a processor.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrations } from '../../server/infra/db/migrate'
import { openDatabase } from '../../server/infra/db/open'
import { addAccounts } from '../browser/support/accounts'
import { grants, merchantPassword, merchants } from '../browser/support/merchants'
import { freePort, waitUntilReady } from '../browser/support/server'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/kejiang')
export const serverProgram = join(root, 'dist/server/main.mjs')

export interface PreparedFolders {
  /** With an empty, migrated database. */
  readonly created: string
  /** With the demo shop and the merchants of support/merchants.ts as well. */
  readonly seeded: string
}

/** Names what the folders depend on. The demo shop's orders have the day on which they were made. */
function keyOf(): string {
  const { hash } = JSON.parse(readFileSync(join(root, 'dist/build.json'), 'utf8'))
  const migrations = readMigrations().map(({ sha256 }) => sha256)
  const day = new Date().toISOString().slice(0, 10)
  const parts = [hash, migrations, merchants, grants, merchantPassword, day]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
}

/** Ends a server as a service manager does; resolves when it has ended. */
export function endServer(child: ReturnType<typeof spawn>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

async function fill({ created, seeded }: PreparedFolders): Promise<void> {
  await (await openDatabase({ dataDir: created })).close()
  cpSync(created, seeded, { recursive: true })
  await addAccounts(seeded, Object.fromEntries(merchants.map((name) => [name, merchantPassword])), grants)
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: seeded, DATABASE_URL: '', STORAGE_URL: '', ORDER_SYNC_MINUTES: '0' }
  const child = spawn(process.execPath, [serverProgram], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    await waitUntilReady(child, `http://127.0.0.1:${port}`)
  } finally {
    await endServer(child)
  }
}

const foldersIn = (folder: string): PreparedFolders => ({ created: join(folder, 'created'), seeded: join(folder, 'seeded') })

/** Returns the prepared folders, which nobody may change: a server starts from a copy. */
export async function preparedFolders(): Promise<PreparedFolders> {
  const made = join(cache, `product-${keyOf()}`)
  if (existsSync(made)) return foldersIn(made)
  mkdirSync(cache, { recursive: true })
  // Those of earlier builds; another run may still copy from one that is young.
  const anHourAgo = Date.now() - 3_600_000
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    if (/^(product|preparing)-/.test(name) && statSync(path).mtimeMs < anHourAgo) rmSync(path, { recursive: true, force: true })
  }
  const partial = mkdtempSync(join(cache, 'preparing-'))
  await fill(foldersIn(partial))
  try {
    renameSync(partial, made)
  } catch (error) {
    // Another run finished first.
    rmSync(partial, { recursive: true, force: true })
    if (!existsSync(made)) throw error
  }
  return foldersIn(made)
}
