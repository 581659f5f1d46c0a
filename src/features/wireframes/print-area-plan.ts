/** What one print area for many wireframes comes to. Pure. */
import type { PrintArea, Wireframe } from '../../../contract/types'
import { hasProblems, overflow, sameArea } from './print-area'
import { nameOfRow, type WireframeRow } from './rows'

export interface PrintAreaPlan {
  readonly change: readonly { readonly wireframeId: number; readonly name: string }[]
  /** Names of the wireframes that are too small for the area. */
  readonly tooSmall: readonly string[]
  /** Wireframes that have this area already. */
  readonly same: number
  /** Rows without a wireframe, or whose wireframe is gone. */
  readonly missing: number
}

/** Each wireframe once, also where several rows show it. */
export function planPrintArea(
  rows: readonly WireframeRow[],
  wireframes: readonly Wireframe[],
  area: PrintArea | null,
): PrintAreaPlan {
  const byId = new Map(wireframes.map((wireframe) => [wireframe.id, wireframe]))
  const seen = new Set<number>()
  const change: { wireframeId: number; name: string }[] = []
  const tooSmall: string[] = []
  let same = 0
  let missing = 0
  for (const row of rows) {
    const id = row.sku?.wireframeId ?? null
    const wireframe = id === null ? undefined : byId.get(id)
    if (!wireframe) missing += 1
    else if (!seen.has(wireframe.id)) {
      seen.add(wireframe.id)
      if (sameArea(wireframe.printArea, area)) same += 1
      else if (area !== null && hasProblems(overflow(area, wireframe))) tooSmall.push(nameOfRow(row))
      else change.push({ wireframeId: wireframe.id, name: nameOfRow(row) })
    }
  }
  return { change, tooSmall, same, missing }
}

/** The area all of these have; undefined when they differ. */
export function commonArea(wireframes: readonly Wireframe[]): PrintArea | null | undefined {
  const [first, ...rest] = wireframes
  if (!first) return undefined
  return rest.every((one) => sameArea(one.printArea, first.printArea)) ? first.printArea : undefined
}

export function planText({ change, tooSmall, same, missing }: PrintAreaPlan): string {
  const skipped = [
    ...(same > 0 ? [`${same} 个已经是这样`] : []),
    ...(missing > 0 ? [`${missing} 个没有线框图`] : []),
    ...(tooSmall.length > 0 ? [`${tooSmall.length} 个图片太小放不下`] : []),
  ]
  return `将修改 ${change.length} 个线框图${skipped.length > 0 ? `，跳过 ${skipped.join('、')}` : ''}`
}
