/**
 * A bucket as strict as real ones: s3rver behind a proxy that checks what s3rver does not, and that a test lets refuse browsers, answer
 * with any error, answer slowly, hang, or cut its answers.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

interface S3Server {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}
const S3rver: new (options: object) => S3Server = createRequire(import.meta.url)('s3rver')

/** A fault of the bucket in place of its answer; null when it answers. */
export type StorageFault =
  | { readonly kind: 'answer'; readonly status: number; readonly body: string }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'hang' | 'cut' }

export interface StrictStorage {
  readonly port: number
  /** Chooses what happens to a request. */
  fault: (request: { readonly method: string; readonly url: string }) => StorageFault | null
  /** Origins whose pages may use it; none by default, as a new bucket has no CORS rules. */
  origins: readonly string[]
  /** Whether it takes forms of browsers. */
  takesForms: boolean
  close(): Promise<void>
}

const errorBody = (code: string): string => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`

/** Starts one with the bucket `shop`, whose files are below `directory`. */
export async function startStrictStorage(directory: string): Promise<StrictStorage> {
  const inner = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'shop' }] })
  const { port } = await inner.run()
  /** Returns the refusal of a request; null when s3rver may answer it. */
  function refusalOf(
    { method, url = '/', headers }: IncomingMessage,
    isAllowed: boolean,
  ): { status: number; body: string } | null {
    if (method === 'OPTIONS') return isAllowed ? null : { status: 403, body: errorBody('AccessForbidden') }
    const isForm = /^multipart\/form-data/.test(headers['content-type'] ?? '')
    if (isForm) return storage.takesForms ? null : { status: 403, body: errorBody('SecondLevelDomainForbidden') }
    const isSigned = headers.authorization !== undefined || /[?&]X-Amz-Signature=/i.test(url)
    return isSigned ? null : { status: 403, body: errorBody('AccessDenied') }
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, cors: Record<string, string>): void {
    const { method, url, headers } = incoming
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 500, { ...withoutCors(reply.headers), ...cors })
      reply.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }

  function handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = 'GET', url = '/', headers } = incoming
    const fault = storage.fault({ method, url })
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'cut') {
      // The head promises a body that never comes.
      outgoing.writeHead(200, { 'content-length': 1000 }).write('half')
      setImmediate(() => outgoing.destroy())
      return
    }
    const origin = headers.origin !== undefined && storage.origins.includes(headers.origin) ? headers.origin : undefined
    const cors: Record<string, string> = origin === undefined ? {} : { 'access-control-allow-origin': origin }
    const refusal = fault?.kind === 'answer' ? fault : refusalOf(incoming, origin !== undefined)
    if (refusal) {
      incoming.resume()
      outgoing.writeHead(refusal.status, { 'content-type': 'application/xml' }).end(refusal.body)
    } else if (method === 'OPTIONS') outgoing.writeHead(200, { ...cors, 'access-control-allow-methods': 'POST' }).end()
    else if (fault?.kind === 'slow') setTimeout(() => pass(incoming, outgoing, cors), fault.ms)
    else pass(incoming, outgoing, cors)
  }

  const proxy = createServer(handle)
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const storage: StrictStorage = {
    port: (proxy.address() as AddressInfo).port,
    fault: () => null,
    origins: [],
    takesForms: true,
    async close() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
      await inner.close()
    },
  }
  return storage
}

const withoutCors = (headers: IncomingMessage['headers']): IncomingMessage['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('access-control-')))
