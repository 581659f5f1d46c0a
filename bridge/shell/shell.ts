/** The mini-program's own logic: authorises, shows the page, and answers it for as long as it is there. */
import { BridgeError } from '../core/errors'
import type { Log } from '../core/types'
import { type ShellChannel, type WebViewContext, webViewHostChannel } from '../host/channels'
import { createHost } from '../host/host'
import { createLedger } from '../host/ledger'
import type { Handler, Host } from '../host/types'
import { type Clockwork, shellEnv } from './client/env'
import { callMy, hasApi, type My } from './client/my'
import type { SdkModule } from './client/sdk'
import { canWriteFiles, createTempFiles } from './client/temp-files'
import type { ShellConfig } from './config'
import type { Client } from './handlers/client'
import { cloudHandlers } from './handlers/cloud'
import { diagnoseHandlers } from './handlers/diagnose'
import { httpHandler } from './handlers/http'
import { machineHandlers } from './handlers/machine'
import { topHandler } from './handlers/top'
import { type Notice, noticeOf } from './notice'
import { createSession } from './session'

/** What the mini-program's page shows. */
export type ViewData =
  | { readonly phase: 'starting' }
  | { readonly phase: 'open'; readonly src: string }
  | ({ readonly phase: 'notice' } & Notice)

/** One page of the mini-program. */
export interface View {
  setData(data: ViewData): void
}

export interface Shell {
  /** The page has been loaded: authorises and opens the web-view, or says why not. Never rejects. */
  enter(view: View): Promise<void>
  /** A message of the web-view, as the client hands it over. */
  message(view: View, event: unknown): void
  /** The seller asks to try again. */
  retry(view: View): Promise<void>
  openTutorial(): Promise<void>
  /** The page is gone. */
  leave(view: View): void
  /** What is held, for tests and the log. */
  stats(): { readonly pages: number; readonly running: number; readonly timers: number; readonly blobs: number }
}

export interface ShellParts {
  readonly my: My
  readonly sdk: SdkModule
  readonly clockwork: Clockwork
  readonly config: ShellConfig
  readonly log?: Log
}

/** The id of the web-view in pages/index/index.axml. */
const webViewId = 'main'

/** Version of the client, as far as it tells; only shown and logged. */
function clientVersion(my: My): string {
  try {
    const info = hasApi(my, 'getSystemInfoSync') ? my.getSystemInfoSync?.() : undefined
    const version = typeof info === 'object' && info !== null ? (info as { readonly version?: unknown }).version : undefined
    return typeof version === 'string' ? version : ''
  } catch {
    return ''
  }
}

/** Methods this client cannot do. A page then offers something else, or says why not. */
function lacking(my: My): readonly string[] {
  const missing: string[] = []
  const needs = (name: string, ...methods: readonly string[]) => {
    if (!hasApi(my, name)) missing.push(...methods)
  }
  needs('sendMtop', 'cloud.upload', 'cloud.delete', 'cloud.storeConfig', 'cloud.file.save', 'top.invoke', 'http')
  needs('uploadFile', 'cloud.upload')
  needs('qn.saveFileToDisk', 'disk.save')
  needs('getStorage', 'storage.get', 'storage.set', 'storage.remove')
  needs('setStorage', 'storage.get', 'storage.set', 'storage.remove')
  needs('removeStorage', 'storage.get', 'storage.set', 'storage.remove')
  needs('qn.navigateToWebPage', 'link.open')
  needs('qn.openChat', 'chat.open')
  // Bytes of a page reach the cloud and the disk as a file only.
  if (!canWriteFiles(my)) missing.push('cloud.upload', 'disk.save')
  return missing
}

interface Open {
  readonly view: View
  readonly link: ShellChannel
  readonly host: Host
}

export function createShell({ my, sdk, clockwork, config, log = () => {} }: ShellParts): Shell {
  const env = shellEnv(clockwork)
  const session = createSession(my, env, log)
  const client: Client = { my, sdk, env, config, session, files: createTempFiles(my, env) }
  const handlers: Readonly<Record<string, Handler>> = {
    ...cloudHandlers(client),
    ...machineHandlers(client),
    ...diagnoseHandlers(client),
    'top.invoke': topHandler(client),
    ...(config.carriesApi ? { http: httpHandler(client) } : {}),
  }
  // Outlives the hosts: a page that comes back can still have undone what the one before it never heard of.
  const ledger = createLedger(env.now)
  let current: View | undefined
  let open: Open | undefined

  const close = () => {
    open?.host.dispose()
    open = undefined
  }
  const openFor = (view: View, nick: string) => {
    close()
    let context: WebViewContext | undefined
    const link = webViewHostChannel(() => {
      // Made only once the page has spoken: before that the web-view may not be drawn, and nothing would arrive.
      if (!context) context = my.createWebViewContext?.(webViewId)
      if (!context) throw new Error('the web-view is not there')
      return context
    })
    const host = createHost(link.channel, {
      handlers,
      env,
      ledger,
      shell: config.version,
      client: clientVersion(my),
      limits: { file: config.fileLimit },
      unsupported: lacking(my),
      log,
      ...(nick === '' ? {} : { user: nick }),
    })
    open = { view, link, host }
    view.setData({ phase: 'open', src: config.page })
  }
  const begin = async (view: View): Promise<void> => {
    view.setData({ phase: 'starting' })
    try {
      const seller = await session.open()
      // Meanwhile the seller may have left, or opened the page a second time.
      if (current === view) openFor(view, seller.nick)
    } catch (error) {
      log('not-opened', { error: String(error), code: error instanceof BridgeError ? error.code : '' })
      if (current === view) view.setData({ phase: 'notice', ...noticeOf(error) })
    }
  }

  return {
    enter(view) {
      // Opened twice: the newer one is what the seller looks at. Once it is open the calls of the other are given up and undone.
      current = view
      return begin(view)
    },
    message(view, event) {
      if (open?.view === view) open.link.onMessage(event)
    },
    async retry(view) {
      if (current === view && !open) await begin(view)
    },
    async openTutorial() {
      if (!hasApi(my, 'qn.navigateToWebPage')) return
      await callMy(my, 'qn.navigateToWebPage', { url: config.tutorial }, { env, limitMs: 8000 }).catch((error: unknown) =>
        log('tutorial-not-opened', { error: String(error) }),
      )
    },
    leave(view) {
      if (open?.view === view) close()
      if (current === view) current = undefined
    },
    stats() {
      const held = open?.host.stats()
      return { pages: open ? 1 : 0, running: held?.running ?? 0, timers: held?.timers ?? 0, blobs: held?.blobs ?? 0 }
    },
  }
}
