/**
 * Guesses the buyer's phone from facts of the browser. Many Androids name their model, in the browser's description or on request; an
 * iPhone never does, but only few models have its screen.
 */

const joined = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The browser's facts about the phone. */
export interface Device {
  readonly userAgent: string
  /** The model as the browser named it on request; '' where it does not. */
  readonly model: string
  /** Size of the screen, CSS px, and its device pixels for each of them. */
  readonly width: number
  readonly height: number
  readonly pixelRatio: number
}

/** iPhones by their screens: shorter and longer side in points, and scale. Source: the technical specifications at support.apple.com. */
const iphones: Readonly<Record<string, readonly string[]>> = {
  '320x568@2': ['SE', '5s'],
  '375x667@2': ['SE 3', 'SE 2', '8', '7', '6s', '6'],
  '414x736@3': ['8 Plus', '7 Plus', '6s Plus', '6 Plus'],
  '375x812@3': ['13 mini', '12 mini', '11 Pro', 'XS', 'X'],
  '414x896@2': ['11', 'XR'],
  '414x896@3': ['11 Pro Max', 'XS Max'],
  '390x844@3': ['14', '13', '13 Pro', '12', '12 Pro', '16e'],
  '428x926@3': ['14 Plus', '13 Pro Max', '12 Pro Max'],
  '393x852@3': ['15', '15 Pro', '16', '14 Pro'],
  '430x932@3': ['15 Pro Max', '15 Plus', '16 Plus', '14 Pro Max'],
  '402x874@3': ['16 Pro', '17', '17 Pro'],
  '440x956@3': ['16 Pro Max', '17 Pro Max'],
  '420x912@3': ['Air', '17 Air'],
}

interface Brand<M> {
  readonly name: string
  readonly models: readonly M[]
}

/** Returns the models on offer that the phone may be, the likeliest first; none where the browser gives no fact. */
export function likelyModels<M extends { readonly name: string }>(brands: readonly Brand<M>[], device: Device): readonly M[] {
  if (/iPhone/.test(device.userAgent)) return likelyIphones(brands, device)
  const [, described = ''] = /Android [^;]*;\s*([^;)]+?)(?:\s+Build\/|[;)])/.exec(device.userAgent) ?? []
  const named = namedIn(
    brands.flatMap(({ models }) => models),
    device.model || described,
  )
  return named ? [named] : []
}

/** Returns the only model that these words name; null for none or several. The longest name decides. */
function namedIn<M extends { readonly name: string }>(models: readonly M[], described: string): M | null {
  const words = joined(described)
  if (words.length < 3) return null
  const named = models.filter(({ name }) => joined(name).length >= 3 && words.includes(joined(name)))
  const longest = Math.max(0, ...named.map(({ name }) => joined(name).length))
  const best = named.filter(({ name }) => joined(name).length === longest)
  return best.length === 1 ? (best[0] ?? null) : null
}

function likelyIphones<M extends { readonly name: string }>(brands: readonly Brand<M>[], device: Device): readonly M[] {
  const [short, long] = [Math.min(device.width, device.height), Math.max(device.width, device.height)]
  const names = iphones[`${short}x${long}@${Math.round(device.pixelRatio)}`] ?? []
  const apple = brands
    .filter(({ name, models }) => /苹果|apple|iphone/i.test(name) || models.some((model) => /iphone/i.test(model.name)))
    .flatMap(({ models }) => models)
  const bare = (name: string) => joined(name).replace(/^(?:苹果|apple)?(?:iphone)?/, '')
  return names.flatMap((name) => apple.filter((model) => bare(model.name) === joined(name)))
}

interface HintingNavigator {
  readonly userAgentData?: { getHighEntropyValues(hints: readonly string[]): Promise<{ readonly model?: string }> }
}

/** Returns the facts about the phone that this browser gives at once. */
export function thisDevice(model = ''): Device {
  const { width, height } = screen
  return { userAgent: navigator.userAgent, model, width, height, pixelRatio: devicePixelRatio }
}

/** Resolves with the phone's model, which newer Chromes name only on request; '' where the browser names none. */
export async function askForModel(): Promise<string> {
  const { userAgentData } = navigator as HintingNavigator
  // A browser that refuses the request leaves the model unknown.
  return (await userAgentData?.getHighEntropyValues(['model']).catch(() => null))?.model ?? ''
}
