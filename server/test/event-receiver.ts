/** A receiver of events on this machine, as hard as those of the world: each path of it answers in another bad way. */
import type dns from 'node:dns'
import {
  createServer as createPlain,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { authority, certificates } from '../../fixtures/receiver-certificates'
import { createEventSender } from '../infra/net/event-sender'
import type { EventSender } from '../ports/event-sender'

export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The receiver's answer to an event: a status, or a misdeed by its name. */
export type Behaviour = number | keyof typeof misdeeds

type Misdeed = (reply: ServerResponse, request: IncomingMessage) => void

const misdeeds = {
  silent: () => undefined,
  hangsUp: (_, request) => void request.socket.destroy(),
  hangsUpInBody: (reply) => {
    reply.writeHead(200, { 'content-length': '1000' })
    reply.write('half', () => reply.destroy())
  },
  neverEnds: (reply) => void reply.writeHead(200).write('begun'),
  huge: (reply) => {
    reply.writeHead(200)
    const more = (): void => {
      if (!reply.destroyed) reply.write(Buffer.alloc(1 << 16, 'x'), more)
    }
    more()
  },
  hugeHeaders: (reply) => void reply.writeHead(200, { 'x-filler': 'x'.repeat(100_000) }).end(),
  redirect: (reply) => void reply.writeHead(302, { location: 'https://127.0.0.1/inner' }).end(),
  loop: (reply, request) => void reply.writeHead(307, { location: request.url ?? '/' }).end(),
  gbk: (reply) => void reply.writeHead(500, { 'content-type': 'text/plain; charset=gbk' }).end(Buffer.from('b4edceF3', 'hex')),
  binary: (reply) => void reply.writeHead(500).end(Buffer.from([0, 1, 27, 255, 65, 0])),
  asksToWait: (reply) => void reply.writeHead(429, { 'retry-after': '600' }).end('slower'),
  waitsForever: (reply) => void reply.writeHead(503, { 'retry-after': '99999999' }).end(),
} as const satisfies Readonly<Record<string, Misdeed>>

export interface Receiver {
  /** The address under its name, of which the sender knows the real one. */
  readonly url: string
  readonly received: Received[]
  /** Its answer from now on. */
  behaviour: Behaviour
  /** Its answers to requests of single paths. */
  readonly byPath: Record<string, Behaviour>
  /** A sender that resolves each name to this machine, and trusts the tests' authority. */
  readonly sender: EventSender
  close(): Promise<void>
}

/** Resolves every name to these addresses. */
export const resolvesTo = (...addresses: readonly string[]): typeof dns.lookup =>
  ((_host: string, _options: object, done: (error: null, found: dns.LookupAddress[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof dns.lookup

export async function openReceiver(
  options: { readonly certificate?: keyof typeof certificates; readonly isPlain?: boolean; readonly timeoutMs?: number } = {},
): Promise<Receiver> {
  const received: Received[] = []
  const listener: RequestListener = async (request, reply) => {
    reply.on('error', () => undefined)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const path = request.url ?? ''
    received.push({ path, headers: request.headers as Record<string, string>, body: Buffer.concat(parts).toString() })
    const behaviour = receiver.byPath[path] ?? receiver.behaviour
    if (typeof behaviour === 'number') reply.writeHead(behaviour).end(behaviour < 300 ? 'ok' : 'no')
    else misdeeds[behaviour](reply, request)
  }
  const server: Server = options.isPlain
    ? createPlain(listener)
    : (createServer(certificates[options.certificate ?? 'good'], listener) as unknown as Server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `https://hooks.example.com:${port}/in`,
    received,
    behaviour: 200,
    byPath: {},
    sender: createEventSender({
      allowsHttp: false,
      isAllowed: (address) => address === '127.0.0.1',
      resolve: resolvesTo('127.0.0.1'),
      timeoutMs: options.timeoutMs ?? 10_000,
      authority,
    }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
