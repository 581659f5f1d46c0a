/** Schemas of file uploads. */
import { z } from 'zod'
import { fileKind, filePartBytes, fileSizeLimit } from '../constants'
import { textLimits } from '../rules/limits'
import { fileUrl, id } from './common'

const kind = z.literal(Object.values(fileKind))
const fileName = z.string().min(1).max(255)

export const uploadFormBody = z.object({ fileName, type: kind })
/** The browser posts `params` and then the file as multipart to `uploadUrl`. */
export const uploadForm = z.object({
  uploadUrl: fileUrl,
  params: z.record(z.string(), z.string()),
  fileId: id,
  fileUrl,
})

const mostParts = Math.ceil(Math.max(...Object.values(fileSizeLimit)) / filePartBytes)
/** One part of a file, instead of posting the form: `filePartBytes` from `index * filePartBytes` on; the last part is shorter. */
export const uploadPartBody = z.object({
  fileId: id,
  index: z
    .number()
    .int()
    .min(0)
    .max(mostParts - 1),
  base64: z
    .base64()
    .min(4)
    .max(Math.ceil(filePartBytes / 3) * 4),
})
export const uploadPart = z.object({ fileId: id, index: z.number().int() })

export const uploadResultBody = z.object({
  success: z.boolean(),
  fileId: id,
  /** Duration of the transfer, ms. */
  uploadTime: z.number().min(0).max(86_400_000).nullish(),
  fileSize: z.number().int().min(0).max(1e9).nullish(),
  errorMessage: z.string().max(2000).nullish(),
})

/** A stored file, as the server determined it from the bytes. Width and height in px; null if it is no picture with a size. */
export const storedFile = z.object({
  id,
  url: fileUrl,
  contentType: z.string(),
  size: z.number().int().min(0),
  width: z.number().int().positive().nullable(),
  height: z.number().int().positive().nullable(),
})
/** `notes`: notes for the seller about an accepted file, given the first time it is reported. */
const acceptedFile = storedFile.extend({ notes: z.array(z.string()).optional() })
export const uploadResult = z.object({ file: acceptedFile.nullable() })

/** Registers a picture in the seller's picture space, of which the server fetches a copy. */
export const taobaoBody = z.object({
  url: z.string().min(1).max(textLimits.url),
  taobaoFileId: z.string().min(1).max(300),
  uploadTime: z.number().min(0).max(86_400_000).nullish(),
  fileSize: z.number().int().min(0).max(1e9).nullish(),
  type: kind,
})
export const taobaoReply = z.object({ id, file: acceptedFile })
