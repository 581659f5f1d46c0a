/** Test bench of the shell: its built scripts with only the language, a scripted client, and the page half in its web-view. */
import { createContext, runInContext } from 'node:vm'
import { bundleShell, shellConfig } from '../../scripts/build-shell.mjs'
import type { Frame } from '../core/types'
import { connectHost } from '../page/connect'
import type { ConnectOptions, HostConnection } from '../page/types'
import type { Shell, View, ViewData } from '../shell/shell'
import defaults from '../shell/shell.config.json'
import type { Direction, Fault } from './bench'
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

export interface ShellBench {
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
  readonly sent: { readonly way: Direction; readonly frame: Frame }[]
}

export interface ShellBenchOptions {
  readonly without?: readonly string[]
  readonly denied?: readonly string[]
  readonly code: Awaited<ReturnType<typeof builtShell>>
  readonly clock?: FakeClock
  /** Replaces the scripted cloud SDK. */
  readonly sdk?: unknown
}

export function openShellBench({ code, without = [], denied = [], clock = fakeClock(), sdk }: ShellBenchOptions): ShellBench {
  const client = scriptedClient(clock, without, denied)
  const logs: string[] = []
  let app: { readonly shell: Shell } | undefined
  let definition: Record<string, unknown> = {}
  const registerApp = (given: { readonly shell: Shell }) => {
    app = given
  }
  const registerPage = (given: Record<string, unknown>) => {
    definition = given
  }
  const names: Readonly<Record<string, unknown>> = {
    my: client.my,
    App: registerApp,
    Page: registerPage,
    getApp: () => app,
    require: (name: string) => {
      if (name !== '@tbmp/mp-cloud-sdk') throw new Error(`the shell asks for ${name}`)
      return sdk ?? client.sdk
    },
    module: { exports: {} },
    exports: {},
    console: {
      log: (...texts: unknown[]) => logs.push(texts.join(' ')),
      error: (...texts: unknown[]) => logs.push(texts.join(' ')),
    },
    setTimeout: (task: () => void, ms: number) => clock.set(task, ms),
    clearTimeout: (handle: unknown) => clock.clear(handle),
    Date: { now: () => 1_760_000_000_000 + clock.now() },
  }
  const realm = createContext({ names })
  const nameList = Object.keys(names)
  for (const text of [code['app.js'], code['pages/index/index.js']]) {
    const wrapped = `(function (${[...absentNames, ...nameList].join(', ')}) {${text}\n})(${absentNames.map(() => 'undefined').join(', ')}, ${nameList.map((name) => `names.${name}`).join(', ')})`
    runInContext(wrapped, realm)
  }
  if (!app) throw new Error('the bundle called no App()')
  const { shell } = app

  const sent: ShellBench['sent'] = []
  const toPage = new Set<(raw: unknown) => void>()
  let fault: Fault | undefined
  let shape = (frame: unknown): unknown => ({ type: 'message', detail: { value: frame } })
  let current: MiniPage | undefined
  const unloaded = new Set<MiniPage | undefined>()
  const transmit = (way: Direction, given: unknown, deliver: (frame: unknown) => void) => {
    const text = JSON.stringify(given)
    const frame = JSON.parse(text) as Frame
    sent.push({ way, frame })
    for (const { delay, raw } of fault?.(way, frame, text) ?? [{ delay: 1 }]) {
      clock.set(() => deliver(raw === undefined ? JSON.parse(text) : raw), delay)
    }
  }
  client.onPost((frame) =>
    transmit('toPage', frame, (raw) => {
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
        unloaded.add(page)
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
      const pageAtConnect = current
      const channel = {
        send: (frame: unknown) =>
          transmit('toHost', frame, (raw) =>
            (unloaded.has(pageAtConnect) ? current : pageAtConnect)?.onWebViewMessage(shape(raw)),
          ),
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

/** Opens a bench whose page is open and connected. */
export async function connectedShellBench(
  options: ShellBenchOptions,
): Promise<ShellBench & { readonly page: HostConnection; readonly mini: MiniPage }> {
  const bench = openShellBench(options)
  const mini = await bench.openPage()
  const page = bench.connect()
  await bench.clock.advance(50)
  return { ...bench, page, mini }
}
