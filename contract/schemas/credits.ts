import { z } from 'zod'
import { creditLimits, maxChargesPerCall, maxPreflightsPerCall, paymentStatus } from '../constants'
import { fileUrl, id, idText, numberText, page, time, timeText } from './common'
import { preflightRow } from './orders'

const credits = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const range = {
  /** Both ends count. */
  createdAtStart: timeText.optional(),
  createdAtEnd: timeText.optional(),
}

export const accountCredits = z.object({
  credits,
  /** Credits that end first, and when; null when there are none. */
  nextExpiry: z.object({ credits, at: time }).nullable(),
  /** Whether the account ever had a recharge: without one the recharge centre is shown. */
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
  /** When the credits of it end; null while it is not paid. */
  expiresAt: time.nullable(),
  /** What was refunded so far, fen, and how many credits that took back: those spent by then stay spent. Null: nothing. */
  refund: z.object({ amount: z.number().int().positive(), creditsTakenBack: credits }).nullable(),
})
export const rechargeQuery = page.extend({ pageSize: numberText(z.number().int().min(1).max(500)).default(10), ...range })
export const syncedStatus = z.object({ paymentStatus: z.enum(paymentStatus) })

const unit = creditLimits.unit
/** Credits, a whole number of thousands. */
export const paymentFormQuery = z.object({
  credits: numberText(
    z
      .number('请输入充值点数')
      .int('充值点数须为整数')
      .min(creditLimits.min, `最少充值 ${creditLimits.min} 点`)
      .max(creditLimits.max, `一次最多充值 ${creditLimits.max} 点`)
      .refine((value) => value % unit === 0, `充值点数须为 ${unit} 的整数倍`),
  ),
})
/**
 * `paymentForm` is HTML with one form (method post, hidden fields) that takes the payer to the provider's pay page. Its action is absolute,
 * or a path of the server that answered. The provider comes back to /app/payment_result, with `?error=` when paying failed. Its script
 * submits it where scripts may run; elsewhere the fields can be put into a form of the page, or into the action's query to get a link.
 */
export const paymentForm = z.object({ rechargeRecordId: id, paymentForm: z.string() })

export const usageRecord = z.object({
  id,
  orderId: id,
  orderOriginalId: z.string(),
  shopId: id,
  createdAt: time,
  usedCredits: credits,
  /** Credits of this record that were given back because images were missing. */
  correctedCredits: credits,
})
export const usageQuery = page.extend({
  pageSize: numberText(z.number().int().min(1).max(500)).default(10),
  shopId: idText.optional(),
  orderId: idText.optional(),
  orderOriginalId: z.string().trim().max(64).optional(),
  ...range,
})
export const usageDetail = usageRecord.extend({
  lines: z.array(
    z.object({ customizationId: id, customizedImageUrl: fileUrl.nullable(), usedCredits: credits, corrected: z.boolean() }),
  ),
})
export const chargeBody = z.object({
  /** In the order in which they are to be paid for where the balance does not reach for all. */
  customizationIds: z.array(id).min(1, '请至少勾选一个有定制图的商品').max(maxChargesPerCall),
  /** Of those, what the seller wants in spite of findings that leave it out of a download otherwise: see `findingRules`. */
  confirmed: z.array(id).max(maxChargesPerCall).optional(),
})
/** Images that lie on the seller's computer now: they were delivered, whatever becomes of their addresses. */
export const deliveryBody = z.object({ customizationIds: z.array(id).min(1).max(maxChargesPerCall) })
/** Images that could not be read after they were charged for; the server looks for itself. */
export const correctionBody = z.object({ customizationIds: z.array(id).min(1).max(maxPreflightsPerCall) })
export const correctionReply = z.object({
  /** Not there: their credits came back, and they are not paid for any more. */
  corrected: z.array(id),
  /** The balance after it. */
  credits,
})
export const chargeReply = z.object({
  charged: z.array(id),
  /** Paid for earlier: free now. */
  alreadyCharged: z.array(id),
  /** Left out, because the balance did not reach for them. */
  insufficient: z.array(id),
  /** Left out, because they are held back, blank, of no pieces or not there any more, and nobody confirmed them: why. */
  refused: z.array(preflightRow),
  /** Where the images of all that are charged, now or earlier, can be read from now on. */
  images: z.array(z.object({ customizationId: id, customizedImageUrl: fileUrl })),
  /** The balance after it. */
  credits,
})
