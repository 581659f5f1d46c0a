/** Checks an order before a factory is called, and collects everything that can be known. Changes nothing. */
import { sql } from 'kysely'
import type { PushCheck } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import { goneText, ownFactory } from '../factories'
import { requireErp } from '../keys'
import { judgeDesigns, printedSize } from './designs'
import { type FactoryCase, findFactoryCases } from './factory-cases'
import { type Line, type Note, ofLine, ofOrder, type Planned, planLines } from './lines'
import { type FoundItem, type FoundOrder, findOrder, type PushBody } from './order'
import { printAddress, printBase } from './print-address'

/** A line that can be sent. */
export interface ReadyLine extends Line {
  readonly factoryCase: FactoryCase
  readonly pictureUrl: string
}

export interface Checked {
  readonly order: FoundOrder
  /** All lines, in the order of the items. */
  readonly lines: readonly Line[]
  /** Lines that the factory has already. */
  readonly pushed: readonly Line[]
  /** Lines to send; complete only when there are no problems. */
  readonly ready: readonly ReadyLine[]
  readonly problems: readonly Note[]
  /** Cases that are sent only after the seller confirms each of them, and which are not confirmed yet. */
  readonly asks: PushCheck['asks']
  readonly warnings: readonly Note[]
  readonly undecided: readonly FoundItem[]
}

/** Checks an order. Rejects when the order or the factory does not exist, or the order has changed since the seller looked. */
export async function checkOrder(ctx: Ctx, body: PushBody): Promise<Checked> {
  requireErp(ctx)
  const factory = await ownFactory(ctx, body.factoryId)
  const order = await findOrder(ctx, body)
  const plan = await planLines(ctx, order)
  const pushed = plan.lines.filter(({ sent }) => sent?.status === 'pushed' && sent.factory_id === factory.id)
  const history = await judgeHistory(ctx, order, plan, factory.id)
  const open = plan.lines.filter(({ sent }) => sent === null || sent.status === 'failed' || isOpenHere(sent, factory.id))
  const problems = [...plan.problems, ...history.problems]
  const warnings = [...plan.warnings, ...history.warnings]
  const { undecided } = plan
  if (open.length === 0) return { order, lines: plan.lines, pushed, ready: [], problems, asks: [], warnings, undecided }
  if (factory.gone_since !== null) problems.push(ofOrder(goneText(factory)))
  const base = printBase(ctx)
  if (base === null) {
    problems.push(ofOrder('工厂读不到这台服务器上的图片，请服务商把 PUBLIC_URL 设为工厂能访问的公网地址'))
  }
  const cases = await findFactoryCases(ctx, factory, open)
  const designs = await judgeDesigns(ctx, open, cases.of, factory.print_size)
  const ready = open.flatMap((line): ReadyLine | [] => {
    const factoryCase = cases.of.get(line)
    const { id: customizationId, url } = line.stored
    if (!factoryCase || url === null || base === null) return []
    return {
      ...line,
      factoryCase,
      pictureUrl: base + printAddress(ctx, { customizationId, url, ...printedSize(line, factoryCase, factory.print_size) }),
    }
  })
  return {
    order,
    lines: plan.lines,
    pushed,
    ready,
    problems: [...problems, ...cases.problems, ...designs.refused],
    asks: designs.asked.flatMap((note) => {
      const made = open.find(({ customization: { id } }) => id === note.customizationId)?.customization
      if (!made || body.confirmed?.includes(made.id)) return []
      return { ...note, customizationId: made.id, imageUrl: made.previewImageUrl ?? made.customizedImageUrl }
    }),
    warnings: [...warnings, ...designs.told],
    undecided,
  }
}

const isOpenHere = (sent: NonNullable<Line['sent']>, factoryId: number): boolean =>
  sent.status === 'claimed' && sent.factory_id === factoryId

/**
 * Checks earlier pushes: to another factory, for another order, in another number, or with a picture that the order no longer
 * shows.
 */
async function judgeHistory(ctx: Ctx, order: FoundOrder, plan: Planned, factoryId: number) {
  const problems: Note[] = []
  const warnings: Note[] = []
  for (const line of plan.lines) {
    const { sent } = line
    if (sent === null || sent.status === 'failed') continue
    const number = sent.factory_order_id === null ? '' : `（工厂订单号 ${sent.factory_order_id}）`
    if (sent.factory_id !== factoryId) {
      const where = sent.status === 'pushed' ? `已推送到工厂“${sent.factory_name}”` : `可能已在工厂“${sent.factory_name}”`
      const then = sent.status === 'pushed' ? '不能再推送到其他工厂' : '请先在那里再推送一次以确认结果'
      problems.push(ofLine(line, `${where}${number}，${then}`))
      continue
    }
    if (!order.familyIds.includes(sent.order_id)) {
      warnings.push(ofLine(line, `已随订单 ${sent.order_original_id} 推送${number}，不会再做一件`))
    }
    if (sent.quantity !== line.quantity && sent.status === 'pushed') {
      warnings.push(ofLine(line, `推送时是 ${sent.quantity} 件，现在订单是 ${line.quantity} 件${number}，请联系工厂更改`))
    }
  }
  const replaced = await findReplaced(ctx, order)
  if (replaced.length > 0 && plan.lines.some(({ sent }) => sent === null)) {
    const text = `这个订单推送过的定制（工厂订单号 ${replaced.join('、')}）已被买家更换，再次推送会另做，请先联系工厂取消`
    warnings.push(ofOrder(text))
  }
  return { problems, warnings }
}

/** Returns factory order numbers of customizations that this order once showed. */
async function findReplaced({ db, actor }: Ctx, { familyIds }: FoundOrder): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select line.factory_order_id as number from push_line line
    where line.account_id = ${actor.accountId} and line.order_id = any(${[...familyIds]}::bigint[]) and line.status = 'pushed'
      and not exists (select from order_item_customization link where link.customization_id = line.customization_id)
    order by line.customization_id`.execute(db)
  return rows.map(({ number }) => number)
}

/** Returns the check as findings for the seller, including that an order does not exist or has changed. */
export async function readCheck(ctx: Ctx, body: PushBody): Promise<PushCheck> {
  requireErp(ctx)
  await ownFactory(ctx, body.factoryId)
  try {
    const { lines, pushed, problems, asks, warnings, undecided } = await checkOrder(ctx, body)
    return {
      lines: lines.length,
      pushed: pushed.length,
      problems: [...problems],
      asks,
      warnings: [...warnings],
      undecided: undecided.map(({ orderId, ...item }) => ({ orderId, item })),
    }
  } catch (error) {
    if (!(error instanceof Failure) || (error.code !== 'not-found' && error.code !== 'conflict')) throw error
    return { lines: 0, pushed: 0, problems: [ofOrder(error.message)], asks: [], warnings: [], undecided: [] }
  }
}
