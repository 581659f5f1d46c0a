/** Schemas of credits, recharges, charges and deliveries. */
import { z } from 'zod'
import { creditLimits, maxChargesPerCall, maxPreflightsPerCall, paymentStatus } from '../constants'
import { textLimits } from '../rules/limits'
import { fileUrl, id, idText, numberText, page, time, timeText } from './common'
import { preflightRow } from './orders'

const credits = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const range = {
  /** Both ends are inclusive. */
  createdAtStart: timeText.optional(),
  createdAtEnd: timeText.optional(),
}

export const accountCredits = z.object({
  credits,
  /** The credits that expire first, and when; null if there are none. */
  nextExpiry: z.object({ credits, at: time }).nullable(),
  /** The price of a customized image now. */
  creditsPerImage: credits,
  /** The price of `unit` credits now, fen, and before the discount, which is shown crossed out. */
  creditPrice: z.object({ unit: credits.positive(), fen: credits, originalFen: credits }),
  /** Whether the account ever had a recharge; if not, the recharge centre is shown. */
  hasRecharged: z.boolean(),
})

export const rechargeRecord = z.object({
  id,
  createdAt: time,
  paidAt: time.nullable(),
  addedCredits: credits,
  /** Fen. */
  amount: z.number().int().min(0),
  rechargeOperator: z.string(),
  paymentStatus: z.enum(paymentStatus),
  /** When its credits expire; null while it is not paid. */
  expiresAt: time.nullable(),
  /** The refund so far in fen, and the credits that it took back (spent ones stay spent); null if there is none. */
  refund: z.object({ amount: z.number().int().positive(), creditsTakenBack: credits }).nullable(),
  /**
   * Money that was paid for it and not booked, in fen: a second payment, another amount, a payment after it was closed. The operator
   * gives it back; `returned` when all of it was. Null if there is none; an amount that the provider did not name is null.
   */
  unbooked: z.object({ amount: z.number().int().positive().nullable(), returned: z.boolean() }).nullable(),
})
export const rechargeQuery = page.extend({ pageSize: numberText(z.number().int().min(1).max(500)).default(10), ...range })
export const syncedStatus = z.object({ paymentStatus: z.enum(paymentStatus) })

const unit = creditLimits.unit
/** `credits` is a multiple of a thousand. */
export const paymentFormQuery = z.object({
  credits: numberText(
    z
      .number('请输入充值点数')
      .int('充值点数须为整数')
      .min(creditLimits.min, `最少充值 ${creditLimits.min} 点`)
      .max(creditLimits.max, `一次最多充值 ${creditLimits.max} 点`)
      .refine((value) => value % unit === 0, `充值点数须为 ${unit} 的整数倍`),
  ),
  /** The price of these credits that the seller saw, fen. Another price answers 'price-changed'; if absent, the present price holds. */
  amount: numberText(credits).optional(),
})
/**
 * `paymentForm` is HTML with one form (method post, hidden fields) that leads to the provider's payment page. Its action is an
 * absolute URL or a path on this server. The provider returns to /app/payment_result, with `?error=` if the payment failed. The
 * HTML's script submits the form; where scripts are blocked, copy the fields into a form of the page or into the action's query.
 */
export const paymentForm = z.object({
  rechargeRecordId: id,
  paymentForm: z.string(),
  /** The amount to pay, fen. */
  amount: credits,
})

export const usageRecord = z.object({
  id,
  orderId: id,
  orderOriginalId: z.string(),
  shopId: id,
  createdAt: time,
  usedCredits: credits,
  /** Credits of this record that were returned because images were missing. */
  correctedCredits: credits,
})
export const usageQuery = page.extend({
  pageSize: numberText(z.number().int().min(1).max(500)).default(10),
  shopId: idText.optional(),
  orderId: idText.optional(),
  orderOriginalId: z.string().trim().max(textLimits.originalId).optional(),
  ...range,
})
export const usageDetail = usageRecord.extend({
  lines: z.array(
    z.object({ customizationId: id, customizedImageUrl: fileUrl.nullable(), usedCredits: credits, corrected: z.boolean() }),
  ),
})
export const chargeBody = z.object({
  /** In order of payment, which matters if the balance does not suffice for all. */
  customizationIds: z.array(id).min(1, '请至少勾选一个有定制图的商品').max(maxChargesPerCall),
  /** Those that the seller wants in spite of findings that would exclude them; see `findingRules`. */
  confirmed: z.array(id).max(maxChargesPerCall).optional(),
  /** The price the seller saw, credits per image. Another price answers 'price-changed', and nothing is charged; if absent, the present price holds. */
  creditsPerImage: credits.optional(),
})
/** Images that have been saved on the seller's computer; they count as delivered. */
export const deliveryBody = z.object({ customizationIds: z.array(id).min(1).max(maxChargesPerCall) })
/** Images that could not be fetched after they were charged; the server checks that itself. */
export const correctionBody = z.object({ customizationIds: z.array(id).min(1).max(maxPreflightsPerCall) })
export const correctionReply = z.object({
  /** Images that are missing: their credits were returned, and they count as unpaid again. */
  corrected: z.array(id),
  /** The credits that each of them had cost and that were given back. */
  returned: z.array(z.object({ customizationId: id, credits })),
  /** The balance afterwards. */
  credits,
})
export const chargeReply = z.object({
  charged: z.array(id),
  /** Charged before, and therefore free. */
  alreadyCharged: z.array(id),
  /** Not charged, because the balance did not suffice. */
  insufficient: z.array(id),
  /** Not charged, because of unconfirmed findings: held back, blank, without pieces, or the image is missing. */
  refused: z.array(preflightRow),
  /** Addresses of the images of all that are paid for, now or earlier. */
  images: z.array(z.object({ customizationId: id, customizedImageUrl: fileUrl })),
  /** The balance afterwards. */
  credits,
})
