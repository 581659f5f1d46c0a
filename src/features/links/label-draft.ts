/** The form's name and dates of a link: days in Beijing, both included. Pure. */
import type { ShopCustomizationSetting } from '../../../contract/types'
import { beijingDay, dayEnd, dayStart } from '../../base/beijing-time'

export type LinkLabel = Pick<ShopCustomizationSetting, 'name' | 'startsAt' | 'endsAt'>

export interface LabelDraft {
  readonly name: string
  /** 2026-11-21; null: no bound. */
  readonly from: string | null
  readonly to: string | null
}

export const emptyLabel: LabelDraft = { name: '', from: null, to: null }

export const labelOf = ({ name, startsAt, endsAt }: LinkLabel): LabelDraft => ({
  name,
  from: startsAt === null ? null : beijingDay(startsAt),
  to: endsAt === null ? null : beijingDay(endsAt),
})

export const readLabel = ({ name, from, to }: LabelDraft): LinkLabel => ({
  name: name.trim(),
  startsAt: from === null ? null : dayStart(from),
  endsAt: to === null ? null : dayEnd(to),
})

export const datesProblemOf = ({ from, to }: LabelDraft): string | null =>
  from !== null && to !== null && to < from ? '结束日期不能早于开始日期' : null
