/** Schemas of print profiles: how print files are written for one printer. */
import { z } from 'zod'
import { downloadRuleParts } from '../rules/name-parts'
import {
  cutFiles,
  cutOutlines,
  extraSampleKinds,
  plateRoles,
  plateSources,
  printColors,
  printContainers,
  printProfileLimits,
  printProfileProblem,
  softEdges,
  tiffCompressions,
} from '../rules/print-profile'
import { fileUrl, id, nameText, time, within } from './common'

const { plates: mostPlates, plateName, ...ranges } = printProfileLimits

const plate = z.object({
  name: nameText('请填写通道名', { max: plateName }),
  role: z.enum(plateRoles),
  source: z.enum(plateSources),
  inverted: z.boolean(),
  threshold: within(ranges.threshold).int(),
  chokeMm: within(ranges.chokeMm),
  extraSample: z.literal(extraSampleKinds),
})

const settings = z.object({
  container: z.enum(printContainers),
  colors: z.enum(printColors),
  softEdges: z.enum(softEdges),
  plates: z.array(plate).max(mostPlates, `最多 ${mostPlates} 个附加通道`),
  dpi: within(ranges.dpi),
  compression: z.enum(tiffCompressions),
  inkLimit: within(ranges.inkLimit),
  mirrored: z.boolean(),
  bleedMm: within(ranges.bleedMm),
  cutLine: z
    .object({
      of: z.enum(cutOutlines).optional(),
      name: nameText('请填写刀线的专色名', { max: plateName }),
      offsetMm: within(ranges.offsetMm),
    })
    .nullable()
    .default(null),
  cutFile: z.enum(cutFiles).default('none'),
  page: z
    .object({ widthMm: within(ranges.pageMm), heightMm: within(ranges.pageMm) })
    .nullable()
    .default(null),
  fileName: z
    .array(z.enum(downloadRuleParts))
    .min(1, '文件名至少要有一项')
    .refine((parts) => new Set(parts).size === parts.length, '文件名里同一项只能用一次')
    .readonly()
    .nullable()
    .default(null),
})

/** The ICC profile of the printer, for CMYK. */
const iccFile = z.object({ fileId: id, name: z.string(), url: fileUrl })

export const printProfile = z.object({
  id,
  name: z.string(),
  settings,
  icc: iccFile.nullable(),
  updatedAt: time,
})

export const printProfileWrite = z.object({
  name: nameText('请填写打印配置的名称'),
  settings: settings.superRefine((value, refinement) => {
    const problem = printProfileProblem(value)
    if (problem !== null) refinement.addIssue({ code: 'custom', path: ['plates'], message: problem })
  }),
  icc: z.object({ fileId: id, name: nameText('请填写颜色配置文件的名称') }).nullable(),
})
