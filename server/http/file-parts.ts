/**
 * Serves stored files in parts as JSON, for plugins without a network, whose client can only carry text of the admin API. As with
 * the file's own address, knowing it is sufficient to read.
 */
import { filePartBytes } from '../../contract/constants'
import type { App } from './environment'

const nonNegative = /^\d{1,10}$/
const range = /^bytes \d+-\d+\/(\d+)$/

export function mountFileParts(app: App): void {
  app.get('/api/file_parts/:folder/:name', async (c) => {
    const { folder, name } = c.req.param()
    const { from = '0', w } = c.req.query()
    const start = nonNegative.test(from) ? Number(from) : 0
    const path = `/files/${encodeURIComponent(folder)}/${encodeURIComponent(name)}${w === undefined ? '' : `?w=${encodeURIComponent(w)}`}`
    const headers = { range: `bytes=${start}-${start + filePartBytes - 1}` }
    const reply = await app.request(path, { headers }, c.env)
    if (reply.status !== 200 && reply.status !== 206) return reply
    const bytes = Buffer.from(await reply.arrayBuffer())
    // Thumbnails are sent whole, whatever range was requested.
    const size = Number(range.exec(reply.headers.get('content-range') ?? '')?.[1] ?? bytes.length)
    const part = reply.status === 206 ? bytes : bytes.subarray(start, start + filePartBytes)
    c.header('Cache-Control', 'no-store')
    return c.json({ contentType: reply.headers.get('content-type') ?? '', size, base64: part.toString('base64') })
  })
}
