/** The simulated client's settings and faults: one plain object that is also stored in the page's address. */
import { hasField } from '../core/fields'
import { type EventShape, eventShapes } from './escaping'

export const sessionFaults = ['good', 'once', 'for-ever'] as const
export const rightFaults = ['good', 'package', 'sub-account', 'business'] as const
export const dialogAnswers = ['save', 'cancel', 'disk'] as const
/** Which shell runs: the product's own, or the older one (core/legacy.ts). */
export const shells = ['kejiang', 'tb-app'] as const
export const networks = ['own', 'host'] as const
/** Which functions the client has: all that the shell can use, or only the publicly documented ones. */
export const clientApis = ['all', 'documented'] as const
export const sizes = ['fill', '1180x760', '760x600'] as const

export interface Settings {
  /** Path on this server that the iframe opens. */
  readonly plugin: string
  readonly size: (typeof sizes)[number]
  readonly network: (typeof networks)[number]
  readonly userAgent: string
  readonly shell: (typeof shells)[number]
  readonly api: (typeof clientApis)[number]
  /** Form of the message event at the host. */
  readonly shape: EventShape
  /** Delay in each direction and its variation, ms. */
  readonly latency: number
  readonly jitter: number
  /** These three are percentages of frames. */
  readonly loss: number
  readonly duplicate: number
  readonly reorder: number
  /** Longer messages are lost, in both directions; 0 for no limit. */
  readonly frameLimit: number
  /** Additional delay of the welcome, ms. */
  readonly welcomeDelay: number
  /** Marketplace calls and uploads are received and never answered. */
  readonly silent: boolean
  /** Every reply has a wrong kind. */
  readonly wrongKind: boolean
  readonly session: (typeof sessionFaults)[number]
  readonly sessionCode: 26 | 27 | 53
  readonly right: (typeof rightFaults)[number]
  /** The step at which uploads fail: 1 store config, 2 transfer, 3 file save; 0 for none. */
  readonly uploadStep: 0 | 1 | 2 | 3
  readonly dialog: (typeof dialogAnswers)[number]
  /** Largest file, bytes; the real picture space accepts 3 MB. */
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

type Reader = (text: string) => unknown

const oneOf =
  <T extends string | number>(allowed: readonly T[]): Reader =>
  (text) =>
    allowed.find((item) => String(item) === text)
const number =
  (max: number): Reader =>
  (text) => {
    const value = Number(text)
    return text.trim() !== '' && value >= 0 && value <= max ? value : undefined
  }
const flag: Reader = (text) => (text === '1' || text === 'true' ? true : text === '0' || text === 'false' ? false : undefined)

/** Accepts only paths on this server: a link to the simulator must not make it frame a foreign page. */
const ownPath: Reader = (text) => (/^\/(?![/\\])/.test(text) ? text : undefined)

const readers: { readonly [K in keyof Settings]: Reader } = {
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

const isName = (name: string): name is keyof Settings => hasField(readers, name)

/** Parses one value of a field or an address; returns undefined if it is not allowed. */
export const readSetting = (name: string, text: string): unknown => (isName(name) ? readers[name](text) : undefined)

/** Returns the settings in an address's query; values that are unknown or not allowed keep their defaults. */
export function settingsFrom(search: string): Settings {
  const values: Record<string, unknown> = {}
  for (const [name, text] of new URLSearchParams(search)) {
    const value = readSetting(name, text)
    if (value !== undefined) values[name] = value
  }
  return { ...defaultSettings, ...values }
}

/** Returns the query from which `settingsFrom` restores these settings: those that differ from the defaults. */
export function searchOf(settings: Settings): string {
  const query = new URLSearchParams()
  for (const name of Object.keys(defaultSettings).filter(isName)) {
    const value = settings[name]
    if (value !== defaultSettings[name]) query.set(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value))
  }
  return query.toString()
}

/** Returns the iframe's address: the plugin, with the client's script and the kind of network as parameters. */
export function pluginAddress({ plugin, network }: Settings, origin: string): string {
  const url = new URL(plugin, origin)
  url.searchParams.set('webview', '/simulator/web-view.js')
  // Set it even if it is the default, because a reloaded iframe remembers the last value.
  url.searchParams.set('network', network)
  return url.href
}
