/** Schemas of shop fonts and font colours. */
import { z } from 'zod'
import { maxFontNameLength } from '../constants'
import { fileUrl, hexColor, id, nameText } from './common'

const next = id.nullable()

const fontName = nameText('请输入字体名称').refine(
  (name) => [...name].length <= maxFontNameLength,
  `字体名称不能超过 ${maxFontNameLength} 个字`,
)

/**
 * A font of the shop. `fontUrl` is the address of its file. The previews show its name at 32 px in rgb(51,51,51) and in
 * rgb(253,116,85), or a sample if the font lacks the characters of its name.
 */
export const shopFont = z.object({
  id,
  name: z.string(),
  enabled: z.boolean(),
  previewImageUrl: fileUrl,
  activePreviewImageUrl: fileUrl,
  /** Name of the stored file, with its extension. */
  fileKey: z.string(),
  fontUrl: fileUrl,
  /** Size of the font file, bytes. */
  size: z.number().int().min(0),
  next,
})
export const shopFontCreate = z.object({
  name: fontName,
  fontFileId: id,
  previewImageFileId: id,
  activePreviewImageFileId: id,
})
/** A change of the name needs new previews. */
export const shopFontUpdate = z.object({
  name: fontName.optional(),
  enabled: z.boolean().optional(),
  previewImageFileId: id.optional(),
  activePreviewImageFileId: id.optional(),
})

/** A text colour of the shop; `hexCode` is #rrggbb in lower case. */
export const shopFontColor = z.object({ id, hexCode: z.string(), enabled: z.boolean(), next })

/** Expands #abc to #aabbcc in lower case, so that equal colours have equal texts. */
const hexCode = z
  .string()
  .trim()
  .min(1, '请输入颜色')
  .pipe(hexColor)
  .transform((text) => (text.length === 4 ? text.replace(/[0-9a-f]/gi, '$&$&') : text).toLowerCase())
export const shopFontColorCreate = z.object({ hexCode })
export const shopFontColorUpdate = z.object({ hexCode: hexCode.optional(), enabled: z.boolean().optional() })

/** Moves an item directly before `next`, or to the end if that is null; `activeId` repeats the id of the path. */
export const shopFontOrdering = z.object({ activeId: id.optional(), next })
