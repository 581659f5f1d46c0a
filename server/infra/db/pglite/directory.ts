/**
 * Creates and opens the embedded database on disk:
 *   <dataDir>/db/          the PostgreSQL data directory; it exists only when its creation was complete
 *   <dataDir>/db.json      the versions that created it: PGlite version and PostgreSQL major
 *   <dataDir>/db.new/      an interrupted creation; nothing in it was ever acknowledged
 */
import { constants, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DurableFs, durableStartParams, renameDurably, syncTree, writeDurably } from './durable-fs'
import { type AnsweringEngine, EngineFailure, pgliteEngine } from './engine'
import { extensions } from './extensions'
import type { WorkerInput } from './protocol'
import type { Engine } from './source'

interface Stamp {
  readonly pglite: string
  readonly postgres: number
}

export class DirectoryError extends Error {
  override readonly name = 'DirectoryError'
}

/** Linux type numbers of network file systems, where neither locks nor fsync are reliable enough for a database. */
const networkFileSystems = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x517b, 'SMB'],
])

function refuseNetwork(dataDir: string): void {
  if (process.platform !== 'linux') return
  const kind = networkFileSystems.get(statfsSync(dataDir).type)
  if (!kind) return
  throw new DirectoryError(
    `数据目录 ${dataDir} 在网络磁盘（${kind}）上，数据可能损坏：请把 DATA_DIR 放到本机磁盘，或用 DATABASE_URL 连接 PostgreSQL ` +
      `(the data directory is on ${kind}; use a local disk or PostgreSQL)`,
  )
}

function engineVersion(): string {
  const require = createRequire(import.meta.url)
  // The package does not export its manifest, so it is found from its entry: <package>/dist/index.cjs.
  const manifest: { version: string } = JSON.parse(
    readFileSync(join(require.resolve('@electric-sql/pglite'), '../../package.json'), 'utf8'),
  )
  return manifest.version
}

/** PostgreSQL major of this PGlite; the start compares it with the running server. */
export const POSTGRES_MAJOR = 18

function readStamp(dataDir: string): Stamp | null {
  const file = join(dataDir, 'db.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

function checkMajor(dataDir: string): void {
  const stamp = readStamp(dataDir)
  const major = Number(readFileSync(join(dataDir, 'db', 'PG_VERSION'), 'utf8'))
  if (major === POSTGRES_MAJOR) return
  const creatorText = stamp ? `PGlite ${stamp.pglite}` : '另一个版本'
  throw new DirectoryError(
    `数据目录 ${dataDir} 由 ${creatorText}（PostgreSQL ${major}）创建，本程序使用 PostgreSQL ${POSTGRES_MAJOR}，不能直接打开。` +
      `请用创建它的版本运行 export 导出，再用本版本 import 到新的目录 ` +
      `(made by PostgreSQL ${major}, this is ${POSTGRES_MAJOR}: export with the old version, import with this one)`,
  )
}

const openLite = (fs: DurableFs): Promise<PGlite> =>
  PGlite.create({ fs, extensions, startParams: durableStartParams(PGlite.defaultStartParams) })

async function createDirectory({ dataDir, prepared }: WorkerInput, onBroken: (error: Error) => never): Promise<void> {
  const newFolder = join(dataDir, 'db.new')
  rmSync(newFolder, { recursive: true, force: true })
  // Another PGlite than that of the build may store rows in another way.
  if (prepared !== null && readStamp(prepared)?.pglite === engineVersion()) {
    cpSync(join(prepared, 'db'), newFolder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  } else {
    mkdirSync(newFolder, { mode: 0o700 })
    const lite = await openLite(new DurableFs(newFolder, onBroken))
    await lite.close()
  }
  syncTree(newFolder)
  renameDurably(dataDir, 'db.new', 'db')
}

/** Verifies that a commit reaches the disk through the fsync hook, and that the server runs with the durable settings. */
async function assertDurable(engine: Engine, fs: DurableFs): Promise<void> {
  const expected: Record<string, string> = {
    fsync: 'on',
    wal_sync_method: 'fsync',
    synchronous_commit: 'on',
    full_page_writes: 'on',
  }
  for (const [name, value] of Object.entries(expected)) {
    const { rows } = await engine.run('select current_setting($1) as value', [name])
    const [row] = rows as { value: string }[]
    if (row?.value !== value)
      throw new EngineFailure(`内嵌数据库的 ${name} 不是 ${value}，拒绝启动 (durability setting ${name} is ${row?.value})`)
  }
  const before = fs.syncs
  await engine.run(`select pg_logical_emit_message(true, 'kejiang', 'durable?')`, [])
  if (fs.syncs <= before) {
    throw new EngineFailure(
      '一次提交之后没有数据落盘，拒绝启动：PGlite 的内部结构可能已变化 (a commit did not reach the disk; the fsync hook is not in effect)',
    )
  }
}

/**
 * Opens the embedded database in `dataDir`, creating it the first time, as a copy of `prepared` if that was made by this PGlite. The caller holds the directory's lock. Rejects with a
 * DirectoryError when the directory cannot be used and with an EngineFailure when writes would not be durable. `onBroken` must
 * end the thread; it is called when the disk or PostgreSQL fails, now or later.
 */
export async function openDirectory(input: WorkerInput, onBroken: (error: Error) => never): Promise<AnsweringEngine> {
  const { dataDir } = input
  refuseNetwork(dataDir)
  if (existsSync(join(dataDir, 'db'))) checkMajor(dataDir)
  else await createDirectory(input, onBroken)
  const fs = new DurableFs(join(dataDir, 'db'), onBroken)
  const lite = await openLite(fs)
  const engine = pgliteEngine(lite)
  await assertDurable(engine, fs)
  const stamp: Stamp = { pglite: engineVersion(), postgres: POSTGRES_MAJOR }
  writeDurably(dataDir, 'db.json', `${JSON.stringify(stamp)}\n`)
  return engine
}
