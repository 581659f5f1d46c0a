/**
 * Stacks of layers → one picture, as Photoshop shows them but for effects and adjustments: modes, opacities, masks, clipping,
 * groups with a life of their own and groups that let the canvas through. One layer's pixels are in memory at a time.
 */
import { blendInto, fillsColours, mixInto } from './blend'
import { coverage } from './paths'
import { hasPixels, type PixelSource, readMask, readPixels } from './pixels'
import { applyMask, type Box, blank, fade, filled, intersect, type Raster, union } from './raster'
import type { PsdNode } from './structure'

export interface Composing extends PixelSource {
  /** Throws when nobody waits for the picture any more. */
  readonly check: () => void
}

/** A layer and what is clipped to it, bottom to top. */
export interface Stack {
  readonly base: PsdNode
  readonly clips: readonly PsdNode[]
}

/** Clipped layers without anything below them stand for themselves. */
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

/** Whether a layer without pixels of its own is one colour everywhere. */
export const isPlainColor = (node: PsdNode): boolean => node.color !== null && !hasPixels(node)

/** What a node may cover; null when it shows nothing. */
export function extent(node: PsdNode, region: Box): Box | null {
  if (node.artboard !== null) return intersect(node.artboard.box, region)
  if (node.children === null) return isPlainColor(node) ? region : hasPixels(node) ? intersect(node.box, region) : null
  let all: Box | null = null
  for (const child of node.children) if (!child.hidden) all = union(all, extent(child, region))
  return all
}

/** A node by itself, masked, without its opacity and mode; visible even when it is hidden. */
async function renderNode(file: Composing, node: PsdNode, region: Box): Promise<Raster | null> {
  file.check()
  const raster = await renderContent(file, node, region)
  if (raster !== null) await applyMasks(file, node, raster)
  return raster
}

/** A layer's own masks, of pixels and of paths. */
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

/** A layer with what is clipped to it; its opacity and mode are the caller's. */
export async function renderStack(file: Composing, { base, clips }: Stack, region: Box): Promise<Raster | null> {
  const raster = await renderNode(file, base, region)
  if (raster === null) return null
  const seen = clips.filter(({ hidden }) => !hidden)
  if (!fillsColours(modeOf(base))) fade(raster, base.fill)
  for (const clip of seen) {
    const over = await renderStack(file, { base: clip, clips: [] }, raster)
    if (over !== null) blendInto(raster, over, { mode: modeOf(clip), opacity: clip.opacity, fill: clip.fill, atop: true })
  }
  return raster
}

/** Draws what is visible of the nodes on a raster, which is also the region. */
export async function composeInto(file: Composing, nodes: readonly PsdNode[], onto: Raster): Promise<void> {
  for (const stack of stacksOf(nodes)) {
    const { base, clips } = stack
    if (base.hidden) continue
    if (passes(base) && base.children !== null && clips.length === 0 && base.artboard === null) {
      await composeThrough(file, base, base.children, onto)
      continue
    }
    const raster = await renderStack(file, stack, onto)
    if (raster !== null) blendInto(onto, raster, { mode: modeOf(base), opacity: base.opacity, fill: base.fill })
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
