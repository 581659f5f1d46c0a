/** Tries what browsers do with a bucket: some storages take the server's requests and refuse a browser's. */
import { FormData, fetch } from 'undici'
import type { UploadTicket } from '../../ports/storage'
import { refusalText, StorageUnavailable } from './s3-refusal'

const advice =
  '浏览器无法直接上传到存储桶：请按 docs/production.md 设置它的 CORS 规则和表单上传，或在 STORAGE_URL 里加 upload=proxy'
const timeoutMs = 8_000

const refuse = (reason: string): never => {
  throw new StorageUnavailable(`${advice}。${reason} (browsers cannot upload to the bucket)`)
}

/** Whether the answer lets scripts of this origin read it. */
const allows = (allowed: string | null, origin: string): boolean => allowed === '*' || allowed === origin

/**
 * Asks as a page of `origin` would: the preflight, then the form. Rejects with StorageUnavailable, whose message says what to do. The
 * object of the ticket exists afterwards.
 */
export async function tryBrowserUpload({ uploadUrl, params }: UploadTicket, origin: string): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs)
  const preflight = await fetch(uploadUrl, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
    signal,
  })
  const refusal = await preflight.text()
  if (!preflight.ok) refuse(`OPTIONS：${refusalText(preflight.status, refusal)}`)
  if (!allows(preflight.headers.get('access-control-allow-origin'), origin)) refuse(`CORS 规则不允许来源 ${origin}`)
  const form = new FormData()
  for (const [name, value] of Object.entries(params)) form.append(name, value)
  form.append('file', new Blob(['ok']), 'probe')
  const reply = await fetch(uploadUrl, { method: 'POST', body: form, headers: { origin }, signal })
  const body = await reply.text()
  if (!reply.ok) refuse(`POST：${refusalText(reply.status, body)}`)
  if (!allows(reply.headers.get('access-control-allow-origin'), origin)) refuse(`CORS 规则不允许来源 ${origin} 读取 POST 的结果`)
}
