/** Asks the server for files, and believes its answer only when the server's own key signed it. */
import { createPublicKey, verify } from 'node:crypto'
import type { HotFile } from '../../contract/types'

/** The answer of `GET /api/hot_folder`. */
interface Answer {
  readonly at: number
  readonly items: readonly HotFile[]
  readonly signature: string
  readonly publicKey: string
}

/** The server refuses the agent for good: asking again does not help until a person changes something. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export interface ServerAccess {
  /** Without a trailing slash. */
  readonly server: string
  readonly key: string
  readonly fetch: Fetch
}

const limitMs = 60_000

/** Returns what the server says of a failed call, in its own words where it has any. */
async function messageOf(reply: Response): Promise<string> {
  const text = await reply.text()
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    if (typeof message === 'string') return message
  } catch {
    // A proxy answers in other words.
  }
  return `${reply.status} ${text.slice(0, 200)}`
}

async function call(access: ServerAccess, path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { Authorization: `Bearer ${access.key}`, Accept: 'application/json', ...init.headers }
  const reply = await access.fetch(access.server + path, { ...init, headers, signal: AbortSignal.timeout(limitMs) })
  if (reply.ok) return reply.json()
  const message = await messageOf(reply)
  throw reply.status === 401 || reply.status === 403 ? new Refused(message) : new Error(message)
}

function isAnswer(value: unknown): value is Answer {
  if (typeof value !== 'object' || value === null) return false
  const { at, items, signature, publicKey } = value as Record<string, unknown>
  return typeof at === 'number' && Array.isArray(items) && typeof signature === 'string' && typeof publicKey === 'string'
}

/**
 * Returns the files that wait for this agent's printers, and the server's key in base64.
 *
 * @param trusted the key that the agent knows; null accepts the server's own, once.
 * @throws Refused where another key, or none, signed the answer.
 */
export async function readFiles(
  access: ServerAccess,
  printerIds: readonly number[],
  trusted: string | null,
): Promise<{ readonly files: readonly HotFile[]; readonly publicKey: string }> {
  const query = printerIds.length === 0 ? '' : `?printerIds=${printerIds.join()}`
  const answer = await call(access, `/api/hot_folder${query}`)
  if (!isAnswer(answer)) throw new Error('服务器的回答里没有文件列表，请检查地址')
  const { at, items, signature, publicKey } = answer
  if (trusted !== null && trusted !== publicKey) {
    throw new Refused(
      '服务器的签名密钥和上次不一样：可能换了服务器，也可能有人冒充。确认无误后请删除 .kejiang-hotfolder.json 再运行',
    )
  }
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') },
    format: 'jwk',
  })
  const text = Buffer.from(JSON.stringify({ at, items }))
  if (!verify(null, text, key, Buffer.from(signature, 'base64'))) throw new Refused('文件列表的签名不对，没有写入任何文件')
  return { files: items, publicKey }
}

/** Tells the server that a file is in the printer's folder; the same again changes nothing there. */
export async function confirm(access: ServerAccess, { batchId, sheet, sha256 }: HotFile): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  await call(access, '/api/hot_folder/confirm', { method: 'POST', headers, body: JSON.stringify({ batchId, sheet, sha256 }) })
}
