/** Applies colour adjustments to pictures, as Photoshop's adjustment layers do. */
import type { Adjustment, BlendMode } from '../../contract/rules/appearance'
import { type ColorStep, colorStep } from './adjust-colors'
import { type ChannelTables, channelTables } from './adjust-tables'
import { blendInto } from './blend'
import { type Box, blank, intersect, type Raster } from './raster'

type Step = { readonly tables: ChannelTables } | { readonly change: ColorStep }

/** Adjustments prepared for many px: tables that follow one another become one. */
function stepsOf(adjustments: readonly Adjustment[]): Step[] {
  const steps: Step[] = []
  for (const adjustment of adjustments) {
    const tables = channelTables(adjustment)
    if (tables === null) {
      const change = colorStep(adjustment)
      if (change !== null) steps.push({ change })
      continue
    }
    const last = steps[steps.length - 1]
    if (last !== undefined && 'tables' in last) {
      const then = (c: 0 | 1 | 2) => last.tables[c].map((value) => tables[c][value] as number)
      steps[steps.length - 1] = { tables: [then(0), then(1), then(2)] }
    } else steps.push({ tables })
  }
  return steps
}

function applyTables({ data }: Raster, [red, green, blue]: ChannelTables): void {
  for (let at = 0; at < data.length; at += 4) {
    data[at] = red[data[at] as number] as number
    data[at + 1] = green[data[at + 1] as number] as number
    data[at + 2] = blue[data[at + 2] as number] as number
  }
}

function applyChange({ data }: Raster, change: ColorStep): void {
  const color = new Float64Array(3)
  // Neighbouring px often have the same colour, whose result is known.
  let [r, g, b] = [-1, -1, -1]
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue
    if (data[at] !== r || data[at + 1] !== g || data[at + 2] !== b) {
      r = data[at] as number
      g = data[at + 1] as number
      b = data[at + 2] as number
      color[0] = r
      color[1] = g
      color[2] = b
      change(color)
    }
    data[at] = color[0] as number
    data[at + 1] = color[1] as number
    data[at + 2] = color[2] as number
  }
}

function applySteps(raster: Raster, steps: readonly Step[]): void {
  for (const step of steps) {
    if ('tables' in step) applyTables(raster, step.tables)
    else applyChange(raster, step.change)
  }
}

/** Applies adjustments to a picture in place, one after another. Alpha stays. */
export function applyAdjustments(raster: Raster, adjustments: readonly Adjustment[]): void {
  applySteps(raster, stepsOf(adjustments))
}

/** Copies a part of a raster; its alpha is that of `cover`, or full where there is none. */
function covered(backdrop: Raster, cover: Raster | null, box: Box): Raster {
  const part = blank(box)
  for (let y = box.top; y < box.bottom; y++) {
    const from = ((y - backdrop.top) * backdrop.width + box.left - backdrop.left) * 4
    const to = (y - box.top) * part.width * 4
    part.data.set(backdrop.data.subarray(from, from + part.width * 4), to)
    let alpha = cover === null ? 0 : ((y - cover.top) * cover.width + box.left - cover.left) * 4 + 3
    for (let at = to + 3; at < to + part.width * 4; at += 4, alpha += 4) {
      part.data[at] = cover === null ? 255 : (cover.data[alpha] as number)
    }
  }
  return part
}

/** px that are adjusted at a time, so that a large backdrop is not copied whole. */
const bandPixels = 1_000_000

/**
 * Adjusts a backdrop in place where a layer covers it.
 *
 * @param cover the layer whose alpha says where; null adjusts everything.
 */
export function adjustBelow(
  backdrop: Raster,
  cover: Raster | null,
  adjustments: readonly Adjustment[],
  { opacity = 1, blend = 'normal' }: { readonly opacity?: number; readonly blend?: BlendMode } = {},
): void {
  const box = cover === null ? backdrop : intersect(backdrop, cover)
  if (box === null || opacity <= 0) return
  const steps = stepsOf(adjustments)
  const rows = Math.max(1, Math.floor(bandPixels / (box.right - box.left)))
  for (let top = box.top; top < box.bottom; top += rows) {
    const { left, right } = box
    const part = covered(backdrop, cover, { left, right, top, bottom: Math.min(box.bottom, top + rows) })
    applySteps(part, steps)
    blendInto(backdrop, part, { mode: blend, opacity, atop: true })
  }
}
