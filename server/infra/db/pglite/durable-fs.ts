/**
 * PGlite on disk without its two shortcuts: it starts PostgreSQL with fsync off, and its file system has no fsync at all, so a
 * power cut loses acknowledged writes and can leave a directory nobody can open.
 */
import fs from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of Emscripten this file hooks into. They are internals: the version of PGlite is pinned, and start-up tests them. */
interface NodeFileSystem {
  readonly stream_ops: { fsync?: (stream: { nfd?: number | null; node: unknown }) => number }
  realPath(node: unknown): string
}
interface Emscripten {
  readonly NODEFS?: NodeFileSystem
  readonly FS: { readonly filesystems?: { readonly NODEFS?: NodeFileSystem } }
}

function syncDirectory(path: string): void {
  // Windows cannot open directories for this, and does not need it.
  if (process.platform === 'win32') return
  const handle = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

export class DurableFs extends NodeFS {
  /** How many times PostgreSQL asked for data to reach the disk and it did. */
  syncs = 0
  readonly #onBroken: (error: Error) => never

  /**
   * `onBroken` is called when the disk refused an fsync or PostgreSQL panicked (as on a full disk), and must end the thread:
   * PGlite would wait for ever inside the broken instance, and nothing written since may be acknowledged.
   */
  constructor(dataDir: string, onBroken: (error: Error) => never) {
    super(dataDir)
    this.#onBroken = onBroken
  }

  override async init(lite: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const result = await super.init(lite, options)
    const hook = (module: unknown) => this.#hook(module as Emscripten)
    result.emscriptenOpts.preRun = [...(result.emscriptenOpts.preRun ?? []), hook]
    Object.assign(result.emscriptenOpts, {
      onAbort: (what: unknown) =>
        this.#onBroken(new Error(`PostgreSQL 中止：${String(what)} (PostgreSQL panicked; is the disk full?)`)),
    })
    return result
  }

  #hook(module: Emscripten): void {
    const nodeFs = module.NODEFS ?? module.FS.filesystems?.NODEFS
    if (!nodeFs) throw new Error('PGlite 内部结构已变化，无法保证写入落盘 (PGlite has no NODEFS to hook fsync into)')
    nodeFs.stream_ops.fsync = (stream) => {
      try {
        if (typeof stream.nfd === 'number') fs.fsyncSync(stream.nfd)
        else syncDirectory(nodeFs.realPath(stream.node))
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        this.#onBroken(new Error(`写入磁盘失败：${reason} (fsync failed)`, { cause: error }))
      }
      this.syncs += 1
      return 0
    }
  }
}

/** Start parameters for an embedded server that keeps its promises within a small memory. */
export function durableStartParams(defaults: readonly string[]): string[] {
  const settings = {
    fsync: 'on',
    // The default, fdatasync, is an empty stub in this build; fsync is not.
    wal_sync_method: 'fsync',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    shared_buffers: '16MB',
    max_wal_size: '128MB',
    min_wal_size: '32MB',
  }
  const kept = defaults.filter((parameter) => parameter !== '-F')
  return [...kept, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Forces every file and folder below `path` to the disk: a copied directory is not durable by itself. */
export function syncTree(path: string): void {
  for (const entry of fs.readdirSync(path, { withFileTypes: true })) {
    const child = `${path}/${entry.name}`
    if (entry.isDirectory()) {
      syncTree(child)
    } else if (entry.isFile()) {
      // Windows flushes only handles opened for writing.
      const handle = fs.openSync(child, process.platform === 'win32' ? 'r+' : 'r')
      try {
        fs.fsyncSync(handle)
      } finally {
        fs.closeSync(handle)
      }
    }
  }
  syncDirectory(path)
}

/** Writes a small file so that it is either the old or the new one, on the disk when this returns. */
export function writeDurably(folder: string, name: string, text: string): void {
  const target = `${folder}/${name}`
  const partial = `${target}.new`
  const handle = fs.openSync(partial, 'w')
  try {
    fs.writeSync(handle, text)
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
  fs.renameSync(partial, target)
  syncDirectory(folder)
}

/** Renames within `folder` and makes the new name durable. */
export function renameDurably(folder: string, from: string, to: string): void {
  fs.renameSync(`${folder}/${from}`, `${folder}/${to}`)
  syncDirectory(folder)
}
