/** Reads the tree of layers from the records, with ag-psd, as PsdNode. Pixels are read elsewhere (pixels.ts). */
import { infoHandlersMap } from 'ag-psd/dist/additionalInfo.js'
import { parseColor, readVersionAndDescriptor } from 'ag-psd/dist/descriptor.js'
import type { Color, Layer } from 'ag-psd/dist/psd.js'
import { createReader, readPsd } from 'ag-psd/dist/psdReader.js'
import { clamp } from '../../contract/ground/number'
import type { Effect, Gradient } from '../../contract/rules/appearance'
import { encodeLight } from '../pixels/light'
import { type AdjustmentContext, adjustmentOf } from './adjustment'
import type { LayerBlocks } from './blocks'
import { damaged } from './bytes'
import { inksToRgb, labToRgb } from './icc'
import { legacyName } from './legacy-name'
import type { MaskPlace, PsdNode, Rgb } from './node'
import type { VectorMask } from './paths'
import { hasPixels } from './pixels'
import type { Records } from './records'
import type { ChannelPlace, Header } from './sections'
import { gradientMethod, gradientOf, type StyleContext, stylesOf } from './styles'
import { psdTextOf } from './text-setting'
import type { PsdLayerKind } from './types'

// ag-psd 31.0.2 loses an artboard without a colour of its own, as older versions of Photoshop write it.
const artboardHandler = infoHandlersMap.artb
if (artboardHandler !== undefined) {
  artboardHandler.read = (reader, target) => {
    const found = readVersionAndDescriptor(reader)
    const rect = found.artboardRect
    target.artboard = {
      rect: { top: rect['Top '], left: rect.Left, bottom: rect.Btom, right: rect.Rght },
      presetName: found.artboardPresetName,
      backgroundType: found.artboardBackgroundType ?? 1,
    }
    if (found['Clr '] !== undefined) target.artboard.color = parseColor(found['Clr '])
  }
}

/** Largest record of a text that is read, bytes; a novel has fewer. */
const maxTextRecord = 4 * 1024 * 1024

// A text that cannot be read must not prevent the import of its layer's pixels, nor of the other layers.
const textHandler = infoHandlersMap.TySh
if (textHandler !== undefined) {
  const read = textHandler.read
  textHandler.read = (reader, target, leftBytes, ...rest) => {
    try {
      if (leftBytes() <= maxTextRecord) return read(reader, target, leftBytes, ...rest)
    } catch {
      // Falls through to a text without content.
    }
    target.text = { text: '' }
  }
}

/** Layers whose styles ag-psd could not read: it goes on without them, or with those of an older block. */
const unreadStyles = new WeakSet<object>()

for (const key of ['lfx2', 'lmfx']) {
  const handler = infoHandlersMap[key]
  if (handler === undefined) continue
  const { read } = handler
  handler.read = (reader, target, ...rest) => {
    try {
      return read(reader, target, ...rest)
    } catch (error) {
      unreadStyles.add(target)
      throw error
    }
  }
}

/**
 * Converts a descriptor's colour, whose inks and lightness are in percent. @param linear for files with 32 bits, whose colours
 * are linear light.
 */
function rgbOf(color: Color | undefined, linear: boolean): Rgb | null {
  const found = signalOf(color)
  if (found === null || !linear) return found
  const [r, g, b] = found.map((value) => Math.round(encodeLight(clamp(value, 0, 255) / 255) * 255))
  return [r ?? 0, g ?? 0, b ?? 0]
}

function signalOf(color: Color | undefined): Rgb | null {
  if (color === undefined) return null
  if ('r' in color) return [color.r, color.g, color.b]
  if ('fr' in color) return [color.fr * 255, color.fg * 255, color.fb * 255]
  const byte = (percent: number) => Math.round(clamp(percent, 0, 100) * 2.55)
  const first = ([r = 0, g = 0, b = 0]: Uint8Array): Rgb => [r, g, b]
  if ('c' in color) return first(inksToRgb(Uint8Array.of(byte(color.c), byte(color.m), byte(color.y), byte(color.k)), 1))
  if ('l' in color) return first(labToRgb(Uint8Array.of(byte(color.l), color.a + 128, color.b + 128), 1))
  if ('k' in color) return [255 - byte(color.k), 255 - byte(color.k), 255 - byte(color.k)]
  return null
}

function artboardOf(layer: Layer, linear: boolean): PsdNode['artboard'] {
  if (layer.artboard === undefined) return null
  const { rect, backgroundType, color } = layer.artboard
  const colors: Readonly<Record<number, Rgb | null>> = { 1: [255, 255, 255], 2: [0, 0, 0], 3: null, 4: rgbOf(color, linear) }
  const { left, top, right, bottom } = rect
  return {
    box: { left: Math.round(left), top: Math.round(top), right: Math.round(right), bottom: Math.round(bottom) },
    color: colors[backgroundType ?? 1] ?? null,
  }
}

/** Blocks of adjustment layers. */
const adjustmentKeys = 'brit levl curv expA vibA hue hue2 blnc blwh phfl mixr clrL nvrt post thrs grdm selc CgEd'
  .split(' ')
  .map((key) => key.padEnd(4))

/** Blocks of what a layer is filled with. */
const fillKeys = ['SoCo', 'GdFl', 'PtFl', 'vscg']
const hasAny = ({ keys }: LayerBlocks, some: readonly string[]): boolean => some.some((key) => keys.has(key))

/**
 * @param bare the layer has no pixels. Photoshop marks layers that have none by their nature, so that an adjustment of a kind
 * that is not known here is not taken for an empty layer.
 */
function kindOf(layer: Layer, blocks: LayerBlocks, bare: boolean): PsdLayerKind {
  if (layer.children !== undefined) return 'group'
  if (layer.adjustment !== undefined || (bare && hasAny(blocks, adjustmentKeys))) return 'adjustment'
  if (layer.text !== undefined) return 'text'
  if (layer.placedLayer !== undefined) return 'smartObject'
  if (layer.vectorFill !== undefined) return layer.vectorMask === undefined ? 'fill' : 'shape'
  if (bare && hasAny(blocks, fillKeys)) return 'fill'
  return bare && blocks.isWithoutPixels ? 'adjustment' : 'pixel'
}

/**
 * Tells whether a layer's combined mask has to be split. Photoshop stores a pixel mask together with a vector mask also as one
 * picture (channel -2); when they have densities of their own, each is applied with its own density instead.
 */
const needsSeparateMasks = ({ mask, realMask }: Layer, channels: readonly ChannelPlace[]): boolean =>
  realMask !== undefined &&
  channels.some(({ id }) => id === -3) &&
  ((mask?.userMaskDensity ?? 1) < 1 || (mask?.vectorMaskDensity ?? 1) < 1)

function maskOf(layer: Layer, channels: readonly ChannelPlace[]): MaskPlace | null {
  const { mask, realMask } = layer
  const own = needsSeparateMasks(layer, channels)
  const maskData = own ? realMask : mask
  if (mask === undefined || maskData === undefined || maskData.disabled) return null
  const { left = 0, top = 0, right = 0, bottom = 0, defaultColor = 0 } = maskData
  const ofPaths = !own && mask.fromVectorData === true
  return {
    ...{ left, top, right, bottom },
    outside: defaultColor,
    density: (ofPaths ? mask.vectorMaskDensity : mask.userMaskDensity) ?? 1,
    feather: (ofPaths ? mask.vectorMaskFeather : mask.userMaskFeather) ?? 0,
    channel: own ? -3 : -2,
  }
}

/** @param drawn the layer is a shape whose pixels already include its vector mask. */
function vectorOf(layer: Layer, channels: readonly ChannelPlace[], drawn: boolean): VectorMask | null {
  const { vectorMask, mask, realMask } = layer
  // A rendered pixel mask replaces the vector mask that it was made from.
  const rendered = !needsSeparateMasks(layer, channels) && (mask?.fromVectorData || realMask !== undefined)
  if (vectorMask === undefined || vectorMask.disable || drawn || rendered) return null
  return {
    density: mask?.vectorMaskDensity ?? 1,
    feather: mask?.vectorMaskFeather ?? 0,
    // The skeleton's canvas is 1 px, so the points are shares of the real canvas.
    paths: vectorMask.paths.map(({ operation, fillRule, open, knots }) => ({
      operation: operation ?? null,
      open,
      evenOdd: fillRule === 'even-odd',
      knots: knots.map(({ points }) => points),
    })),
    invert: vectorMask.invert ?? false,
    startsFull: vectorMask.fillStartsWithAllPixels ?? false,
  }
}

/** "Blend if": any range that does not run from black to white. */
const hasBlendIf = ({ blendingRanges }: Layer): boolean => {
  if (blendingRanges === undefined) return false
  const full = ([a, b, c, d]: readonly number[]) => a === 0 && b === 0 && c === 255 && d === 255
  const { compositeGrayBlendSource, compositeGraphBlendDestinationRange, ranges } = blendingRanges
  const all = [compositeGrayBlendSource, compositeGraphBlendDestinationRange]
  return !all.concat(...ranges.map(({ sourceRange, destRange }) => [sourceRange, destRange])).every(full)
}

/** Effects that Photoshop may mix with the layer as one group. */
const interior: readonly Effect['kind'][] = ['innerShadow', 'innerGlow', 'colorOverlay', 'gradientOverlay']

const mixesPlainly = ({ fillOpacity = 1, blendMode = 'normal' }: Layer): boolean =>
  fillOpacity >= 1 && (blendMode === 'normal' || blendMode === 'pass through')

/** Names the advanced blending options of a layer that change its look and are not drawn. */
function lostOptionsOf(layer: Layer): string[] {
  const { knockout, blendClippendElements } = layer
  const isPlain = mixesPlainly(layer)
  const names: readonly (readonly [name: string, isUsed: boolean])[] = [
    ['混合颜色带', hasBlendIf(layer)],
    ['挖空', knockout === true && !isPlain],
    ['不将剪贴图层混合成组', blendClippendElements === false && !isPlain],
    ['限制混合的通道', (layer.channelBlendingRestrictions ?? []).length > 0],
  ]
  return names.filter(([, isUsed]) => isUsed).map(([name]) => name)
}

function strokeOf({ vectorFill, vectorStroke }: Layer, linear: boolean): PsdNode['stroke'] {
  const { strokeEnabled, fillEnabled, content } = vectorStroke ?? {}
  if (!strokeEnabled || fillEnabled === false || vectorFill?.type !== 'color' || content?.type !== 'color') return null
  const [filling, line] = [rgbOf(vectorFill.color, linear), rgbOf(content.color, linear)]
  return filling && line && { filling, line }
}

/** Names what of a layer is drawn nearly but not exactly as Photoshop does, beyond its adjustment and its styles. */
function nearOf(layer: Layer, effects: readonly Effect[]): string[] {
  const { blendMode = 'normal', vectorFill, mask } = layer
  const isBlended = blendMode !== 'normal' && blendMode !== 'pass through'
  const names: readonly (readonly [name: string, isUsed: boolean])[] = [
    // Where its grains lie is not published.
    ['“溶解”混合模式', blendMode === 'dissolve'],
    [
      '混合模式与内部效果（颜色叠加等）一起',
      isBlended && effects.some(({ kind, opacity }) => interior.includes(kind) && opacity > 0),
    ],
    // Beyond its stored pixels the filling shows over the whole canvas.
    ['形状的矢量蒙版密度', vectorFill !== undefined && (mask?.vectorMaskDensity ?? 1) < 1],
    // Whether its stored picture has the soft edge already is not known.
    ['矢量蒙版的羽化', mask?.fromVectorData === true && (mask.vectorMaskFeather ?? mask.userMaskFeather ?? 0) > 0],
    ['渐变的插值方法', vectorFill?.type === 'solid' && gradientMethod(vectorFill) !== 'classic'],
  ]
  return names.filter(([, isUsed]) => isUsed).map(([name]) => name)
}

/** Photoshop's default, for files that name none. */
const usualLight = 120

/** Returns the gradient of a fill layer or of a filled shape, when it is aligned with the layer as usual. */
function fillGradient({ vectorFill, vectorStroke }: Layer, context: StyleContext): Gradient | null {
  if (vectorFill?.type !== 'solid' || vectorStroke?.fillEnabled === false) return null
  return gradientOf(vectorFill, vectorFill, context)
}

/** No blocks: of a layer whose record is not known. */
const noBlocks: LayerBlocks = { keys: new Set(), legacyName: new Uint8Array(0), records: new Map(), isWithoutPixels: false }

export interface FileSettings extends Pick<Header, 'mode' | 'depth'> {
  /** Angle of the light that the effects of the file share, degrees. */
  readonly light?: number | undefined
  /** Gamma by which a gray file turns levels into light. */
  readonly grayLight?: number | undefined
}

/** @throws PsdError when the records cannot be read. */
export function readStructure(records: Records, { mode, depth, light = usualLight, grayLight }: FileSettings): PsdNode[] {
  const { skeleton, layers } = records
  if (skeleton.byteLength === 0) return []
  const linear = depth === 32
  const context: AdjustmentContext = {
    light,
    linear,
    rgb: (color) => rgbOf(color, linear),
    mode,
    depth,
    grayLight: grayLight ?? null,
  }
  const toNode = (layer: Layer): PsdNode => {
    const index = layer.rawData?.channels[0]?.id ?? -1
    const [channels, blocks] = [layers[index] ?? [], records.blocks[index] ?? noBlocks]
    const { left = 0, top = 0, right = 0, bottom = 0 } = layer
    const name = blocks.keys.has('luni') ? (layer.name ?? '') : legacyName(blocks.legacyName)
    // A line is a shape with its fill disabled.
    const isFilled = layer.vectorFill?.type === 'color' && layer.vectorStroke?.fillEnabled !== false
    const mask = maskOf(layer, channels)
    const solid = isFilled && layer.vectorFill?.type === 'color' ? rgbOf(layer.vectorFill.color, linear) : null
    const box = { left, top, right, bottom }
    const kind = kindOf(layer, blocks, !hasPixels({ box, channels }))
    const styles = stylesOf(layer.effects, context)
    const isOneGroup = layer.blendInteriorElements === true && !mixesPlainly(layer)
    const isInterior = ({ kind: effect }: Effect) => isOneGroup && interior.includes(effect)
    const found = kind === 'adjustment' ? adjustmentOf(layer.adjustment, blocks, context) : null
    return {
      name,
      kind,
      box,
      mode: layer.blendMode ?? 'normal',
      opacity: layer.opacity ?? 1,
      fill: layer.fillOpacity ?? 1,
      clipping: layer.clipping ?? false,
      hidden: layer.hidden ?? false,
      mask,
      vector: vectorOf(layer, channels, kind === 'shape' && hasPixels({ box, channels })),
      stroke: strokeOf(layer, linear),
      effects: styles.effects.filter((effect) => !isInterior(effect)),
      interior: styles.effects.filter(isInterior),
      lostEffects: unreadStyles.has(layer) ? [...styles.lost, '无法读取的样式'] : styles.lost,
      adjustment: found?.adjustment ?? null,
      black: found?.black ?? null,
      near: [...(found?.isNear ? ['调整'] : []), ...styles.near, ...nearOf(layer, styles.effects)],
      lostOptions: lostOptionsOf(layer),
      text: layer.text === undefined ? null : psdTextOf(layer.text, context.rgb),
      color: solid,
      gradient: fillGradient(layer, context),
      // Outside a mask that hides everything there is no layer to be aligned with.
      gradientFrame: mask?.outside === 0 && layer.vectorFill?.type === 'solid' && layer.vectorFill.align !== false ? mask : null,
      artboard: artboardOf(layer, linear),
      channels,
      children: layer.children?.map(toNode) ?? null,
    }
  }
  try {
    const { buffer, byteOffset, byteLength } = skeleton
    const reader = createReader(buffer, byteOffset, byteLength)
    const psd = readPsd(reader, { useRawData: true, skipCompositeImageData: true, skipThumbnail: true, log: () => {} })
    return (psd.children ?? []).map(toNode)
  } catch (error) {
    throw damaged('图层结构不正确', error)
  }
}
