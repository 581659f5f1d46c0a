/** The values of the dialog 排版 and the plan that they make. Pure. */
import type { AppContract } from '../../../../contract/contract'
import type { Input } from '../../../../contract/core'
import { dayStart } from '../../../base/beijing-time'

/** The choice of no jig, which ids never are. */
export const freeNesting = 0

export interface PlanValues {
  readonly printerId: number
  /** `freeNesting`: none. */
  readonly jigId: number
  readonly profileId?: number
  readonly phoneModelIds?: readonly number[]
  readonly materialIds?: readonly number[]
  readonly materialColorIds?: readonly number[]
  /** 2026-11-30 12:00 in Beijing. */
  readonly before?: string
  readonly minFill?: number
  readonly gapMm?: number
  readonly marginMm?: number
  readonly marks?: boolean
}

const minuteMs = 60_000

/** Returns the time of a date with hour and minute in Beijing; null for anything else. */
export function momentOf(text: string): number | null {
  const [, day = '', hour = '', minute = ''] = /^(\d{4}-\d\d-\d\d) (\d\d):(\d\d)$/.exec(text) ?? []
  const start = day === '' ? Number.NaN : dayStart(day)
  return Number.isNaN(start) ? null : start + (Number(hour) * 60 + Number(minute)) * minuteMs
}

type Body = Input<AppContract['printBatches']['plan']>['body']

/** @param pieceIds the ticked pieces; empty: those of the rule. */
export function planBody(values: PlanValues, pieceIds: readonly number[]): Body {
  const { printerId, jigId, profileId, phoneModelIds = [], materialIds = [], materialColorIds = [] } = values
  const { before, minFill = 0, gapMm = 3, marginMm = 5, marks = false } = values
  const moment = before ? momentOf(before) : null
  const rule = {
    ...(phoneModelIds.length > 0 && { phoneModelIds: [...phoneModelIds] }),
    ...(materialIds.length > 0 && { materialIds: [...materialIds] }),
    ...(materialColorIds.length > 0 && { materialColorIds: [...materialColorIds] }),
    ...(moment !== null && { before: moment }),
  }
  return {
    ...{ printerId, jigId: jigId === freeNesting ? null : jigId, minFill, gapMm, marginMm, marks },
    ...(profileId !== undefined && { profileId }),
    ...(pieceIds.length > 0 ? { pieceIds: [...pieceIds] } : rule),
  }
}
