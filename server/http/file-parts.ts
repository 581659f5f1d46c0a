/**
 * Stored files in parts, as JSON: for plugins without a network, whose client carries texts of the admin API and nothing else. Whoever
 * knows a file's address may read it here as there.
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
    // Small versions come whole, whatever was asked for.
    const size = Number(range.exec(reply.headers.get('content-range') ?? '')?.[1] ?? bytes.length)
    const part = reply.status === 206 ? bytes : bytes.subarray(start, start + filePartBytes)
    c.header('Cache-Control', 'no-store')
    return c.json({ contentType: reply.headers.get('content-type') ?? '', size, base64: part.toString('base64') })
  })
}
