import type { Readable } from 'node:stream'
import { releaseUpload, reserveUpload } from '../domain/files/quota'
import { type OwnTickets, ownUploadPath } from '../infra/storage/own-tickets'
import type { App, HttpDeps } from './environment'
import { receiveFile } from './multipart'

/**
 * Receives the form that `upload_form` signed: the POST of an S3 bucket, on this server. The signed form is the permission; it
 * names key, type, size and expiry. An upload of a file that is complete already is refused.
 */
export function mountUploads(app: App, deps: HttpDeps, tickets: OwnTickets): void {
  app.post(ownUploadPath, async (c) => {
    const announced = Number(c.req.header('content-length') ?? Number.POSITIVE_INFINITY)
    const received = await receiveFile(c.req.raw, async (fields) => {
      const { key, maxBytes, contentType } = tickets.verify(fields)
      await reserveUpload(deps, key, Math.min(announced, maxBytes))
      const store = async (stream: Readable): Promise<void> => {
        try {
          await deps.storage.put(key, stream, contentType)
        } catch (error) {
          await releaseUpload(deps, key)
          throw error
        }
      }
      return { maxBytes, store }
    })
    c.header('ETag', `"${received.sha256}"`)
    return c.body(null, 204)
  })
}
