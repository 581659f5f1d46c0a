/** The print area of a row of the check step: what it keeps, what its foreground proposes, and what the seller sets. Pure. */
import type { PrintArea } from '../../../../contract/types'
import { hasProblems, overflow, type Size } from '../print-area'
import type { Picture } from './groups'
import type { PlanRow } from './plan'

/** The seller's choices about print areas. */
export interface AreaChoices {
  /** By key of the group: what the seller set; null: none. */
  readonly areas: ReadonlyMap<string, PrintArea | null>
  /** Whether rows without a print area get the hole of their foreground. */
  readonly takesHoles: boolean
}

/** The holes of foregrounds, the largest first, by SHA-256 of the file, as far as they were found. */
export type FoundHoles = ReadonlyMap<string, readonly PrintArea[]>

export interface RowArea {
  /** The area that the wireframe will have; null: none. */
  readonly area: PrintArea | null
  readonly origin: 'kept' | 'hole' | 'set' | 'none'
  /** The largest hole of the foreground; null without one, or before it is found. */
  readonly hole: PrintArea | null
  /** Number of holes; null where none is looked for. */
  readonly holeCount: number | null
  /** The holes are still being looked for. */
  readonly isPending: boolean
}

/** A foreground whose holes are looked for. */
export interface Foreground<P extends Picture> {
  readonly picture: P
  readonly sha256: string
  readonly size: Size
}

/** The foreground whose hole may become the print area; null for a row that is not imported or brings none. */
export function foregroundOf<P extends Picture>({ size, group }: PlanRow<P>): Foreground<P> | null {
  const picture = group.layers.foreground
  return size !== null && picture?.facts ? { picture, sha256: picture.facts.sha256, size } : null
}

export function rowArea(row: PlanRow, holes: FoundHoles, { areas, takesHoles }: AreaChoices): RowArea {
  const foreground = foregroundOf(row)
  const found = foreground ? holes.get(foreground.sha256) : []
  const hole = found?.[0] ?? null
  const facts = { hole, holeCount: foreground ? (found?.length ?? null) : null, isPending: found === undefined }
  const set = areas.get(row.group.key)
  // The picture may have been replaced by a smaller one since the area was set.
  const fits = set && row.size !== null ? !hasProblems(overflow(set, row.size)) : true
  if (set !== undefined && fits) return { ...facts, area: set, origin: 'set' }
  if (row.keptArea !== null) return { ...facts, area: row.keptArea, origin: 'kept' }
  if (takesHoles && hole !== null) return { ...facts, area: hole, origin: 'hole' }
  return { ...facts, area: null, origin: 'none' }
}

/** Tells the seller where the area is from, and what of the mask is odd. */
export function areaNote({ area, origin, hole, holeCount, isPending }: RowArea, hasForeground: boolean): string {
  if (origin === 'kept') return '已有的，保持不变'
  if (origin === 'set') return area === null ? '自己选的不设' : '自己设的'
  if (isPending) return '正在看前景图…'
  if (!hasForeground) return '这次没有前景图'
  if (hole === null) return '前景图里没有透明的孔'
  const several = (holeCount ?? 0) > 1 ? `前景图有 ${holeCount} 块透明的部分，` : ''
  if (origin === 'hole') return several === '' ? '前景图透明的部分' : `${several}取最大的，请核对`
  return several === '' ? '' : `${several}请核对`
}
