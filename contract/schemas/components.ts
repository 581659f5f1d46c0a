/** Schemas of components: layers that many templates show, changed in all of them at once. */
import { z } from 'zod'
import { maxCanvasSide, maxComponentLayers } from '../constants'
import { textLimits } from '../rules/limits'
import { id, nameText, time } from './common'
import { layer, layerWrite, thumbnail } from './templates'

const revision = z.number().int().positive()
const side = z.number().int().positive()

/** A component in a list, without its layers. */
export const componentRow = z.object({
  id,
  name: z.string(),
  /** It grows by one with each change. A change names the revision that its caller has read. */
  revision,
  /** The box in which its layers lie, px. A layer may reach beyond it. */
  width: side,
  height: side,
  layerCount: z.number().int().min(1),
  thumbnail: thumbnail.nullable(),
  /** How many templates show it, and how many of them are on the shelf. */
  templates: z.number().int().min(0),
  enabledTemplates: z.number().int().min(0),
  updatedAt: time,
})
export const component = componentRow.extend({ layers: z.array(layer) })

const drawn = {
  width: side.max(maxCanvasSide),
  height: side.max(maxCanvasSide),
  layers: z
    .array(layerWrite)
    .min(1, '组件里至少要有一个图层')
    .max(maxComponentLayers, `一个组件最多 ${maxComponentLayers} 个图层`),
  thumbnailFileId: id.nullable(),
}
const name = nameText('请输入组件名称', { max: textLimits.name })

export const componentCreate = z.object({ name, ...drawn })
/** Changes it in every template that shows it. */
export const componentSave = z.object({ revision, ...drawn })
export const componentName = z.object({ name })
/** One of the states that the component had. */
export const componentVersion = z.object({
  revision,
  createdBy: z.string(),
  createdAt: time,
  layerCount: z.number().int().min(1),
  thumbnail: thumbnail.nullable(),
})
/** Gives the component the content of an earlier revision, as a new one. */
export const componentRevert = z.object({ revision, to: revision })
