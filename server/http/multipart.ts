/** Receives multipart forms as a stream: fields first, then one file that is never held in memory. */
import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import { bytesText } from '../../contract/rules/sizes'
import { Failure } from '../kernel/failure'

export interface ReceivedFile {
  readonly size: number
  readonly sha256: string
}

const maxFields = 20
const maxFieldBytes = 16 * 1024
const bad = (message: string): Failure => new Failure('bad-multipart', message)

/**
 * Passes the only file of a form to `take`, with the fields that precede it. `take` checks the fields and returns the permitted
 * size and a function that stores the stream. Rejects with 'bad-multipart', 'too-large', or with the error of `take`.
 */
export async function receiveFile(
  request: Request,
  take: (fields: ReadonlyMap<string, string>) => Promise<{ maxBytes: number; store: (stream: Readable) => Promise<void> }>,
): Promise<ReceivedFile> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data;\s*boundary=/i.test(contentType) || !request.body) throw bad('上传请求格式不正确')
  const source = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0])
  return new Promise<ReceivedFile>((resolve, reject) => {
    const fields = new Map<string, string>()
    let file: Promise<ReceivedFile> | undefined
    let settled = false
    const end = (error: unknown): void => {
      if (settled) return
      settled = true
      source.unpipe(parser)
      // Browsers read no response before they have sent everything: closing the connection earlier looks like a network failure.
      drain(source).then(() => reject(error), reject)
    }
    const limits = { files: 1, fields: maxFields, fieldSize: maxFieldBytes, fieldNameSize: 100, headerPairs: 20 }
    const parser = new Busboy({ headers: { 'content-type': contentType } as BusboyHeaders, limits })
    parser.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut || fields.has(name)) end(bad('上传字段过长或重复'))
      else if (file) end(bad('上传字段必须在文件之前'))
      else fields.set(name, value)
    })
    parser.on('file', (_name, part) => {
      if (file) return part.resume()
      file = pass(part, take(fields))
      file.catch(end)
    })
    parser.on('partsLimit', () => end(bad('上传内容过多')))
    parser.on('filesLimit', () => end(bad('一次只能上传一个文件')))
    parser.on('fieldsLimit', () => end(bad('上传字段过多')))
    parser.on('error', () => end(bad('上传内容不完整')))
    parser.on('finish', () => {
      if (settled) return
      if (!file) return end(bad('没有收到文件'))
      file.then((received) => {
        settled = true
        resolve(received)
      }, end)
    })
    source.on('error', () => end(bad('上传中断')))
    source.pipe(parser)
  })
}

/** Limit of bytes that are read and discarded so that the refusal reaches the caller. */
const maxWasted = 64 * 1024 * 1024

async function drain(source: Readable): Promise<void> {
  let size = 0
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > maxWasted) return
    }
  } catch {
    // The caller has disconnected; nobody waits for the response.
  }
}

async function pass(
  part: BusboyFileStream,
  taken: Promise<{ maxBytes: number; store: (stream: Readable) => Promise<void> }>,
): Promise<ReceivedFile> {
  const { maxBytes, store } = await taken
  const hash = createHash('sha256')
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) return done(new Failure('too-large', `文件超过 ${bytesText(maxBytes, 'down')} 的上限`))
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(size === 0 ? new Failure('invalid', '文件为空，请重新选择') : null)
    },
  })
  part.on('error', (error) => counted.destroy(error))
  part.pipe(counted)
  await store(counted)
  return { size, sha256: hash.digest('hex') }
}
