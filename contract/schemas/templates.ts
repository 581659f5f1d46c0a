/** Schemas of templates, their layers and collections. */
import { z } from 'zod'
import {
  aiCutoutTypes,
  layerTypes,
  layoutAnchors,
  layoutScalings,
  maxCanvasSide,
  maxLayers,
  maxTextLength,
  productMode,
  starterKeys,
  strokeStyles,
  textAligns,
} from '../constants'
import { degreesRange, maxCoordinate, maxGuides, strokeLimits, textLimits } from '../rules/limits'
import { appearance, shape, textFlow } from './appearance'
import { fileUrl, hexColor, id, idList, idText, nameText, page, within } from './common'

const next = id.nullable()
const coordinate = z.number().min(-maxCoordinate).max(maxCoordinate)
const size = z.number().positive().max(maxCoordinate)

export const templateCollection = z.object({ id, name: z.string(), next })
/** Asks what offers collections or templates to buyers, before they are deleted or taken off the shelf. */
export const templateUseQuery = z.object({ kind: z.enum(['collection', 'template']), ids: idList })
export const templateUse = z.object({
  /** Number of customization links, and of settings of product SKUs, that name one of them or the collection of one. */
  links: z.number().int(),
  skus: z.number().int(),
  /** How many of both would be left without any template, and offer no empty design either: buyers could begin nothing. */
  emptied: z.number().int(),
})
export const templateCollectionWrite = z.object({ name: nameText('请输入分组名称', { max: textLimits.templateCollection }) })

export const stroke = z.object({
  color: hexColor,
  width: within(strokeLimits.width),
  style: z.enum(strokeStyles),
  opacity: within(strokeLimits.opacity),
  color2: hexColor.optional(),
  width2: within(strokeLimits.width).optional(),
  opacity2: within(strokeLimits.opacity).optional(),
  offset: within(strokeLimits.offset),
  imageUrl: fileUrl.optional(),
})

/**
 * How a layer follows the canvas to the size of another phone: the part of the canvas that it keeps its distance to, and how its
 * size follows. What is absent is guessed from where the layer lies.
 */
export const layoutRule = z
  .object({ horizontal: z.enum(layoutAnchors), vertical: z.enum(layoutAnchors), scaling: z.enum(layoutScalings) })
  .partial()

/**
 * One layer. Lengths are canvas px. `left` and `top` are the corner of the unrotated box; `rotation` turns it clockwise about its
 * centre, in degrees with two decimals. Flips mirror the picture inside its box.
 */
export const layerWrite = z.object({
  id: id.nullable(),
  uuid: z.string().min(1).max(64),
  name: z.string().max(textLimits.name).optional(),
  type: z.enum(layerTypes),
  imageUrl: fileUrl,
  imageFileId: id,
  rotation: within(degreesRange),
  width: size,
  height: size,
  originalWidth: size,
  originalHeight: size,
  left: coordinate,
  top: coordinate,
  index: z.number().int().min(0).max(maxLayers),
  locked: z.boolean(),
  hidden: z.boolean().optional(),
  isBackground: z.boolean(),
  isUserUploadImage: z.boolean(),
  horizontalFlip: z.boolean(),
  verticalFlip: z.boolean(),
  aiCutoutType: z.enum(aiCutoutTypes).nullish(),
  aiCutoutPlaceholderImageType: z.string().max(50).nullish(),
  stroke: stroke.nullish(),
  strokeSvgData: z.string().max(textLimits.strokeSvg).nullish(),
  text: z.string().max(maxTextLength).nullish(),
  fontId: id.nullish(),
  fontColor: hexColor.nullish(),
  verticalText: z.boolean().nullish(),
  fontFamilyUrl: fileUrl.nullish(),
  textAlign: z.enum(textAligns).nullish(),
  /** Space added after each character, em. */
  letterSpacing: z.number().min(-1).max(5).nullish(),
  /** Distance from line to line, em. */
  lineHeight: z.number().min(0.5).max(5).nullish(),
  /** Layers with the same id are selected and moved together. */
  groupId: z.string().min(1).max(64).nullish(),
  appearance: appearance.nullish(),
  /** The picture is drawn from this shape. */
  shape: shape.nullish(),
  textFlow: textFlow.nullish(),
  /** Weight of the text, for fonts with a weight axis: 100 thin, 400 regular, 900 black. */
  fontWeight: z.number().min(1).max(1000).nullish(),
  layoutRule: layoutRule.nullish(),
  /** The layer is a copy out of a component: of its layer with this uuid, as its revision has it. */
  component: z.object({ id, revision: z.number().int().positive(), layer: z.string().min(1).max(64) }).nullish(),
})
/** A layer of a design that follows no component: a buyer's, or an order's. */
export const designLayerWrite = layerWrite.omit({ component: true })
export const layer = layerWrite.extend({ id })

export const thumbnail = z.object({ url: fileUrl, width: z.number().int().positive(), height: z.number().int().positive() })

const settings = {
  boundDesignAssetCollectionIds: z.array(id).max(1000),
  previewPhoneModelId: id.nullable(),
  previewMaterialColorId: id.nullable(),
  enabled: z.boolean(),
  /** 1 默认, 2 自主定制, 3 单个模板, 4 模板分组, 5 模板分组 + 自主定制页面, as `mode` of settings and links. */
  productMode: z.enum(productMode),
}

/** Lines that the seller aligns layers to, canvas px; they are neither shown outside the designer nor printed. */
export const guides = z.object({ x: z.array(coordinate).max(maxGuides), y: z.array(coordinate).max(maxGuides) })

/** A template on the case of its preview phone, with light. */
export const casePicture = z.object({
  url: fileUrl,
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  /** Whether it is drawn already; otherwise its first reader waits for it, a second or so. */
  ready: z.boolean(),
})

/** A template in a list, without its layers. */
export const templateRow = z.object({
  id,
  collectionId: id,
  name: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  thumbnail: thumbnail.nullable(),
  /** Null where the preview phone has no wireframe. */
  casePicture: casePicture.nullable(),
  layerCount: z.number().int().min(0),
  ...settings,
  /** Increases by one with each save; a save must contain the revision that it changed. */
  revision: z.number().int().positive(),
  updatedAt: z.number().int(),
  next,
})
/** A template of a search, where it has no place among others. */
export const looseTemplate = templateRow.omit({ next: true })
export const templateIds = z.object({ ids: idList })
/** The facts of a template by which lists search, filter and sort. */
export const templateFacts = templateRow.pick({
  id: true,
  collectionId: true,
  name: true,
  enabled: true,
  productMode: true,
  updatedAt: true,
})
export const template = templateRow.extend({ layers: z.array(layer), guides: guides.nullish() })
export const templateQuery = page.extend({ collectionId: idText })

const drawn = {
  name: z.string().trim().max(textLimits.name).optional(),
  width: z.number().int().positive().max(maxCanvasSide),
  height: z.number().int().positive().max(maxCanvasSide),
  layers: z.array(layerWrite).min(1, '请上传至少一个图层').max(maxLayers, `一个模板最多 ${maxLayers} 个图层，请先删除一些图层`),
  boundDesignAssetCollectionIds: settings.boundDesignAssetCollectionIds.optional(),
  guides: guides.nullish(),
  previewPhoneModelId: id.nullish(),
  previewMaterialColorId: id.nullish(),
}
const content = { ...drawn, thumbnailFileId: id.nullable() }
export const templateCreate = z.object({
  collectionId: id,
  /** Whether buyers see it at once; on the shelf where it is absent. */
  enabled: z.boolean().optional(),
  ...content,
})
export const templateSave = z.object({ revision: z.number().int().positive(), ...content })
export const templateSettings = z.object({ name: z.string().trim().max(textLimits.name), ...settings }).partial()
export const templateCopy = z.object({ collectionId: id.optional() })

/** Without a collection one is made for them. */
export const starterWrite = z.object({
  collectionId: id.nullable(),
  starters: z.array(z.enum(starterKeys)).min(1).max(starterKeys.length),
})
export const startersAdded = z.object({ collectionId: id, templateIds: z.array(id) })

/** Unsaved work of a user on a saved template, which colleagues may open; buyers and lists never see it. */
export const templateDraftRow = z.object({
  userId: id,
  username: z.string(),
  /** Revision of the template that the draft changes. */
  revision: z.number().int().positive(),
  layerCount: z.number().int().min(1),
  updatedAt: z.number().int(),
})
export const templateDraft = templateDraftRow.extend({
  name: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  layers: z.array(layerWrite),
  guides: guides.nullable(),
  boundDesignAssetCollectionIds: settings.boundDesignAssetCollectionIds,
  previewPhoneModelId: settings.previewPhoneModelId,
  previewMaterialColorId: settings.previewMaterialColorId,
})
export const templateDraftParams = z.object({ id: idText, userId: idText })
export const templateDraftWrite = z.object({ revision: z.number().int().positive(), ...drawn })
