/** Schemas of the buyer's page: what a customization link offers, a buyer's design, and what the seller does with it. */
import { z } from 'zod'
import { aiCutoutTypes, buyerDesignStatuses, customizationTiming, maxCanvasSide, maxTextLength, productMode } from '../constants'
import { maxBuyerLayers } from '../rules/buyer-rights'
import { textLimits } from '../rules/limits'
import { looks } from '../rules/look'
import { maxAnswer, proofParts } from '../rules/proof-of-work'
import { wireframe } from './catalogue'
import { fileUrl, hexColor, id, idText, numberText, page, time } from './common'
import { cutoutRequest, cutoutToken } from './cutouts'
import { casePicture, designLayerWrite, layer } from './templates'

const named = { id, name: z.string() }
const side = z.number().int().positive().max(maxCanvasSide)
const token = z.string().regex(/^[0-9a-f]{32}$/, '链接不正确')
const revision = z.number().int().positive()
/** As it was typed or pasted, perhaps with the words around it. */
const codeText = z.string().max(textLimits.typedNumber)

export const linkParams = z.object({ token })
export const buyerDesignParams = z.object({ id: idText })
export const buyerUploadParams = z.object({ id: idText, fileId: idText })

/** The choices that a link offers: only models and colours that have a case on sale. */
export const buyerLink = z.object({
  shopName: z.string(),
  /** Why no design can be begun now, by the link's dates; null while it can. */
  closedText: z.string().nullable(),
  /** Why designs that were begun in time can no longer be changed; null while they can. */
  endedText: z.string().nullable(),
  mode: z.enum(productMode),
  customizationTiming: z.enum(customizationTiming),
  imageUploadEnabled: z.boolean(),
  /** Whether photos can be cut out. */
  cutoutEnabled: z.boolean(),
  stickerAssetEnabled: z.boolean(),
  imageAssetEnabled: z.boolean(),
  textEnabled: z.boolean(),
  backgroundEnabled: z.boolean(),
  brands: z.array(z.object({ ...named, models: z.array(z.object(named)) })),
  materials: z.array(
    z.object({ ...named, look: z.enum(looks), colors: z.array(z.object({ ...named, color: z.string().nullable() })) }),
  ),
  /** Pairs of a model and a colour. */
  cases: z.array(z.tuple([id, id])),
  /** Models that buyers of the shop chose most in the last 90 days, and after them the newest ones: at most six. */
  popularModelIds: z.array(id),
  templates: z.array(
    z.object({
      ...named,
      width: side,
      height: side,
      thumbnailUrl: fileUrl.nullable(),
      /** The template on the case of its own preview phone; null where there is none. */
      casePicture: casePicture.nullable(),
    }),
  ),
  fonts: z.array(z.object({ ...named, previewImageUrl: fileUrl })),
  fontColors: z.array(z.string()),
})

/** The drawing of what was submitted, print file and effect image, until it is done. */
export const buyerDrawing = z.object({
  /** `failed`: for the reason in `error`; a submission of the same revision draws it again. */
  status: z.enum(['waiting', 'drawing', 'failed']),
  /** Designs that are drawn before it. */
  ahead: z.number().int().min(0),
  /** Time that is left, by what the last drawings took, s; null while there is nothing to judge by. */
  seconds: z.number().int().positive().nullable(),
  error: z.string().nullable(),
  /** Time after which to ask again, ms. */
  pollMs: z.number().int().positive(),
})
/** Null once everything that was submitted is drawn. */
export const buyerDrawingState = z.object({ drawing: buyerDrawing.nullable() })

/** A design as its buyer sees it. */
export const buyerDesign = z.object({
  id,
  /** 定制编号, which the buyer writes into the order's remark. */
  code: z.string(),
  status: z.enum(buyerDesignStatuses),
  revision,
  /** The revision that was submitted last; null if none was. */
  submittedRevision: revision.nullable(),
  width: side,
  height: side,
  /** The layers with which the design began: what may be changed depends on them. */
  base: z.array(layer),
  layers: z.array(layer),
  phoneModelId: id,
  materialColorId: id,
  wireframe: wireframe.nullable(),
  /** The effect image of what was submitted last; null until it is drawn. */
  effectImageUrl: fileUrl.nullable(),
  drawing: buyerDrawing.nullable(),
  /** Why nothing can be changed any more; null while it can. */
  lockText: z.string().nullable(),
  /** The seller's words; null unless it was rejected. */
  rejectReason: z.string().nullable(),
  isBound: z.boolean(),
  /** The seller has to look at it before an order has it. */
  isUnderReview: z.boolean(),
  /** Number of the order for which a platform opened the link, null for none. The design goes there once the shop knows the order. */
  forOrder: z.string().nullable(),
  /** Whether a share link is on: its holders may look at the design. */
  isShared: z.boolean(),
  /** Whether its buyer left the digits of his telephone number, so that he finds it from another phone. */
  canReturn: z.boolean(),
})
/** The token goes into the fragment of an address, and from there into `Authorization: Bearer`. */
export const buyerShare = z.object({ token: z.string() })
/** A design as others see it. */
export const buyerSharedDesign = z.object({
  shopName: z.string(),
  /** Why no design of one's own can be begun; null while it can. */
  closedText: z.string().nullable(),
  width: side,
  height: side,
  layers: z.array(layer),
  wireframe: wireframe.nullable(),
  model: z.string(),
  material: z.string(),
  color: z.string(),
  /** CSS colour of the case. */
  paper: z.string().nullable(),
  look: z.enum(looks),
})
const lastDigits = z.string().regex(/^\d{4}$/, '请填写手机号的后 4 位数字')
/** The last four digits of the buyer's telephone number; null forgets them. */
export const buyerReturnMark = z.object({ digits: lastDigits.nullable() })
export const buyerReturn = z.object({ code: codeText, digits: lastDigits })
/** `secret` is another one beside that of the first phone. */
export const buyerReturned = z.object({ id, secret: z.string() })
const orderNumber = z
  .string()
  .max(textLimits.typedNumber)
  .transform((text) => text.normalize('NFKC').replace(/\s/g, ''))
  .pipe(z.string().regex(/^[\x21-\x7e]{4,64}$/, '订单号不正确，请在订单详情里复制完整的订单编号'))
/** The number of an order that the buyer placed already, as he typed or copied it. */
export const buyerOrder = z.object({ orderOriginalId: orderNumber })
/** The order for which a platform opened the link, and the platform's id of the buyer (openid). */
const platformOrder = buyerOrder.extend({
  userId: z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/)
    .nullable(),
})
/** A puzzle (contract/rules/proof-of-work.ts) for beginning more designs than an address may begin freely. */
export const buyerChallenge = z.object({ challenge: z.string(), bits: z.number().int(), parts: z.number().int() })
/** The answers of all parts of a challenge. */
export const buyerProof = z.object({
  challenge: z.string().max(500),
  answers: z.array(z.number().int().min(0).max(maxAnswer)).length(proofParts),
})
/** `preview`: begun by the seller to see what a buyer sees; not counted. */
export const buyerDesignBegin = z.object({
  phoneModelId: id,
  materialColorId: id,
  templateId: id.nullable(),
  preview: z.boolean().default(false),
  order: platformOrder.optional(),
  /** Needed after a refusal with the code 'proof-required'. */
  proof: buyerProof.optional(),
})
/** Another design with the layers of this one; the fields are those of a beginning. */
export const buyerDesignAnother = buyerDesignBegin.pick({ preview: true, order: true, proof: true })
/** `secret` is given only here; every later call sends it as `Authorization: Bearer`. */
export const buyerDesignBegun = z.object({ secret: z.string(), design: buyerDesign })
/** The buyer's changes of a layer with which the design began (contract/rules/buyer-layers.ts). */
const changedLayer = designLayerWrite
  .partial()
  .extend({ uuid: designLayerWrite.shape.uuid, index: designLayerWrite.shape.index, base: z.literal(true) })
const sentLayer = z.discriminatedUnion('base', [changedLayer, designLayerWrite.extend({ base: z.literal(false).optional() })])
export const buyerDesignSave = z.object({
  revision,
  phoneModelId: id,
  materialColorId: id,
  layers: z.array(sentLayer).max(500, `一个设计最多 ${maxBuyerLayers} 个图层，请先删除一些`),
})
export const buyerUploadForm = z.object({ fileName: z.string().min(1).max(255) })
/** A picture for a layer. */
export const buyerPicture = z.object({
  imageFileId: id,
  imageUrl: fileUrl,
  width: z.number().int().positive(),
  height: z.number().int().positive(),
})
/** A picture (1), sticker (2) or background (3) of the shop that the buyer may use. */
export const buyerAsset = buyerPicture.extend({ id, type: z.union([z.literal(1), z.literal(2), z.literal(3)]), name: z.string() })
/** A text to be drawn as outlines; `like` is the layer of the design whose style it keeps. */
export const buyerText = z.object({
  text: z.string().min(1, '请输入文字').max(maxTextLength, `文字不能超过 ${maxTextLength} 个字`),
  fontId: id,
  fontColor: hexColor,
  like: z.string().min(1).max(64).nullable(),
})
/** A photo of the design, and what to cut out of it. */
export const buyerCutoutBody = z.object({ imageFileId: id, type: z.enum(aiCutoutTypes, '抠图类型不正确') })
/** The ticket, and the request that its host has to be sent with it. */
export const buyerCutout = cutoutToken.extend({ request: cutoutRequest })
export const buyerSubmission = z.object({
  revision,
  consent: z.literal(true, '请先同意图片的使用说明'),
})

/** A design as the seller sees it. */
export const buyerDesignRow = z.object({
  id,
  shopId: id,
  code: z.string(),
  status: z.enum(buyerDesignStatuses),
  phoneBrandName: z.string(),
  phoneModelName: z.string(),
  phoneCaseMaterialName: z.string(),
  phoneCaseMaterialColorName: z.string(),
  templateName: z.string().nullable(),
  effectImageUrl: fileUrl.nullable(),
  /** The order that it is bound to; null for none. */
  orderId: id.nullable(),
  orderOriginalId: z.string().nullable(),
  rejectReason: z.string().nullable(),
  /**
   * The handing over to the platform that opened the link for the order; null where none wants it. `sent`: accepted, `confirmed`: seen
   * there, `failed`: for the reason in `error`.
   */
  delivery: z.object({ status: z.enum(['waiting', 'sent', 'confirmed', 'failed']), error: z.string().nullable() }).nullable(),
  shopName: z.string(),
  isUnderReview: z.boolean(),
  submittedRevision: revision.nullable(),
  /** The drawing of print file and effect image; null once it is done. */
  drawing: buyerDrawing.pick({ status: true, error: true }).nullable(),
  /** The buyer has changed the design since, and has not submitted that. */
  hasUnsubmittedChanges: z.boolean(),
  /** Why it is under review, where the checker said so. */
  reviewReasons: z.array(z.string()),
  createdAt: time,
  submittedAt: time.nullable(),
})
export const buyerDesignQuery = page.extend({
  shopId: idText.optional(),
  /** 定制编号, in any spelling, or the number of the order that it is bound to. */
  keyword: z.string().trim().max(textLimits.keyword).optional(),
  status: z.enum(buyerDesignStatuses).optional(),
  /** Only those that wait for the seller's review. */
  underReview: z
    .literal('true')
    .transform(() => true)
    .optional(),
  pageSize: numberText(z.number().int().min(1).max(100)).default(20),
})
/** Without an item the design goes where it is certain (contract/rules/design-place.ts). */
export const buyerDesignBinding = z.object({ code: codeText, orderId: id, orderItemId: id.nullish() })
/** 再来一单: where the copy goes, in the same way. */
export const buyerDesignCopy = z.object({ orderId: id, orderItemId: id.nullish() })
/** The submission that the seller looked at. */
export const buyerDesignAllowance = z.object({ submittedRevision: revision })
export const buyerDesignRejection = z.object({
  reason: z.string().trim().min(1, '请填写原因，买家会看到').max(textLimits.reason),
})
