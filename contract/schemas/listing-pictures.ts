/** Schemas of listing pictures: templates on cases, for the pages of marketplaces. */
import { z } from 'zod'
import { listingLimits, maxListingPictures, textLimits } from '../rules/limits'
import { markCorners } from '../rules/listing-layout'
import { poses } from '../rules/look'
import { hexColor, id, time, within } from './common'

/** Sizes of pictures, px: the main picture of a listing, and its portrait one. */
const listingSizes = ['800x800', '750x1000'] as const
export const listingSettings = z.object({
  background: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('studio') }),
    z.object({ kind: z.literal('color'), color: hexColor }),
    z.object({ kind: z.literal('picture'), fileId: id }),
  ]),
  margin: within(listingLimits.margin),
  /** Whether layers move to where they belong on each model; otherwise the design covers the case as it is. */
  fitted: z.boolean(),
  mark: z
    .object({
      fileId: id,
      corner: z.enum(markCorners),
      width: within(listingLimits.mark),
    })
    .nullable(),
  text: z
    .object({
      text: z.string().trim().min(1, '请输入文字').max(textLimits.listingText, `文字最多 ${textLimits.listingText} 个字`),
      fontId: id,
      color: hexColor,
      place: z.enum(['top', 'bottom']),
    })
    .nullable(),
})

const shownCase = z.object({ phoneModelId: id, materialColorId: id })
const chosenPoses = z.array(z.enum(poses)).min(1, '请选择至少一种姿势').max(poses.length)
const chosenSizes = z.array(z.enum(listingSizes)).min(1, '请选择至少一种尺寸').max(listingSizes.length)

export const listingStart = z.object({
  settings: listingSettings,
  templateIds: z.array(id).min(1, '请选择至少一个模板').max(maxListingPictures),
  cases: z.array(shownCase).min(1, '请选择至少一款机型').max(maxListingPictures),
  poses: chosenPoses,
  sizes: chosenSizes,
})
export const listingPreviewWrite = z.object({
  settings: listingSettings,
  templateId: id,
  ...shownCase.shape,
  pose: z.enum(poses),
  size: z.enum(listingSizes),
})
/** A JPEG in the address itself: it is not stored. */
export const listingPreview = z.object({ imageUrl: z.string() })

export const listingRun = z.object({
  id,
  status: z.enum(['waiting', 'drawing', 'done']),
  total: z.number().int(),
  done: z.number().int(),
  /** Pictures that could not be drawn, and why. */
  failed: z.array(z.object({ name: z.string(), reason: z.string() })),
  /** Bytes of the archive. */
  size: z.number().int(),
  /** Where the archive of what is drawn is fetched without signing in, for a while; null before anything is. */
  archiveUrl: z.string().nullable(),
  createdBy: z.string(),
  createdAt: time,
  /** When its pictures are removed. */
  expiresAt: time,
})
