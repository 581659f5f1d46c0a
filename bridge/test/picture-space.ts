/** A picture space behind the bridge, for tests of calls that must not upload a picture twice. */
import type { CallContext } from '../host/types'

export const fileRef = { fileId: 'cloud://a.png', url: 'https://img.alicdn.com/a.png', fileName: 'a.png' }

/** A picture space whose uploads finish when `finished` resolves and whose undo step deletes the picture. */
export function pictureSpace(finished: Promise<unknown>) {
  const space = new Set<string>()
  let uploads = 0
  const upload = async (_params: unknown, { undo }: CallContext) => {
    await finished
    uploads += 1
    space.add(fileRef.fileId)
    undo(fileRef.fileId, () => void space.delete(fileRef.fileId))
    return fileRef
  }
  return { space, upload, uploads: () => uploads }
}
