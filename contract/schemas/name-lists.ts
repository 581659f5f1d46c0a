/** Schemas of name lists: one template with the texts of each row of a list, checked and drawn. */
import { z } from 'zod'
import { maxTextLength } from '../constants'
import { nameListLimits, textLimits } from '../rules/limits'
import { id } from './common'

/** A text of a template in place of which a row has its own; '' leaves the layer out of this print. */
const nameText = z.object({ uuid: z.string().min(1).max(100), text: z.string().max(maxTextLength) })
/** A row of a list as it is printed. Texts that it does not name stay as in the template. */
export const nameRow = z.object({
  phoneModelId: id,
  materialColorId: id,
  texts: z.array(nameText).max(nameListLimits.texts),
})

export const nameTemplateQuery = z.object({
  /** The template of this id alone. */
  id: z.coerce.number().int().positive().optional(),
  /** Words in its name. */
  keyword: z.string().trim().max(textLimits.keyword).optional(),
})
/** A text layer that a row may fill. */
const nameLayer = z.object({
  uuid: z.string(),
  name: z.string(),
  text: z.string(),
  /** Why no other text can be drawn in it, or what becomes of it with one, for the seller; null when there is nothing to say. */
  problem: z.string().nullable(),
  note: z.string().nullable(),
})
export const nameTemplates = z.array(
  z.object({
    id,
    name: z.string(),
    revision: z.number().int(),
    thumbnailUrl: z.string().nullable(),
    previewPhoneModelId: id.nullable(),
    previewMaterialColorId: id.nullable(),
    /** Why nothing can be made of it by a list; null when something can. */
    problem: z.string().nullable(),
    /** From the top to the bottom. */
    layers: z.array(nameLayer),
  }),
)

export const nameCheck = z.object({ templateId: id, rows: z.array(nameRow).min(1).max(nameListLimits.rowsPerCheck) })
export const nameChecked = z.object({
  revision: z.number().int(),
  rows: z.array(
    z.object({
      /** Whether the case has a wireframe with a size: without one it is printed at the pixels of the template. */
      hasSize: z.boolean(),
      texts: z.array(
        z.object({
          uuid: z.string(),
          /** Characters that the font lacks: nothing is drawn then. */
          missing: z.array(z.string()),
          /** Size of its letters as a share of the template's; 1 where it fits. */
          scale: z.number(),
          /** It runs over the printed part of the case. */
          isCut: z.boolean(),
        }),
      ),
    }),
  ),
})
export const namePictureRequest = z.object({ templateId: id, row: nameRow })
/** The row on its case, or the print alone where the case has no wireframe; a data: address. */
export const namePicture = z.object({ picture: z.string(), isOnCase: z.boolean() })

export const nameLineParams = z.object({ id: z.coerce.number().int().positive(), line: z.coerce.number().int().positive() })
/** @see nameChecked `revision`: another one is refused, because the seller has looked at the rows with this one. */
export const nameDraw = z.object({ templateId: id, revision: z.number().int(), row: nameRow })
