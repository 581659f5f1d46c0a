/**
 * Composes stacks of layers to one picture as Photoshop shows it: blend modes, opacities, masks, clipping, layer styles,
 * adjustment layers, isolated and pass-through groups. The pixels of one layer are in memory at a time.
 */
import { clamp } from '../../contract/ground/number'
import type { Adjustment, BlendMode } from '../../contract/rules/appearance'
import { adjustBelow } from '../pixels/adjust'
import { type BlendOptions, blendInto, mixInto } from '../pixels/blend'
import { blankPlane, blurPlane, blurReach, grown } from '../pixels/blur'
import { effectReach, effectSupport, type LayerPart, layerParts } from '../pixels/effects'
import { gradientRaster } from '../pixels/gradient'
import { applyMask, type Box, blank, filled, intersect, type Mask, type Raster, union } from '../pixels/raster'
import type { PsdNode } from './node'
import { coverage } from './paths'
import { hasPixels, type PixelSource, readMask, readPixels } from './pixels'
import { fitTextEdges, textGamma } from './text-edges'

export interface Composing extends PixelSource {
  /** Throws when the picture is no longer needed. */
  readonly check: () => void
  /**
   * The composed picture will be drawn in normal mode over another picture. Edges of text that have no other layer below them are
   * then changed so that plain mixing shows what Photoshop's gamma would.
   */
  readonly overPicture?: boolean
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
    // An adjustment layer has no picture that could clip another layer.
    const clips = below !== undefined && (below.base.kind !== 'adjustment' || below.base.hidden)
    if (node.clipping && clips) below.clips.push(node)
    else stacks.push({ base: node, clips: [] })
  }
  return stacks
}

/** A pass-through group with styles is drawn as one picture, like every layer with styles. */
export const passes = ({ children, mode, effects, interior }: PsdNode): boolean =>
  children !== null && mode === 'pass through' && effects.length + interior.length === 0

/**
 * Whether adjustments in a pass-through group act on the group alone: where it has a fill opacity below 100 % or layers clipped to
 * it. Inferred from pictures by Photoshop, as psd-tools 1.17 does.
 */
const isolates = ({ base, clips }: Stack): boolean => passes(base) && (base.fill < 1 || clips.length > 0)

/** Whether a group, or one in it that passes through, has visible adjustment layers. */
const holdsAdjustments = ({ children }: PsdNode): boolean =>
  (children ?? []).some((child) => !child.hidden && (child.kind === 'adjustment' || (passes(child) && holdsAdjustments(child))))

/** Whether a group that passes through is composed by itself because of its adjustments. */
export const isolatesAdjustments = (stack: Stack): boolean => isolates(stack) && holdsAdjustments(stack.base)

export const modeOf = ({ mode }: PsdNode): BlendMode => (mode === 'pass through' ? 'normal' : (mode as BlendMode))

/** Gamma with which a layer is mixed with the pixels below. */
export const gammaOf = ({ header }: Pick<Composing, 'header'>, node: PsdNode): number =>
  node.kind === 'text' && header.mode === 3 && header.depth < 32 ? textGamma : 1

/** How a layer's parts are mixed with what lies below; levels of 32 bits are light. */
const mixingOf = (file: Pick<Composing, 'header'>, node: PsdNode): Pick<BlendOptions, 'gamma' | 'linear'> => ({
  gamma: gammaOf(file, node),
  linear: isLight(file),
})

const isLight = ({ header }: Pick<Composing, 'header'>): boolean => header.depth === 32

/** Returns the rasters that show a layer's picture with its opacities, mode and styles, lowest first. */
const partsOf = (raster: Raster, node: PsdNode): readonly LayerPart[] =>
  layerParts(raster, { opacity: node.opacity, fillOpacity: node.fill, blend: modeOf(node), effects: node.effects }, 1)

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
    const share = clamp(along / length, 0, 1)
    for (let c = at; c < at + 3; c++) data[c] = (data[c] ?? 0) * (1 - share) + (plain[c] ?? 0) * share
  }
}

/** Returns whether the layer has no pixels of its own and is filled with a colour or a gradient everywhere. */
export const isPlainFill = (node: PsdNode): boolean =>
  (node.color !== null || (node.gradient !== null && node.kind === 'fill')) && !hasPixels(node)

/** Whether an adjustment changes every channel by itself: then it can work on inks. */
const actsPerChannel = ({ kind }: Adjustment): boolean =>
  kind === 'posterize' || kind === 'invert' || kind === 'brightnessContrast' || kind === 'levels' || kind === 'curves'

/**
 * Returns whether all visible pixels of a stack come from the file's own channels. Shapes, fills and styles do not: their colours
 * are given in RGB.
 */
export const isAllChannels = ({ base, clips }: Stack): boolean =>
  [base, ...clips].every(
    (node) =>
      node.hidden ||
      (node.stroke === null &&
        node.effects.length + node.interior.length === 0 &&
        (node.adjustment === null || actsPerChannel(node.adjustment)) &&
        !isPlainFill(node) &&
        !node.artboard?.color &&
        (node.children ?? []).every((child) => isAllChannels({ base: child, clips: [] }))),
  )

/** Box that a node may cover without its styles; null when it shows nothing. */
function bareExtent(node: PsdNode, region: Box): Box | null {
  if (node.artboard !== null) return intersect(node.artboard.box, region)
  if (node.children === null) return isPlainFill(node) ? region : hasPixels(node) ? intersect(node.box, region) : null
  let all: Box | null = null
  for (const child of node.children) if (!child.hidden) all = union(all, extent(child, region))
  return all
}

/** Box that a node may cover with its styles; null when it shows nothing. */
export function extent(node: PsdNode, region: Box): Box | null {
  const reach = effectReach(node.effects, 1)
  if (reach === 0) return bareExtent(node, region)
  const bare = bareExtent(node, grown(region, reach))
  return bare === null ? null : intersect(grown(bare, reach), region)
}

/** The region of a node's picture that its look within `region` depends on. */
export function neededRegion({ header }: Composing, node: PsdNode, region: Box): Box {
  const support = effectSupport([...node.effects, ...node.interior], 1)
  if (Number.isFinite(support)) return grown(region, support)
  const canvas = { left: 0, top: 0, right: header.width, bottom: header.height }
  return union(node.box, union(canvas, grown(region, effectReach(node.effects, 1)))) ?? region
}

/** Mixes a layer's inner effects into its picture, where Photoshop mixes both as one group with what lies below. */
export function withInterior(file: Pick<Composing, 'header'>, raster: Raster, { interior }: PsdNode): Raster {
  if (interior.length === 0) return raster
  const mixed = blank(raster)
  for (const part of layerParts(raster, { effects: interior }, 1))
    blendInto(mixed, part.raster, { ...part, linear: isLight(file) })
  for (let at = 3; at < mixed.data.length; at += 4) mixed.data[at] = raster.data[at] as number
  return mixed
}

/** Renders a node with its masks, without its opacity and blend mode; also when it is hidden. */
async function renderNode(file: Composing, node: PsdNode, region: Box): Promise<Raster | null> {
  file.check()
  const raster = await renderContent(file, node, region)
  if (raster !== null) await applyMasks(file, node, raster)
  return raster
}

/**
 * Reads a mask and softens its edge: Photoshop's feather is the standard deviation of a Gaussian blur, measured on pictures by
 * Photoshop. The result may be larger than the region.
 */
async function softened(region: Box, feather: number, read: (box: Box) => Promise<Mask> | Mask): Promise<Mask> {
  if (feather <= 0) return read(region)
  const wide = grown(region, blurReach(feather))
  const plane = blankPlane(wide)
  plane.data.set((await read(wide)).data)
  blurPlane(plane, feather)
  return { ...wide, data: Uint8Array.from(plane.data, Math.round) }
}

/** Returns a layer's own pixel mask and vector mask as far as it has them; each covers at least the region. */
async function masksOf(file: Composing, { channels, mask, vector }: PsdNode, region: Box): Promise<readonly Mask[]> {
  const { width, height } = file.header
  return [
    ...(mask === null ? [] : [await softened(region, mask.feather, (box) => readMask(file, channels, mask, box))]),
    ...(vector === null ? [] : [await softened(region, vector.feather, (box) => coverage(vector, box, width, height))]),
  ]
}

/** Applies a layer's own pixel mask and vector mask. */
export async function applyMasks(file: Composing, node: PsdNode, raster: Raster): Promise<void> {
  for (const mask of await masksOf(file, node, raster)) applyMask(raster, mask)
}

async function renderContent(file: Composing, node: PsdNode, region: Box): Promise<Raster | null> {
  if (node.children === null) {
    if (isPlainFill(node)) {
      if (node.color !== null) return filled(region, node.color)
      const { width, height } = file.header
      const frame = node.gradientFrame ?? { left: 0, top: 0, right: width, bottom: height }
      if (node.gradient !== null) return gradientRaster(region, node.gradient, frame)
    }
    return readPixels(file, node, region)
  }
  const box = extent(node, region)
  if (box === null) return null
  const raster = node.artboard?.color ? filled(box, node.artboard.color) : blank(box)
  await composeInto(file, node.children, raster)
  return raster
}

/**
 * Adjusts what lies below an adjustment layer, as far as its masks let it.
 *
 * @param node an adjustment layer.
 * @param shape where it acts by its alpha, of the box of `onto`; everywhere when absent.
 */
async function adjust(file: Composing, node: PsdNode, onto: Raster, shape?: Raster): Promise<void> {
  const { mask, vector } = node
  const adjustment = file.plates?.[0] === 3 ? (node.black ?? node.adjustment) : node.adjustment
  if (adjustment === null) return
  const masked = mask !== null || vector !== null || shape !== undefined
  const cover = masked ? filled(onto, [0, 0, 0]) : null
  if (cover !== null) await applyMasks(file, node, cover)
  if (cover !== null && shape !== undefined) fadeBy(cover, shape)
  adjustBelow(onto, cover, [adjustment], { opacity: node.opacity * node.fill, blend: modeOf(node) })
}

/** Renders a layer with the layers clipped to it; the caller applies its opacities, blend mode and styles. */
export async function renderStack(file: Composing, { base, clips }: Stack, region: Box): Promise<Raster | null> {
  const raster = await renderNode(file, base, region)
  if (raster === null) return null
  const visibleClips = clips.filter(({ hidden }) => !hidden)
  const plain = visibleClips.length > 0 && base.stroke !== null ? raster.data.slice() : null
  for (const clip of visibleClips) await composeClip(file, clip, raster)
  if (plain !== null && base.stroke !== null) restoreLine(raster, plain, base.stroke)
  return raster
}

/** Draws the visible nodes on a raster, whose box is also the rendered region. */
export async function composeInto(file: Composing, nodes: readonly PsdNode[], onto: Raster): Promise<void> {
  for (const stack of stacksOf(nodes)) await composeStack(file, stack, onto)
}

/** Draws a stack on a raster, unless it is hidden. */
export async function composeStack(file: Composing, stack: Stack, onto: Raster): Promise<void> {
  const { base } = stack
  if (base.hidden) return
  if (base.kind === 'adjustment') return adjust(file, base, onto)
  if (passes(base) && base.artboard === null && !isolatesAdjustments(stack)) return composeThrough(file, stack, onto)
  const raster = await renderStack(file, stack, neededRegion(file, base, onto))
  if (raster === null) return
  if (file.overPicture && base.effects.length === 0 && gammaOf(file, base) !== 1) fitTextEdges(raster, onto)
  for (const part of partsOf(withInterior(file, raster, base), base))
    blendInto(onto, part.raster, { ...part, ...mixingOf(file, base) })
}

/** Multiplies the alpha of a raster by that of another; outside of it nothing is left. */
function fadeBy(raster: Raster, shape: Raster): void {
  for (let y = raster.top, to = 3; y < raster.bottom; y++) {
    for (let x = raster.left; x < raster.right; x++, to += 4) {
      const isInside = y >= shape.top && y < shape.bottom && x >= shape.left && x < shape.right
      const from = ((y - shape.top) * shape.width + x - shape.left) * 4 + 3
      raster.data[to] = isInside ? ((raster.data[to] as number) * (shape.data[from] as number)) / 255 : 0
    }
  }
}

/** Draws a layer on a raster where its base is, from the lowest of its parts. */
async function composeClip(file: Composing, clip: PsdNode, onto: Raster, shape?: Raster): Promise<void> {
  if (clip.kind === 'adjustment') return adjust(file, clip, onto, shape)
  const over = await renderStack(file, { base: clip, clips: [] }, neededRegion(file, clip, onto))
  if (over === null) return
  for (const { raster, ...part } of partsOf(withInterior(file, over, clip), clip)) {
    if (shape !== undefined) fadeBy(raster, shape)
    blendInto(onto, raster, { ...part, ...mixingOf(file, clip), atop: true })
  }
}

/** Draws the layers of a group on what lies below it, then what is clipped to the group, and mixes the result in. */
async function composeThrough(file: Composing, { base, clips }: Stack, onto: Raster): Promise<void> {
  const { mask, vector, children } = base
  const opacity = base.opacity * base.fill
  if (opacity <= 0 || children === null) return
  const shown = clips.filter(({ hidden }) => !hidden)
  if (mask === null && vector === null && opacity >= 1 && shown.length === 0) return composeInto(file, children, onto)
  const after: Raster = { ...onto, data: onto.data.slice() }
  await composeInto(file, children, after)
  if (shown.length > 0) {
    const shape = blank(onto)
    await composeInto(file, children, shape)
    for (const clip of shown) await composeClip(file, clip, after, shape)
  }
  const masks = await masksOf(file, base, onto)
  const shareOf = ({ left, top, right, data }: Mask, x: number, y: number) =>
    (data[(y - top) * (right - left) + x - left] ?? 0) / 255
  mixInto(onto, after, (x, y) => masks.reduce((share, one) => share * shareOf(one, x, y), opacity), isLight(file))
}
