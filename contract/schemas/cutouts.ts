/** Schemas of cutout tasks and their tickets. */
import { z } from 'zod'
import { aiCutoutTypes } from '../constants'
import { fileUrl, id, idText } from './common'

/** The picture, and what to cut out of it. */
export const cutoutRequest = z.object({
  /** Address of a finished upload of this account. */
  imageUrl: fileUrl,
  type: z.enum(aiCutoutTypes, '抠图类型不正确'),
  fileName: z.string().max(1000),
  /** Size of the file, bytes. */
  fileSize: z.number().int().positive(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  outputImageFormat: z.literal('png', '抠图结果只有 png 格式'),
})

/** `host` is the base address of the cutout host that accepts the ticket; null for this server. */
export const cutoutToken = z.object({ token: z.string().min(1), host: z.string().nullable() })

export const cutoutTaskBody = cutoutRequest.extend({ token: z.string().min(1).max(2000) })
/** A task's id is a secret of 128 bits: it is all that is needed to read the task. */
export const cutoutTaskParams = z.object({ id: z.string().min(1).max(100) })
export const cutoutTask = z.object({
  id: z.string(),
  status: z.enum(['RUNNING', 'SUCCESS', 'FAILED']),
  /** The reason of a failure, for the seller. */
  errorMessage: z.string().nullable(),
  resultImageUrls: z.array(fileUrl),
  /** Tasks before this one; 0 when it is being worked on or has ended. */
  ahead: z.number().int().nonnegative(),
  /** Seconds until it ends, told from the last tasks; null where nothing tells. */
  seconds: z.number().int().positive().nullable(),
})

/** The layer of a saved template whose picture is cut out. */
export const begunCutoutParams = z.object({ id: idText, uuid: z.string().min(1).max(64) })
export const begunCutoutTask = begunCutoutParams.extend({ taskId: z.string().min(1).max(100) })
export const begunCutoutWrite = z.object({
  type: z.enum(aiCutoutTypes, '抠图类型不正确'),
  /** The picture that is cut out: the result is only for a layer that still shows it. */
  fileId: id,
  taskId: z.string().min(1).max(100),
})
/** `host` is the base address of the cutout host that has the task; null for this server. */
export const begunCutout = begunCutoutWrite.extend({ uuid: z.string(), host: z.string().nullable() })
