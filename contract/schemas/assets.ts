import { z } from 'zod'
import { maxCollectionNameWidth } from '../constants'
import { textWidth } from '../rules/text-width'
import { fileUrl, id, idList, idText, nameText, numberText, page } from './common'

const next = id.nullable()

/** 1 images (图库), 2 stickers (贴纸), 3 background images (背景). */
const type = z.union([z.literal(1), z.literal(2), z.literal(3)], '素材类型不正确：只能是 1（图库）、2（贴纸）或 3（背景）')

const collectionName = nameText('此项必须填写').refine(
  (name) => textWidth(name) <= maxCollectionNameWidth,
  `分组名称不能超过 ${maxCollectionNameWidth} 个字符（一个汉字算 2 个字符）`,
)

export const designAssetCollection = z.object({
  id,
  name: z.string(),
  type,
  /** How many assets are in it. */
  count: z.number().int().min(0),
  /** Its first pictures, at most four. */
  coverUrls: z.array(fileUrl).max(4),
  next,
})
export const designAssetCollectionQuery = z.object({
  type: numberText(type),
})
export const designAssetCollectionCreate = z.object({ type, name: collectionName })
/** `id` repeats the one of the path; a different one is refused. */
export const designAssetCollectionUpdate = z.object({ id: id.optional(), name: collectionName })

export const designAsset = z.object({
  id,
  url: fileUrl,
  collectionId: id,
  type,
  fileId: id,
  /** Name of the uploaded file. */
  name: z.string(),
  /** Pixels; null for a drawing without a size of its own. */
  width: z.number().int().positive().nullable(),
  height: z.number().int().positive().nullable(),
  /** Bytes. */
  size: z.number().int().min(0),
  next,
})
export const designAssetQuery = page.extend({ collectionId: idText })

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, '文件校验值格式不正确：请传 64 位小写十六进制的 SHA-256')
/**
 * `type` must be the collection's. The same file twice in one collection is one asset. `sha256` is the picture's as the seller has
 * it: what is stored of it may be cleaned.
 */
export const designAssetCreate = z.object({ type, collectionId: id, fileId: id, sha256: sha256.optional() })
/** Another name, another collection of the same type (put last there), or both. `id` repeats the one of the path. */
export const designAssetUpdate = z
  .object({ id: id.optional(), name: nameText('此项必须填写').optional(), collectionId: id.optional() })
  .refine(({ name, collectionId }) => name !== undefined || collectionId !== undefined, '请填写新名称或要移到的分组')

/** What an account's assets of a type are called and where they are: for a search over all of them. In order. */
export const designAssetName = z.object({ id, collectionId: id, name: z.string() })
/** Assets by their ids; those that are gone are left out. */
export const designAssetIds = z.object({ ids: idList })
export const looseDesignAsset = designAsset.omit({ next: true })

/** Which of these pictures the account has in its libraries of this type; each is answered once at most. */
export const designAssetSums = z.object({ type, sums: z.array(sha256).max(1000, '一次最多查 1000 个文件') })
export const knownDesignAsset = z.object({ sha256, id, name: z.string(), collectionId: id, collectionName: z.string() })

/** Moves an item directly before `next`, null to the end; `id` repeats the one of the path. */
export const designOrdering = z.object({ id: id.optional(), next })
