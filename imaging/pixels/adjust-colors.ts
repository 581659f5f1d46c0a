/**
 * Adjustments that mix the channels of a px. Each works on one colour, 0 to 255 per channel, in place: they run for every px, so
 * they allocate nothing.
 */
import { rgbOf } from '../../contract/ground/hex-color'
import { clamp } from '../../contract/ground/number'
import { type Adjustment, type Balance, selectiveColors } from '../../contract/rules/appearance'
import { gradientColors } from './gradient'

export type ColorStep = (color: Float64Array) => void

type Kind<K extends Adjustment['kind']> = Extract<Adjustment, { readonly kind: K }>

const luminosityOf = (r: number, g: number, b: number): number => 0.3 * r + 0.59 * g + 0.11 * b

const luminosity = (color: Float64Array): number => luminosityOf(color[0] as number, color[1] as number, color[2] as number)

function set(color: Float64Array, r: number, g: number, b: number): void {
  color[0] = clamp(r, 0, 255)
  color[1] = clamp(g, 0, 255)
  color[2] = clamp(b, 0, 255)
}

/** Shifts a colour to a luminosity and draws it towards gray where a channel would leave its range (PDF's SetLum). */
function setLuminosity(color: Float64Array, target: number): void {
  const shift = target - luminosity(color)
  const [r, g, b] = [(color[0] as number) + shift, (color[1] as number) + shift, (color[2] as number) + shift]
  const [low, high] = [Math.min(r, g, b), Math.max(r, g, b)]
  let share = 1
  if (low < 0) share = Math.min(share, target / (target - low))
  if (high > 255) share = Math.min(share, (255 - target) / (high - target))
  set(color, target + (r - target) * share, target + (g - target) * share, target + (b - target) * share)
}

/** Hue 0 to 6, saturation and lightness 0 to 1 of the last colour that was read. */
const hsl = new Float64Array(3)

function readHsl(color: Float64Array): void {
  const [r, g, b] = [(color[0] as number) / 255, (color[1] as number) / 255, (color[2] as number) / 255]
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)]
  const range = high - low
  const light = (high + low) / 2
  hsl[0] = range === 0 ? 0 : high === r ? ((g - b) / range + 6) % 6 : high === g ? (b - r) / range + 2 : (r - g) / range + 4
  hsl[1] = range === 0 ? 0 : range / (1 - Math.abs(2 * light - 1))
  hsl[2] = light
}

function writeHsl(color: Float64Array, hue: number, saturation: number, light: number): void {
  const range = (1 - Math.abs(2 * light - 1)) * saturation
  const turn = ((hue % 6) + 6) % 6
  const middle = range * (1 - Math.abs((turn % 2) - 1))
  const low = light - range / 2
  const sector = Math.floor(turn)
  const r = sector === 0 || sector === 5 ? range : sector === 1 || sector === 4 ? middle : 0
  const g = sector === 1 || sector === 2 ? range : sector === 0 || sector === 3 ? middle : 0
  const b = sector === 3 || sector === 4 ? range : sector === 2 || sector === 5 ? middle : 0
  set(color, (r + low) * 255, (g + low) * 255, (b + low) * 255)
}

const lightened = (value: number, amount: number): number => (amount > 0 ? value + (255 - value) * amount : value * (1 + amount))

/** Gain of a saturation, −1 to 1. The last step of positive saturation divides by nearly nothing; this keeps it finite, as Photoshop does. */
const gainOf = (amount: number): number => (amount > 0 ? 1 / (1.01 - amount) : 1 + amount)

/** Moves the channels of a colour towards its highest one (positive) or its lowest one, so that it fades into a gray of either. */
function fadeTowardsEnd(color: Float64Array, amount: number): void {
  const [r, g, b] = [color[0] as number, color[1] as number, color[2] as number]
  const end = amount > 0 ? Math.max(r, g, b) : Math.min(r, g, b)
  const share = Math.min(1, Math.abs(amount))
  for (let c = 0; c < 3; c++) color[c] = (color[c] as number) + (end - (color[c] as number)) * share
}

/**
 * The changes of colour ranges add up as far as each covers the hue: their hues, their lightnesses, and the gains of their
 * saturations. Found in psd-tools' measurements of Photoshop (psd_tools/composite/adjustments.py, version 1.17) and held against
 * pictures by Photoshop.
 */
function hueSaturation({ hue, saturation, lightness, colorize, ranges = [] }: Kind<'hueSaturation'>): ColorStep {
  if (colorize) {
    return (color) => {
      readHsl(color)
      writeHsl(color, hue / 60, clamp(saturation / 100, 0, 1), lightened((hsl[2] as number) * 255, lightness / 100) / 255)
    }
  }
  const shares = ranges.map(({ fadeFrom, from, to, fadeTo, ...change }) => {
    const turn = (angle: number) => (((angle - fadeFrom) % 360) + 360) % 360
    const [rises, falls, ends] = [turn(from), turn(to), turn(fadeTo)]
    const share = (angle: number): number => {
      const at = turn(angle)
      if (at < rises) return at / rises
      if (at <= falls) return 1
      return at < ends ? (ends - at) / (ends - falls) : 0
    }
    return { ...change, share }
  })
  return (color) => {
    if (lightness !== 0) {
      for (let c = 0; c < 3; c++) color[c] = lightened(color[c] as number, lightness / 100)
    }
    if (hue === 0 && saturation === 0 && shares.length === 0) return
    readHsl(color)
    const own = hsl[0] as number
    let [turn, gain, light] = [hue / 60, 1, 0]
    if (hsl[1] !== 0) {
      for (const range of shares) {
        const share = range.share(own * 60)
        turn += (range.hue / 60) * share
        gain += (gainOf(range.saturation / 100) - 1) * share
        light += (range.lightness / 100) * share
      }
    }
    if (light !== 0) {
      fadeTowardsEnd(color, light)
      readHsl(color)
    }
    writeHsl(
      color,
      own + turn,
      clamp(clamp((hsl[1] as number) * gainOf(saturation / 100), 0, 1) * Math.max(0, gain), 0, 1),
      hsl[2] as number,
    )
  }
}

function vibrance({ vibrance: amount, saturation }: Kind<'vibrance'>): ColorStep {
  return (color) => {
    const gray = luminosity(color)
    const [r, g, b] = [color[0] as number, color[1] as number, color[2] as number]
    const range = (Math.max(r, g, b) - Math.min(r, g, b)) / 255
    // Vibrance acts on pale colours more than on strong ones; saturation acts on all alike.
    const factor = (1 + (amount / 100) * (1 - range)) * (1 + saturation / 100)
    set(color, gray + (r - gray) * factor, gray + (g - gray) * factor, gray + (b - gray) * factor)
  }
}

/** Gamma of a channel whose midtones are moved to the end (retouchpro.com/forum, "How does the Photoshop Color Balance Command work"). */
const strongestGamma = 1.4
/** Largest shift at the dark or the light end, where no figure is known: it is kept small. */
const strongestShift = 0.2

/**
 * Photoshop's formula is not published. This one keeps what pictures by Photoshop show: midtones act as the gamma of their
 * channel, and where luminosity is preserved three equal sliders change nothing. Channels may leave their range until the
 * luminosity is restored: clamped before, strong colours would turn gray.
 */
function colorBalance({ shadows, midtones, highlights, preserveLuminosity }: Kind<'colorBalance'>): ColorStep {
  const shares = (balance: Balance): readonly number[] => {
    const common = preserveLuminosity ? (balance[0] + balance[1] + balance[2]) / 3 : 0
    return balance.map((value) => (value - common) / 100)
  }
  const [dark, middle, light] = [shares(shadows), shares(midtones), shares(highlights)]
  const tables = [0, 1, 2].map((c) =>
    Float64Array.from({ length: 256 }, (_, value) => {
      const v = value / 255
      const bent = v ** (strongestGamma ** -(middle[c] ?? 0))
      return 255 * (bent + strongestShift * ((dark[c] ?? 0) * (1 - v) ** 2 + (light[c] ?? 0) * v ** 2))
    }),
  )
  return (color) => {
    const before = luminosity(color)
    for (let c = 0; c < 3; c++) color[c] = (tables[c] as Float64Array)[Math.round(color[c] as number)] as number
    if (preserveLuminosity) setLuminosity(color, before)
    else set(color, color[0] as number, color[1] as number, color[2] as number)
  }
}

function blackWhite({ reds, yellows, greens, cyans, blues, magentas, tint }: Kind<'blackWhite'>): ColorStep {
  const tone = tint === undefined ? null : rgbOf(tint)
  return (color) => {
    const [r, g, b] = [color[0] as number, color[1] as number, color[2] as number]
    const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)]
    const middle = r + g + b - high - low
    const primary = high === r ? reds : high === g ? greens : blues
    const secondary = low === b ? yellows : low === r ? cyans : magentas
    const gray = clamp(low + ((high - middle) * primary + (middle - low) * secondary) / 100, 0, 255)
    if (tone === null) set(color, gray, gray, gray)
    else {
      set(color, tone[0], tone[1], tone[2])
      setLuminosity(color, gray)
    }
  }
}

function photoFilter({ color: filter, density, preserveLuminosity }: Kind<'photoFilter'>): ColorStep {
  const gains = rgbOf(filter).map((value) => 1 - density * (1 - value / 255))
  return (color) => {
    const before = luminosity(color)
    for (let c = 0; c < 3; c++) color[c] = (color[c] as number) * (gains[c] as number)
    if (preserveLuminosity) setLuminosity(color, before)
  }
}

function channelMixer({ monochrome, red, green, blue }: Kind<'channelMixer'>): ColorStep {
  const rows = monochrome ? [red, red, red] : [red, green, blue]
  const weights = Float64Array.from(rows.flat())
  return (color) => {
    const [r, g, b] = [color[0] as number, color[1] as number, color[2] as number]
    for (let c = 0, at = 0; c < 3; c++, at += 4) {
      const sum = r * (weights[at] as number) + g * (weights[at + 1] as number) + b * (weights[at + 2] as number)
      color[c] = clamp(sum + (weights[at + 3] as number) * 255, 0, 255)
    }
  }
}

function threshold({ level }: Kind<'threshold'>): ColorStep {
  return (color) => {
    const value = Math.round(luminosity(color)) >= level ? 255 : 0
    set(color, value, value, value)
  }
}

function gradientMap({ stops, reverse }: Kind<'gradientMap'>): ColorStep {
  const table = gradientColors(stops, 256)
  return (color) => {
    const gray = Math.round(luminosity(color))
    const at = (reverse ? 255 - gray : gray) * 4
    const share = (table[at + 3] as number) / 255
    for (let c = 0; c < 3; c++) {
      const own = color[c] as number
      color[c] = own + ((table[at + c] as number) - own) * share
    }
  }
}

/** Shares by which each colour of `selectiveColors` is contained in the last px, 0 to 255. */
const contents = new Float64Array(selectiveColors.length)

function readContents(r: number, g: number, b: number): void {
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)]
  const middle = r + g + b - high - low
  const [primary, secondary] = [high - middle, middle - low]
  contents.fill(0)
  if (high === r) contents[0] = primary
  if (low === b) contents[1] = secondary
  if (high === g) contents[2] = primary
  if (low === r) contents[3] = secondary
  if (high === b) contents[4] = primary
  if (low === g) contents[5] = secondary
  if (low > 127.5) contents[6] = (low - 127.5) * 2
  contents[7] = Math.max(0, 255 - (Math.abs(high - 127.5) + Math.abs(low - 127.5)))
  if (high < 127.5) contents[8] = (127.5 - high) * 2
}

function selectiveColor({ relative, colors }: Kind<'selectiveColor'>): ColorStep {
  const shifts = selectiveColors.map((name) => (colors[name] ?? [0, 0, 0, 0]).map((value) => value / 100))
  const used = shifts.map((shift) => shift.some((value) => value !== 0))
  return (color) => {
    const [r, g, b] = [color[0] as number, color[1] as number, color[2] as number]
    readContents(r, g, b)
    for (let c = 0; c < 3; c++) {
      const value = (c === 0 ? r : c === 1 ? g : b) / 255
      let sum = 0
      for (let k = 0; k < used.length; k++) {
        const share = contents[k] as number
        if (share === 0 || !used[k]) continue
        const shift = shifts[k] as readonly number[]
        const [ink, black] = [shift[c] as number, shift[3] as number]
        const change = ((-1 - ink) * black - ink) * (relative ? 1 - value : 1)
        sum += Math.min(1 - value, Math.max(-value, change)) * share
      }
      color[c] = clamp(value * 255 + sum, 0, 255)
    }
  }
}

/** Returns the step of an adjustment that mixes channels; null for one that `channelTables` knows. */
export function colorStep(adjustment: Adjustment): ColorStep | null {
  switch (adjustment.kind) {
    case 'vibrance':
      return vibrance(adjustment)
    case 'hueSaturation':
      return hueSaturation(adjustment)
    case 'colorBalance':
      return colorBalance(adjustment)
    case 'blackWhite':
      return blackWhite(adjustment)
    case 'photoFilter':
      return photoFilter(adjustment)
    case 'channelMixer':
      return channelMixer(adjustment)
    case 'threshold':
      return threshold(adjustment)
    case 'gradientMap':
      return gradientMap(adjustment)
    case 'selectiveColor':
      return selectiveColor(adjustment)
    default:
      return null
  }
}
