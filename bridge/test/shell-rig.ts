/** Test rig of the shell: its built scripts with only the language, a scripted client, and the page half in its web-view. */
import { createContext, runInContext } from 'node:vm'
import { bundleShell, shellConfig } from '../../scripts/build-shell.mjs'
import type { Frame } from '../core/types'
import { connectHost } from '../page/connect'
import type { ConnectOptions, HostConnection } from '../page/types'
import type { Shell, View, ViewData } from '../shell/shell'
import defaults from '../shell/shell.config.json'
import type { Fault, Way } from './bench'
import { type FakeClock, fakeClock } from './fake-clock'
import { type ScriptedClient, scriptedClient } from './shell-client'

const manifest = { version: '0.1.0', hosts: { pictures: ['img.alicdn.com', '*.alicdn.com'] } }

/** Builds the shell's scripts with the repository's configuration; `own` overrides settings. */
export const builtShell = (own: Readonly<Record<string, unknown>> = {}) =>
  bundleShell(shellConfig({ ...defaults, topMethods: [...defaults.topMethods, 'taobao.item.update'], ...own }, manifest))

/** Names that a mini-program's logic layer does not define. */
export const absentNames = [
  'globalThis', 'window', 'self', 'global', 'document', 'crypto', 'setInterval', 'queueMicrotask', 'setImmediate', 'performance',
  'AbortController', 'TextEncoder', 'TextDecoder', 'btoa', 'atob', 'Buffer', 'process', 'structuredClone', 'URL', 'URLSearchParams',
  'Blob', 'File', 'fetch', 'XMLHttpRequest', 'localStorage', 'navigator', 'location', 'Intl', 'WeakRef', 'Proxy', 'Reflect',
] // biome-ignore format: a list of names

export interface MiniPage extends View {
  readonly data: ViewData & Readonly<Record<string, unknown>>
  onLoad(): void
  onUnload(): void
  onRetry(): void
  onTutorial(): void
  onWebViewMessage(event: unknown): void
}

export interface Rig {
  readonly clock: FakeClock
  readonly client: ScriptedClient
  readonly shell: Shell
  /** Lines that the shell wrote to the console. */
  readonly logs: string[]
  /** Opens the mini-program's page. */
  openPage(): Promise<MiniPage>
  /** Connects the plugin's page in the web-view; the one before it receives nothing any more. */
  connect(options?: Partial<ConnectOptions>): HostConnection
  fault(next: Fault | undefined): void
  /** Sets the form in which the client delivers a message to the mini-program. */
  shape(next: (frame: unknown) => unknown): void
  readonly sent: { readonly way: Way; readonly frame: Frame }[]
}

export interface RigOptions {
  readonly without?: readonly string[]
  readonly denied?: readonly string[]
  readonly code: Awaited<ReturnType<typeof builtShell>>
  readonly clock?: FakeClock
  /** Replaces the scripted cloud SDK. */
  readonly sdk?: unknown
}

export function openRig({ code, without = [], denied = [], clock = fakeClock(), sdk }: RigOptions): Rig {
  const client = scriptedClient(clock, without, denied)
  const logs: string[] = []
  let app: { readonly shell: Shell } | undefined
  let definition: Record<string, unknown> = {}
  const takeApp = (given: { readonly shell: Shell }) => {
    app = given
  }
  const takePage = (given: Record<string, unknown>) => {
    definition = given
  }
  const names: Readonly<Record<string, unknown>> = {
    my: client.my,
    App: takeApp,
    Page: takePage,
    getApp: () => app,
    require: (name: string) => {
      if (name !== '@tbmp/mp-cloud-sdk') throw new Error(`the shell asks for ${name}`)
      return sdk ?? client.sdk
    },
    module: { exports: {} },
    exports: {},
    console: { log: (...said: unknown[]) => logs.push(said.join(' ')), error: (...said: unknown[]) => logs.push(said.join(' ')) },
    setTimeout: (task: () => void, ms: number) => clock.set(task, ms),
    clearTimeout: (handle: unknown) => clock.clear(handle),
    Date: { now: () => 1_760_000_000_000 + clock.now() },
  }
  const outside = createContext({ names })
  const given = Object.keys(names)
  for (const text of [code['app.js'], code['pages/index/index.js']]) {
    const wrapped = `(function (${[...absentNames, ...given].join(', ')}) {${text}\n})(${absentNames.map(() => 'undefined').join(', ')}, ${given.map((name) => `names.${name}`).join(', ')})`
    runInContext(wrapped, outside)
  }
  if (!app) throw new Error('the bundle called no App()')
  const { shell } = app

  const sent: Rig['sent'] = []
  const toPage = new Set<(raw: unknown) => void>()
  let fault: Fault | undefined
  let shape = (frame: unknown): unknown => ({ type: 'message', detail: { value: frame } })
  let current: MiniPage | undefined
  const gone = new Set<MiniPage | undefined>()
  const carry = (way: Way, given: unknown, deliver: (frame: unknown) => void) => {
    const text = JSON.stringify(given)
    const frame = JSON.parse(text) as Frame
    sent.push({ way, frame })
    for (const { delay, raw } of fault?.(way, frame, text) ?? [{ delay: 1 }]) {
      clock.set(() => deliver(raw === undefined ? JSON.parse(text) : raw), delay)
    }
  }
  client.onPost((frame) =>
    carry('toPage', frame, (raw) => {
      for (const listener of [...toPage]) listener(raw)
    }),
  )
  return {
    clock,
    client,
    shell,
    logs,
    sent,
    async openPage() {
      const page = {
        ...definition,
        data: definition.data,
        setData(data: ViewData) {
          page.data = { ...page.data, ...data }
          client.drawWebView(page.data.phase === 'open')
        },
      } as MiniPage & { data: MiniPage['data'] }
      const unload = page.onUnload
      page.onUnload = () => {
        gone.add(page)
        unload.call(page)
      }
      current = page
      client.drawWebView(false)
      page.onLoad()
      await clock.advance(50)
      return page
    },
    connect(options = {}) {
      toPage.clear()
      // Messages go to the mini-program's page that was open when this one connected or, if it has closed, to the current one.
      const mine = current
      const channel = {
        send: (frame: unknown) =>
          carry('toHost', frame, (raw) => (gone.has(mine) ? current : mine)?.onWebViewMessage(shape(raw))),
        listen(listener: (raw: unknown) => void) {
          toPage.add(listener)
          return () => toPage.delete(listener)
        },
      }
      return connectHost(channel, { pageVersion: '0.1.0', env: clock, ...options })
    },
    fault: (next) => {
      fault = next
    },
    shape: (next) => {
      shape = next
    },
  }
}

/** Opens a rig whose page is open and connected. */
export async function readyRig(options: RigOptions): Promise<Rig & { readonly page: HostConnection; readonly mini: MiniPage }> {
  const rig = openRig(options)
  const mini = await rig.openPage()
  const page = rig.connect()
  await rig.clock.advance(50)
  return { ...rig, page, mini }
}
