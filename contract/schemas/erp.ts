/** Schemas of factories: integrations, lists, bindings and pushes. */
import { z } from 'zod'
import {
  cancelOutcomes,
  maxAlarmsPerCall,
  maxBindingsPerCall,
  maxLibraryPhones,
  printSizes,
  pushLineStates,
  taskStatus,
  unmadeReasons,
} from '../constants'
import { maxQuantity, textLimits } from '../rules/limits'
import { findingCodes } from '../rules/preflight'
import { addedPhone, caseColors } from './catalogue'
import { fileUrl, id, idList, idText, time } from './common'
import { orderItem } from './orders'

/** A factory's own code or id; it is never interpreted. */
const code = z.string().trim().min(1, '请选择工厂的编码').max(200)

const kind = z.number().int().min(1).max(32_767)
/** The fields of a key, which its program names (`erpProgram.keyFields`): `apiAccessToken` stands alone, any other in `key`. */
const keyWrite = { apiAccessToken: z.string().nullish(), key: z.record(z.string(), z.string()).optional() }

export const erpIntegration = z.object({
  id,
  erp: kind,
  /** Dots and the last four characters of the key, to recognise it; never the key itself. */
  apiAccessToken: z.string(),
  /** The program's complaint about the key when it was last used; null if there was none. */
  problem: z.string().nullable(),
})
export const integrationCreate = z.object({ erp: kind, ...keyWrite })
export const integrationUpdate = z.object(keyWrite)
/** A factories' program that this server uses. */
export const erpProgram = z.object({
  erp: kind,
  name: z.string(),
  keyFields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      /** The thing to look for in the program, such as 接口 key（也叫 API key、访问令牌）. */
      hint: z.string(),
    }),
  ),
  /** The fields of a demo key of the embedded program; null for a real program. */
  demoKey: z.record(z.string(), z.string()).nullable(),
})

export const factory = z.object({
  id,
  name: z.string(),
  createdAt: time,
  /** Whether the program's last list did not contain the factory any more; nothing can be pushed to it then. */
  gone: z.boolean(),
  /** The account's own print floor (自有工厂): nothing is bound there. */
  own: z.boolean(),
  /** How to print cases whose mould at this factory differs from the wireframe. */
  printSize: z.enum(printSizes),
  /** The print profile by which the files are written that the factory fetches; null: PNGs or TIFFs as all factories take them. */
  printProfileId: id.nullable(),
  /** How many models, materials and colours the account has on sale that nothing of this factory is bound to. */
  unbound: z.object({
    models: z.number().int().nonnegative(),
    materials: z.number().int().nonnegative(),
    colors: z.number().int().nonnegative(),
  }),
})
export const factoryUpdate = z
  .object({ printSize: z.enum(printSizes).optional(), printProfileId: id.nullable().optional() })
  .refine((body) => Object.values(body).some((value) => value !== undefined), '请选择要修改的内容')
export const factoriesSynced = z.object({ factories: z.array(factory), added: z.number().int(), gone: z.number().int() })
/** `acceptShorter`: also take over a list that lacks most of the known factories. */
export const factoriesSyncQuery = z.object({
  acceptShorter: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
})
export const factoryQuery = z.object({ factoryId: idText })

export const factoryPhoneModel = z.object({
  code: z.string(),
  /** The factory's name of the model; the code if it has none. */
  name: z.string(),
  /** Size of the printed area, mm; null if unknown. */
  widthMm: z.number().positive().nullable(),
  heightMm: z.number().positive().nullable(),
  /** Null if unknown. */
  stock: z.number().int().nullable(),
})
/** `acceptShorter`: also take over lists that lack most of what was listed before. */
export const factoryBody = z.object({ factoryId: id, acceptShorter: z.boolean().optional() })
/** A sync task that reads the models and materials of one factory. */
export const factorySyncTask = z.object({
  id,
  status: z.enum(taskStatus),
  errorMessage: z.string().nullable(),
  /** It failed because a list lacked most of what was listed before; `acceptShorter` takes it over. */
  asksToAccept: z.boolean(),
  startedAt: time,
  finishedAt: time.nullable(),
})

export const modelBinding = z.object({
  factoryId: id,
  phoneModelId: id,
  erpPhoneModelCode: z.string(),
  /** Whether the matcher made the binding; it never overwrites one made by hand. */
  automatic: z.boolean(),
  /** Whether the factory does not list the code any more; orders of this model cannot be pushed then. */
  gone: z.boolean(),
})
export const modelBindingQuery = z.object({ factoryId: idText, phoneBrandId: idText.optional() })
export const modelBindingPut = z.object({ factoryId: id, phoneModelId: id, erpPhoneModelCode: code })
/** Bindings found by the matcher; models that are bound already stay as they are. */
export const modelBindingsPut = z.object({
  factoryId: id,
  bindings: z
    .array(z.object({ phoneModelId: id, erpPhoneModelCode: code }))
    .min(1, '请至少选择一个机型')
    .max(maxBindingsPerCall),
})
export const modelBindingsReply = z.object({
  bound: z.array(modelBinding),
  /** Bindings that existed already. */ kept: z.array(modelBinding),
})
export const modelBindingParams = z.object({ factoryId: idText, phoneModelId: idText })

/** Models of a factory that are added to the catalogue, by their codes. */
export const factoryModelsAdd = z.object({
  factoryId: id,
  codes: z.array(code).min(1, '请选择至少一个机型').max(maxLibraryPhones),
  ...caseColors,
})
export const factoryModelsAdded = z.object({
  models: z.array(
    addedPhone.extend({
      code: z.string(),
      /** Whether the model is bound to this code now. */
      bound: z.boolean(),
      /** Why it is not bound, or has no wireframe for its mould; a sentence for the seller. */
      note: z.string().nullable(),
    }),
  ),
  colorIds: z.array(id),
})

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
/** A customization as the caller knows it; the server compares it with the stored one and does not trust it. */
const pushedCustomization = z.object({
  /** Our id; without it the other fields must identify the customization. */
  id: optionalId,
  phoneModelId: optionalId,
  phoneCaseMaterialId: optionalId,
  phoneCaseMaterialColorId: optionalId,
  customizedImageUrl: z.string().max(textLimits.url).nullish(),
})
/** `orderItems` repeats the order as the seller saw it; if it has changed since, the push is refused. */
export const pushOrderBody = z.object({
  factoryId: id,
  orderOriginalId: z.string().trim().min(1).max(textLimits.originalId),
  orderItems: z
    .array(
      z.object({
        originalId: z.string().min(1).max(textLimits.originalId),
        quantity: z.number().int().min(1).max(maxQuantity),
        phoneCaseCustomizationInfos: z.array(pushedCustomization).max(200),
      }),
    )
    .min(1)
    .max(500),
  /** Customizations that the seller has confirmed after the check asked for it (`asks`). */
  confirmed: z.array(id).max(500).optional(),
})
/** A problem, question or warning of a push check. */
const pushNote = z.object({
  /** Platform id of the order item; null if the note concerns the whole order. */
  itemOriginalId: z.string().nullable(),
  customizationId: id.nullable(),
  /** A sentence for the seller: what is wrong, and what to do. */
  message: z.string(),
  /** The preflight's finding; null for a problem of the order or of the factory. */
  code: z.enum(findingCodes).nullable(),
})
/** A customization that was sent to a factory. */
export const pushLine = z.object({
  customizationId: id,
  factoryName: z.string(),
  state: z.enum(pushLineStates),
  /** The factory's number, also of an order that it cancelled; null if it gave none. */
  factoryOrderId: z.string().nullable(),
  quantity: z.number().int(),
  /** The factory's message, or its word for the state of the order. */
  message: z.string().nullable(),
  /** Whether it is at the account's own print floor, whose state is known without asking. */
  own: z.boolean(),
  /** Why the own print floor does not take it back any more; null where it does, and of other factories. */
  cancelRefusal: z.string().nullable(),
  at: time,
})
export const pushLineQuery = z.object({ customizationIds: idList })
/**
 * Settles a line that is at a factory, or may be. `factory`: the factory is asked for it. `seller`: the seller says that the
 * factory cancelled it or has none; it can then be pushed again, to any factory.
 */
export const pushSettle = z.object({
  customizationId: id,
  saidBy: z.enum(['factory', 'seller']),
  /** Of a seller: why no factory makes it, and a note; both are kept with who said it. */
  reason: z.enum(unmadeReasons).optional(),
  note: z.string().trim().max(textLimits.note).optional(),
})
/** Asks the factories that have these lines to cancel them. */
export const pushCancel = z.object({ customizationIds: z.array(id).min(1).max(maxAlarmsPerCall) })
/** The line as it is now; `message` says to the seller what was found out. */
export const pushSettled = z.object({ line: pushLine, message: z.string() })
/** One entry for each requested line, in their order; `message` says to the seller what became of it. */
export const pushCancelled = z.array(
  z.object({ customizationId: id, outcome: z.enum(cancelOutcomes), message: z.string(), line: pushLine.nullable() }),
)
export const pushCheck = z.object({
  /** Number of push lines, and how many of them the factory has already. */
  lines: z.number().int(),
  pushed: z.number().int(),
  /** With any of these the order cannot be pushed. */
  problems: z.array(pushNote),
  /** Customizations that are pushed only if the seller confirms them (`confirmed`); `imageUrl` shows the design. */
  asks: z.array(pushNote.extend({ customizationId: id, imageUrl: fileUrl.nullable() })),
  /** Items whose pieces per design are unclear; the order cannot be pushed until `orders.decidePieces` sets them. */
  undecided: z.array(z.object({ orderId: id, item: orderItem })),
  /** The order can be pushed in spite of these. */
  warnings: z.array(pushNote),
})
export const pushReply = z.object({
  /** `already` means that the factory had every line before, so nothing was sent. */
  status: z.enum(['pushed', 'already']),
  factoryName: z.string(),
  /** The factory's own order numbers, one per line. */
  factoryOrderIds: z.array(z.string()),
  /** Items that were not pushed with the others, and why; absent if there are none. */
  leftOut: z.array(z.string()).optional(),
  message: z.string(),
})
