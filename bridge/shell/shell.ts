/** The mini-program's logic: obtains the authorisation, opens the plugin in the web-view and runs a host for it. */

import { fieldsOf } from '../../contract/ground/fields'
import { BridgeError } from '../core/errors'
import type { Log } from '../core/types'
import { type ShellChannel, type WebViewContext, webViewHostChannel } from '../host/channels'
import { createHost } from '../host/host'
import { createLedger } from '../host/ledger'
import type { Handler, Host } from '../host/types'
import { type RuntimeFunctions, shellEnv } from './client/env'
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

/** The data of the mini-program's page. */
export type ViewData =
  | { readonly phase: 'starting' }
  | { readonly phase: 'open'; readonly src: string }
  | ({ readonly phase: 'notice' } & Notice)

/** One page of the mini-program. */
export interface View {
  setData(data: ViewData): void
}

export interface Shell {
  /** Call when the page has loaded: authorises and opens the web-view, or shows a notice. Never rejects. */
  enter(view: View): Promise<void>
  /** Passes on an event of the web-view, unchanged. */
  message(view: View, event: unknown): void
  /** Tries again after a notice. */
  retry(view: View): Promise<void>
  openTutorial(): Promise<void>
  /** Call when the page is unloaded. */
  leave(view: View): void
  /** Returns counts of held resources, for tests. */
  stats(): { readonly pages: number; readonly running: number; readonly timers: number; readonly blobs: number }
}

export interface ShellParts {
  readonly my: My
  readonly sdk: SdkModule
  readonly runtime: RuntimeFunctions
  readonly config: ShellConfig
  readonly log?: Log
}

/** The id of the web-view in pages/index/index.axml. */
const webViewId = 'main'

/** Returns the client's version, empty if unknown; it is only displayed and logged. */
function clientVersion(my: My): string {
  try {
    const info = hasApi(my, 'getSystemInfoSync') ? my.getSystemInfoSync?.() : undefined
    const { version } = fieldsOf(info)
    return typeof version === 'string' ? version : ''
  } catch {
    return ''
  }
}

/** Returns the methods that this client cannot do, each with a text for the seller; a page may offer an alternative instead. */
function unsupportedMethods(my: My): Readonly<Record<string, string>> {
  const missing: Record<string, string> = {}
  const requireFor = (isAvailable: boolean, reason: string, ...methods: readonly string[]) => {
    if (!isAvailable) for (const method of methods) missing[method] ??= reason
  }
  const gateway = ['cloud.upload', 'cloud.delete', 'cloud.storeConfig', 'cloud.file.save', 'top.invoke', 'http']
  requireFor(hasApi(my, 'sendMtop'), '这个版本的千牛没有开放淘宝接口，请升级千牛后再试', ...gateway)
  requireFor(hasApi(my, 'uploadFile'), '这个版本的千牛不能上传到图片空间', 'cloud.upload')
  requireFor(hasApi(my, 'qn.saveFileToDisk'), '这个版本的千牛不能把文件保存到电脑', 'disk.save')
  const storage = ['getStorage', 'setStorage', 'removeStorage'].every((name) => hasApi(my, name))
  requireFor(storage, '这个版本的千牛不能保存设置', 'storage.get', 'storage.set', 'storage.remove')
  requireFor(hasApi(my, 'qn.navigateToWebPage'), '这个版本的千牛不能打开网页', 'link.open')
  requireFor(hasApi(my, 'qn.openChat'), '这个版本的千牛不能打开聊天窗口', 'chat.open')
  // The client uploads and saves files by path, so bytes of a page must be written to a file first.
  requireFor(canWriteFiles(my), '这个版本的千牛不能把页面里的内容变成文件', 'cloud.upload', 'disk.save')
  return missing
}

/** After this time a notice says that the client has not answered, ms. A later answer still opens the plugin. */
const noticeAfterMs = 20_000

interface OpenPlugin {
  readonly view: View
  readonly link: ShellChannel
  readonly host: Host
  /** The page in the web-view has sent a message. */
  hasReceived: boolean
}

export function createShell({ my, sdk, runtime, config, log = () => {} }: ShellParts): Shell {
  const env = shellEnv(runtime)
  const session = createSession(my, env, log)
  const client: Client = { my, sdk, env, config, session, files: createTempFiles(my, env) }
  const handlers: Readonly<Record<string, Handler>> = {
    ...cloudHandlers(client),
    ...machineHandlers(client),
    ...diagnoseHandlers(client),
    'top.invoke': topHandler(client),
    ...(config.relaysApi ? { http: httpHandler(client) } : {}),
  }
  // The ledger outlives the hosts, so that a new host can undo effects whose replies the former page never received.
  const ledger = createLedger(env.now)
  let current: View | undefined
  let open: OpenPlugin | undefined
  let attempt = 0
  let answerTimer: unknown

  const close = () => {
    open?.host.dispose()
    open = undefined
  }
  const openFor = (view: View, nick: string) => {
    close()
    let context: WebViewContext | undefined
    const link = webViewHostChannel(() => {
      const found = context ?? my.createWebViewContext?.(webViewId)
      if (!found) throw new Error('the web-view is not there')
      // The host's first frame goes out before the web-view is drawn: a context made then may belong to no web-view for ever.
      if (open?.link === link && open.hasReceived) context = found
      return found
    })
    const unsupported = unsupportedMethods(my)
    const host = createHost(link.channel, {
      handlers,
      env,
      ledger,
      shell: config.version,
      client: clientVersion(my),
      limits: { file: config.fileLimit },
      unsupported: Object.keys(unsupported),
      unsupportedTexts: unsupported,
      log,
      ...(nick === '' ? {} : { user: nick }),
    })
    open = { view, link, host, hasReceived: false }
    view.setData({ phase: 'open', src: config.page })
  }
  const stopWaiting = () => {
    if (answerTimer !== undefined) env.clear(answerTimer)
    answerTimer = undefined
  }
  const begin = async (view: View): Promise<void> => {
    view.setData({ phase: 'starting' })
    attempt += 1
    const thisAttempt = attempt
    /** False if the seller has left, opened another page, or this view has been opened already. */
    const isWaiting = () => current === view && open?.view !== view
    const showNotice = (error: unknown) => {
      if (isWaiting() && thisAttempt === attempt) view.setData({ phase: 'notice', ...noticeOf(error) })
    }
    stopWaiting()
    answerTimer = env.set(() => showNotice(new BridgeError('TIMEOUT', { stage: 'authorize' })), noticeAfterMs)
    try {
      const seller = await session.open()
      if (isWaiting()) {
        stopWaiting()
        openFor(view, seller.nick)
      }
    } catch (error) {
      log('not-opened', { error: String(error), code: error instanceof BridgeError ? error.code : '' })
      if (thisAttempt === attempt) stopWaiting()
      showNotice(error)
    }
  }

  return {
    enter(view) {
      // If the page is opened twice, the newer one counts. When it opens, the older one's calls are aborted and undone.
      current = view
      return begin(view)
    },
    message(view, event) {
      if (open?.view !== view) return
      open.hasReceived = true
      open.link.onMessage(event)
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
      if (current !== view) return
      current = undefined
      stopWaiting()
    },
    stats() {
      const hostStats = open?.host.stats()
      return {
        pages: open ? 1 : 0,
        running: hostStats?.running ?? 0,
        timers: hostStats?.timers ?? 0,
        blobs: hostStats?.blobs ?? 0,
      }
    },
  }
}
