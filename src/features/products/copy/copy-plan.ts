/** What copying a configuration will do to each SKU. Pure. */
import type { CustomizationSetting } from '../../../../contract/types'
import { sameContent } from '../../../customization-settings/setting-draft'
import { isSameTarget, type SkuRow, targetOf } from '../sku-rows'

export interface CopyPlan {
  /** What is copied, as it is now; null when it has gone. */
  readonly setting: CustomizationSetting | null
  /** Had nothing. */
  readonly added: readonly SkuRow[]
  /** Had something else. */
  readonly overwritten: readonly SkuRow[]
  /** Has it already, the source itself too. */
  readonly same: readonly SkuRow[]
  /** What the call names. */
  readonly changed: readonly SkuRow[]
}

/** @param settings of the source and of all targets, as they are now. */
export function planOf(source: SkuRow, targets: readonly SkuRow[], settings: readonly CustomizationSetting[]): CopyPlan {
  const find = (row: SkuRow) => settings.find((setting) => isSameTarget(settingTarget(setting), targetOf(row))) ?? null
  const setting = find(source)
  const added: SkuRow[] = []
  const overwritten: SkuRow[] = []
  const same: SkuRow[] = []
  for (const row of targets) {
    const had = find(row)
    if (setting !== null && had !== null && sameContent(had, setting)) same.push(row)
    else (had === null ? added : overwritten).push(row)
  }
  return { setting, added, overwritten, same, changed: [...added, ...overwritten] }
}

const settingTarget = ({ productOriginalId, skuOriginalId }: CustomizationSetting) => ({ productOriginalId, skuOriginalId })
