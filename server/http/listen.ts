import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { App } from './environment'

export interface Listening {
  readonly port: number
  /** Stops accepting connections, lets pending requests finish for at most `graceMs`, then closes the rest. Idempotent. */
  close(graceMs: number): Promise<void>
}

/** A query may name 1000 rows: up to 20,000 characters of ids, more than Node's default of 16 KB for all headers together. */
const maxHeaderSize = 32 * 1024

/** Starts listening. When the address cannot be used, rejects with a sentence that says what to do. */
export async function listen(app: App, { host, port }: { host: string; port: number }): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: { maxHeaderSize } }) as Server
  // A large picture over a slow connection takes longer than the default of five minutes.
  server.requestTimeout = 15 * 60_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(listenErrorText(error, host, port), { cause: error })),
    )
    server.listen(port, host, resolve)
  })
  let closing: Promise<void> | undefined
  return {
    port: (server.address() as AddressInfo).port,
    close(graceMs) {
      closing ??= new Promise<void>((resolve) => {
        // A kept-alive connection that becomes idle after its last response would keep the server open for seconds.
        const idleTimer = setInterval(() => server.closeIdleConnections(), 50)
        const cutTimer = setTimeout(() => server.closeAllConnections(), graceMs)
        server.close(() => {
          clearInterval(idleTimer)
          clearTimeout(cutTimer)
          resolve()
        })
        server.closeIdleConnections()
      })
      return closing
    },
  }
}

function listenErrorText(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `端口 ${port} 已被占用：请关闭占用它的程序，或换一个端口，例如 PORT=${port + 1} npm start`
    case 'EACCES':
      return `没有权限使用端口 ${port}：请换用 1024 以上的端口，例如 PORT=4600`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} 不是本机的地址：本机使用请设 HOST=127.0.0.1`
    default:
      return `无法在 ${host}:${port} 启动：${error.message}`
  }
}
