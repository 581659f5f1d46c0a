/**
 * `POST /simulator/marketplace/faults`: makes the embedded marketplace answer in a registered shape (fixtures/replies) or fail. The server
 * loads it only with DEMO_FAULTS=1.
 */
import { z } from 'zod'
import { orderReplies, sessionReplies, strictOrder } from '../../../../fixtures/replies/marketplace'
import { listReplies, strictList } from '../../../../fixtures/replies/marketplace-lists'
import type { ReplyShape } from '../../../../fixtures/replies/shape'
import { publicBody, readJson } from '../../../http/body'
import type { App } from '../../../http/environment'
import { Failure } from '../../../kernel/failure'
import type { EmbeddedMarketplace } from './double'
import type { FaultyGateway } from './faults'

/** The reply of a registered title, as a value of the body. */
const shapeIn = <R>(lines: readonly ReplyShape<R, unknown>[]) =>
  z.string().transform((title, context): R => {
    const found = lines.find((line) => line.title === title)
    if (found) return found.reply
    context.addIssue({ code: 'custom', message: 'unknown title' })
    return z.NEVER
  })
const orderShapes = [...orderReplies, ...sessionReplies.map(({ reply, ...line }) => ({ ...line, reply: () => reply }))]
const times = z.number().int().min(1).max(1000)

const faultsBody = z.strictObject({
  /** Omits whatever the documents allow to be omitted; false: the friendly answers again. */
  strict: z.boolean().optional(),
  /** Title of the shape of all lists of orders from now on; null: its own. */
  list: shapeIn(listReplies).nullable().optional(),
  /** Shape of the answers for one order, or for all of them; null: its own. */
  order: z.strictObject({ tid: z.string().max(40), shape: shapeIn(orderShapes).nullable() }).optional(),
  everyOrder: shapeIn(orderShapes).nullable().optional(),
  /** Fields of the token endpoint's next answer, such as `{"expires_in":0}`. */
  grant: z.record(z.string(), z.unknown()).optional(),
  /** Ends a session, or takes the right to read orders from it; by the seller's nick. */
  endSession: z.string().max(100).optional(),
  refuseSubAccount: z.string().max(100).optional(),
  limitRate: z.strictObject({ times, seconds: z.number().int().min(0).max(86_400) }).optional(),
  /** The answers to the next calls are lost. */
  cutOff: times.optional(),
})

export function mountMarketplaceFaults(app: App, embedded: EmbeddedMarketplace<FaultyGateway>): void {
  const { simulator, trades, sessionOf, grantFields } = embedded
  app.post('/simulator/marketplace/faults', async (c) => {
    const { data } = faultsBody.safeParse(await readJson(c.req.raw, publicBody))
    if (!data)
      throw new Failure(
        'invalid',
        '须为 JSON：strict、list、order、everyOrder、grant、endSession、refuseSubAccount、limitRate、cutOff',
      )
    const { strict, list, order, everyOrder, grant, endSession, refuseSubAccount, limitRate, cutOff } = data
    if (strict !== undefined)
      Object.assign(trades.shapes, strict ? { list: strictList, everyOrder: strictOrder } : { list: null, everyOrder: null })
    if (list !== undefined) trades.shapes.list = list
    if (everyOrder !== undefined) trades.shapes.everyOrder = everyOrder
    if (order?.shape) trades.shapes.orders.set(order.tid, order.shape)
    else if (order) trades.shapes.orders.delete(order.tid)
    if (grant !== undefined) grantFields.next = grant
    if (endSession !== undefined) simulator.endSession(sessionOf(endSession) ?? '')
    if (refuseSubAccount !== undefined) simulator.refuseSubAccount(sessionOf(refuseSubAccount) ?? '')
    if (limitRate !== undefined) simulator.limitRate(limitRate.times, limitRate.seconds)
    if (cutOff !== undefined) simulator.cutOff(cutOff)
    return c.json({ ok: true })
  })
}
