/** The settings of listing pictures as the dialog edits them; the last ones are remembered on this machine. */
import { localValues } from '../../adapters/storage/values'
import { maxListingPictures } from '../../contract/rules/limits'
import { type Pose, poses } from '../../contract/rules/look'
import type { ListingSettings, ListingStart } from '../../contract/types'

export type ListingSize = ListingStart['sizes'][number]

/** Names of the sizes by what marketplaces use them for. */
export const sizeNames: Readonly<Record<ListingSize, string>> = {
  '800x800': '800×800 主图',
  '750x1000': '750×1000 竖图',
}
export const listingSizes = Object.keys(sizeNames) as ListingSize[]

export interface ShownCase {
  readonly phoneModelId: number
  readonly materialColorId: number
}

export interface ListingDraft {
  readonly settings: ListingSettings
  readonly poses: readonly Pose[]
  readonly sizes: readonly ListingSize[]
}

export const firstDraft: ListingDraft = {
  settings: { background: { kind: 'studio' }, margin: 8, fitted: true, mark: null, text: null },
  poses: ['front'],
  sizes: ['800x800'],
}

const key = 'kejiang.listingPictures'

/** Returns the draft that was used last; the first one where it cannot be read. */
export function savedDraft(): ListingDraft {
  try {
    const saved: unknown = JSON.parse(localValues.getItem(key) ?? 'null')
    if (typeof saved !== 'object' || saved === null) return firstDraft
    const { settings, poses: savedPoses, sizes } = saved as Partial<ListingDraft>
    const chosenPoses = poses.filter((pose) => savedPoses?.includes(pose))
    const chosenSizes = listingSizes.filter((size) => sizes?.includes(size))
    return {
      settings: { ...firstDraft.settings, ...settings },
      poses: chosenPoses.length > 0 ? chosenPoses : firstDraft.poses,
      sizes: chosenSizes.length > 0 ? chosenSizes : firstDraft.sizes,
    }
  } catch {
    return firstDraft
  }
}

export const rememberDraft = (draft: ListingDraft): boolean => localValues.setItem(key, JSON.stringify(draft))

/** Why the pictures cannot be made as they are chosen; null when they can. */
export function refusalOf(templates: number, cases: number, { poses: chosen, sizes }: ListingDraft): string | null {
  if (templates === 0) return '没有可以生成的模板'
  if (cases === 0) return '请选择至少一款机型'
  if (chosen.length === 0) return '请选择至少一种姿势'
  if (sizes.length === 0) return '请选择至少一种尺寸'
  const count = templates * cases * chosen.length * sizes.length
  return count > maxListingPictures ? `一次最多 ${maxListingPictures} 张，现在是 ${count} 张，请减少模板、机型、姿势或尺寸` : null
}
