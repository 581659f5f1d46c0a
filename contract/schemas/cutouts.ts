import { z } from 'zod'
import { aiCutoutTypes } from '../constants'
import { fileUrl } from './common'

/** What is to be cut out of which picture. */
const cutoutRequest = z.object({
  /** Address of a finished upload of this account. */
  imageUrl: fileUrl,
  type: z.enum(aiCutoutTypes, '抠图类型不正确'),
  fileName: z.string().max(1000),
  /** Bytes. */
  fileSize: z.number().int().positive(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  outputImageFormat: z.literal('png', '抠图结果只有 png 格式'),
})

export const cutoutTokenBody = cutoutRequest
/** `host` is where the ticket is good: the base address of the cutout host, or null for the server that answered. */
export const cutoutToken = z.object({ token: z.string().min(1), host: z.string().nullable() })

export const cutoutTaskBody = cutoutRequest.extend({ token: z.string().min(1).max(2000) })
/** A task's id is a secret of 128 bits: whoever knows it may look at the task. */
export const cutoutTaskParams = z.object({ id: z.string().min(1).max(100) })
export const cutoutTask = z.object({
  id: z.string(),
  status: z.enum(['RUNNING', 'SUCCESS', 'FAILED']),
  /** Why it failed, for the seller. */
  errorMessage: z.string().nullable(),
  resultImageUrls: z.array(fileUrl),
})
