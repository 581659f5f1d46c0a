/**
 * Entry file of a process that works on untrusted pictures, one at a time. The image libraries can neither be interrupted nor
 * limited in memory within a process, so a thread of this process ends it when a picture exceeds its limits, and the server starts
 * another.
 */
import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { Failure } from '../../kernel/failure'
import type { Content } from '../../ports/examiner'
import { exceededMark, type Reply, type Request } from './child-protocol'
import { type Limits, perform, secondsFor, type Work, type WorkResult } from './work'

const limits: Limits = JSON.parse(process.argv[2] ?? '')
const checkEveryMs = 50

// The process works on one picture at a time, so a cache or threads would gain nothing.
sharp.cache(false)
sharp.concurrency(1)
if (process.platform === 'linux') {
  try {
    // When memory runs out, the kernel should end this process before the server or its database.
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // A container may forbid it; the limits below hold anyway.
  }
}

/** Processor time of this process, seconds, at which the picture being worked on exceeds its limit; 0 while there is none. */
const deadline = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))

// A thread of its own watches, because some libraries do not let this one run while they work. It cannot send messages, so it says by
// the last line of the error output what was exceeded.
new Worker(
  `const { workerData } = require('node:worker_threads')
  const { writeSync } = require('node:fs')
  setInterval(() => {
    const [deadline] = workerData.deadline
    if (deadline === 0) return
    const { user, system } = process.cpuUsage()
    const exceeded = (user + system) / 1e6 > deadline ? 'time' : process.memoryUsage.rss() > workerData.memory ? 'memory' : null
    if (exceeded === null) return
    try {
      writeSync(2, workerData.mark + exceeded)
    } finally {
      process.kill(process.pid, 'SIGKILL')
    }
  }, ${checkEveryMs})`,
  { eval: true, workerData: { deadline, memory: limits.memory, mark: exceededMark } },
)

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const isContent = (result: WorkResult): result is Content => result !== null && !Buffer.isBuffer(result) && 'bytes' in result

function doneReply(work: Work, result: WorkResult): Reply {
  const same = isContent(result) && result.bytes.equals(work.bytes)
  const resultToSend = same && isContent(result) ? { ...result, bytes: Buffer.alloc(0) } : result
  return { kind: 'done', result: resultToSend, same, rss: process.memoryUsage.rss() }
}

function failureReply(error: unknown): Reply {
  if (error instanceof Failure) return { kind: 'refused', code: error.code, message: error.message }
  return { kind: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

process.on('message', async (request: Request) => {
  // Messages between processes turn buffers into plain byte arrays.
  const work: Work = { ...request, bytes: Buffer.from(request.bytes.buffer, request.bytes.byteOffset, request.bytes.byteLength) }
  deadline[0] = cpuSeconds() + secondsFor(work, limits)
  const reply = await perform(work).then((result) => doneReply(work, result), failureReply)
  deadline[0] = 0
  process.send?.(reply satisfies Reply)
})
// The server is gone; a drawing in progress would delay an ordinary exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.send?.({ kind: 'ready' } satisfies Reply)
