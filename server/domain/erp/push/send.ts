/** Sends one line to its factory, exactly once even if the response is lost. */
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import { type Erp, ErpFailure, type ErpLine, type ErpReceipt } from '../../../ports/erp'
import type { OpenFactory } from '../factories'
import { erpFailure } from '../failures'
import { withKey } from '../keys'
import { cancelledText } from './cancelled'
import type { ReadyLine } from './check'
import {
  type Claim,
  claimLine,
  type PushGuard,
  recordCancelled,
  recordPushed,
  recordRefused,
  releaseClaim,
  renewClaim,
} from './claims'

export type SendOutcome =
  | { readonly kind: 'pushed'; readonly factoryOrderId: string; readonly wasPushedBefore: boolean }
  /** The factory has not accepted it; `stopsPush`: it will not accept other lines either. */
  | { readonly kind: 'refused'; readonly message: string; readonly stopsPush: boolean }
  /** The factory has an order for it that it does not make; `message` has its words. */
  | { readonly kind: 'cancelled'; readonly message: string }
  /** The factory may have it, or does not respond at all. */
  | { readonly kind: 'unknown'; readonly message: string }
  | { readonly kind: 'busy'; readonly message: string }
  | { readonly kind: 'changed'; readonly message: string }

const pushAgainText = '不确定工厂是否已收到，请稍后再推送一次：会先向工厂查询，不会重复下单'
const busyOutcome: SendOutcome = { kind: 'busy', message: '正在由另一个窗口推送，请稍后刷新查看结果' }
const changedOutcome: SendOutcome = { kind: 'changed', message: '内容刚刚变化，请刷新后再推送' }

const messageOf = (error: ErpFailure): string => {
  const failure = erpFailure(error)
  return failure instanceof Failure ? failure.message : error.message
}

/**
 * Sends a line. Never rejects for failures of the factory. After any other failure the line stays claimed, and the next request
 * queries the factory.
 */
export async function sendLine(
  ctx: Ctx,
  openFactory: OpenFactory,
  line: ReadyLine,
  orderId: number,
  orderOriginalId: string,
  guard?: PushGuard,
): Promise<SendOutcome> {
  const { key, factory } = openFactory
  const target = { factoryId: factory.id, orderId }
  const outcome = await claimLine(ctx, line, target, guard)
  if (outcome.kind === 'pushed') return { ...outcome, wasPushedBefore: true }
  if (outcome.kind === 'busy') return busyOutcome
  if (outcome.kind === 'changed') return changedOutcome
  const { claim } = outcome
  const call = <T>(work: (erp: Erp) => Promise<T>): Promise<T> => withKey(ctx, openFactory, work)
  const findLine = () => failureAsValue(call((erp) => erp.findLine(key, factory.original_id, claim.outsideId)))
  try {
    if (claim.hadEarlierClaim) {
      const existing = await findLine()
      if (existing instanceof ErpFailure) return await releaseUnknown(ctx, line, claim, existing)
      if (existing) return await finish(ctx, line, claim, existing)
      if (!(await renewClaim(ctx, line, claim, target))) return busyOutcome
    }
    const request = toErpLine(line, claim, orderOriginalId)
    const created = await failureAsValue(call((erp) => erp.createLine(key, factory.original_id, request)))
    if (!(created instanceof ErpFailure)) return await finish(ctx, line, claim, created)
    // A refusal may mean that the factory has the line already, so query it; with a refused key that is impossible.
    const existing = created.kind === 'key' ? null : await findLine()
    if (existing instanceof ErpFailure) return await releaseUnknown(ctx, line, claim, created)
    if (existing) return await finish(ctx, line, claim, existing)
    if (created.kind === 'lost' && !isRepeated(created, claim)) return await releaseUnknown(ctx, line, claim, created)
    const message = created.doubtfulWords ?? messageOf(created)
    if (!(await recordRefused(ctx, line, claim, message))) return busyOutcome
    return { kind: 'refused', message, stopsPush: created.kind === 'key' }
  } catch (error) {
    await releaseClaim(ctx, line, claim, pushAgainText).catch(() => undefined)
    throw error
  }
}

/** Returns the response, or how the factory failed to give one. */
const failureAsValue = <T>(call: Promise<T>): Promise<T | ErpFailure> =>
  call.catch((error: unknown) => {
    if (error instanceof ErpFailure) return error
    throw error
  })

/**
 * Whether the factory says to this request what it said to the last one, while it has no such line: then the words are a refusal.
 * Figures are not compared, because they may be what is left in stock.
 */
function isRepeated({ doubtfulWords }: ErpFailure, claim: Claim): boolean {
  const wordsOf = (text: string): string => text.replace(/\d+/g, '#')
  return doubtfulWords !== null && claim.doubtfulWords !== null && wordsOf(doubtfulWords) === wordsOf(claim.doubtfulWords)
}

async function finish(ctx: Ctx, line: ReadyLine, claim: Claim, receipt: ErpReceipt): Promise<SendOutcome> {
  if (receipt.ended) {
    return (await recordCancelled(ctx, line, claim, receipt))
      ? { kind: 'cancelled', message: cancelledText(receipt) }
      : busyOutcome
  }
  await recordPushed(ctx, line, claim, receipt)
  return { kind: 'pushed', factoryOrderId: receipt.factoryOrderId, wasPushedBefore: false }
}

/** Releases a line after a call whose effect is unknown: the factory may have the line. */
async function releaseUnknown(ctx: Ctx, line: ReadyLine, claim: Claim, failure: ErpFailure): Promise<SendOutcome> {
  const message = `${messageOf(failure)}。${pushAgainText}`
  const words = failure.doubtfulWords ?? null
  return (await releaseClaim(ctx, line, claim, message, words)) ? { kind: 'unknown', message } : busyOutcome
}

const toErpLine = (line: ReadyLine, { outsideId }: Claim, orderOriginalId: string): ErpLine => ({
  outsideId,
  orderOriginalId,
  modelCode: line.factoryCase.modelCode,
  materialCode: line.factoryCase.materialCode,
  colorCode: line.factoryCase.colorCode,
  quantity: line.quantity,
  pictureUrl: line.pictureUrl,
})
