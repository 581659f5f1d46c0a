/** Schemas of brands, models, materials, colours, SKUs and wireframes. */
import { z } from 'zod'
import { maxCanvasSide, maxLibraryPhones, standardKinds } from '../constants'
import { maxCaseMm } from '../rules/limits'
import { looks, poses } from '../rules/look'
import { whiteInks } from '../rules/print-profile'
import { hexColor, id, idList, idText, nameText } from './common'

const next = id.nullable()

export const phoneBrand = z.object({ id, name: z.string(), next })
export const phoneBrandWrite = z.object({ name: nameText('请填写品牌', { missing: '品牌名称必填' }) })
/** The value that the seller saw before his change; if it has changed since, the response is a conflict (409). */
const was = z.object({ name: z.string() }).optional()
export const phoneBrandUpdate = phoneBrandWrite.extend({ was })

export const phoneModel = z.object({ id, phoneBrandId: id, name: z.string(), favorited: z.boolean(), next })
export const phoneModelCreate = z.object({ name: nameText('型号必填') })
/** Names of new models, in the order of the list. */
export const phoneModelsCreate = z.object({
  names: z.array(nameText('型号必填')).min(1, '请填写至少一个型号').max(100, '一次最多新增 100 个型号'),
})
export const phoneModelUpdate = z.object({ name: nameText('型号必填').optional(), favorited: z.boolean().optional(), was })
export const brandParams = z.object({ brandId: idText })
export const modelParams = z.object({ brandId: idText, id: idText })
export const idsBody = z.object({
  // The limit covers all models that can be ticked, so that one transaction deletes all of them or none.
  ids: z.array(id).min(1, '请选择至少一个型号').max(20_000, '一次最多删除 20000 个型号'),
})

export const materialColor = z.object({
  id,
  name: z.string(),
  defaultBackgroundColor: z.string().nullable(),
  enabled: z.boolean(),
  next,
})
/** The properties of a material that a seller chooses besides its name. */
const materialChoices = z.object({
  needBackground: z.boolean(),
  /** How its surface looks in effect images: chosen by the seller, or as its name suggests. */
  look: z.enum(looks),
  /** The pose of the case in the effect images that the server draws for orders. */
  effectPose: z.enum(poses),
  /** How white ink is printed on its cases. */
  whiteInk: z.enum(whiteInks),
})
export const phoneCaseMaterial = z.object({
  id,
  name: z.string(),
  ...materialChoices.shape,
  colors: z.array(materialColor),
  next,
})
export const materialCreate = materialChoices.partial().extend({ name: nameText('材质名称必填') })
export const materialUpdate = materialCreate.partial().extend({ was })
export const materialParams = z.object({ materialId: idText })
export const colorParams = z.object({ materialId: idText, id: idText })
export const colorCreate = z.object({ name: nameText('颜色名称必填'), defaultBackgroundColor: hexColor.nullish() })
export const colorUpdate = z.object({
  name: nameText('颜色名称必填').optional(),
  defaultBackgroundColor: hexColor.nullish(),
  enabled: z.boolean().optional(),
  was: z.object({ name: z.string(), defaultBackgroundColor: z.string().nullable() }).optional(),
})

export const sku = z.object({
  id,
  phoneBrandId: id,
  phoneModelId: id,
  materialId: id,
  materialColorId: id,
  wireframeId: id.nullable(),
  /** The source of its wireframe if that is a standard wireframe, see `wireframe.standard`. */
  standard: z.enum(standardKinds).nullable(),
  enabled: z.boolean(),
})
/** Of these models, of those alone whose wireframe is a standard one, or both. */
export const skuQuery = z
  .object({ phoneModelIds: idList.optional(), standard: z.literal('true').optional() })
  .refine(({ phoneModelIds, standard }) => phoneModelIds !== undefined || standard !== undefined, {
    path: ['phoneModelIds'],
    message: '请给出型号编号，或只要标准线框',
  })
/** `key` is `{phoneModelId}-{materialColorId}`. */
export const skuKeyParams = z.object({ key: z.string().regex(/^[1-9]\d{0,15}-[1-9]\d{0,15}$/) })
const px = z.number().int().min(0).max(maxCanvasSide)
export const printArea = z.object({ left: px, right: px, top: px, bottom: px })

/** Layers with a positive `index` are drawn over the design, with a negative one under it. `printArea` contains margins in px. */
export const wireframe = z.object({
  id,
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  layers: z.array(
    z.object({
      imageUrl: z.string(),
      index: z.number().int(),
      /** SHA-256 of the seller's file, if the write gave it, else of the stored file; imports compare it. */
      sha256: z.string().nullable(),
    }),
  ),
  printArea: printArea.nullable(),
  /** Physical size of the whole wireframe, mm; our addition to the specification, needed for the print resolution. */
  widthMm: z.number().positive().nullable(),
  heightMm: z.number().positive().nullable(),
  /**
   * A standard wireframe that the server drew, which nobody has checked against a factory's mould yet: around the body of a phone of
   * the library, or for the size of a factory's model. Null: the seller's own pictures, or a checked one.
   */
  standard: z.enum(standardKinds).nullable(),
})
export const wireframeQuery = z.object({ ids: idList })
const sha256 = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, '文件校验值必须是 64 位十六进制的 SHA-256')
  .nullish()
const mm = z.number().positive().max(maxCaseMm).nullish()
export const wireframeWrite = z.object({
  width: z.number().int().positive().max(maxCanvasSide),
  height: z.number().int().positive().max(maxCanvasSide),
  backgroundImageFileId: id.nullish(),
  foregroundImageFileId: id.nullish(),
  /** SHA-256 of the seller's file, before the server cleans it; sent together with the file id. */
  backgroundImageSha256: sha256,
  foregroundImageSha256: sha256,
  printAreaLeft: px.nullish(),
  printAreaTop: px.nullish(),
  printAreaRight: px.nullish(),
  printAreaBottom: px.nullish(),
  widthMm: mm,
  heightMm: mm,
})
/** `standard: null` says that the seller has checked a standard wireframe; its former source takes that back. */
export const wireframeUpdate = wireframeWrite.partial().extend({ standard: z.enum(standardKinds).nullish() })

/** A wireframe that is created together with its SKU, or not at all: absent, or instead of `wireframeId`. */
const ownWireframe = wireframeWrite.optional()
export const skuCreate = z.object({
  wireframeId: id.nullable(),
  wireframe: ownWireframe,
  enabled: z.boolean(),
  materialColorId: id,
  materialId: id,
  phoneBrandId: id,
  phoneModelId: id,
})
export const skusCreate = z.object({ items: z.array(skuCreate).min(1, '请至少给出一个商品').max(50, '一次最多新建 50 个商品') })
export const skuUpdate = z.object({ enabled: z.boolean().optional(), wireframeId: id.nullish(), wireframe: ownWireframe })

/** Colours of materials that cases are added in: existing ones, and materials by name, which are created unless they are there. */
export const caseColors = {
  colorIds: z.array(id).max(50),
  materials: z.array(z.object({ name: nameText('材质名称必填'), colors: z.array(colorCreate).min(1).max(20) })).max(10),
  /** Whether standard wireframes are drawn, and SKUs created with them; `enabled` puts new SKUs on shelf. */
  wireframes: z.boolean(),
  enabled: z.boolean(),
}
export const libraryAdd = z.object({
  /** Names of phones of the library, such as 苹果 iPhone 15 Pro. */
  phones: z.array(z.string().min(1).max(80)).min(1, '请选择至少一个机型').max(maxLibraryPhones),
  ...caseColors,
})
/** The result of a phone. */
export const addedPhone = z.object({
  brandId: id,
  modelId: id,
  /** Whether the model is new. */
  created: z.boolean(),
  /** Numbers of wireframes that were drawn, and of colours that had one. */
  made: z.number().int(),
  kept: z.number().int(),
})
export const libraryAdded = z.object({
  phones: z.array(addedPhone.extend({ phone: z.string() })),
  /** The colours, in the order of the catalogue. */
  colorIds: z.array(id),
})
