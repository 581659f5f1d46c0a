/** One process that works on pictures, as the server sees it. */
import { type ChildProcess, fork as forkProgram } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Failure } from '../../kernel/failure'
import type { Content } from '../../ports/examiner'
import type { Reply, Request } from './child-protocol'
import { type Done, type Limits, usualLimits, type Work } from './work'

/** Longest time on the clock for one picture, ms: processor time is limited by the process itself, and a machine may be busy. */
const limitMs = 300_000
/** Bytes of memory after which a process is replaced: the libraries give little back of what a large picture took. */
const keptRss = 400 * 1024 * 1024
/** Bytes of memory the system grants above what the process allows itself, for what it takes between two looks. */
const spareMemory = 512 * 1024 * 1024
/** JavaScript's part of the memory, MB. */
const heapMb = 512

/** The picture took more time or memory than a picture may. */
export class TooHard extends Failure {
  /** `lasting`: it would do so every time, on every machine. */
  constructor(
    readonly lasting: boolean,
    { kind }: Work,
  ) {
    const printed = kind === 'look' || kind === 'print'
    super('unsupported-file', printed ? '太复杂，无法在限定的时间和内存内读取' : '图片过于复杂，无法处理，请简化后重新上传')
  }
}

export interface PictureProcess {
  /** Works on one picture at a time. Rejects with the picture's refusal, or with TooHard. */
  run(work: Work): Promise<Done>
  /** Whether it takes another picture. */
  alive(): boolean
  end(): void
}

const here = (name: string): URL => new URL(name, import.meta.url)

/** What the libraries go by; the server's passwords and keys are none of a picture's business. */
const passedOn = /^(?:PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_\w+)$/i

function fork(limits: Limits): ChildProcess {
  const built = fileURLToPath(here('./picture-process.mjs'))
  const isBuilt = existsSync(built)
  const tsx = (): string => join(createRequire(import.meta.url).resolve('tsx/package.json'), '../dist/loader.mjs')
  const program = isBuilt ? built : fileURLToPath(here('./child.ts'))
  const nodeArgs = [`--max-old-space-size=${heapMb}`, ...(isBuilt ? [] : ['--import', pathToFileURL(tsx()).href])]
  const shell = '/bin/sh'
  // The shell sets a limit that the system enforces and becomes the process itself. Where there is none, the process limits itself.
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

/** Starts at once; `report` is told of what is neither a picture's nor a seller's fault. */
export function startPictureProcess(report: (error: Error) => void, limits = usualLimits): PictureProcess {
  const child = fork(limits)
  let alive = true
  let ready = false
  let words = ''
  let waiting: { readonly work: Work; resolve(done: Done): void; reject(error: Error): void } | null = null

  // A server that ends does not wait for it.
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
  function lose(why: (work: Work) => Error): void {
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
        if (reply.rss > keptRss) end()
        return settle((call) => call.resolve(received(reply, call.work)))
    }
  })
  child.once('error', (error) => {
    report(error)
    lose(unavailable)
  })
  child.once('exit', (code, signal) => {
    // While it worked: on a picture that took what the system grants, or broke what draws it.
    if (ready) return lose((work) => new TooHard(false, work))
    if (alive) report(new Error(`the process for pictures did not start (${signal ?? code}): ${words}`))
    lose(unavailable)
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
          if (error) lose(unavailable)
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
