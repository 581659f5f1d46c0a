/** Serves one open PSD: its structure at once, pictures on request. Pure, without PNG encoding, so that it runs anywhere. */
import type { BufferPool } from '../../contract/ground/buffer-pool'
import { drawingOn } from '../pixels/draw'
import { type Box, blank, contains, crop, filled, intersect, isBlank, opaqueBox, type Raster, shrink } from '../pixels/raster'
import { damaged, type Source } from './bytes'
import { type Composing, extent, gammaOf } from './compose'
import { type Check, createUnitDrawing, maxPixels } from './draw-unit'
import { type Convert, conversionOf, grayLight } from './icc'
import { comparedParts, createLikeness, strayShare, visible } from './likeness'
import { readMerged } from './merged'
import type { PsdSummary, ReportChange } from './messages'
import { finishColors } from './pixels'
import { type ArtboardPlan, looseLayers, planArtboards, type Unit } from './plan'
import { readRecords } from './records'
import { leftOutEmpty, leftOutMasked, type Mixing, mixedOtherwise } from './report'
import { type Header, readSections } from './sections'
import { readStructure } from './structure'
import { fitTextEdges } from './text-edges'
import {
  type GroupMode,
  type Likenesses,
  type PsdArtboard,
  type PsdColorMode,
  PsdError,
  type PsdLayer,
  type PsdLayerReport,
} from './types'

/** A {@link PsdLayer} with its pixels instead of its encoded picture. */
export interface DrawnLayer extends Omit<PsdLayer, 'picture' | 'left' | 'top' | 'width' | 'height'> {
  /** Its box is in px of the artboard. */
  readonly raster: Raster
}

export interface PsdService {
  readonly summary: PsdSummary
  /** Returns the index-th layer from the bottom; null when it turns out to be empty. */
  layer(
    artboardId: string,
    groups: GroupMode,
    index: number,
    check: Check,
  ): Promise<{ layer: DrawnLayer | null; changes: ReportChange[] }>
  /** Returns the artboard as it looks, its longer side at most maxSide px. */
  thumbnail(artboardId: string, maxSide: number, check: Check): Promise<Raster>
  /** Returns Photoshop's merged picture of the artboard; null when there is none. */
  merged(artboardId: string, check: Check): Promise<Raster | null>
  /** Compares the layers with the merged picture; null when there is none. */
  likeness(artboardId: string, check: Check): Promise<Likenesses | null>
}

const modes: Readonly<Record<number, PsdColorMode>> = {
  0: 'bitmap',
  1: 'grayscale',
  2: 'indexed',
  3: 'rgb',
  4: 'cmyk',
  7: 'multichannel',
  8: 'duotone',
  9: 'lab',
}

/** Largest side of a canvas, which encodes the PNG; px. */
const maxSide = 32_767

type StackUnit = Extract<Unit, { kind: 'stack' }>
type AdjustUnit = Extract<Unit, { kind: 'adjust' }>

/** Step that reduces a picture to about 512 px, which suffices to see whether a merged picture holds anything. */
const previewStep = ({ width, height }: PsdArtboard): number => Math.max(1, Math.floor(Math.max(width, height) / 512))

/** @param finish converts the file's mixed colours to sRGB; one of another gamma mixes visibly otherwise. */
function mixingOf({ mode, depth }: Header, finish: Convert | null): Mixing {
  if (mode === 9) return 'other'
  if (mode === 4) return 'inks'
  const middle = finish?.(Uint8Array.of(128, 128, 128), 1) ?? []
  return depth === 32 || middle.some((value) => Math.abs(value - 128) > visible) ? 'own' : 'rgb'
}

/** Whether a picture has more soft px than stray differences of two programs, so that it shows how they are mixed. */
function isSoft({ data }: Raster, { width, height }: PsdArtboard): boolean {
  const most = width * height * strayShare
  for (let [at, count] = [3, 0]; at < data.length; at += 4) {
    const alpha = data[at] as number
    if (alpha > visible && alpha < 255 - visible && ++count > most) return true
  }
  return false
}

/** The source layer that a unit shows. */
const sourceOf = (unit: Unit): unknown =>
  unit.kind === 'stack'
    ? unit.stack.base
    : unit.kind === 'adjust'
      ? unit.node
      : unit.kind === 'scene'
        ? unit.stacks.at(-1)?.base
        : unit.kind

/** Whether both ways to import an artboard make the same layers: no group is taken apart in one of them alone. */
const drawsSame = (some: readonly Unit[], others: readonly Unit[]): boolean =>
  some.length === others.length && some.every((unit, at) => sourceOf(unit) === sourceOf(others[at] as Unit))

const shifted = (raster: Raster, { left, top }: Pick<Box, 'left' | 'top'>): Raster => ({
  ...raster,
  left: raster.left - left,
  top: raster.top - top,
  right: raster.right - left,
  bottom: raster.bottom - top,
})

/**
 * Opens a PSD and plans its layers.
 *
 * @param wasm address of Little CMS; not needed where the package finds it by itself.
 * @param buffers memory for the pictures; the caller gives back that of pictures which it has used.
 * @throws PsdError with the reason why the file cannot be read.
 */
export async function openService(source: Source, wasm?: string, buffers?: BufferPool): Promise<PsdService> {
  const sections = await readSections(source)
  const { header } = sections
  const records = await readRecords(source, sections)
  const { convert, finish, notice } = await conversionOf(header, sections.icc, wasm)
  const settings = { mode: header.mode, depth: header.depth, light: sections.globalAngle ?? undefined }
  const nodes = readStructure(records, { ...settings, grayLight: grayLight(finish) })
  const colors = {
    alike: header.mode === 3 && header.depth < 32 && finish === null,
    inks: header.mode !== 1 && header.mode !== 3,
    mixing: mixingOf(header, finish),
  }
  const plans = new Map(planArtboards(nodes, header, colors).map((plan) => [plan.artboard.id, plan]))
  const canvas: Box = { left: 0, top: 0, right: header.width, bottom: header.height }
  const loose = looseLayers(nodes)
  const notices = [
    ...(notice === null ? [] : [notice]),
    ...(loose > 0 ? [`有${loose}个图层不在任何画板中，不会导入`] : []),
    ...(header.depth === 32 ? ['文件是32位颜色，过亮的部分已截断'] : []),
  ]
  const hasMerged = sections.hasMerged !== false && sections.merged.length > 2

  const planFor = (artboardId: string): ArtboardPlan => {
    const plan = plans.get(artboardId)
    if (plan === undefined) throw new PsdError('closed', `PSD中没有画板 ${artboardId}`)
    const { width, height } = plan.artboard
    if (width * height > maxPixels || Math.max(width, height) > maxSide)
      throw new PsdError('unsupported', `画板太大（${width}×${height}），请在Photoshop中缩小后重新导入`)
    return plan
  }
  const createComposing = (check: Check): Composing => ({ source, header, convert, check, ...(buffers && { buffers }) })
  const { applyGroups, composeSmall, drawUnit } = createUnitDrawing(createComposing)

  const mergedOf = async (box: Box, step: number, check: Check): Promise<Raster | null> => {
    const region = intersect(box, canvas)
    if (!hasMerged || region === null) return null
    const picture = await readMerged(createComposing(check), sections, { region, step, alpha: records.mergedAlpha, check })
    if (
      picture === null ||
      (region.left === box.left && region.top === box.top && region.right === box.right && region.bottom === box.bottom)
    ) {
      return picture
    }
    // An artboard may extend beyond the canvas: its area outside the canvas stays transparent.
    const artboardPicture = blank({
      left: 0,
      top: 0,
      right: Math.ceil((box.right - box.left) / step),
      bottom: Math.ceil((box.bottom - box.top) / step),
    })
    const [dx, dy] = [Math.floor((region.left - box.left) / step), Math.floor((region.top - box.top) / step)]
    for (let y = 0; y < picture.height && y + dy < artboardPicture.height; y++) {
      const row = picture.data.subarray(
        y * picture.width * 4,
        (y * picture.width + Math.min(picture.width, artboardPicture.width - dx)) * 4,
      )
      artboardPicture.data.set(row, ((y + dy) * artboardPicture.width + dx) * 4)
    }
    return artboardPicture
  }

  /**
   * Returns null also when another program left the merged picture blank: such files claim to have a real one, but it holds one
   * colour.
   */
  const trustedMerged = async (plan: ArtboardPlan, step: number, check: Check): Promise<Raster | null> => {
    const picture = await mergedOf(plan.box, step, check)
    const drawn = plan.units.flatten.some((unit) => unit.kind !== 'fill' && unit.kind !== 'merged')
    return picture !== null && drawn && isBlank(picture) ? null : picture
  }

  /** Whether one of the layers below a unit may cover the whole of the unit, so that all its edges lie on pixels, or `touches` it. */
  const liesOver = ({ units, box }: ArtboardPlan, unit: Unit, touches = false): boolean => {
    const all = Object.values(units).find((some) => some.includes(unit)) ?? []
    const own = unit.kind === 'stack' ? extent(unit.stack.base, box) : null
    return all.slice(0, all.indexOf(unit)).some((below) => {
      if (below.kind !== 'stack') return below.kind !== 'adjust'
      const reach = below.stack.base.hidden ? null : extent(below.stack.base, box)
      return reach !== null && own !== null && (touches ? intersect(reach, own) !== null : contains(reach, own))
    })
  }

  /** Whether a layer turned out to have visible px; of layers that were drawn whole. */
  const seenUnits = new WeakMap<Unit, boolean>()

  /** Returns whether nothing is visible of the layer to which a unit is clipped, so that the unit shows nothing either. */
  const isBaseEmpty = async (plan: ArtboardPlan, unit: StackUnit | AdjustUnit, check: Check): Promise<boolean> => {
    const units = Object.values(plan.units).find((all) => all.includes(unit)) ?? []
    const base = units.find(({ id }) => id === unit.base)
    if (base?.kind !== 'stack') return false
    const known = isWhole(plan) ? seenUnits.get(base) : undefined
    return !(known ?? (await draw(plan, base, check)) !== null)
  }

  /** Whether a plan is of a whole artboard, not of a part of one. */
  const isWhole = (plan: ArtboardPlan): boolean => plans.get(plan.artboard.id) === plan

  async function draw(plan: ArtboardPlan, unit: Unit, check: Check): Promise<DrawnLayer | null> {
    const { id } = unit
    if (unit.kind === 'fill') {
      const { name, color, ancestors } = unit
      const raster = await applyGroups(createComposing(check), ancestors, filled(plan.box, color))
      return { id, name, hidden: false, raster: shifted(raster, plan.box), fill: plan.artboard.fill ?? undefined }
    }
    if (unit.kind === 'merged') {
      const raster = await mergedOf(plan.box, 1, check)
      if (raster === null && plan.nodes.length === 0) throw damaged('没有图层，也没有合并的图像')
      return raster === null ? null : { id, name: unit.name, hidden: false, raster }
    }
    if (unit.kind !== 'scene' && unit.base !== undefined && (await isBaseEmpty(plan, unit, check))) return null
    const mayHoldText = unit.kind === 'stack' && (unit.stack.base.kind === 'text' || unit.stack.base.children !== null)
    const over = mayHoldText && liesOver(plan, unit)
    const drawn = await drawUnit(unit, over, plan.box, check)
    const isBare = unit.kind === 'stack' && unit.look.fillOpacity === 0 && unit.look.effects === undefined
    const seen = drawn === null || isBare ? null : opaqueBox(drawn)
    if (isWhole(plan)) seenUnits.set(unit, seen !== null)
    if (drawn === null || seen === null) return null
    const raster = shifted(crop(drawn, seen), plan.box)
    if (unit.kind === 'stack' && unit.look.effects === undefined && gammaOf({ header }, unit.stack.base) !== 1 && over)
      fitTextEdges(raster)
    if (unit.kind === 'scene') return { id, name: unit.name, hidden: false, raster }
    const { ancestors, group, look } = unit
    const node = unit.kind === 'stack' ? unit.stack.base : unit.node
    const { name, text, hidden } = node
    return {
      id,
      name: name.trim() === '' ? `图层 ${id}` : name,
      hidden: hidden || ancestors.some((one) => one.hidden),
      raster,
      ...(Object.keys(look).length === 0 ? {} : { appearance: look }),
      ...(text === null ? {} : { text: { ...text, report: unit.reports.length === 1 ? (unit.reports[0] ?? null) : null } }),
      ...(group === null ? {} : { group }),
    }
  }

  /** Draws a part of an artboard as a design shows the layers of a mode. */
  const composed = async (plan: ArtboardPlan, part: Box, groups: GroupMode, check: Check): Promise<Raster> => {
    const raster = blank(part)
    const drawing = drawingOn(raster, 1)
    for (const unit of plan.units[groups]) {
      const layer = await draw({ ...plan, box: part }, unit, check)
      if (layer === null || layer.hidden) continue
      // A design mixes converted colours.
      finishColors(layer.raster, finish)
      drawing.add(shifted(layer.raster, { left: -part.left, top: -part.top }), layer.appearance)
    }
    drawing.finish()
    return raster
  }

  return {
    summary: {
      width: header.width,
      height: header.height,
      colorMode: modes[header.mode] ?? 'rgb',
      depth: header.depth,
      artboards: [...plans.values()].map(({ artboard }) => artboard),
      notices,
      reports: Object.fromEntries([...plans].map(([id, { reports }]) => [id, reports])),
    },
    async layer(artboardId, groups, index, check) {
      const plan = planFor(artboardId)
      const unit = plan.units[groups][index]
      if (unit === undefined) return { layer: null, changes: [] }
      const layer = await draw(plan, unit, check)
      const reportsOf = (numbers: readonly number[], change: (report: PsdLayerReport) => PsdLayerReport) =>
        numbers.map((number) => ({ index: number, report: change(plan.reports[groups][number] as PsdLayerReport) }))
      if (layer === null)
        return { layer, changes: reportsOf(unit.reports, unit.kind === 'adjust' ? leftOutMasked : leftOutEmpty) }
      const isMixed = unit.kind === 'stack' && !layer.hidden && isSoft(layer.raster, plan.artboard) && liesOver(plan, unit, true)
      finishColors(layer.raster, finish)
      if (colors.mixing === 'rgb' || !isMixed) return { layer, changes: [] }
      const shown = unit.reports.filter((number) => plan.reports[groups][number]?.fate !== 'leftOut')
      return { layer, changes: reportsOf(shown.slice(0, 1), mixedOtherwise) }
    },
    async thumbnail(artboardId, maxSide, check) {
      const plan = planFor(artboardId)
      const longest = Math.max(plan.artboard.width, plan.artboard.height)
      // Read twice the shown size, so that each px becomes the mean of four or more.
      const step = Math.max(1, Math.floor(longest / (maxSide * 2)))
      const picture = (await trustedMerged(plan, step, check)) ?? (await composeSmall(plan, step, check))
      const small = shrink(picture, maxSide)
      finishColors(small, finish)
      return small
    },
    async likeness(artboardId, check) {
      const plan = planFor(artboardId)
      if ((await trustedMerged(plan, previewStep(plan.artboard), check)) === null) return null
      const all = { flatten: createLikeness(), leaves: createLikeness() }
      const areSame = drawsSame(plan.units.flatten, plan.units.leaves)
      for (const part of comparedParts(plan.box)) {
        const storedPart = await mergedOf(part, 1, check)
        if (storedPart === null) return null
        finishColors(storedPart, finish)
        all.flatten.add(await composed(plan, part, 'flatten', check), storedPart)
        if (!areSame) all.leaves.add(await composed(plan, part, 'leaves', check), storedPart)
      }
      const flatten = all.flatten.result()
      return { flatten, leaves: areSame ? flatten : all.leaves.result() }
    },
    async merged(artboardId, check) {
      const picture = await trustedMerged(planFor(artboardId), 1, check)
      if (picture !== null) finishColors(picture, finish)
      return picture
    },
  }
}
