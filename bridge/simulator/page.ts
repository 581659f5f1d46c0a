/** The client simulator's page: hosts the plugin in an iframe as the Qianniu client does, with the faults set in its panel. */
import './simulator.css'
import type { Channel, Env } from '../core/types'
import { createHost } from '../host/host'
import { createLedger } from '../host/ledger'
import type { Host } from '../host/types'
import { randomId } from '../page/env'
import { shapeEvent } from './escaping'
import { type FaultyChannel, type FaultyEnv, type FrameTamper, faultyChannel, type NextFault } from './faulty-channel'
import { frameChannel } from './frame-channel'
import { clientHandlers } from './handlers'
import { eventLine } from './log-lines'
import { openOldShell } from './old-shell'
import { pluginAddress, type Settings, searchOf, settingsFrom } from './settings'
import { type PictureSpace, serverSpace } from './space'
import { createUploadPauses, type UploadPauses } from './upload-pauses'
import { type Counters, createView } from './view'

/** The panel's functions as `window.kejiangSimulator`, for tests and the console. */
export interface Simulator {
  settings(): Settings
  change(values: Partial<Settings>): void
  arm(fault: NextFault): void
  /** Sets a test's function that decides about frames, until the shell is reloaded. */
  tamper(tamper: FrameTamper | null): void
  reloadHost(): void
  reloadPage(): void
  readonly pauseUpload: UploadPauses['pauseUpload']
  counters(): Promise<Counters>
  /** Ids of the pictures that this page uploaded to the picture space, which all pages of the server share. */
  uploadedIds(): readonly string[]
  /** Log lines of the client's actions, such as opened web pages, chats and saved files, in order. */
  events(): readonly string[]
}

const env: Env & FaultyEnv = {
  now: () => performance.now(),
  random: () => Math.random(),
  set: (task, ms) => setTimeout(task, ms),
  clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  newId: randomId,
}

const root = document.getElementById('root')
if (!root) throw new Error('simulator.html has no #root')

let settings = settingsFrom(location.search)
let lost = 0
const events: string[] = []

const view = createView(root, {
  change: (name, value) => change({ [name]: value }),
  arm: (fault) => link.arm(fault),
  reloadHost: () => reloadHost(),
  reloadPage: () => loadPlugin(),
})
const logAction = (text: string) => {
  events.push(text)
  view.logEvent(text)
}

/** Pictures that this page uploaded. The plugin deletes them once the server has a copy, so any that remain are orphans. */
const uploadedIds = new Set<string>()
const space: PictureSpace = {
  ...serverSpace,
  put: async (...args) => {
    const file = await serverSpace.put(...args)
    uploadedIds.add(file.fileId)
    return file
  },
}

const pauses = createUploadPauses()
const handlers = clientHandlers({
  settings: () => settings,
  space,
  afterUploadStep: pauses.afterStep,
  store: localStorage,
  fetchApi: (path, init) => fetch(path, init),
  saveToDisk: (name, blob) => {
    const url = URL.createObjectURL(blob)
    const anchor = document.createElement('a')
    anchor.href = url
    anchor.download = name
    anchor.click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
    logAction(`保存文件 ${name}`)
  },
  openPage: (url) => {
    const { origin, pathname } = new URL(url)
    // A customization link is for buyers, who have a phone.
    const isForBuyers = origin === location.origin && pathname.startsWith('/customize/')
    window.open(isForBuyers ? `/simulator/phone?link=${encodeURIComponent(url)}` : url, '_blank', 'noopener')
  },
  log: logAction,
})

const wire = frameChannel(view.frame)

function openLink(): FaultyChannel {
  return faultyChannel(
    wire,
    () => settings,
    env,
    (entry) => {
      if (entry.outcome === 'lost') lost += 1
      if (entry.direction === 'out' && typeof entry.frame === 'object' && entry.frame !== null && 'k' in entry.frame) {
        if (entry.frame.k === 'welcome') view.showState('ready')
      }
      // An older shell sends no welcome, so its first message shows that it runs.
      if (entry.direction === 'out' && settings.shell === 'tb-app') view.showState('ready')
      view.logFrame(entry)
    },
  )
}

/** Methods that need file writing, which is not documented for the desktop client. The text is the shell's. */
const noFiles = '这个版本的千牛不能把页面里的内容变成文件'
const undocumented = { 'cloud.upload': noFiles, 'disk.save': noFiles }

/** Outlives the hosts, as the real shell's ledger does. */
const ledger = createLedger(env.now)

function openHost(channel: Channel): Pick<Host, 'stats' | 'dispose'> {
  if (settings.shell === 'tb-app') return openOldShell(channel, handlers, localStorage)
  return createHost(
    { ...channel, listen: (listener) => channel.listen((frame) => listener(shapeEvent(frame, settings.shape))) },
    {
      handlers,
      env,
      ledger,
      shell: '1.0.0-simulator',
      client: /Qianniu\/([\w.]+)/.exec(settings.userAgent)?.[1] ?? '',
      limits: { file: settings.fileLimit },
      ...(settings.api === 'documented' && { unsupported: Object.keys(undocumented), unsupportedTexts: undocumented }),
      log: (event, detail) => view.logEvent(eventLine(event, detail)),
    },
  )
}

let link = openLink()
let host = openHost(link)

/** Restarts the host while the page stays; running calls are aborted. */
function reloadHost(): void {
  host.dispose()
  link.dispose()
  view.showState('waiting')
  link = openLink()
  host = openHost(link)
  logAction('千牛外壳已重启')
}

/** Loads the plugin's page anew, as when a seller opens the plugin. */
function loadPlugin(): void {
  wire.pageWillChange()
  view.showState('waiting')
  // Set the window's name, not the element's: it survives the following navigation.
  if (view.frame.contentWindow)
    view.frame.contentWindow.name = JSON.stringify({ kejiangSimulator: 1, userAgent: settings.userAgent })
  view.frame.src = pluginAddress(settings, location.origin)
}

function change(values: Partial<Settings>): void {
  const before = settings
  settings = { ...settings, ...values }
  const search = searchOf(settings)
  history.replaceState(null, '', search === '' ? location.pathname : `${location.pathname}?${search}`)
  view.showSettings(settings)
  if (before.fileLimit !== settings.fileLimit || before.shell !== settings.shell || before.api !== settings.api) reloadHost()
  if (before.plugin !== settings.plugin || before.network !== settings.network || before.userAgent !== settings.userAgent)
    loadPlugin()
}

async function counters(): Promise<Counters> {
  const files = await space.list()
  const running = host.stats().running
  const orphans = running > 0 ? [] : files.filter(({ fileId }) => uploadedIds.has(fileId))
  return { pending: running, files: files.length, orphans: orphans.length, lost }
}

/** Interval between updates of the counters, each of which requests the list of files, ms. */
const countEveryMs = 2000
const keepCounting = () => {
  counters()
    .then(view.showCounters, (error: unknown) => view.logEvent(`图片空间没有回答：${String(error)}`))
    .finally(() => setTimeout(keepCounting, countEveryMs))
}

const simulator: Simulator = {
  settings: () => settings,
  change,
  arm: (fault) => link.arm(fault),
  tamper: (hand) => link.tamper(hand),
  reloadHost,
  reloadPage: loadPlugin,
  pauseUpload: pauses.pauseUpload,
  counters,
  uploadedIds: () => [...uploadedIds],
  events: () => events,
}
Reflect.set(window, 'kejiangSimulator', simulator)

view.showSettings(settings)
loadPlugin()
keepCounting()
