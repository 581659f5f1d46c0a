import { isAwaited } from '../domain/files/uploads'
import { type OwnTickets, ownUploadPath } from '../infra/storage/own-tickets'
import { Failure } from '../kernel/failure'
import type { App, HttpDeps } from './environment'
import { receiveFile } from './multipart'

/**
 * Takes the form that `upload_form` signed: an S3 bucket's POST, on this server. The signed form is the permission; it
 * names the key, type, size and time, and a file that is finished already is not awaited any more.
 */
export function mountUploads(app: App, deps: HttpDeps, tickets: OwnTickets): void {
  app.post(ownUploadPath, async (c) => {
    const received = await receiveFile(c.req.raw, async (fields) => {
      const upload = tickets.verify(fields)
      if (!(await isAwaited(deps.db, upload.key))) throw new Failure('invalid', '该文件已上传完成或已失效，请重新上传')
      return { maxBytes: upload.maxBytes, store: (stream) => deps.storage.put(upload.key, stream, upload.contentType) }
    })
    c.header('ETag', `"${received.sha256}"`)
    return c.body(null, 204)
  })
}
