/** Plans what copying a configuration will do to each SKU. Pure. */
import type { CustomizationSetting } from '../../../../contract/types'
import { sameContent } from '../../../customization-settings/setting-draft'
import { isSameTarget, type SkuRow, targetOf } from '../sku-rows'

export interface CopyPlan {
  /** The configuration to copy, as it is now; null when it was deleted. */
  readonly setting: CustomizationSetting | null
  /** Rows that have no configuration yet. */
  readonly added: readonly SkuRow[]
  /** Rows that have another configuration. */
  readonly overwritten: readonly SkuRow[]
  /** Rows that have it already, including the source itself. */
  readonly unchanged: readonly SkuRow[]
  /** Rows that the call names: added and overwritten ones. */
  readonly changed: readonly SkuRow[]
}

/** @param settings current settings of the source and of all targets. */
export function planOf(source: SkuRow, targets: readonly SkuRow[], settings: readonly CustomizationSetting[]): CopyPlan {
  const find = (row: SkuRow) => settings.find((setting) => isSameTarget(settingTarget(setting), targetOf(row))) ?? null
  const setting = find(source)
  const added: SkuRow[] = []
  const overwritten: SkuRow[] = []
  const unchanged: SkuRow[] = []
  for (const row of targets) {
    const currentSetting = find(row)
    if (setting !== null && currentSetting !== null && sameContent(currentSetting, setting)) unchanged.push(row)
    else (currentSetting === null ? added : overwritten).push(row)
  }
  return { setting, added, overwritten, unchanged, changed: [...added, ...overwritten] }
}

const settingTarget = ({ productOriginalId, skuOriginalId }: CustomizationSetting) => ({ productOriginalId, skuOriginalId })
