/** Schemas of design assets and their collections. */
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
  /** Number of its assets. */
  count: z.number().int().min(0),
  /** Addresses of its first pictures, at most four. */
  coverUrls: z.array(fileUrl).max(4),
  next,
})
export const designAssetCollectionQuery = z.object({
  type: numberText(type),
})
export const designAssetCollectionCreate = z.object({ type, name: collectionName })
/** `id` repeats the id of the path; another one is refused. */
export const designAssetCollectionUpdate = z.object({ id: id.optional(), name: collectionName })

export const designAsset = z.object({
  id,
  url: fileUrl,
  collectionId: id,
  type,
  fileId: id,
  /** Name of the asset, at first that of the uploaded file. */
  name: z.string(),
  /** Size in px; null for an SVG without a size of its own. */
  width: z.number().int().positive().nullable(),
  height: z.number().int().positive().nullable(),
  /** Size of the file, bytes. */
  size: z.number().int().min(0),
  next,
})
export const designAssetQuery = page.extend({ collectionId: idText })

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, '文件校验值格式不正确：请传 64 位小写十六进制的 SHA-256')
/**
 * `type` must be the collection's type. The same file twice in one collection is one asset. `sha256` is that of the seller's
 * file; the stored file may differ, because the server cleans it.
 */
export const designAssetCreate = z.object({ type, collectionId: id, fileId: id, sha256: sha256.optional() })
/** Changes the name, the collection (another of the same type; the asset becomes its last), or both. `id` repeats the path's. */
export const designAssetUpdate = z
  .object({ id: id.optional(), name: nameText('此项必须填写').optional(), collectionId: id.optional() })
  .refine(({ name, collectionId }) => name !== undefined || collectionId !== undefined, '请填写新名称或要移到的分组')

/** Name and collection of an asset; the list of all of a type, in order, serves the search. */
export const designAssetName = z.object({ id, collectionId: id, name: z.string() })
/** Requests assets by their ids; deleted ones are left out of the response. */
export const designAssetIds = z.object({ ids: idList })
export const looseDesignAsset = designAsset.omit({ next: true })

/** Asks which of these files the account has as assets of this type; the response has at most one asset per file. */
export const designAssetSums = z.object({ type, sums: z.array(sha256).max(1000, '一次最多查 1000 个文件') })
export const knownDesignAsset = z.object({ sha256, id, name: z.string(), collectionId: id, collectionName: z.string() })

/** Moves an item directly before `next`, or to the end if that is null; `id` repeats the id of the path. */
export const designOrdering = z.object({ id: id.optional(), next })
