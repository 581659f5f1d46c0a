/**
 * Composes stacks of layers to one picture as Photoshop shows it, except for effects and adjustments: blend modes, opacities,
 * masks, clipping, isolated and pass-through groups. The pixels of one layer are in memory at a time.
 */
import { type BlendOptions, blendInto, fillAffectsColors, mixInto } from '../pixels/blend'
import { applyMask, type Box, blank, fade, filled, intersect, type Raster, union } from '../pixels/raster'
import type { PsdNode } from './node'
import { coverage } from './paths'
import { hasPixels, type PixelSource, readMask, readPixels } from './pixels'

export interface Composing extends PixelSource {
  /** Throws when the picture is no longer needed. */
  readonly check: () => void
}

/** A layer and the layers clipped to it, bottom to top. */
export interface Stack {
  readonly base: PsdNode
  readonly clips: readonly PsdNode[]
}

/** Groups layers with the layers clipped to them. Clipped layers with nothing below them become stacks of their own. */
export function stacksOf(nodes: readonly PsdNode[]): Stack[] {
  const stacks: { base: PsdNode; clips: PsdNode[] }[] = []
  for (const node of nodes) {
    const below = stacks[stacks.length - 1]
    if (node.clipping && below !== undefined) below.clips.push(node)
    else stacks.push({ base: node, clips: [] })
  }
  return stacks
}

const passes = ({ children, mode }: PsdNode): boolean => children !== null && mode === 'pass through'

const modeOf = ({ mode }: PsdNode): string => (mode === 'pass through' ? 'normal' : mode)

/** Gamma with which Photoshop mixes the antialiased edges of text with the pixels below; for RGB files. */
const textGamma = 1.45

const blendOf = ({ header }: Composing, node: PsdNode): BlendOptions => ({
  mode: modeOf(node),
  opacity: node.opacity,
  fill: node.fill,
  gamma: node.kind === 'text' && header.mode === 3 && header.depth < 32 ? textGamma : 1,
})

/**
 * Restores a shape's stroke on top of the layers clipped to the shape, because Photoshop clips to the fill only. The share of
 * stroke in a px is estimated by where its colour lies between the colours of fill and stroke.
 *
 * @param plain the shape's pixels before anything was clipped to them.
 */
function restoreLine({ data }: Raster, plain: Uint8ClampedArray, { filling, line }: NonNullable<PsdNode['stroke']>): void {
  const way = line.map((value, c) => value - (filling[c] ?? 0))
  const length = way.reduce((sum, part) => sum + part * part, 0)
  if (length === 0) return
  for (let at = 0; at < data.length; at += 4) {
    let along = 0
    for (let c = 0; c < 3; c++) along += ((plain[at + c] ?? 0) - (filling[c] ?? 0)) * (way[c] ?? 0)
    const share = Math.min(1, Math.max(0, along / length))
    for (let c = at; c < at + 3; c++) data[c] = (data[c] ?? 0) * (1 - share) + (plain[c] ?? 0) * share
  }
}

/** Returns whether the layer has no pixels of its own and one colour everywhere. */
export const isPlainColor = (node: PsdNode): boolean => node.color !== null && !hasPixels(node)

/**
 * Returns whether all visible pixels of a stack come from the file's own channels. Shapes and fills do not: their colours are
 * given in RGB.
 */
export const isAllChannels = ({ base, clips }: Stack): boolean =>
  [base, ...clips].every(
    (node) =>
      node.hidden ||
      (node.stroke === null &&
        !isPlainColor(node) &&
        !node.artboard?.color &&
        (node.children ?? []).every((child) => isAllChannels({ base: child, clips: [] }))),
  )

/** Box that a node may cover; null when it shows nothing. */
export function extent(node: PsdNode, region: Box): Box | null {
  if (node.artboard !== null) return intersect(node.artboard.box, region)
  if (node.children === null) return isPlainColor(node) ? region : hasPixels(node) ? intersect(node.box, region) : null
  let all: Box | null = null
  for (const child of node.children) if (!child.hidden) all = union(all, extent(child, region))
  return all
}

/** Renders a node with its masks, without its opacity and blend mode; also when it is hidden. */
async function renderNode(file: Composing, node: PsdNode, region: Box): Promise<Raster | null> {
  file.check()
  const raster = await renderContent(file, node, region)
  if (raster !== null) await applyMasks(file, node, raster)
  return raster
}

/** Applies a layer's own pixel mask and vector mask. */
export async function applyMasks(file: Composing, { channels, mask, vector }: PsdNode, raster: Raster): Promise<void> {
  if (mask !== null) applyMask(raster, await readMask(file, channels, mask, raster))
  if (vector !== null) applyMask(raster, coverage(vector, raster, file.header.width, file.header.height))
}

async function renderContent(file: Composing, node: PsdNode, region: Box): Promise<Raster | null> {
  if (node.children === null) {
    if (node.color !== null && isPlainColor(node)) return filled(region, node.color)
    return readPixels(file, node, region)
  }
  const box = extent(node, region)
  if (box === null) return null
  const raster = node.artboard?.color ? filled(box, node.artboard.color) : blank(box)
  await composeInto(file, node.children, raster)
  return raster
}

/** Renders a layer with the layers clipped to it; the caller applies its opacity and blend mode. */
export async function renderStack(file: Composing, { base, clips }: Stack, region: Box): Promise<Raster | null> {
  const raster = await renderNode(file, base, region)
  if (raster === null) return null
  const visibleClips = clips.filter(({ hidden }) => !hidden)
  const plain = visibleClips.length > 0 && base.stroke !== null ? raster.data.slice() : null
  if (!fillAffectsColors(modeOf(base))) fade(raster, base.fill)
  for (const clip of visibleClips) {
    const over = await renderStack(file, { base: clip, clips: [] }, raster)
    if (over !== null) blendInto(raster, over, { ...blendOf(file, clip), atop: true })
  }
  if (plain !== null && base.stroke !== null) restoreLine(raster, plain, base.stroke)
  return raster
}

/** Draws the visible nodes on a raster, whose box is also the rendered region. */
export async function composeInto(file: Composing, nodes: readonly PsdNode[], onto: Raster): Promise<void> {
  for (const stack of stacksOf(nodes)) {
    const { base, clips } = stack
    if (base.hidden) continue
    if (passes(base) && base.children !== null && clips.length === 0 && base.artboard === null) {
      await composeThrough(file, base, base.children, onto)
      continue
    }
    const raster = await renderStack(file, stack, onto)
    if (raster !== null) blendInto(onto, raster, blendOf(file, base))
  }
}

async function composeThrough(file: Composing, group: PsdNode, children: readonly PsdNode[], onto: Raster): Promise<void> {
  const { mask, vector } = group
  const opacity = group.opacity * group.fill
  if (mask === null && vector === null && opacity >= 1) return composeInto(file, children, onto)
  const box = extent(group, onto)
  if (box === null || opacity <= 0) return
  const after: Raster = { ...onto, data: onto.data.slice() }
  await composeInto(file, children, after)
  const cover = mask === null ? null : await readMask(file, group.channels, mask, onto)
  const shape = vector === null ? null : coverage(vector, onto, file.header.width, file.header.height)
  mixInto(onto, after, (x, y) => {
    const at = (y - onto.top) * onto.width + x - onto.left
    return opacity * ((cover?.data[at] ?? 255) / 255) * ((shape?.data[at] ?? 255) / 255)
  })
}
