/** Plans which layers an artboard becomes, and the import report on each source layer. Uses the structure alone, no pixels. */

import type { Box } from '../pixels/raster'
import { extent, type Stack, stacksOf } from './compose'
import type { PsdNode, Rgb } from './node'
import { leftOutEmpty, reportOf } from './report'
import type { GroupMode, PsdArtboard, PsdLayerReport } from './types'

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
  | {
      readonly kind: 'stack'
      readonly id: string
      readonly stack: Stack
      /** The groups around it whose opacity and masks are baked into it, outermost first. */
      readonly ancestors: readonly PsdNode[]
      readonly group: { readonly id: string; readonly name: string } | null
      /** Indexes of the report entries that describe this layer. */
      readonly reports: readonly number[]
    }

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

const hex = ([r, g, b]: Rgb): string => `#${[r, g, b].map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

const nameOf = ({ name }: PsdNode, fallback: string): string => (name.trim() === '' ? fallback : name)

interface ModePlan {
  readonly units: Unit[]
  readonly reports: PsdLayerReport[]
}

function planMode(nodes: readonly PsdNode[], box: Box, fill: Rgb | null, frame: readonly PsdNode[], mode: GroupMode): ModePlan {
  const reports: PsdLayerReport[] = []
  const units: Unit[] = []
  let lastId = 0

  /** Adds report entries for everything below a node that was merged into another layer. */
  const reportInner = (node: PsdNode, path: readonly string[], unseen: boolean, numbers: number[]) => {
    const inner = [...path, node.name]
    for (const child of [...(node.children ?? [])].reverse()) {
      const isHidden = unseen || child.hidden
      const into = { name: node.name, how: 'group' } as const
      numbers.push(reports.length)
      reports.push(reportOf(child, { path: inner, into, hasClips: false, baked: [], unseen: isHidden, artboard: box }))
      reportInner(child, inner, isHidden, numbers)
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
    for (const stack of stacksOf(children).reverse()) {
      const { base, clips } = stack
      const id = `${++lastId}`
      if (mode === 'leaves' && base.children !== null && clips.length === 0 && base.children.length > 0) {
        reports.push({
          path,
          name: base.name,
          kind: 'group',
          fate: 'kept',
          reasons: ['图层组已拆开，组内图层分别导入'],
          looksDifferent: false,
        })
        planStacks(
          base.children,
          [...path, base.name],
          [...ancestors, base],
          group ?? { id: `g${id}`, name: nameOf(base, '图层组') },
        )
        continue
      }
      const numbers: number[] = []
      for (const clip of [...clips].reverse()) {
        const into = { name: base.name, how: 'clip' } as const
        numbers.push(reports.length)
        reports.push(reportOf(clip, { path, into, hasClips: false, baked: [], unseen: clip.hidden, artboard: box }))
        reportInner(clip, path, clip.hidden, numbers)
      }
      numbers.push(reports.length)
      const role = { path, into: null, hasClips: clips.length > 0, baked: ancestors, unseen: false, artboard: box }
      const report = reportOf(base, role)
      reports.push(report)
      reportInner(base, path, false, numbers)
      if (report.fate === 'leftOut' || extent(base, box) === null) {
        for (const number of numbers) reports[number] = leftOutEmpty(reports[number] as PsdLayerReport)
      } else units.push({ kind: 'stack', id, stack, ancestors, group, reports: numbers })
    }
  }
  planStacks(nodes, [], frame, null)
  if (fill !== null) {
    const name = '画板背景'
    units.push({ kind: 'fill', id: 'fill', name, color: fill, ancestors: frame, reports: [reports.length] })
    reports.push({ path: [], name, kind: 'artboardFill', fate: 'kept', reasons: [], looksDifferent: false })
  }
  return { units: units.reverse(), reports }
}

/**
 * Returns the artboard as a group if its masks, opacity or styles affect its content; its other properties do not matter here.
 */
function frameOf(board: PsdNode): readonly PsdNode[] {
  const { mask, vector, opacity, fill, effects } = board
  const affectsContent = mask !== null || vector !== null || opacity * fill < 1 || effects.length > 0
  return affectsContent ? [{ ...board, mode: 'pass through', hidden: false }] : []
}

function planOf(id: string, name: string, box: Box, board: PsdNode | null, nodes: readonly PsdNode[]): ArtboardPlan {
  const fill = board?.artboard?.color ?? null
  const frame = board === null ? [] : frameOf(board)
  const flatten = planMode(nodes, box, fill, frame, 'flatten')
  const leaves = planMode(nodes, box, fill, frame, 'leaves')
  const artboard: PsdArtboard = {
    id,
    name,
    left: box.left,
    top: box.top,
    width: box.right - box.left,
    height: box.bottom - box.top,
    whole: board === null,
    fill: fill === null || frame.length > 0 ? null : hex(fill),
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

/** Plans every artboard, or the whole canvas of a file without artboards. */
export function planArtboards(
  nodes: readonly PsdNode[],
  canvas: { readonly width: number; readonly height: number },
): ArtboardPlan[] {
  const canvasBox: Box = { left: 0, top: 0, right: canvas.width, bottom: canvas.height }
  const boards = artboardsIn(nodes).flatMap((node) => (node.artboard === null ? [] : [{ node, ...node.artboard }]))
  const boardsToRead = inReadingOrder(boards.filter(({ box }) => box.right > box.left && box.bottom > box.top))
  if (boardsToRead.length > 0) {
    return boardsToRead.map(({ node, box }, index) =>
      planOf(`a${index + 1}`, nameOf(node, `画板 ${index + 1}`), box, node, node.children ?? []),
    )
  }
  const plan = planOf('canvas', '整个画布', canvasBox, null, nodes)
  if (plan.units.flatten.length > 0) return [plan]
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
