/** Schemas of placeholder images of cutout layers. */
import { z } from 'zod'
import { aiCutoutTypes } from '../constants'
import { fileUrl, id } from './common'

const aiCutoutType = z.enum(aiCutoutTypes, '抠图类型不正确')

/** A picture that shows where the buyer's cut-out portrait will be. Layers refer to its `fileId`. */
export const placeholderImage = z.object({
  id,
  url: fileUrl,
  aiCutoutType,
  fileId: id,
  width: z.number().int().positive().nullable(),
  height: z.number().int().positive().nullable(),
})
export const placeholderQuery = z.object({ aiCutoutType })
/** `url` is the address of a finished upload of this account. */
export const placeholderCreate = z.object({ aiCutoutType, url: fileUrl })
