/** Client of the simulated picture space, which the local server stores. */

export interface SpaceFile {
  readonly fileId: string
  readonly fileName: string
  readonly url: string
}

export interface PictureSpace {
  /** Uploads a file. `onStarted` gets a function that aborts the transfer; an aborted file may still have arrived. */
  put(
    name: string,
    bytes: Uint8Array,
    type: string,
    onSent: (sent: number) => void,
    onStarted?: (abort: () => void) => void,
  ): Promise<SpaceFile>
  /** Resolves with false if there was no such file. */
  remove(fileId: string): Promise<boolean>
  list(): Promise<readonly SpaceFile[]>
}

const base = '/simulator/space'

export const spacePath = (fileId: string): string | null => {
  const id = /^cloud:\/\/([\w-]+)$/.exec(fileId)?.[1]
  return id === undefined ? null : `${base}/${id}`
}

const isSpaceFile = (value: unknown): value is SpaceFile => {
  if (typeof value !== 'object' || value === null) return false
  const { fileId, fileName, url } = value as Record<string, unknown>
  return typeof fileId === 'string' && typeof fileName === 'string' && typeof url === 'string'
}

export const serverSpace: PictureSpace = {
  put: (name, bytes, type, onSent, onStarted) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('PUT', `${base}?name=${encodeURIComponent(name)}`)
      request.responseType = 'json'
      request.upload.onprogress = (event) => onSent(event.loaded)
      request.onload = () => {
        const reply: unknown = request.response
        if (request.status === 200 && isSpaceFile(reply)) resolve(reply)
        else reject(new Error(`the picture space answered ${request.status}`))
      }
      request.onerror = () => reject(new Error('the picture space cannot be reached'))
      request.onabort = () => reject(new Error('the transfer was broken off'))
      request.send(new Blob([new Uint8Array(bytes)], { type }))
      onStarted?.(() => request.abort())
    }),
  async remove(fileId) {
    const path = spacePath(fileId)
    if (path === null) return false
    const reply = await fetch(path, { method: 'DELETE' })
    if (!reply.ok && reply.status !== 404) throw new Error(`the picture space answered ${reply.status}`)
    return reply.ok
  },
  async list() {
    const files: unknown = await fetch(base).then((reply) => reply.json())
    return Array.isArray(files) ? files.filter(isSpaceFile) : []
  },
}
