/**
 * Settles lines that are at a factory, or may be: the factory is asked, or the seller enters the factory's answer. Without this, a line
 * that a factory cancelled or never got could not be made anywhere.
 */
import { randomUUID } from 'node:crypto'
import type { UpdateObject } from 'kysely'
import type { UnmadeReason } from '../../../../contract/constants'
import type { AppContract } from '../../../../contract/contract'
import type { Parsed } from '../../../../contract/core'
import type { PushLine } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import type { Database } from '../../../kernel/tables'
import { transact } from '../../../kernel/transact'
import type { ErpReceipt } from '../../../ports/erp'
import { refreshOrdersShowing } from '../../orders/push-status'
import { type OpenFactory, requireOpenFactory } from '../factories'
import { erpFailure } from '../failures'
import { withKey } from '../keys'
import { cancelledText, cancelledValues, writeCancellation } from './cancelled'
import { leaseMs, updateLine } from './claims'
import { readStoredLine, type StoredLine, toPushLine } from './stored-lines'

type SettleBody = Parsed<AppContract['pushes']['settle']>['body']
interface Settled {
  readonly line: PushLine
  readonly message: string
}

const busy = (): Failure => new Failure('in-progress', '正在由另一个窗口推送，请稍后刷新查看结果')
const changed = (): Failure => new Failure('conflict', '推送状态刚刚变化，请刷新查看')
const ownText = '这一件在自有工厂，请用“不打印了”：还没打印的会取消'
const nowhere = (): Failure => new Failure('conflict', '这一件现在不在任何工厂，可以直接推送')

/**
 * Settles a line. Rejects with 'not-found' (no such line), 'conflict' (no factory has it), 'in-progress' (it is being sent), and
 * when the factory is asked also with 'invalid' or 'upstream-failed' (its answer).
 */
export async function settleLine(ctx: Ctx, body: SettleBody): Promise<Settled> {
  const { customizationId } = body
  const line = await readStoredLine(ctx, customizationId)
  if (line.status === 'failed') throw nowhere()
  // Its pieces would be printed all the same.
  if (line.own && line.status === 'pushed' && body.saidBy === 'seller') throw new Failure('conflict', ownText)
  const message = body.saidBy === 'seller' ? await settleByHand(ctx, line, body) : await askFactory(ctx, line, findAt)
  return { line: toPushLine(await readStoredLine(ctx, customizationId), ctx.clock.now()), message }
}

const saidTexts: Readonly<Record<UnmadeReason, string>> = {
  cancelled: '工厂取消了这一单',
  outOfStock: '工厂缺货，没有生产这一单',
}

/** Records that the factory has no such order or does not make it, on the seller's word: why, who said it, and the note. */
async function settleByHand(ctx: Ctx, line: StoredLine, { reason, note = '' }: SettleBody): Promise<string> {
  const number = line.factory_order_id
  const who = ctx.actor.username
  const what = reason ? saidTexts[reason] : number === null ? '工厂那边没有这一单' : saidTexts.cancelled
  const facts = [number === null ? '' : `工厂订单号 ${number}`, note === '' ? '' : `备注：${note}`].filter(Boolean).join('，')
  const text = `${who} 已确认${what}${facts && `（${facts}）`}，可以再推送，也可以推送到其他工厂，不另扣点`
  // A line without a number keeps its outside id: if the factory has it after all, it is found and not made twice.
  const values =
    number === null ? { status: 'failed' as const, doubtful_words: null, message: text } : cancelledValues(ctx, number, text)
  await change(ctx, line, values, (inner) =>
    writeCancellation(inner, line.customization_id, number, 'seller', {
      ...(reason && { reason }),
      ...(note !== '' && { note }),
    }),
  )
  return text
}

/** A question to a factory about a line. */
type Question = (ctx: Ctx, openFactory: OpenFactory, line: StoredLine) => Promise<ErpReceipt | null>

/**
 * Asks the factory about a line and records what its answer says; returns that in words for the seller. A line of which nobody knows is
 * claimed meanwhile, so that no push sends it. Rejects as the factory does, and with 'in-progress' or 'conflict' when another call changed
 * the line.
 */
export async function askFactory(ctx: Ctx, line: StoredLine, question: Question): Promise<string> {
  const openFactory = await requireOpenFactory(ctx, line.factory_id)
  const claimer = line.status === 'claimed' ? await hold(ctx, line) : null
  let found: ErpReceipt | null
  try {
    found = await question(ctx, openFactory, line)
  } catch (error) {
    if (claimer !== null) await release(ctx, line, claimer)
    throw erpFailure(error)
  }
  return record(ctx, line, claimer, found)
}

export const findAt: Question = (ctx, openFactory, line) =>
  withKey(ctx, openFactory, (erp) => erp.findLine(openFactory.key, openFactory.factory.original_id, line.outside_id))

async function record(ctx: Ctx, line: StoredLine, claimer: string | null, found: ErpReceipt | null): Promise<string> {
  const number = found?.factoryOrderId ?? line.factory_order_id
  if (found?.ended) {
    const text = cancelledText(found)
    await change(
      ctx,
      line,
      cancelledValues(ctx, found.factoryOrderId, text),
      (inner) => writeCancellation(inner, line.customization_id, number, 'factory'),
      claimer,
    )
    return text
  }
  if (found) {
    const state = found.state === '' ? '' : `，工厂的状态：${found.state}`
    await change(ctx, line, { status: 'pushed', factory_order_id: number, message: found.state || null }, undefined, claimer)
    return `工厂有这一单（工厂订单号 ${number}${state}）`
  }
  if (line.status === 'pushed') {
    return `工厂现在查询不到这一单（工厂订单号 ${number}），请与工厂核实；工厂确认没有生产后，点「工厂没有生产这一单」`
  }
  // A request that was lost on the way may still arrive.
  const isSettled = ctx.clock.now().getTime() - line.at.getTime() >= leaseMs
  const text = isSettled
    ? '工厂那边查询不到这一单，可以再推送，也可以推送到其他工厂'
    : `工厂那边暂时查询不到这一单，可能还在路上，请 ${Math.ceil(leaseMs / 60_000)} 分钟后再查询一次`
  await change(
    ctx,
    line,
    isSettled ? { status: 'failed', doubtful_words: null, message: text } : { message: text },
    undefined,
    claimer,
  )
  return text
}

type Values = UpdateObject<Database, 'push_line'>

/**
 * Changes the line if it is still what was read, and is held by `claimer` or by nobody. When it settles nothing, the time of its last
 * claim stays, from which a lost request is waited for.
 */
async function change(
  ctx: Ctx,
  line: StoredLine,
  values: Values,
  afterwards: (inner: Ctx) => Promise<void> = async () => undefined,
  claimer: string | null = null,
): Promise<void> {
  await transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const endedAt = 'status' in values ? clock.now() : line.at
    const query = updateLine(db, actor.accountId, line.customization_id)
      .set({ ...values, claimer: null, lease_until: null, ended_at: endedAt })
      .where('status', '=', line.status)
      .where('outside_id', '=', line.outside_id)
    const isFree =
      claimer === null
        ? query.where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', clock.now())]))
        : query.where('claimer', '=', claimer) // prettier-ignore
    const { numUpdatedRows } = await isFree.executeTakeFirst()
    if (numUpdatedRows === 0n) throw line.status === 'claimed' ? busy() : changed()
    await refreshOrdersShowing({ db, clock, accountId: actor.accountId }, [line.customization_id])
    await afterwards(inner)
  })
}

/** Claims an unsure line while the factory is asked, so that no push sends it meanwhile. */
async function hold({ db, actor, clock }: Ctx, line: StoredLine): Promise<string> {
  const claimer = randomUUID()
  const now = clock.now()
  const { numUpdatedRows } = await updateLine(db, actor.accountId, line.customization_id)
    .set({ claimer, lease_until: new Date(now.getTime() + leaseMs) })
    .where('status', '=', 'claimed')
    .where('outside_id', '=', line.outside_id)
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now)]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw busy()
  return claimer
}

const release = (ctx: Ctx, line: StoredLine, claimer: string): Promise<void> =>
  change(ctx, line, { message: line.message }, undefined, claimer)
