/** Plans which layers an artboard becomes, and the import report on each source layer. Uses the structure alone, no pixels. */

import { hexColorOf } from '../../contract/ground/hex-color'
import type { LayerAppearance } from '../../contract/rules/appearance'
import type { Box } from '../pixels/raster'
import { extent, isAllChannels, isPlainFill, type Stack, stacksOf } from './compose'
import type { PsdNode, Rgb } from './node'
import { bakedReport, effectNames, leftOutEmpty, type Mixing, otherColors, reportOf } from './report'
import type { Header } from './sections'
import {
  actsBelow,
  actsThrough,
  adjustingLook,
  adjustsOnly,
  isMasked,
  lookOf,
  losesMixing,
  mixesInside,
  showsNothing,
  splits,
} from './stacks'
import type { GroupMode, PsdArtboard, PsdLayerReport } from './types'

interface LayerUnit {
  readonly id: string
  /** The groups around it whose masks are baked into it, outermost first. */
  readonly ancestors: readonly PsdNode[]
  readonly group: { readonly id: string; readonly name: string } | null
  /** Indexes of the report entries that describe this layer. */
  readonly reports: readonly number[]
}

/** One layer to import. */
export type Unit =
  | {
      readonly kind: 'fill'
      readonly id: string
      readonly name: string
      readonly color: Rgb
      readonly ancestors: readonly PsdNode[]
      readonly reports: readonly number[]
    }
  /** The only layer of a file whose layers have no pixels: its merged picture. */
  | { readonly kind: 'merged'; readonly id: string; readonly name: string; readonly reports: readonly number[] }
  /** A layer or group with the layers clipped to it; its opacities, mode and styles are in `look`. */
  | (LayerUnit & {
      readonly kind: 'stack'
      readonly stack: Stack
      readonly look: LayerAppearance
      /** The unit that it is clipped to. */
      readonly base?: string
    })
  /** An adjustment layer: its picture says where it acts. */
  | (LayerUnit & { readonly kind: 'adjust'; readonly node: PsdNode; readonly look: LayerAppearance; readonly base?: string })
  /** Layers that cannot be separated without changing the look: one picture of them all. */
  | (LayerUnit & { readonly kind: 'scene'; readonly name: string; readonly stacks: readonly Stack[]; readonly fill: Rgb | null })

export interface ArtboardPlan {
  readonly artboard: PsdArtboard
  readonly box: Box
  readonly nodes: readonly PsdNode[]
  readonly fill: Rgb | null
  /** The artboard itself when it masks or fades its content; otherwise empty. */
  readonly frame: readonly PsdNode[]
  /** Bottom to top. */
  readonly units: Readonly<Record<GroupMode, readonly Unit[]>>
  /** Top to bottom. */
  readonly reports: Readonly<Record<GroupMode, readonly PsdLayerReport[]>>
}

const nameOf = ({ name }: PsdNode, fallback: string): string => (name.trim() === '' ? fallback : name)

export interface FileColors {
  /** They are sRGB, so that a design mixes them as Photoshop does; otherwise they are mixed before they are converted. */
  readonly alike: boolean
  /** They are neither RGB nor gray, so that adjustments are approximate. */
  readonly inks: boolean
  readonly mixing: Mixing
}

interface ModePlan {
  readonly units: Unit[]
  readonly reports: PsdLayerReport[]
}

const otherMixing = '它与下方图层的混合或剪贴方式没有完全照Photoshop，看起来可能不同'

const wholeGroup = '图层组的不透明度、混合模式、样式或剪贴作用于整组，拆开会改变外观，没有拆开'

function planMode(
  nodes: readonly PsdNode[],
  box: Box,
  fill: Rgb | null,
  frame: readonly PsdNode[],
  mode: GroupMode,
  colors: FileColors,
): ModePlan {
  const reports: PsdLayerReport[] = []
  const units: Unit[] = []
  const { alike, inks, mixing } = colors
  const context = { artboard: box, inks, mixing }
  let lastId = 0

  /** Adds report entries for everything below a node that was merged into another layer. */
  const reportInner = (node: PsdNode, path: readonly string[], unseen: boolean, numbers: number[]) => {
    const inner = [...path, node.name]
    for (const child of [...(node.children ?? [])].reverse()) {
      const isHidden = unseen || child.hidden
      const into = { name: node.name, how: 'group' } as const
      numbers.push(reports.length)
      reports.push(reportOf(child, { path: inner, into, hasClips: false, baked: [], unseen: isHidden, ...context }))
      reportInner(child, inner, isHidden, numbers)
    }
  }

  /** Whether a stack needs everything below it in one picture with it. */
  const needsScene = (stack: Stack, ancestors: readonly PsdNode[]): boolean => {
    const { base } = stack
    if (base.hidden || ancestors.some(({ hidden }) => hidden)) return false
    if (!alike && actsBelow(stack)) return true
    return actsThrough(stack) && (stack.clips.length > 0 || !splits(stack))
  }

  /** Whether the layers clipped to a layer stay layers of their own. */
  const clipsStay = ({ base, clips }: Stack): boolean => alike && clips.length > 0 && base.stroke === null && !adjustsOnly(clips)

  const reportStack = (
    stack: Stack,
    below: Stack | undefined,
    path: readonly string[],
    ancestors: readonly PsdNode[],
    how: 'clip' | 'adjustment' | null,
    drawn: Pick<FileColors, 'inks' | 'mixing'> = { inks, mixing },
  ) => {
    const { base, clips } = stack
    const numbers: number[] = []
    for (const clip of how === null ? [] : [...clips].reverse()) {
      const into = { name: base.name, how: how ?? 'clip' }
      numbers.push(reports.length)
      reports.push(reportOf(clip, { path, into, hasClips: false, baked: [], unseen: clip.hidden, ...context, ...drawn }))
      reportInner(clip, path, clip.hidden, numbers)
    }
    numbers.push(reports.length)
    const found = reportOf(base, {
      path,
      into: null,
      hasClips: how === 'clip',
      baked: ancestors,
      unseen: false,
      ...context,
      ...drawn,
    })
    const isWhole = mode === 'leaves' && (base.children ?? []).length > 0 && found.fate !== 'leftOut'
    const isOff = losesMixing(stack, below)
    const isOneWrong = (drawn.mixing === 'other' || (drawn.mixing === 'inks' && !isAllChannels(stack))) && mixesInside(stack)
    const report = {
      ...found,
      reasons: [
        ...(isWhole ? [wholeGroup] : []),
        ...(isOff ? [otherMixing] : []),
        ...(isOneWrong && !found.reasons.includes(otherColors) ? [otherColors] : []),
        ...found.reasons,
      ],
      looksDifferent: found.looksDifferent || isOff || isOneWrong,
    }
    reports.push(report)
    reportInner(base, path, false, numbers)
    return { numbers, report }
  }

  /** Plans a layer clipped to another as a layer of its own. */
  const planClip = (
    clip: PsdNode,
    base: PsdNode,
    baseId: string,
    path: readonly string[],
    place: Omit<LayerUnit, 'id' | 'reports'>,
  ) => {
    const numbers = [reports.length]
    const role = { path, into: null, clippedTo: base.name, hasClips: false, baked: [], unseen: false, ...context }
    const report = reportOf(clip, role)
    reports.push(report)
    reportInner(clip, path, false, numbers)
    const unit = { ...place, id: `${++lastId}`, reports: numbers, base: baseId }
    if (clip.kind === 'adjustment') {
      if (clip.adjustment !== null)
        units.push({ ...unit, kind: 'adjust', node: clip, look: { ...adjustingLook(clip, []), clipped: true } })
    } else if (report.fate === 'leftOut' || extent(clip, box) === null) {
      for (const number of numbers) reports[number] = leftOutEmpty(reports[number] as PsdLayerReport)
    } else {
      const stack = { base: clip, clips: [] }
      // The base carries the opacity of the groups around both.
      units.push({ ...unit, kind: 'stack', stack, look: { ...lookOf(stack, [], false), clipped: true } })
    }
  }

  // Reports are ordered top to bottom, layers bottom to top: stacks are visited from the top, and the layers are reversed at the
  // end.
  const planStacks = (
    children: readonly PsdNode[],
    path: readonly string[],
    ancestors: readonly PsdNode[],
    group: { id: string; name: string } | null,
  ) => {
    const stacks = stacksOf(children)
    for (const [index, stack] of [...stacks.entries()].reverse()) {
      const { base } = stack
      const id = `${++lastId}`
      if (group === null && needsScene(stack, ancestors) && (showsNothing(stack) || extent(base, box) !== null)) {
        const merged = stacks.slice(0, index + 1).filter((one) => !one.base.hidden)
        planScene(id, stacks.slice(0, index + 1), merged, path)
        return true
      }
      if ((mode === 'leaves' || (actsThrough(stack) && alike)) && splits(stack)) {
        reports.push({
          path,
          name: base.name,
          kind: 'group',
          fate: 'kept',
          reasons: [
            mode === 'leaves'
              ? '图层组已拆开，组内图层分别导入'
              : '组内图层的混合模式作用于下方图层，图层组已拆开，组内图层分别导入',
          ],
          looksDifferent: false,
        })
        const inner = group ?? { id: `g${id}`, name: nameOf(base, '图层组') }
        planStacks(base.children ?? [], [...path, base.name], [...ancestors, base], inner)
        continue
      }
      const adjusts = alike && adjustsOnly(stack.clips)
      const stays = clipsStay(stack) && base.kind !== 'adjustment' && extent(base, box) !== null
      if (stays) for (const clip of [...stack.clips].reverse()) planClip(clip, base, id, path, { ancestors, group })
      const { numbers, report } = reportStack(
        stack,
        stacks[index - 1],
        path,
        ancestors,
        stays || stack.clips.length === 0 ? null : adjusts ? 'adjustment' : 'clip',
      )
      const place = { id, ancestors, group, reports: numbers }
      if (base.kind === 'adjustment') {
        if (base.adjustment !== null) units.push({ kind: 'adjust', ...place, node: base, look: adjustingLook(base, ancestors) })
      } else if (report.fate === 'leftOut' || extent(base, box) === null) {
        for (const number of numbers) reports[number] = leftOutEmpty(reports[number] as PsdLayerReport)
      } else {
        const kept = adjusts || stays ? { base, clips: [] } : stack
        units.push({ kind: 'stack', ...place, stack: kept, look: lookOf(stack, ancestors, adjusts) })
      }
    }
    return false
  }

  /** Plans a picture of a stack and everything below it. */
  const planScene = (id: string, all: readonly Stack[], stacks: readonly Stack[], path: readonly string[]) => {
    const numbers: number[] = []
    // One picture of inks is mixed and adjusted as inks.
    const isOfInks = mixing === 'inks' && fill === null && stacks.every(isAllChannels)
    const isExact = isOfInks || mixing === 'own'
    const drawn = {
      inks: inks && !isOfInks,
      mixing: isExact ? ('rgb' as const) : mixing === 'inks' ? ('other' as const) : mixing,
    }
    for (const [index, stack] of [...all.entries()].reverse()) {
      const first = reports.length
      reportStack(stack, all[index - 1], path, frame, stack.clips.length > 0 ? 'clip' : null, drawn)
      for (let number = first; number < reports.length; number++) {
        reports[number] = bakedReport(reports[number] as PsdLayerReport, stack.base.hidden)
        numbers.push(number)
      }
    }
    const name = nameOf(stacks[stacks.length - 1]?.base ?? (all[0] as Stack).base, '合并的图层')
    units.push({ kind: 'scene', id, name, stacks, fill, ancestors: frame, group: null, reports: numbers })
  }

  const isScene = planStacks(nodes, [], frame, null)
  if (fill !== null) {
    const name = '画板背景'
    if (!isScene) units.push({ kind: 'fill', id: 'fill', name, color: fill, ancestors: frame, reports: [reports.length] })
    const reasons = isScene ? ['已与上方的图层合并为一张图片'] : []
    reports.push({ path: [], name, kind: 'artboardFill', fate: isScene ? 'flattened' : 'kept', reasons, looksDifferent: false })
  }
  return { units: units.reverse(), reports }
}

/**
 * Returns the artboard as a group if its masks, opacity or styles affect its content; its other properties do not matter here.
 */
function frameOf(board: PsdNode): readonly PsdNode[] {
  const { opacity, fill, effects, lostEffects } = board
  const affectsContent = isMasked(board) || opacity * fill < 1 || effects.length + lostEffects.length > 0
  return affectsContent
    ? [
        {
          ...board,
          mode: 'pass through',
          hidden: false,
          effects: [],
          lostEffects: [...lostEffects, ...effects.map(({ kind }) => effectNames[kind])],
        },
      ]
    : []
}

function planOf(
  id: string,
  name: string,
  box: Box,
  board: PsdNode | null,
  nodes: readonly PsdNode[],
  colors: FileColors,
): ArtboardPlan {
  const fill = board?.artboard?.color ?? null
  const frame = board === null ? [] : frameOf(board)
  const flatten = planMode(nodes, box, fill, frame, 'flatten', colors)
  const leaves = planMode(nodes, box, fill, frame, 'leaves', colors)
  const artboard: PsdArtboard = {
    id,
    name,
    left: box.left,
    top: box.top,
    width: box.right - box.left,
    height: box.bottom - box.top,
    whole: board === null,
    fill: fill === null || frame.length > 0 ? null : hexColorOf(fill),
    layerCount: { flatten: flatten.units.length, leaves: leaves.units.length },
  }
  const units = { flatten: flatten.units, leaves: leaves.units }
  return { artboard, box, nodes, fill, frame, units, reports: { flatten: flatten.reports, leaves: leaves.reports } }
}

const artboardsIn = (nodes: readonly PsdNode[]): PsdNode[] =>
  nodes.flatMap((node) => (node.artboard === null ? artboardsIn(node.children ?? []) : [node]))

/**
 * Sorts artboards in reading order: rows from the top, each from the left. Photoshop's panel lists the newest first, wherever it
 * lies.
 */
function inReadingOrder<T extends { readonly box: Box }>(boards: readonly T[]): T[] {
  const rows: T[][] = []
  for (const board of [...boards].sort((a, b) => a.box.top - b.box.top)) {
    const row = rows[rows.length - 1]
    const first = row?.[0]?.box
    if (row !== undefined && first !== undefined && board.box.top < (first.top + first.bottom) / 2) row.push(board)
    else rows.push([board])
  }
  return rows.flatMap((row) => row.sort((a, b) => a.box.left - b.box.left))
}

/**
 * Plans every artboard, or the whole canvas of a file without artboards.
 */
export function planArtboards(
  nodes: readonly PsdNode[],
  canvas: Pick<Header, 'width' | 'height'>,
  colors: FileColors,
): ArtboardPlan[] {
  const canvasBox: Box = { left: 0, top: 0, right: canvas.width, bottom: canvas.height }
  const boards = artboardsIn(nodes).flatMap((node) => (node.artboard === null ? [] : [{ node, ...node.artboard }]))
  const boardsToRead = inReadingOrder(boards.filter(({ box }) => box.right > box.left && box.bottom > box.top))
  if (boardsToRead.length > 0) {
    return boardsToRead.map(({ node, box }, index) =>
      planOf(`a${index + 1}`, nameOf(node, `画板 ${index + 1}`), box, node, node.children ?? [], colors),
    )
  }
  const plan = planOf('canvas', '整个画布', canvasBox, null, nodes, colors)
  // Gradients alone are better taken from the merged picture, which has Photoshop's own px.
  const isGradient = (unit: Unit) => unit.kind === 'stack' && isPlainFill(unit.stack.base) && unit.stack.base.gradient !== null
  if (plan.units.flatten.some((unit) => !isGradient(unit))) return [plan]
  const background = { path: [], name: '背景', kind: 'pixel', fate: 'kept', reasons: [], looksDifferent: false } as const
  const both = <T>(one: T) => ({ flatten: one, leaves: one })
  // The merged picture lies below any layers without pixels.
  const reports = [...plan.reports.flatten, background]
  const unit = { kind: 'merged', id: 'merged', name: background.name, reports: [reports.length - 1] } as const
  return [{ ...plan, artboard: { ...plan.artboard, layerCount: both(1) }, units: both([unit]), reports: both(reports) }]
}

/** Number of top-level layers that belong to no artboard. */
export const looseLayers = (nodes: readonly PsdNode[]): number =>
  artboardsIn(nodes).length === 0
    ? 0
    : nodes.filter((node) => node.artboard === null && artboardsIn(node.children ?? []).length === 0).length
