/**
 * Makes PGlite on disk durable. PGlite starts PostgreSQL with fsync off, and its file system has no fsync at all, so a power cut
 * would lose acknowledged writes and could leave a directory that cannot be opened.
 */
import fs from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { messageOf } from '../../../../contract/ground/thrown'

/**
 * The parts of Emscripten that this file hooks into. They are internals: the version of PGlite is pinned, and the start tests
 * them.
 */
interface NodeFileSystem {
  readonly stream_ops: { fsync?: (stream: { nfd?: number | null; node: unknown }) => number }
  realPath(node: unknown): string
}
interface Emscripten {
  readonly NODEFS?: NodeFileSystem
  readonly FS: { readonly filesystems?: { readonly NODEFS?: NodeFileSystem } }
}

function syncDirectory(path: string): void {
  // Windows cannot open directories for fsync, and does not need it.
  if (process.platform === 'win32') return
  const handle = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

export class DurableFs extends NodeFS {
  /** Number of successful fsync calls by PostgreSQL. */
  syncs = 0
  readonly #onBroken: (error: Error) => never

  /**
   * `onBroken` is called when the disk refused an fsync or PostgreSQL panicked (for example on a full disk), and must end the
   * thread: PGlite would wait forever inside the broken instance, and nothing written since may be acknowledged.
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
        const reason = messageOf(error)
        this.#onBroken(new Error(`写入磁盘失败：${reason} (fsync failed)`, { cause: error }))
      }
      this.syncs += 1
      return 0
    }
  }
}

/** Start parameters of an embedded server with durable writes and small memory. */
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
  const otherDefaults = defaults.filter((parameter) => parameter !== '-F')
  return [...otherDefaults, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Calls fsync for every file and folder below `path`: a copied directory is not durable by itself. */
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

/** Replaces a small file atomically; the new content is on the disk when this returns. */
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
