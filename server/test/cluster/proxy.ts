/** A small load balancer: each call goes to the next server that accepts the connection. */
import { type ClientRequest, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Proxy {
  readonly address: string
  /** Ports of the servers, in turn. */
  readonly targets: number[]
  close(): Promise<void>
}

export async function openProxy(): Promise<Proxy> {
  const targets: number[] = []
  let calls = 0
  const server: Server = createServer((call, reply) => {
    const chunks: Buffer[] = []
    call.on('data', (chunk: Buffer) => chunks.push(chunk))
    call.on('end', () => {
      const body = Buffer.concat(chunks)
      const forward = (tries: number): ClientRequest => {
        calls += 1
        const port = targets[calls % targets.length]
        const sent = request(
          { host: '127.0.0.1', port, method: call.method, path: call.url, headers: call.headers, agent: false },
          (answer) => {
            reply.writeHead(answer.statusCode ?? 502, answer.headers)
            answer.pipe(reply)
            answer.on('error', () => reply.destroy())
          },
        )
        sent.on('error', (error: NodeJS.ErrnoException) => {
          // The call has reached no server, so another one may take it.
          if (error.code === 'ECONNREFUSED' && tries < targets.length) return forward(tries + 1)
          if (reply.headersSent) reply.destroy()
          else reply.writeHead(502).end('{}')
        })
        return sent.end(body)
      }
      forward(0)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    targets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
