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
const badMultipart = (message: string): Failure => new Failure('bad-multipart', message)

/**
 * Passes the only file of a form to `acceptFile`, with the fields that precede it. `acceptFile` checks the fields and returns the
 * permitted size and a function that stores the stream. Rejects with 'bad-multipart', 'too-large', or with the error of
 * `acceptFile`.
 */
export async function receiveFile(
  request: Request,
  acceptFile: (fields: ReadonlyMap<string, string>) => Promise<{ maxBytes: number; store: (stream: Readable) => Promise<void> }>,
): Promise<ReceivedFile> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data;\s*boundary=/i.test(contentType) || !request.body) throw badMultipart('上传请求格式不正确')
  const source = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0])
  return new Promise<ReceivedFile>((resolve, reject) => {
    const fields = new Map<string, string>()
    let file: Promise<ReceivedFile> | undefined
    let settled = false
    const refuse = (error: unknown): void => {
      if (settled) return
      settled = true
      source.unpipe(parser)
      // Browsers read no response before they have sent everything: closing the connection earlier looks like a network failure.
      discardRest(source).then(() => reject(error), reject)
    }
    const limits = { files: 1, fields: maxFields, fieldSize: maxFieldBytes, fieldNameSize: 100, headerPairs: 20 }
    const parser = new Busboy({ headers: { 'content-type': contentType } as BusboyHeaders, limits })
    parser.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut || fields.has(name)) refuse(badMultipart('上传字段过长或重复'))
      else if (file) refuse(badMultipart('上传字段必须在文件之前'))
      else fields.set(name, value)
    })
    parser.on('file', (_name, part) => {
      if (file) return part.resume()
      file = storePart(part, acceptFile(fields))
      file.catch(refuse)
    })
    parser.on('partsLimit', () => refuse(badMultipart('上传内容过多')))
    parser.on('filesLimit', () => refuse(badMultipart('一次只能上传一个文件')))
    parser.on('fieldsLimit', () => refuse(badMultipart('上传字段过多')))
    parser.on('error', () => refuse(badMultipart('上传内容不完整')))
    parser.on('finish', () => {
      if (settled) return
      if (!file) return refuse(badMultipart('没有收到文件'))
      file.then((received) => {
        settled = true
        resolve(received)
      }, refuse)
    })
    source.on('error', () => refuse(badMultipart('上传中断')))
    source.pipe(parser)
  })
}

/** Limit of bytes that are read and discarded so that the refusal reaches the caller. */
const maxDiscarded = 64 * 1024 * 1024

async function discardRest(source: Readable): Promise<void> {
  let size = 0
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > maxDiscarded) return
    }
  } catch {
    // The caller has disconnected; nobody waits for the response.
  }
}

async function storePart(
  part: BusboyFileStream,
  accepted: Promise<{ maxBytes: number; store: (stream: Readable) => Promise<void> }>,
): Promise<ReceivedFile> {
  const { maxBytes, store } = await accepted
  const hash = createHash('sha256')
  let size = 0
  const countedStream = new Transform({
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
  part.on('error', (error) => countedStream.destroy(error))
  part.pipe(countedStream)
  await store(countedStream)
  return { size, sha256: hash.digest('hex') }
}
