/** The client simulator: hosts the plugin in a frame as the Qianniu client does, and misbehaves as the panel says. */
import './simulator.css'
import { localValues } from '../../adapters/storage/values'
import type { Channel, Env } from '../core/types'
import { createHost } from '../host/host'
import { createLedger } from '../host/ledger'
import type { Host } from '../host/types'
import { randomId } from '../page/env'
import { shapeEvent } from './escaping'
import { type FaultyChannel, type FaultyEnv, faultyChannel, type NextFault, type Tamper } from './faulty-channel'
import { frameChannel } from './frame-channel'
import { clientHandlers } from './handlers'
import { createHolds, type Holds } from './holds'
import { eventLine } from './log-lines'
import { openOldShell } from './old-shell'
import { pluginAddress, type Settings, searchOf, settingsFrom } from './settings'
import { type PictureSpace, serverSpace } from './space'
import { type Counters, createView } from './view'

/** For tests and the console: the same acts as the panel's. */
export interface Simulator {
  settings(): Settings
  change(values: Partial<Settings>): void
  arm(fault: NextFault): void
  /** A test's own hand on the line, of the shell that runs now. */
  tamper(hand: Tamper | null): void
  reloadHost(): void
  reloadPage(): void
  readonly hold: Holds['hold']
  counters(): Promise<Counters>
  /** Ids of the pictures this page's client put into the space, which other pages of the server share. */
  made(): readonly string[]
  /** Web pages, chats and saved files, in order. */
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
const tell = (text: string) => {
  events.push(text)
  view.event(text)
}

/** Pictures this page put into the space. The plugin deletes its copy once the server has one, so those still there belong to nobody. */
const made = new Set<string>()
const space: PictureSpace = {
  ...serverSpace,
  put: async (...args) => {
    const file = await serverSpace.put(...args)
    made.add(file.fileId)
    return file
  },
}

const holds = createHolds()
const handlers = clientHandlers({
  settings: () => settings,
  space,
  reached: holds.reached,
  store: localValues,
  fetchApi: (path, init) => fetch(path, init),
  saveToDisk: (name, blob) => {
    const url = URL.createObjectURL(blob)
    const anchor = document.createElement('a')
    anchor.href = url
    anchor.download = name
    anchor.click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
    tell(`保存文件 ${name}`)
  },
  openPage: (url) => {
    window.open(url, '_blank', 'noopener')
  },
  tell,
})

const wire = frameChannel(view.frame)

function openLink(): FaultyChannel {
  return faultyChannel(
    wire,
    () => settings,
    env,
    (entry) => {
      if (entry.fate === 'lost') lost += 1
      if (entry.way === 'out' && typeof entry.frame === 'object' && entry.frame !== null && 'k' in entry.frame) {
        if (entry.frame.k === 'welcome') view.state('ready')
      }
      // An older shell has no welcome: its first answer says that it is there.
      if (entry.way === 'out' && settings.shell === 'tb-app') view.state('ready')
      view.note(entry)
    },
  )
}

/** No public text says that the desktop client makes files of a page's bytes; the words are the shell's. */
const noFiles = '这个版本的千牛不能把页面里的内容变成文件'
const undocumented = { 'cloud.upload': noFiles, 'disk.save': noFiles }

/** What the client's own program keeps while its shell restarts. */
const ledger = createLedger(env.now)

function openHost(channel: Channel): Pick<Host, 'stats' | 'dispose'> {
  if (settings.shell === 'tb-app') return openOldShell(channel, handlers, localValues)
  return createHost(
    { ...channel, listen: (listener) => channel.listen((frame) => listener(shapeEvent(frame, settings.shape))) },
    {
      handlers,
      env,
      ledger,
      shell: '1.0.0-simulator',
      client: /Qianniu\/([\w.]+)/.exec(settings.userAgent)?.[1] ?? '',
      limits: { file: settings.fileLimit },
      ...(settings.api === 'documented' && { unsupported: Object.keys(undocumented), unsupportedWords: undocumented }),
      log: (event, detail) => view.event(eventLine(event, detail)),
    },
  )
}

let link = openLink()
let host = openHost(link)

/** The client's logic restarts while the page stays: what ran is gone. */
function reloadHost(): void {
  host.dispose()
  link.dispose()
  view.state('waiting')
  link = openLink()
  host = openHost(link)
  tell('千牛外壳已重启')
}

/** The page is loaded anew, as on entering the plugin. */
function loadPlugin(): void {
  wire.forget()
  view.state('waiting')
  // The window's name, not the element's: it outlives the navigation that follows.
  if (view.frame.contentWindow)
    view.frame.contentWindow.name = JSON.stringify({ kejiangSimulator: 1, userAgent: settings.userAgent })
  view.frame.src = pluginAddress(settings, location.origin)
}

function change(values: Partial<Settings>): void {
  const before = settings
  settings = { ...settings, ...values }
  const search = searchOf(settings)
  history.replaceState(null, '', search === '' ? location.pathname : `${location.pathname}?${search}`)
  view.show(settings)
  if (before.fileLimit !== settings.fileLimit || before.shell !== settings.shell || before.api !== settings.api) reloadHost()
  if (before.plugin !== settings.plugin || before.network !== settings.network || before.userAgent !== settings.userAgent)
    loadPlugin()
}

async function counters(): Promise<Counters> {
  const files = await space.list()
  const running = host.stats().running
  const orphans = running > 0 ? [] : files.filter(({ fileId }) => made.has(fileId))
  return { pending: running, files: files.length, orphans: orphans.length, lost }
}

/** The counters move by themselves; the server is asked less often than the eye could tell. */
const countEveryMs = 2000
const keepCounting = () => {
  counters()
    .then(view.count, (error: unknown) => view.event(`图片空间没有回答：${String(error)}`))
    .finally(() => setTimeout(keepCounting, countEveryMs))
}

const simulator: Simulator = {
  settings: () => settings,
  change,
  arm: (fault) => link.arm(fault),
  tamper: (hand) => link.tamper(hand),
  reloadHost,
  reloadPage: loadPlugin,
  hold: holds.hold,
  counters,
  made: () => [...made],
  events: () => events,
}
Reflect.set(window, 'kejiangSimulator', simulator)

view.show(settings)
loadPlugin()
keepCounting()
