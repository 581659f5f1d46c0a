/** Changes of the stops of a gradient: they stay in ascending order, and at least two remain. */
import { hexColorOf, rgbOf } from '../../contract/ground/hex-color'
import { clamp } from '../../contract/ground/number'
import type { GradientStop } from '../../contract/rules/appearance'

type Stops = readonly GradientStop[]

export const minStops = 2
/** More cannot be told apart on the bar. */
export const maxStops = 12

const between = (a: number, b: number, share: number): number => a + (b - a) * share

/** Returns the stop that changes nothing visible at a position, a share. */
export function stopAt(stops: Stops, at: number): GradientStop {
  const [first] = stops
  const last = stops[stops.length - 1]
  if (!first || !last) return { at, color: '#ffffff', opacity: 1 }
  const above = stops.findIndex((stop) => stop.at > at)
  const [from, to] = above < 0 ? [last, last] : above === 0 ? [first, first] : [stops[above - 1] ?? first, stops[above] ?? last]
  const share = to.at > from.at ? (at - from.at) / (to.at - from.at) : 0
  const end = rgbOf(to.color)
  const color = hexColorOf(rgbOf(from.color).map((value, index) => between(value, end[index] ?? value, share)))
  return { at, color, opacity: between(from.opacity, to.opacity, share) }
}

/** Adds a stop; returns the stops and the index of the new one, or null when there are enough. */
export function withStop(stops: Stops, at: number): { readonly stops: Stops; readonly index: number } | null {
  if (stops.length >= maxStops) return null
  const added = stopAt(stops, clamp(at, 0, 1))
  const above = stops.findIndex((stop) => stop.at > added.at)
  const index = above < 0 ? stops.length : above
  return { stops: [...stops.slice(0, index), added, ...stops.slice(index)], index }
}

/** Moves a stop between its neighbours. */
export function withStopAt(stops: Stops, index: number, at: number): Stops {
  const low = stops[index - 1]?.at ?? 0
  const high = stops[index + 1]?.at ?? 1
  return stops.map((stop, i) => (i === index ? { ...stop, at: clamp(at, low, high) } : stop))
}

/** Removes a stop; null when too few would remain. */
export const withoutStop = (stops: Stops, index: number): Stops | null =>
  stops.length <= minStops ? null : stops.filter((_, i) => i !== index)
