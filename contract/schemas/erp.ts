import { z } from 'zod'
import { erpKind, maxBindingsPerCall, printSizes, taskStatus } from '../constants'
import { findingCodes } from '../rules/preflight'
import { fileUrl, id, idText, time } from './common'
import { orderItem } from './orders'

/** A factory's own code or id, opaque or readable; never interpreted. */
const code = z.string().trim().min(1, '请选择工厂的编码').max(200)

const apiAccessToken = z
  .string({ error: ({ input }) => (input === undefined || input === null ? '请输入key' : undefined) })
  .trim()
  .min(1, '请输入key')
  .max(500, 'key 不能超过 500 个字符')
  .regex(/^[\x21-\x7e]*$/, 'key 只能包含字母、数字和符号，不能有空格')

export const erpIntegration = z.object({
  id,
  erp: z.enum(erpKind),
  /** Never the key itself: dots and its last four characters, which tell it from others. */
  apiAccessToken: z.string(),
  /** What the factory's program said of the key when it was last used; null when it was good. */
  problem: z.string().nullable(),
})
export const integrationCreate = z.object({ erp: z.enum(erpKind), apiAccessToken })
export const integrationUpdate = z.object({ apiAccessToken })
/** The factory's program that this server speaks to. */
export const erpProgram = z.object({
  erp: z.enum(erpKind),
  name: z.string(),
  /** A key to try with, where the program is the embedded one; null for a real one. */
  demoKey: z.string().nullable(),
})

export const factory = z.object({
  id,
  name: z.string(),
  createdAt: time,
  /** The last list of the factory's program did not name it any more: nothing can be pushed to it. */
  gone: z.boolean(),
  /** How cases are printed whose mould there differs from what was designed. */
  printSize: z.enum(printSizes),
})
export const factoryUpdate = z.object({ printSize: z.enum(printSizes) })
export const factoriesSynced = z.object({ factories: z.array(factory), added: z.number().int(), gone: z.number().int() })
export const factoryQuery = z.object({ factoryId: idText })

export const factoryPhoneModel = z.object({
  code: z.string(),
  /** What the factory calls it; the code where it has no other name. */
  name: z.string(),
  /** Of the printed area. */
  widthMm: z.number().positive().nullable(),
  heightMm: z.number().positive().nullable(),
  /** Null: the factory does not say. */
  stock: z.number().int().nullable(),
})
export const factoryBody = z.object({ factoryId: id })
/** Reads the models and the materials of one factory. */
export const factorySyncTask = z.object({
  id,
  status: z.enum(taskStatus),
  errorMessage: z.string().nullable(),
  startedAt: time,
  finishedAt: time.nullable(),
})

export const modelBinding = z.object({
  factoryId: id,
  phoneModelId: id,
  erpPhoneModelCode: z.string(),
  /** Made by the matcher; what was bound by hand is never overwritten by it. */
  automatic: z.boolean(),
  /** The factory lists the code no more: orders of this model are not pushed. */
  gone: z.boolean(),
})
export const modelBindingQuery = z.object({ factoryId: idText, phoneBrandId: idText.optional() })
export const modelBindingPut = z.object({ factoryId: id, phoneModelId: id, erpPhoneModelCode: code })
/** What the matcher found; models that are bound already, by hand or since, are left as they are. */
export const modelBindingsPut = z.object({
  factoryId: id,
  bindings: z
    .array(z.object({ phoneModelId: id, erpPhoneModelCode: code }))
    .min(1, '请至少选择一个机型')
    .max(maxBindingsPerCall),
})
export const modelBindingsReply = z.object({
  bound: z.array(modelBinding),
  /** Bound before, and kept. */ kept: z.array(modelBinding),
})
export const modelBindingParams = z.object({ factoryId: idText, phoneModelId: idText })

const factoryColor = z.object({ id: z.string(), code: z.string(), name: z.string() })
export const factoryMaterial = z.object({ id: z.string(), code: z.string(), name: z.string(), colors: z.array(factoryColor) })
export const materialBinding = z.object({
  factoryId: id,
  materialId: id,
  erpMaterialId: z.string(),
  erpMaterialCode: z.string(),
  gone: z.boolean(),
})
export const materialBindingPut = z.object({ factoryId: id, materialId: id, erpMaterialId: code, erpMaterialCode: code })
export const materialBindingParams = z.object({ factoryId: idText, materialId: idText })
export const colorBinding = z.object({
  factoryId: id,
  materialColorId: id,
  erpMaterialColorId: z.string(),
  erpMaterialColorCode: z.string(),
  gone: z.boolean(),
})
export const colorBindingPut = z.object({
  factoryId: id,
  materialColorId: id,
  erpMaterialColorId: code,
  erpMaterialColorCode: code,
})
export const colorBindingParams = z.object({ factoryId: idText, materialColorId: idText })

const optionalId = id.nullish()
/** As the order shows it; compared with what is stored, never trusted. */
const pushedCustomization = z.object({
  /** Of ours; without it the rest must tell which one is meant. */
  id: optionalId,
  phoneModelId: optionalId,
  phoneCaseMaterialId: optionalId,
  phoneCaseMaterialColorId: optionalId,
  customizedImageUrl: z.string().max(2048).nullish(),
})
/** `orderItems` repeats what the order said when the seller looked: what has changed since is refused, never pushed as something else. */
export const pushOrderBody = z.object({
  factoryId: id,
  orderOriginalId: z.string().trim().min(1).max(64),
  orderItems: z
    .array(
      z.object({
        originalId: z.string().min(1).max(64),
        quantity: z.number().int().min(1).max(1_000_000),
        phoneCaseCustomizationInfos: z.array(pushedCustomization).max(200),
      }),
    )
    .min(1)
    .max(500),
  /** Customizations that the seller has looked at and wants printed as they are: what a check asked for. */
  confirmed: z.array(id).max(500).optional(),
})
/** What keeps an order from being pushed, or should be looked at before. */
const pushNote = z.object({
  /** Platform id of the order item; null: of the order. */
  itemOriginalId: z.string().nullable(),
  customizationId: id.nullable(),
  /** A sentence for the seller: what, and what to do. */
  message: z.string(),
  /** The preflight's finding; null for a problem of the order or of the factory. */
  code: z.enum(findingCodes).nullable(),
})
export const pushCheck = z.object({
  /** Cases that would be made, and such as the factory has already. */
  lines: z.number().int(),
  pushed: z.number().int(),
  /** Any of these: the order is not pushed. */
  problems: z.array(pushNote),
  /** Cases that are pushed only when the seller confirms each: their customizations go into `confirmed`. `imageUrl`: what it looks like. */
  asks: z.array(pushNote.extend({ customizationId: id, imageUrl: fileUrl.nullable() })),
  /** Items whose numbers do not say how many are made of each design, which is a problem until the seller says it: `orders.decidePieces`. */
  undecided: z.array(z.object({ orderId: id, item: orderItem })),
  /** It can be pushed all the same. */
  warnings: z.array(pushNote),
})
export const pushReply = z.object({
  /** `already`: every line was at the factory before; nothing new was made. */
  status: z.enum(['pushed', 'already']),
  factoryName: z.string(),
  /** The factory's own numbers, a line each. */
  factoryOrderIds: z.array(z.string()),
  message: z.string(),
})
