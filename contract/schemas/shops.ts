/** Schemas of shops, products, customization settings and mini-apps. */
import { z } from 'zod'
import {
  customizationTiming,
  maxLinkNameLength,
  maxProductIdsPerCall,
  maxProductSkus,
  maxShopNameLength,
  productMode,
} from '../constants'
import { textLimits } from '../rules/limits'
import { maxKeyLength } from '../rules/shop-keys'
import { additionRefusal, shopTypes } from '../rules/shop-types'
import { id, idText, nameText, numberText, page, time } from './common'

/** Returns the schema of a marketplace's id. Ids are text, because they exceed 2^53. `blank` is the message for a missing one. */
export const platformId = (blank: string) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? blank : undefined) })
    .trim()
    .min(1, blank)
    .max(textLimits.originalId, `平台ID不能超过 ${textLimits.originalId} 个字符`)
    .regex(/^[\x21-\x7e]*$/, '平台ID只能包含字母、数字和符号')

const shopName = z
  .string({ error: ({ input }) => (input === undefined || input === null ? '必须填写店铺名称' : undefined) })
  .normalize('NFC')
  .trim()
  .min(1, '必须填写店铺名称')
  .refine((name) => [...name].length <= maxShopNameLength, `限制不能超过${maxShopNameLength}个字符`)

/** The state of a shop's authorization. */
const authorization = z.object({
  /** The seller's nick on the marketplace. */
  nick: z.string(),
  status: z.enum(['active', 'expired']),
  expiresAt: z.number().int().nullable(),
  /** The sub-account that gave it; null for the owner of the shop. */
  subAccount: z.string().nullish(),
})
/** The marketplace on which a shop is authorized; it may be left out where the server has one. */
export const authorizationStart = z.object({ type: z.enum(shopTypes).optional() }).default({})
/** The address of the marketplace's page on which the seller grants the authorization. */
export const authorizationPage = z.object({ url: z.string() })
export const authorizationCode = z.object({ code: z.string().min(1).max(500), state: z.string().min(1).max(500) })
export const shop = z.object({
  id,
  type: z.enum(shopTypes),
  name: z.string(),
  boundAt: z.number().int(),
  authorization: authorization.nullable(),
})
const addableType = z.enum(shopTypes, { error: () => '必须选择店铺类型' }).superRefine((type, context) => {
  const message = additionRefusal(type)
  if (message !== null) context.addIssue({ code: 'custom', message })
})
export const shopCreate = z.object({ type: addableType, name: shopName })
/** The type of a shop that was added by authorization cannot be changed. */
export const shopUpdate = z.object({ type: z.enum(shopTypes).optional(), name: shopName.optional() })

const keyText = (missing: string) =>
  z
    .string(missing)
    .trim()
    .max(maxKeyLength, `不能超过 ${maxKeyLength} 个字符`)
    .regex(/^[\x21-\x7e]*$/, '只能包含字母、数字和符号，请检查是否多复制了空格或中文')
/** The keys with which a seller connects a shop. A secret that is left out stays as it is stored. */
export const shopKeysPut = z.object({
  appKey: keyText('必须填写').min(1, '必须填写'),
  secret: keyText('必须填写').optional(),
  extra: keyText('必须填写').optional(),
})
/** The known facts of the keys of a shop; the secrets are never returned. */
export const shopKeys = z.object({
  /** The app that the seller entered; null where none is. */
  appKey: z.string().nullable(),
  hasExtra: z.boolean(),
  checkedAt: z.number().int().nullable(),
  /** Why the marketplace refused the keys when they were last used; null where it accepted them. */
  problem: z.string().nullable(),
  /** Keys of a made-up shop, in the demo alone. */
  example: z.object({ appKey: z.string(), secret: z.string(), extra: z.string().nullable() }).nullable(),
})

export const productSku = z.object({ id, originalId: z.string(), propertiesName: z.string() })
export const product = z.object({
  id,
  shopId: id,
  originalId: z.string(),
  title: z.string(),
  imageUrl: z.string().nullable(),
  /** Empty if the product has no SKUs; it then has one customization setting for the whole product. */
  skus: z.array(productSku),
})
export const productQuery = page.extend({
  shopId: idText,
  pageSize: numberText(z.number().int().min(1).max(100)).default(20),
  /** Part of the title, or the complete platform id of a product or SKU. */
  keyword: z.string().trim().max(textLimits.keyword).optional(),
})
/** A page of what a shop has on sale on its marketplace. */
export const onSaleQuery = z.object({
  shopId: idText,
  /** The next page as the one before named it; absent for the first. */
  page: z.string().max(2000).optional(),
  /** A part of the title. */
  keyword: z.string().trim().max(textLimits.keyword).optional(),
})
export const onSalePage = z.object({
  items: z.array(
    z.object({
      originalId: z.string(),
      title: z.string(),
      imageUrl: z.string().nullable(),
      /** Whether the product is stored here. */
      isSynced: z.boolean(),
    }),
  ),
  /** The next page; null after the last. */
  next: z.string().nullable(),
  /** How many products there are; null where the marketplace does not say it. */
  total: z.number().int().nullable(),
  /** Whether the keyword was looked for; where the marketplace cannot search, the page is of all products. */
  isSearched: z.boolean(),
})
const webUrl = z
  .string()
  .trim()
  .max(textLimits.url)
  .regex(/^https?:\/\//, '必须以http://或者https://开头')
const skuWrite = z.object({
  originalId: platformId('必须填写商品规格的平台ID'),
  propertiesName: nameText('必须填写商品规格的属性名称', { max: textLimits.propertiesName }),
})
const productFields = {
  originalId: platformId('必须填写商品的平台ID'),
  title: nameText('必须填写商品的标题', { max: textLimits.productTitle }),
  imageUrl: z.union([z.literal('').transform(() => null), webUrl]).nullish(),
}
export const productCreate = z.object({
  ...productFields,
  shopId: id,
  skus: z.array(skuWrite).min(1, '请新增至少一个商品规格').max(maxProductSkus),
})
/** Products that the plugin read from the marketplace through the client; they may have no SKUs. */
export const productImport = z.object({
  shopId: id,
  products: z
    .array(z.object({ ...productFields, skus: z.array(skuWrite).max(maxProductSkus) }))
    .min(1)
    .max(maxProductIdsPerCall),
})
export const productImportReply = z.object({ products: z.array(product) })

/** `productOriginalId` is up to 20 ids, separated by commas: the limit of one marketplace call. An id alone names no shop, so `shopId` is needed. */
export const productSync = z.object({
  shopId: id,
  productOriginalId: z
    .string('请输入商品ID')
    .transform((text) => [...new Set(text.split(/[,，\s]+/).filter(Boolean))])
    .refine((ids) => ids.length > 0, '请输入商品ID')
    .refine((ids) => ids.length <= maxProductIdsPerCall, `一次最多 ${maxProductIdsPerCall} 个商品ID`),
})
export const productSyncReply = z.object({
  products: z.array(product),
  /** Ids that the marketplace did not return: deleted, mistyped, or another seller's. */
  missing: z.array(z.string()),
})

const bindingPhoneBrand = z.object({ id, modelIds: z.array(id).max(5000) })
const brandRow = z.object({
  id: z.number('必须选择一个品牌').int('必须选择一个品牌').positive('必须选择一个品牌').max(Number.MAX_SAFE_INTEGER),
  modelIds: z.array(id).max(5000).default([]),
})
/** The products that a buyer may customize, and the designs and assets for it. Ids of deleted things stay and are shown as deleted. */
const settingFields = {
  /** 1 默认, 2 自主定制, 3 单个模板, 4 模板分组, 5 模板分组 + 自主定制页面: the numbers of `productMode` everywhere; names are refused. */
  mode: z.enum(productMode),
  bindingMaterialIds: z.array(id).max(1000),
  /** An empty list allows all brands and models, a brand without models all of its models. */
  bindingPhoneBrands: z.array(bindingPhoneBrand).max(1000),
  bindingTemplateCollectionIds: z.array(id).max(1000),
  bindingTemplateId: id.nullable(),
  imageUploadEnabled: z.boolean(),
  stickerAssetEnabled: z.boolean(),
  imageAssetEnabled: z.boolean(),
  textEnabled: z.boolean(),
  backgroundEnabled: z.boolean(),
}
const settingWrite = {
  mode: z.enum(productMode),
  bindingMaterialIds: settingFields.bindingMaterialIds.default([]),
  bindingPhoneBrands: z.array(brandRow).max(1000).default([]),
  bindingTemplateCollectionIds: settingFields.bindingTemplateCollectionIds.default([]),
  bindingTemplateId: id.nullish().transform((value) => value ?? null),
  imageUploadEnabled: z.boolean().default(true),
  stickerAssetEnabled: z.boolean().default(true),
  imageAssetEnabled: z.boolean().default(true),
  textEnabled: z.boolean().default(true),
  backgroundEnabled: z.boolean().default(true),
}

export const phoneCaseCustomizationSetting = z.object({
  id,
  shopId: id,
  productOriginalId: z.string(),
  /** Null for a product without SKUs. */
  skuOriginalId: z.string().nullable(),
  ...settingFields,
})
export const settingQuery = z.object({
  shopId: idText,
  /** Comma-separated platform ids, at most 100. */
  productOriginalIds: z
    .string()
    .max(6600)
    .transform((text) => [...new Set(text.split(',').filter(Boolean))])
    .refine((ids) => ids.length <= 100, '一次最多查询 100 个商品'),
})
export const settingPut = z.object({
  shopId: id,
  productOriginalId: platformId('必须填写商品的平台ID'),
  skuOriginalId: platformId('必须填写商品规格的平台ID').nullish(),
  ...settingWrite,
})
const target = z.object({
  productOriginalId: platformId('必须填写商品的平台ID'),
  skuOriginalId: z.string().max(textLimits.originalId).nullable(),
})
/** Copies the setting of one SKU to other SKUs of the shop. */
export const settingCopy = z.object({ shopId: id, from: target, to: z.array(target).min(1, '请选择至少一个规格').max(1000) })
export const settingCopyReply = z.object({ settings: z.array(phoneCaseCustomizationSetting) })

const counts = z.object({
  /** Loads of the page. */
  opened: z.number().int().min(0),
  /** Designs that were begun, submitted once, and put into an order once. Previews are not counted. */
  begun: z.number().int().min(0),
  submitted: z.number().int().min(0),
  ordered: z.number().int().min(0),
})
const linkWrite = {
  /** The seller's name of the link; buyers do not see it. */
  name: z
    .string()
    .normalize('NFC')
    .trim()
    .refine((name) => [...name].length <= maxLinkNameLength, `名称不能超过 ${maxLinkNameLength} 个字符`)
    .optional(),
  /** When designs may be begun, both included; null: no bound. */
  startsAt: time.nullish(),
  endsAt: time.nullish(),
}
export const shopCustomizationSetting = z.object({
  id,
  shopId: id,
  /** Whether the shop's link without `?s=` uses this setting. Exactly one setting of a shop does, at first its first one. */
  isDefault: z.boolean(),
  customizationTiming: z.enum(customizationTiming),
  /** Whether the link is switched on; its address stays reserved if not. */
  enabled: z.boolean(),
  name: z.string(),
  startsAt: time.nullable(),
  endsAt: time.nullable(),
  ...settingFields,
})
export const customizationUrl = z.object({
  url: z.string(),
  /** The same page for the seller, whose designs are not counted; null where another program is the buyers' page. */
  previewUrl: z.string().nullable(),
  counts: z.object({ total: counts, last30Days: counts }),
  shopCustomizationSetting,
})
export const shopCustomizationUrls = z.object({
  shop,
  customizationUrls: z.array(customizationUrl),
})
export const shopSettingCreate = z.object({
  shopId: id,
  isDefault: z.boolean().default(false),
  customizationTiming: z.enum(customizationTiming),
  ...linkWrite,
  ...settingWrite,
})
/** A link as the form has it, before it is saved. */
export const linkDraft = z.object({ shopId: id, customizationTiming: z.enum(customizationTiming), ...settingWrite })
/** The address on this server at which the buyers' page shows it. */
export const linkDraftShown = z.object({ url: z.string() })
export const shopSettingUpdate = z.object({
  isDefault: z.boolean().optional(),
  enabled: z.boolean().optional(),
  customizationTiming: z.enum(customizationTiming),
  ...linkWrite,
  ...settingWrite,
})

export const miniApp = z.object({
  /** Null if no authorised shop has a mini-app. */
  app: z
    .object({ appId: z.string(), name: z.string(), logoUrl: z.string().nullable(), templateVersion: z.string().nullable() })
    .nullable(),
})
export const miniAppTemplate = z.object({
  templateId: z.string(),
  templateVersion: z.string(),
  note: z.string(),
  createdAt: z.number().int(),
})
export const miniAppUpdate = z.object({ templateVersion: z.string().trim().min(1, '请选择版本').max(50) })
