/** Starts and supervises one child process that works on pictures (child.ts); pool.ts uses several. */
import { type ChildProcess, fork as forkProgram } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Failure } from '../../kernel/failure'
import type { Content } from '../../ports/examiner'
import type { Reply, Request } from './child-protocol'
import { type Done, type Limits, usualLimits, type Work } from './work'

/** Longest wall-clock time for one picture, ms. The process limits its processor time itself, and a machine may be busy. */
const limitMs = 300_000
/** Resident memory, bytes, above which a process is replaced: the libraries release little of what a large picture took. */
const maxRss = 400 * 1024 * 1024
/** Memory, bytes, that the system grants above the process's own limit, for allocations between two of its checks. */
const spareMemory = 512 * 1024 * 1024
/** V8 heap limit, MB. */
const heapMb = 512

/** The picture took more time or memory than allowed. */
export class TooHard extends Failure {
  /** `lasting`: the picture would exceed the limit every time, on every machine. */
  constructor(
    readonly lasting: boolean,
    { kind }: Work,
  ) {
    const printed = kind === 'look' || kind === 'print'
    super('unsupported-file', printed ? '太复杂，无法在限定的时间和内存内读取' : '图片过于复杂，无法处理，请简化后重新上传')
  }
}

export interface PictureProcess {
  /** Works on one picture at a time. Rejects with the refusal of the picture, or with TooHard. */
  run(work: Work): Promise<Done>
  /** Returns whether the process can take another picture. */
  alive(): boolean
  end(): void
}

const here = (name: string): URL => new URL(name, import.meta.url)

/** Environment variables that the libraries need. The server's passwords and keys are not passed on. */
const passedOn = /^(?:PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_\w+)$/i

function fork(limits: Limits): ChildProcess {
  const built = fileURLToPath(here('./picture-process.mjs'))
  const isBuilt = existsSync(built)
  const tsx = (): string => join(createRequire(import.meta.url).resolve('tsx/package.json'), '../dist/loader.mjs')
  const program = isBuilt ? built : fileURLToPath(here('./child.ts'))
  const nodeArgs = [`--max-old-space-size=${heapMb}`, ...(isBuilt ? [] : ['--import', pathToFileURL(tsx()).href])]
  const shell = '/bin/sh'
  // The shell sets a limit that the system enforces, then `exec` replaces it by the process. Without a shell, the process limits
  // itself.
  const limited = process.platform !== 'win32' && existsSync(shell)
  const limit = `ulimit -d ${Math.ceil((limits.memory + spareMemory) / 1024)} 2>/dev/null; exec "$0" "$@"`
  return forkProgram(program, [JSON.stringify(limits)], {
    ...(limited
      ? { execPath: shell, execArgv: ['-c', limit, process.execPath, ...nodeArgs] }
      : { execPath: process.execPath, execArgv: nodeArgs }),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name))),
  })
}

const unavailable = (): Failure => new Failure('unavailable', '图片处理暂时不可用，请稍后重试')

/** Starts the process at once. `report` receives errors that neither a picture nor a seller caused. */
export function startPictureProcess(report: (error: Error) => void, limits = usualLimits): PictureProcess {
  const child = fork(limits)
  let alive = true
  let ready = false
  let words = ''
  let waiting: { readonly work: Work; resolve(done: Done): void; reject(error: Error): void } | null = null

  // The process must not keep an ending server alive.
  child.unref()
  child.stderr?.on('data', (text: Buffer) => {
    words = (words + text.toString()).slice(-2000)
  })
  ;(child.stderr as (NodeJS.ReadableStream & { unref?(): void }) | null)?.unref?.()
  child.channel?.unref()

  function settle(how: (call: NonNullable<typeof waiting>) => void): void {
    const call = waiting
    waiting = null
    child.channel?.unref()
    if (call) how(call)
  }

  function end(): void {
    alive = false
    child.kill('SIGKILL')
  }

  /** Marks the process as ended and rejects its current call. */
  function failCall(why: (work: Work) => Error): void {
    alive = false
    settle((call) => call.reject(why(call.work)))
  }

  child.on('message', (reply: Reply) => {
    switch (reply.kind) {
      case 'ready':
        ready = true
        return
      case 'exceeded':
        settle((call) => call.reject(new TooHard(true, call.work)))
        return end()
      case 'refused':
        return settle((call) => call.reject(new Failure(reply.code, reply.message)))
      case 'broken':
        return settle((call) => call.reject(new Error(reply.message)))
      case 'done':
        if (reply.rss > maxRss) end()
        return settle((call) => call.resolve(received(reply, call.work)))
    }
  })
  child.once('error', (error) => {
    report(error)
    failCall(unavailable)
  })
  child.once('exit', (code, signal) => {
    // It ended while working: the picture took more memory than the system grants, or crashed a library.
    if (ready) return failCall((work) => new TooHard(false, work))
    if (alive) report(new Error(`the process for pictures did not start (${signal ?? code}): ${words}`))
    failCall(unavailable)
  })

  return {
    run(work) {
      return new Promise<Done>((resolve, reject) => {
        const late = setTimeout(() => {
          settle((call) => call.reject(new TooHard(false, call.work)))
          end()
        }, limitMs)
        const ended = <T>(then: (value: T) => void) => {
          return (value: T): void => {
            clearTimeout(late)
            then(value)
          }
        }
        waiting = { work, resolve: ended(resolve), reject: ended(reject) }
        child.channel?.ref()
        child.send(work satisfies Request, (error) => {
          if (error) failCall(unavailable)
        })
      })
    },
    alive: () => alive,
    end,
  }
}

const buffer = ({ buffer: memory, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(memory, byteOffset, byteLength)

/** Messages between processes turn buffers into plain byte arrays. */
function received({ result, same }: Extract<Reply, { kind: 'done' }>, work: Work): Done {
  if (result === null || result instanceof Uint8Array) return result && buffer(result)
  if (!('bytes' in result)) return result
  return { ...result, bytes: same ? work.bytes : buffer(result.bytes) } satisfies Content
}
