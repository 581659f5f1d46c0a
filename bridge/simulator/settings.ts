/** What the simulated client does wrong, as one plain object that also lives in the page's address. */
import { type EventShape, eventShapes } from './escaping'

export const sessionFaults = ['good', 'once', 'for-ever'] as const
export const rightFaults = ['good', 'package', 'sub-account', 'business'] as const
export const dialogAnswers = ['save', 'cancel', 'disk'] as const
/** Which shell answers: the product's own, or one of the older dialect. */
export const shells = ['kejiang', 'tb-app'] as const
export const networks = ['own', 'host'] as const
/** What the client's program can do: all that the shell knows to ask for, or only what is publicly documented. */
export const clientApis = ['all', 'documented'] as const
export const sizes = ['fill', '1180x760', '760x600'] as const

export interface Settings {
  /** Path of this server that the frame opens. */
  readonly plugin: string
  readonly size: (typeof sizes)[number]
  readonly network: (typeof networks)[number]
  readonly userAgent: string
  readonly shell: (typeof shells)[number]
  readonly api: (typeof clientApis)[number]
  /** Form of the host's message event. */
  readonly shape: EventShape
  /** ms each way, and how much it varies. */
  readonly latency: number
  readonly jitter: number
  /** Percent of frames. */
  readonly loss: number
  readonly duplicate: number
  readonly reorder: number
  /** Messages of more bytes than this are lost, each way; 0: of any size. */
  readonly frameLimit: number
  /** ms more for the welcome. */
  readonly welcomeDelay: number
  /** Calls of the marketplace and uploads are received and never answered. */
  readonly silent: boolean
  /** Every reply carries a foreign tag. */
  readonly wrongKind: boolean
  readonly session: (typeof sessionFaults)[number]
  readonly sessionCode: 26 | 27 | 53
  readonly right: (typeof rightFaults)[number]
  /** Step of an upload that fails: 1 store config, 2 transfer, 3 file save; 0 none. */
  readonly uploadStep: 0 | 1 | 2 | 3
  readonly dialog: (typeof dialogAnswers)[number]
  /** Largest file, bytes: the real picture space takes 3 MB. */
  readonly fileLimit: number
}

export const defaultSettings: Settings = {
  plugin: '/',
  size: 'fill',
  network: 'own',
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.0.0 Safari/537.36 Qianniu/9.95.01N',
  shell: 'kejiang',
  api: 'all',
  shape: 'value',
  latency: 5,
  jitter: 0,
  loss: 0,
  duplicate: 0,
  reorder: 0,
  frameLimit: 0,
  welcomeDelay: 0,
  silent: false,
  wrongKind: false,
  session: 'good',
  sessionCode: 27,
  right: 'good',
  uploadStep: 0,
  dialog: 'save',
  fileLimit: 3_145_728,
}

type Read = (text: string) => unknown

const oneOf =
  <T extends string | number>(allowed: readonly T[]): Read =>
  (text) =>
    allowed.find((item) => String(item) === text)
const number =
  (most: number): Read =>
  (text) => {
    const value = Number(text)
    return text.trim() !== '' && value >= 0 && value <= most ? value : undefined
  }
const flag: Read = (text) => (text === '1' || text === 'true' ? true : text === '0' || text === 'false' ? false : undefined)

/** Only paths of this server: a link to the simulator must not frame a foreign page that then talks to the host. */
const ownPath: Read = (text) => (/^\/(?![/\\])/.test(text) ? text : undefined)

const readers: { readonly [K in keyof Settings]: Read } = {
  plugin: ownPath,
  size: oneOf(sizes),
  network: oneOf(networks),
  userAgent: (text) => text.slice(0, 500),
  shell: oneOf(shells),
  api: oneOf(clientApis),
  shape: oneOf(eventShapes),
  latency: number(60_000),
  jitter: number(60_000),
  loss: number(100),
  duplicate: number(100),
  reorder: number(100),
  frameLimit: number(100 * 1024 * 1024),
  welcomeDelay: number(60_000),
  silent: flag,
  wrongKind: flag,
  session: oneOf(sessionFaults),
  sessionCode: oneOf([26, 27, 53]),
  right: oneOf(rightFaults),
  uploadStep: oneOf([0, 1, 2, 3]),
  dialog: oneOf(dialogAnswers),
  fileLimit: number(20 * 1024 * 1024),
}

const isName = (name: string): name is keyof Settings => Object.getOwnPropertyDescriptor(readers, name) !== undefined

/** One value from a field or an address; undefined when it is not allowed there. */
export const readSetting = (name: string, text: string): unknown => (isName(name) ? readers[name](text) : undefined)

/** Settings of an address; what is unknown or not allowed keeps its default. */
export function settingsFrom(search: string): Settings {
  const given: Record<string, unknown> = {}
  for (const [name, text] of new URLSearchParams(search)) {
    const value = readSetting(name, text)
    if (value !== undefined) given[name] = value
  }
  return { ...defaultSettings, ...given }
}

/** The address part that gives these settings back: what differs from the defaults. */
export function searchOf(settings: Settings): string {
  const query = new URLSearchParams()
  for (const name of Object.keys(defaultSettings).filter(isName)) {
    const value = settings[name]
    if (value !== defaultSettings[name]) query.set(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value))
  }
  return query.toString()
}

/** Address of the frame: the plugin, told which script brings the client and whether it has a network. */
export function pluginAddress({ plugin, network }: Settings, origin: string): string {
  const url = new URL(plugin, origin)
  url.searchParams.set('webview', '/simulator/web-view.js')
  // Said also when it is the usual one: a reloaded frame remembers the last value.
  url.searchParams.set('network', network)
  return url.href
}
