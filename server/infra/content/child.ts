/**
 * Entry file of a process that works on untrusted pictures, one at a time. The image libraries can neither be interrupted nor
 * limited in memory within a process, so this process ends itself when a picture exceeds its limits, and the server starts
 * another.
 */
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { Failure } from '../../kernel/failure'
import type { Content } from '../../ports/examiner'
import type { Reply, Request } from './child-protocol'
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

let currentWork: { readonly began: NodeJS.CpuUsage; readonly seconds: number } | null = null

const endProcess = (): void => {
  process.kill(process.pid, 'SIGKILL')
}

function send(reply: Reply, afterwards?: () => void): void {
  process.send?.(reply, undefined, {}, afterwards)
}

setInterval(() => {
  if (!currentWork) return
  const { user, system } = process.cpuUsage(currentWork.began)
  const exceededLimit =
    (user + system) / 1e6 > currentWork.seconds ? 'time' : process.memoryUsage.rss() > limits.memory ? 'memory' : null
  if (exceededLimit) send({ kind: 'exceeded', what: exceededLimit }, endProcess)
}, checkEveryMs)

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
  currentWork = { began: process.cpuUsage(), seconds: secondsFor(work, limits) }
  const reply = await perform(work).then((result) => doneReply(work, result), failureReply)
  currentWork = null
  send(reply)
})
// The server is gone; a drawing in progress would delay an ordinary exit.
process.on('disconnect', endProcess)
send({ kind: 'ready' })
