/** Summarises a setting in a few words for tables. Pure. */

import { productMode } from '../../contract/constants'
import type { SettingContent, SwitchKey } from './setting-draft'
import { choiceOf, type ModeChoice, switchKeys } from './setting-draft'

export const modeNames: Readonly<Record<ModeChoice, string>> = {
  default: '默认',
  diy: '自主定制',
  collections: '模板分组',
  single: '单个模板',
}

/** Names of the switches for what buyers may do while they customize. */
export const switchNames: Readonly<Record<SwitchKey, string>> = {
  imageUploadEnabled: '上传图片',
  stickerAssetEnabled: '贴纸',
  imageAssetEnabled: '图库',
  textEnabled: '文字',
  backgroundEnabled: '背景',
}

/** Names of the objects that a setting refers to; undefined while they are loading. */
export interface SettingNames {
  readonly materials: ReadonlyMap<number, string> | undefined
  readonly brands: ReadonlyMap<number, string> | undefined
  readonly collections: ReadonlyMap<number, string> | undefined
}

const maxNames = 3

/** 黑、白、透明 等 5 个 */
export function firstNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join('、')
  return names.length > maxNames ? `${shown} 等 ${names.length} 个` : shown
}

/** @param missingName text for a name that no longer exists. */
function namesOf(
  ids: readonly number[],
  names: ReadonlyMap<number, string> | undefined,
  missingName: string,
  allText: string,
): string {
  if (ids.length === 0) return allText
  if (names === undefined) return `${ids.length} 个`
  return firstNames(ids.map((id) => names.get(id) ?? missingName))
}

export interface SummaryLine {
  readonly label: string
  readonly text: string
}

export function modeText(setting: Pick<SettingContent, 'mode'>): string {
  const name = modeNames[choiceOf(setting.mode)]
  return setting.mode === productMode.templateCollectionsAndDiy ? `${name} + 自主定制页面` : name
}

/** Returns the mode, its collections if any, materials, brands, and what is switched off. */
export function summaryOf(setting: SettingContent, names: SettingNames): readonly SummaryLine[] {
  const collections = namesOf(setting.bindingTemplateCollectionIds, names.collections, '已删除的分组', '')
  const disabledSwitches = switchKeys.filter((key) => !setting[key]).map((key) => switchNames[key])
  return [
    { label: '模式', text: collections === '' ? modeText(setting) : `${modeText(setting)}：${collections}` },
    { label: '材质', text: namesOf(setting.bindingMaterialIds, names.materials, '已删除的材质', '全部材质') },
    {
      label: '机型',
      text: namesOf(
        setting.bindingPhoneBrands.map(({ id }) => id),
        names.brands,
        '已删除的品牌',
        '全部品牌和型号',
      ),
    },
    ...(disabledSwitches.length > 0 ? [{ label: '已关闭', text: disabledSwitches.join('、') }] : []),
  ]
}
