/** A page that frames the plugin and is its host: it answers between windows and lets a test see and close the ports. */
import { windowHostChannel } from '../../../bridge/host/channels'
import { createHost } from '../../../bridge/host/host'
import { pageEnv } from '../../../bridge/page/env'

export interface ParentHost {
  /** Number of calls of the admin API, kinds of the frames that came between the windows, and number of ports that came. */
  facts(): { readonly calls: number; readonly byWindow: readonly string[]; readonly ports: number }
  /** Closes the host's end of the port in use, as if its owner had gone. */
  closePort(): void
}

const byWindow = new Set<string>()
const ports: MessagePort[] = []
let calls = 0
addEventListener('message', ({ data, ports: [port] }) => {
  byWindow.add(String(data?.k))
  if (port) ports.push(port)
})

interface HttpCall {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}
const storage = new Map<string, string>()
createHost(
  windowHostChannel({
    page: () => document.querySelector('iframe')?.contentWindow ?? null,
    pageOrigin: location.origin,
    self: window as unknown as Parameters<typeof windowHostChannel>[0]['self'],
  }),
  {
    handlers: {
      http: async (parameters: unknown) => {
        calls += 1
        const { path, ...request } = parameters as HttpCall
        const reply = await fetch(path, request)
        return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() }
      },
      'storage.get': (parameters: unknown) => storage.get((parameters as { key: string }).key) ?? null,
      'storage.set': (parameters: unknown) => {
        const { key, value } = parameters as { key: string; value: string }
        return storage.set(key, value).size > 0
      },
      'storage.remove': (parameters: unknown) => storage.delete((parameters as { key: string }).key) || true,
    },
    shell: 'parent',
    client: '',
    env: pageEnv(),
  },
)
const parentHost: ParentHost = {
  facts: () => ({ calls, byWindow: [...byWindow], ports: ports.length }),
  closePort: () => ports.at(-1)?.close(),
}
Object.assign(window, { parentHost })
