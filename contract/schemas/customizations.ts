/** Schemas of the design of a customization: corrections, versions, drawing it again. */
import { z } from 'zod'
import { designLocks, maxCanvasSide, maxLayers, versionOrigins } from '../constants'
import { approvals } from '../rules/automation-facts'
import { fileUrl, id, time } from './common'
import { designLayerWrite, layer } from './templates'

const version = z.number().int().positive()
const side = z.number().int().positive().max(maxCanvasSide)

/** The design of a customization, to be opened in the designer. */
export const customizationDesign = z.object({
  customizationId: id,
  version,
  lock: z.enum(designLocks).nullable(),
  width: side,
  height: side,
  /** Pictures of the buyer are previews of at most 600 px until the customization is paid for. */
  layers: z.array(layer),
  phoneModelId: id.nullable(),
  materialColorId: id.nullable(),
})

export const designCorrection = z.object({
  /** The version that was opened; another one in between refuses the correction. */
  version,
  width: side,
  height: side,
  layers: z
    .array(designLayerWrite)
    .min(1, '请上传至少一个图层')
    .max(maxLayers, `一个设计最多 ${maxLayers} 个图层，请先删除一些图层`),
})

export const versionBody = z.object({ version })
/** `restore`: the earlier version whose design and picture become those of a new version. */
export const restoreBody = z.object({ version, restore: version })

/** The customization's version after the call. */
export const renderingReply = z.object({ version })

export const customizationVersion = z.object({
  version,
  origin: z.enum(versionOrigins),
  at: time,
  /** Who made it; null if it came with the order. */
  username: z.string().nullable(),
  customizedImageUrl: fileUrl.nullable(),
  isCurrent: z.boolean(),
  /** People's answers about it before a rule pushed it. */
  approvals: z.array(z.object({ answer: z.enum(approvals), username: z.string(), at: time })),
})

const pixels = z.number().int().positive()

/** Old and new print file of the same design, side by side. Pictures are data: URLs of at most 600 px. */
export const renderingComparison = z.object({
  version,
  width: pixels,
  height: pixels,
  newPicture: z.string(),
  /** The old print file, and where it differs: white where they are equal. Null when it is lost, and the new one takes its place. */
  old: z.object({ width: pixels, height: pixels, picture: z.string(), differencePicture: z.string() }).nullable(),
  /** Mean difference of all channels of all pixels, 0 to 255, after the old picture was scaled to the new one's size. */
  meanDifference: z.number().min(0).max(255),
  /** Percentage of the pixels that differ visibly: by 16 or more of 255 in a channel. */
  differingPercent: z.number().min(0).max(100),
})

/** The customization that is made once more; repeating the call returns the same until it is charged or pushed itself. */
export const remakeReply = z.object({ customizationId: id })
