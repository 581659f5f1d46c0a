/** Turns the links of all shops into one list. Pure. */
import { linkPhase } from '../../../contract/rules/link-dates'
import type { Shop, ShopCustomizationSetting, ShopCustomizationUrls } from '../../../contract/types'
import { beijingDay } from '../../base/beijing-time'

export interface LinkRow {
  /** Id of the link's setting. */
  readonly id: number
  readonly shop: Shop
  readonly url: string
  /** The address that shows the seller the link as a buyer sees it. */
  readonly previewUrl: string
  /** Its address is another program's. */
  readonly hasOtherPage: boolean
  readonly counts: ShopCustomizationUrls['customizationUrls'][number]['counts']
  readonly setting: ShopCustomizationSetting
}

/** Returns the dates of a link as its row shows them; null without dates. */
export function datesText({ startsAt, endsAt }: Pick<ShopCustomizationSetting, 'startsAt' | 'endsAt'>): string | null {
  if (startsAt === null && endsAt === null) return null
  const from = startsAt === null ? '' : `${beijingDay(startsAt)} `
  return `${from}至 ${endsAt === null ? '长期' : beijingDay(endsAt)}`
}

/** Returns why a link is closed by its dates now; null while it is open. */
export function closedName(setting: Pick<ShopCustomizationSetting, 'startsAt' | 'endsAt'>, now: number): string | null {
  const phase = linkPhase(setting, now)
  if (phase === 'open') return null
  return phase === 'upcoming' ? '未开始' : '已结束'
}

/** A row per link; the default link of a shop comes first. */
export function linkRows(shops: readonly ShopCustomizationUrls[]): readonly LinkRow[] {
  return shops.flatMap(({ shop, customizationUrls }) =>
    customizationUrls
      .map(({ url, previewUrl, counts, shopCustomizationSetting: setting }) => ({
        id: setting.id,
        shop,
        url,
        previewUrl: previewUrl ?? url,
        hasOtherPage: previewUrl === null,
        counts,
        setting,
      }))
      .sort((a, b) => Number(b.setting.isDefault) - Number(a.setting.isDefault)),
  )
}
