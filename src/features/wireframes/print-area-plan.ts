/** Plans a print area for many wireframes, and fills its fields with what they share. Pure. */
import type { PrintArea, Wireframe } from '../../../contract/types'
import { areaWith, hasProblems, type MarginChange, overflow, type Side, sameArea, sides, type TypedMargins } from './print-area'
import { nameOfRow, type WireframeRow } from './rows'

export interface PrintAreaPlan {
  readonly change: readonly { readonly wireframeId: number; readonly name: string; readonly before: PrintArea | null }[]
  /** Names of the wireframes that are too small for the area. */
  readonly tooSmall: readonly string[]
  /** Number of wireframes that have this area already. */
  readonly same: number
  /** Number of rows without a wireframe, or with a deleted one. */
  readonly missing: number
}

export const isEmptyChange = (change: MarginChange): boolean => sides.every((side) => change[side] === undefined)

/**
 * Plans each wireframe once, also where several rows show it.
 *
 * @param change margins to set, the others stay as each wireframe has them; null removes the area.
 */
export function planPrintArea(
  rows: readonly WireframeRow[],
  wireframes: readonly Wireframe[],
  change: MarginChange | null,
): PrintAreaPlan {
  const byId = new Map(wireframes.map((wireframe) => [wireframe.id, wireframe]))
  const seenIds = new Set<number>()
  const changed: { wireframeId: number; name: string; before: PrintArea | null }[] = []
  const tooSmall: string[] = []
  let same = 0
  let missing = 0
  for (const row of rows) {
    const id = row.sku?.wireframeId ?? null
    const wireframe = id === null ? undefined : byId.get(id)
    if (!wireframe) missing += 1
    else if (!seenIds.has(wireframe.id)) {
      seenIds.add(wireframe.id)
      const before = wireframe.printArea
      const area = change === null ? null : isEmptyChange(change) ? before : areaWith(before, change)
      if (sameArea(before, area)) same += 1
      else if (area !== null && hasProblems(overflow(area, wireframe))) tooSmall.push(nameOfRow(row))
      else changed.push({ wireframeId: wireframe.id, name: nameOfRow(row), before })
    }
  }
  return { change: changed, tooSmall, same, missing }
}

/** The contents of the fields of many wireframes: the shared margins, and placeholders that explain empty fields. */
export interface SharedMargins {
  readonly typed: TypedMargins
  readonly placeholders: Readonly<Record<Side, string>>
}

export function sharedMargins(wireframes: readonly Wireframe[]): SharedMargins {
  const sharedMargin = (side: Side) => {
    const [first, ...others] = new Set(wireframes.map(({ printArea }) => printArea?.[side] ?? null))
    if (others.length > 0) return { text: '', placeholder: '多个值' }
    return first === null || first === undefined
      ? { text: '', placeholder: '未设' }
      : { text: String(first), placeholder: `保持 ${first}` }
  }
  const all = sides.map((side) => [side, sharedMargin(side)] as const)
  const mapSides = (pick: (one: ReturnType<typeof sharedMargin>) => string) =>
    Object.fromEntries(all.map(([side, one]) => [side, pick(one)])) as Record<Side, string>
  return { typed: mapSides(({ text }) => text), placeholders: mapSides(({ placeholder }) => placeholder) }
}

export function planText({ change, tooSmall, same, missing }: PrintAreaPlan): string {
  const skipped = [
    ...(same > 0 ? [`${same} 个已经是这样`] : []),
    ...(missing > 0 ? [`${missing} 个没有线框图`] : []),
    ...(tooSmall.length > 0 ? [`${tooSmall.length} 个图片太小放不下`] : []),
  ]
  return `将修改 ${change.length} 个线框图${skipped.length > 0 ? `，跳过 ${skipped.join('、')}` : ''}`
}
