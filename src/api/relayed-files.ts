import pLimit from 'p-limit'
import type { HttpReply } from '../../adapters/platform'
import type { Transport } from './transport'

const partsPath = '/api/file_parts'
/** Number of parts requested at the same time, over all files: the client also transfers the API's calls. */
const maxParallelParts = 6

interface Part {
  readonly contentType: string
  readonly size: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

function parsePart(url: string, { status, body }: HttpReply): Part {
  if (status !== 200) throw new Error(`${url} answered ${status}`)
  const { contentType, size, base64 } = JSON.parse(body) as Record<string, unknown>
  if (typeof contentType !== 'string' || typeof size !== 'number' || typeof base64 !== 'string') {
    throw new Error(`${url} answered something else`)
  }
  return { contentType, size, bytes: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)) }
}

/**
 * Loads stored files in parts through the same transport as the admin API, for a page without a network.
 *
 * @returns a function that loads the file at a path such as /files/FOLDER/NAME.png?w=200; rejects when it is missing or
 * incomplete.
 */
export function createFileLoader(send: Transport): (path: string) => Promise<Blob> {
  const limit = pLimit(maxParallelParts)
  const loadPart = (path: string, from: number): Promise<Part> =>
    limit(async () => {
      const [filePath = '', query] = path.split('?')
      const partPath = `${partsPath}${filePath.slice('/files'.length)}?from=${from}${query === undefined ? '' : `&${query}`}`
      return parsePart(path, await send({ method: 'GET', path: partPath, headers: {} }, new AbortController().signal))
    })
  return async (path) => {
    const first = await loadPart(path, 0)
    const starts: number[] = []
    if (first.bytes.length > 0) {
      for (let from = first.bytes.length; from < first.size; from += first.bytes.length) starts.push(from)
    }
    const rest = await Promise.all(starts.map((from) => loadPart(path, from)))
    const blob = new Blob([first.bytes, ...rest.map(({ bytes }) => bytes)], { type: first.contentType })
    if (blob.size !== first.size) throw new Error(`${path} broke off after ${blob.size} of ${first.size} bytes`)
    return blob
  }
}
