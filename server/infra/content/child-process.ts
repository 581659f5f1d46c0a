/** Starts and supervises one child process that works on pictures (child.ts); pool.ts uses several. */
import { type ChildProcess, fork as forkProgram } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Failure } from '../../kernel/failure'
import type { Content } from '../../ports/examiner'
import { exceededMark, type Reply, type Request } from './child-protocol'
import { execIdly, hurryAfter } from './idle-policy'
import { defaultLimits, type Limits, secondsFor, type Work, type WorkResult } from './work'

/** Longest wall-clock time for one picture, ms. The process limits its processor time itself, and a machine may be busy. */
const limitMs = 300_000
/** The same for work that is granted more processor time, for each second of it. */
const limitMsPerSecond = 3500
/** Resident memory, bytes, above which a process is replaced: the libraries release little of what a large picture took. */
const maxRss = 400 * 1024 * 1024
/** Memory, bytes, that the system grants above the process's own limit, for allocations between two of its checks. */
const spareMemory = 512 * 1024 * 1024
/**
 * Memory, bytes, that Node 24 reserves for compiled code in each thread and does not use; the system's limit counts it. (Measured:
 * below 512 MB no thread starts.)
 */
const codeReserve = 512 * 1024 * 1024
/** V8 heap limit, MB. */
const heapMb = 512
/** How a process shares the processors with the server's own threads. */
export interface Priority {
  readonly nice: number
  /**
   * On Linux, time for which a piece of work only takes processor time that nobody else wants, ms; null for none. A nice value alone lets a
   * thread of the server wait for some ms each time it wakes up, many times for a call: with it, a buyer's save took twice as long while
   * prints were drawn (bench/buyer-peak). On a machine that is never idle, the work goes on after this time by its nice value.
   */
  readonly idleMs: number | null
}
/** On a busy machine, a thread of the server gets three times the processor time of a picture, which still goes on. */
export const picturePriority: Priority = { nice: 5, idleMs: null }
/** Drawings of designs give way to other pictures likewise, because nobody waits for them at a screen. */
export const drawingPriority: Priority = { nice: 10, idleMs: 10_000 }

/** The picture took more time or memory than allowed. */
export class LimitExceeded extends Failure {
  /** `isPermanent`: the picture would exceed the limit every time, on every machine. */
  constructor(
    readonly isPermanent: boolean,
    { kind }: Work,
  ) {
    const forPrint = kind === 'analyse' || kind === 'print' || kind === 'sheet-piece'
    const words =
      kind === 'sheet'
        ? '这一版太大，无法在限定的时间和内存内写完，请分成几版'
        : forPrint
          ? '太复杂，无法在限定的时间和内存内读取'
          : '图片过于复杂，无法处理，请简化后重新上传'
    super('unsupported-file', words)
  }
}

export interface PictureProcess {
  /** Works on one picture at a time. Rejects with the refusal of the picture, or with LimitExceeded. */
  run(work: Work): Promise<WorkResult>
  /** Returns whether the process can take another picture. */
  alive(): boolean
  /** Returns whether its program has started, and so can run on this machine. */
  ready(): boolean
  end(): void
}

const besideThisFile = (name: string): URL => new URL(name, import.meta.url)

/** Environment variables that the libraries need. The server's passwords and keys are not passed on. */
const inheritedVariables = /^(?:PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_\w+)$/i

/**
 * Glibc keeps an arena of memory for each thread, and hardly returns what is freed in it; two serve a process that works on one picture at a
 * time. A sheet of 35 pieces then takes 284 MB instead of 333 (bench/sheet). Other C libraries do not read it.
 */
const fewArenas = { MALLOC_ARENA_MAX: '2' }

function fork(limits: Limits, isIdle: boolean): ChildProcess {
  const built = fileURLToPath(besideThisFile('./picture-process.mjs'))
  const isBuilt = existsSync(built)
  const tsxLoader = (): string => join(createRequire(import.meta.url).resolve('tsx/package.json'), '../dist/loader.mjs')
  const program = isBuilt ? built : fileURLToPath(besideThisFile('./child.ts'))
  const nodeArgs = [`--max-old-space-size=${heapMb}`, ...(isBuilt ? [] : ['--import', pathToFileURL(tsxLoader()).href])]
  const shell = '/bin/sh'
  // The shell sets a limit that the system enforces, then `exec` replaces it by the process. Without a shell, the process limits
  // itself.
  const withShell = process.platform !== 'win32' && existsSync(shell)
  // A second thread watches the limits; run from source, a third loads the program and a fourth translates what no cache holds yet.
  const granted = limits.memory + spareMemory + (isBuilt ? 2 : 4) * codeReserve
  const shellCommand = `ulimit -d ${Math.ceil(granted / 1024)} 2>/dev/null; ${isIdle ? execIdly : ''}exec "$0" "$@"`
  return forkProgram(program, [JSON.stringify(limits)], {
    ...(withShell
      ? { execPath: shell, execArgv: ['-c', shellCommand, process.execPath, ...nodeArgs] }
      : { execPath: process.execPath, execArgv: nodeArgs }),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => inheritedVariables.test(name))),
      ...fewArenas,
    },
  })
}

/** Gives way to the server's own threads: a save or a list must not wait for the processor while prints are drawn. */
function lowerPriority({ pid }: ChildProcess, nice: number): void {
  if (pid === undefined) return
  try {
    setPriority(pid, nice)
  } catch {
    // Where the system forbids it, pictures are worked on at the server's priority.
  }
}

const picturesUnavailable = (): Failure => new Failure('unavailable', '图片处理暂时不可用，请稍后重试')

/** Starts the process at once. `report` receives errors that neither a picture nor a seller caused. */
export function startPictureProcess(
  report: (error: Error) => void,
  limits = defaultLimits,
  priority = picturePriority,
): PictureProcess {
  const child = fork(limits, priority.idleMs !== null)
  lowerPriority(child, priority.nice)
  let alive = true
  let ready = false
  /** Whether the server ended it. */
  let ended = false
  let stderrText = ''
  let currentCall: { readonly work: Work; resolve(done: WorkResult): void; reject(error: Error): void } | null = null

  // The process must not keep an ending server alive.
  child.unref()
  child.stderr?.on('data', (text: Buffer) => {
    stderrText = (stderrText + text.toString()).slice(-2000)
  })
  ;(child.stderr as (NodeJS.ReadableStream & { unref?(): void }) | null)?.unref?.()
  child.channel?.unref()

  function settleCall(settleBy: (call: NonNullable<typeof currentCall>) => void): void {
    const call = currentCall
    currentCall = null
    child.channel?.unref()
    if (call) settleBy(call)
  }

  function end(): void {
    alive = false
    ended = true
    child.kill('SIGKILL')
  }

  /** Marks the process as ended and rejects its current call. */
  function failCall(errorOf: (work: Work) => Error): void {
    alive = false
    settleCall((call) => call.reject(errorOf(call.work)))
  }

  child.on('message', (reply: Reply) => {
    switch (reply.kind) {
      case 'ready':
        ready = true
        return
      case 'refused':
        return settleCall((call) => call.reject(new Failure(reply.code, reply.message)))
      case 'broken':
        return settleCall((call) => call.reject(new Error(reply.message)))
      case 'done':
        if (reply.rss > maxRss) end()
        return settleCall((call) => call.resolve(receivedResult(reply, call.work)))
    }
  })
  child.once('error', (error) => {
    report(error)
    failCall(picturesUnavailable)
  })
  child.once('exit', () => {
    alive = false
  })
  // All of its error output has arrived.
  child.once('close', (code, signal) => {
    // It ended while working: by its own limits, or the picture took more memory than the system grants, or crashed a library.
    if (ready) return failCall((work) => new LimitExceeded(stderrText.includes(exceededMark), work))
    if (!ended) report(new Error(`the process for pictures did not start (${signal ?? code}): ${stderrText}`))
    failCall(picturesUnavailable)
  })

  return {
    run(work) {
      return new Promise<WorkResult>((resolve, reject) => {
        const timer = setTimeout(
          () => {
            settleCall((call) => call.reject(new LimitExceeded(false, call.work)))
            end()
          },
          Math.max(limitMs, secondsFor(work, limits) * limitMsPerSecond),
        )
        const hurry = priority.idleMs === null ? null : hurryAfter(child, priority.idleMs)
        const clearingTimer = <T>(then: (value: T) => void) => {
          return (value: T): void => {
            clearTimeout(timer)
            hurry?.end()
            then(value)
          }
        }
        currentCall = { work, resolve: clearingTimer(resolve), reject: clearingTimer(reject) }
        child.channel?.ref()
        child.send(work satisfies Request, (error) => {
          if (error) failCall(picturesUnavailable)
        })
      })
    },
    alive: () => alive,
    ready: () => ready,
    end,
  }
}

const bufferOf = ({ buffer: memory, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(memory, byteOffset, byteLength)

/** Messages between processes turn buffers into plain byte arrays. */
function receivedResult({ result, same }: Extract<Reply, { kind: 'done' }>, work: Work): WorkResult {
  if (result === null || result instanceof Uint8Array) return result && bufferOf(result)
  if (!('bytes' in result)) return result
  return { ...result, bytes: same ? work.bytes : bufferOf(result.bytes) } satisfies Content
}
