/** Runs a shipped proxy configuration with the proxy's own program in front of processes that a test plays. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request as requestHttp, type Server } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '../../server/test/free-port'

const configurations = join(import.meta.dirname, '../../deploy/proxy')

/** A process of the server as a proxy sees it: it answers /readyz by `isReady`, and all else with what it received. */
export class Upstream {
  isReady = true
  polls = 0
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly bytes: number }[] = []
  readonly #server: Server

  private constructor(readonly port: number) {
    // The same limit as server/http/listen.ts.
    this.#server = createServer({ maxHeaderSize: 32 * 1024 }, (incoming, reply) => {
      if (incoming.url === '/readyz') {
        this.polls += 1
        reply.writeHead(this.isReady ? 200 : 503).end('{}')
        return
      }
      let bytes = 0
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      incoming.on('end', () => {
        this.requests.push({ path: incoming.url ?? '', headers: incoming.headers, bytes })
        // The server itself may be unable to do something; its words must pass.
        const status = incoming.url === '/api/unavailable' ? 503 : 200
        reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ port: this.port }))
      })
    })
  }

  static async start(): Promise<Upstream> {
    const upstream = new Upstream(await freePort())
    await upstream.listen()
    return upstream
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(this.port, '127.0.0.1', resolve))
  }

  stop(): Promise<void> {
    const stopped = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#server.closeAllConnections()
    return stopped
  }
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface RunningProxy {
  call(path: string, options?: { headers?: Record<string, string>; body?: Buffer }): Promise<Reply>
  stop(): Promise<void>
}

export const isInstalled = (program: string): boolean => spawnSync(program, ['-v']).error === undefined

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

function caller(origin: { readonly port: number; readonly host: string; readonly tls: boolean }): RunningProxy['call'] {
  return (path, { headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const send = origin.tls ? requestHttps : requestHttp
      const options = { port: origin.port, host: '127.0.0.1', path, method: body ? 'POST' : 'GET', rejectUnauthorized: false }
      const call = send({ ...options, headers: { host: origin.host, ...headers } }, (reply) => {
        let text = ''
        reply.setEncoding('utf8')
        reply.on('data', (chunk: string) => {
          text += chunk
        })
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }))
      })
      call.on('error', reject)
      call.end(body)
    })
}

async function running(child: ChildProcess, port: number, folder: string, call: RunningProxy['call']): Promise<RunningProxy> {
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`the proxy ended: ${output}`)
      if (!(await isListening(port))) throw new Error(`nothing listens: ${output}`)
    },
    { timeout: 60_000, interval: 50 },
  )
  return {
    call,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts Caddy with the shipped files, with a cutout host or without its file. */
export async function startCaddy(
  servers: readonly Upstream[],
  cutout?: Upstream,
): Promise<RunningProxy & { cutoutSite: RunningProxy['call'] }> {
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-caddy-'))
  cpSync(join(configurations, 'Caddyfile'), join(folder, 'Caddyfile'))
  if (cutout) cpSync(join(configurations, 'cutout.caddy'), join(folder, 'cutout.caddy'))
  const [port, inside] = [await freePort(), await freePort()]
  const child = spawn('caddy', ['run', '--config', 'Caddyfile'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      // Its own control port would be the same for every run on this machine.
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      PUBLIC_URL: `http://shop.localhost:${port}`,
      SERVERS: servers.map((each) => `127.0.0.1:${each.port}`).join(' '),
      CUTOUT_URL: `http://cut.localhost:${port}`,
      CUTOUT: `127.0.0.1:${cutout?.port}`,
      INSIDE_PORT: String(inside),
    },
  })
  const site = (host: string) => caller({ port, host: `${host}:${port}`, tls: false })
  return { ...(await running(child, port, folder, site('shop.localhost'))), cutoutSite: site('cut.localhost') }
}

/** Starts nginx with the shipped file, in which only names, ports and the certificate are replaced, as an operator does. */
export async function startNginx(servers: readonly Upstream[]): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-nginx-'))
  const [port, plain] = [await freePort(), await freePort()]
  const certificate = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=shop.example.com']
  const made = spawnSync('openssl', [...certificate, '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')])
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`)
  const text = readFileSync(join(configurations, 'nginx.conf'), 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll('listen 80;', `listen 127.0.0.1:${plain};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll('/etc/ssl/kejiang/fullchain.pem', join(folder, 'cert.pem'))
    .replaceAll('/etc/ssl/kejiang/privkey.pem', join(folder, 'key.pem'))
    .replaceAll('/var/log/nginx/kejiang.log', join(folder, 'access.log'))
    .replaceAll(/127\.0\.0\.1:460([01]) /g, (_whole, index: string) => `127.0.0.1:${servers[Number(index)]?.port} `)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr; events {} http { ${paths.join(' ')}\n${text}\n}`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
  return running(child, port, folder, caller({ port, host: 'shop.example.com', tls: true }))
}
