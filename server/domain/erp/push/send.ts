/** Sends one line to its factory, exactly once even if the response is lost. */
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import { type Erp, ErpFailure, type ErpLine, type ErpReceipt } from '../../../ports/erp'
import type { OpenFactory } from '../factories'
import { erpFailure } from '../failures'
import { withKey } from '../keys'
import type { ReadyLine } from './check'
import { type Claim, claimLine, recordPushed, recordRefused, releaseClaim, renewClaim } from './claims'

export type SendOutcome =
  | { readonly kind: 'pushed'; readonly factoryOrderId: string; readonly before: boolean }
  /** The factory has not accepted it; `stop`: it will not accept other lines either. */
  | { readonly kind: 'refused'; readonly message: string; readonly stop: boolean }
  /** The factory may have it, or does not respond at all. */
  | { readonly kind: 'unknown'; readonly message: string }
  | { readonly kind: 'busy'; readonly message: string }
  | { readonly kind: 'changed'; readonly message: string }

const safeAgain = '不确定工厂是否已收到，请稍后再推送一次：会先向工厂查询，不会重复下单'
const busy: SendOutcome = { kind: 'busy', message: '正在由另一个窗口推送，请稍后刷新查看结果' }
const changed: SendOutcome = { kind: 'changed', message: '内容刚刚变化，请刷新后再推送' }

const wordsOf = (error: ErpFailure): string => {
  const told = erpFailure(error)
  return told instanceof Failure ? told.message : error.message
}

/**
 * Sends a line. Never rejects for failures of the factory. After any other failure the line stays claimed, and the next request
 * queries the factory.
 */
export async function sendLine(
  ctx: Ctx,
  open: OpenFactory,
  line: ReadyLine,
  orderId: number,
  orderOriginalId: string,
): Promise<SendOutcome> {
  const { key, factory } = open
  const target = { factoryId: factory.id, orderId }
  const claimed = await claimLine(ctx, line, target)
  if (claimed.kind === 'pushed') return { ...claimed, before: true }
  if (claimed.kind === 'busy') return busy
  if (claimed.kind === 'changed') return changed
  const { claim } = claimed
  const call = <T>(work: (erp: Erp) => Promise<T>): Promise<T> => withKey(ctx, open, work)
  const find = () => asked(call((erp) => erp.findLine(key, factory.original_id, claim.outsideId)))
  try {
    if (claim.earlier) {
      const known = await find()
      if (known instanceof ErpFailure) return await leaveOpen(ctx, line, claim, wordsOf(known))
      if (known) return await kept(ctx, line, claim, known)
      if (!(await renewClaim(ctx, line, claim, target))) return busy
    }
    const wanted = lineOf(line, claim, orderOriginalId)
    const made = await asked(call((erp) => erp.createLine(key, factory.original_id, wanted)))
    if (!(made instanceof ErpFailure)) return await kept(ctx, line, claim, made)
    // A refusal may mean that the factory has the line already, so query it; with a refused key that is impossible.
    const known = made.kind === 'key' ? null : await find()
    if (known instanceof ErpFailure) return await leaveOpen(ctx, line, claim, wordsOf(made))
    if (known) return await kept(ctx, line, claim, known)
    if (made.kind === 'lost') return await leaveOpen(ctx, line, claim, wordsOf(made))
    if (!(await recordRefused(ctx, line, claim, wordsOf(made)))) return busy
    return { kind: 'refused', message: wordsOf(made), stop: made.kind === 'key' }
  } catch (error) {
    await releaseClaim(ctx, line, claim, safeAgain).catch(() => undefined)
    throw error
  }
}

/** Returns the response, or how the factory failed to give one. */
const asked = <T>(call: Promise<T>): Promise<T | ErpFailure> =>
  call.catch((error: unknown) => {
    if (error instanceof ErpFailure) return error
    throw error
  })

async function kept(ctx: Ctx, line: ReadyLine, claim: Claim, receipt: ErpReceipt): Promise<SendOutcome> {
  await recordPushed(ctx, line, claim, receipt)
  return { kind: 'pushed', factoryOrderId: receipt.factoryOrderId, before: false }
}

/** Releases a line of which it is unknown whether the factory has it. */
async function leaveOpen(ctx: Ctx, line: ReadyLine, claim: Claim, words: string): Promise<SendOutcome> {
  const message = `${words}。${safeAgain}`
  return (await releaseClaim(ctx, line, claim, message)) ? { kind: 'unknown', message } : busy
}

const lineOf = (line: ReadyLine, { outsideId }: Claim, orderOriginalId: string): ErpLine => ({
  outsideId,
  orderOriginalId,
  modelCode: line.factoryCase.modelCode,
  materialCode: line.factoryCase.materialCode,
  colorCode: line.factoryCase.colorCode,
  quantity: line.quantity,
  pictureUrl: line.pictureUrl,
})
