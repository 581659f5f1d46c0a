/** Checks an order before a factory is called, and collects everything that can be known. Changes nothing. */
import { sql } from 'kysely'
import type { PushCheck } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import { readNamedFindings } from '../../orders/preflight'
import { goneText, readFactory } from '../factories'
import { programOf } from '../programs'
import { checkDesigns, printedSize } from './designs'
import { type FactoryCase, findFactoryCases, findOwnCases } from './factory-cases'
import { findingOfLine, findingOfOrder, type LinePlan, type PushFinding, type PushLine, planLines } from './lines'
import { type FoundItem, type FoundOrder, findOrder, type PushBody } from './order'
import { printAddress, printBase } from './print-address'
import { type PrintWish, planPrints } from './profile-plan'

/** A line that can be sent. */
export interface ReadyLine extends PushLine {
  readonly factoryCase: FactoryCase
  readonly pictureUrl: string
  /** Set where the factory's print profile writes the file; its address is known once it is made. */
  readonly print: PrintWish | null
}

export interface CheckedOrder {
  readonly order: FoundOrder
  /** Address at which factories reach this server. */
  readonly baseUrl: string | null
  /** All lines, in the order of the items. */
  readonly lines: readonly PushLine[]
  /** Lines that the factory has already. */
  readonly pushed: readonly PushLine[]
  /** Lines to send; complete only when there are no problems. */
  readonly ready: readonly ReadyLine[]
  readonly problems: readonly PushFinding[]
  /** Cases that are sent only after the seller confirms each of them, and which are not confirmed yet. */
  readonly asks: PushCheck['asks']
  readonly warnings: readonly PushFinding[]
  /** Items that are not pushed with the others; they are among the warnings, too. */
  readonly leftOut: readonly PushFinding[]
  readonly undecided: readonly FoundItem[]
}

/** Checks an order. Rejects when the order or the factory does not exist, or the order has changed since the seller looked. */
export async function checkOrder(ctx: Ctx, body: PushBody): Promise<CheckedOrder> {
  const factory = await readFactory(ctx, body.factoryId)
  const { program } = await programOf(ctx, factory)
  const order = await findOrder(ctx, body)
  const plan = await planLines(ctx, order)
  const pushed = plan.lines.filter(({ storedLine }) => storedLine?.status === 'pushed' && storedLine.factory_id === factory.id)
  const history = await checkHistory(ctx, order, plan, factory.id)
  const unsent = plan.lines.filter(
    ({ storedLine }) => storedLine === null || storedLine.status === 'failed' || isClaimedAt(storedLine, factory.id),
  )
  const problems = [...plan.problems, ...history.problems]
  const warnings = [...plan.warnings, ...history.warnings]
  const { undecided, leftOut } = plan
  if (unsent.length === 0) {
    return { order, baseUrl: null, lines: plan.lines, pushed, ready: [], problems, asks: [], warnings, leftOut, undecided }
  }
  problems.push(...(await findHeldBack(ctx, order)))
  if (factory.gone_since !== null) problems.push(findingOfOrder(goneText(factory)))
  const baseUrl = program.isOwn ? '' : printBase(ctx, program)
  if (baseUrl === null) {
    problems.push(findingOfOrder('工厂读不到这台服务器上的图片，请服务商把 PUBLIC_URL 设为工厂能访问的公网地址'))
  }
  const cases = program.isOwn ? findOwnCases(unsent) : await findFactoryCases(ctx, factory, unsent)
  const designs = await checkDesigns(ctx, unsent, cases.byLine, factory.print_size)
  const prints = await planPrints(ctx, { factory, order, lines: unsent, cases: cases.byLine, pictures: designs.pictures })
  problems.push(...(prints?.problems ?? []))
  warnings.push(...(prints?.warnings ?? []))
  const named = [...(await readNamedFindings(ctx, order.familyIds)).values()].flat()
  const [first] = unsent
  const texts = new Map(named.map((finding) => [finding.text, finding.code]))
  const unplaced = first ? [...texts].map(([text, code]) => findingOfLine(first, text, code)) : []
  const ready = unsent.flatMap((line): ReadyLine | [] => {
    const factoryCase = cases.byLine.get(line)
    const { id: customizationId, url } = line.storedCase
    const print = prints?.wishes.get(line) ?? null
    if (!factoryCase || url === null || baseUrl === null || (prints !== null && print === null)) return []
    return {
      ...line,
      factoryCase,
      print,
      pictureUrl: baseUrl + printAddress(ctx, { customizationId, url, ...printedSize(line, factoryCase, factory.print_size) }),
    }
  })
  return {
    order,
    baseUrl,
    lines: plan.lines,
    pushed,
    ready,
    problems: [...problems, ...cases.problems, ...designs.refused],
    asks: [...unplaced, ...designs.confirm].flatMap((note) => {
      const customization = unsent.find(({ customization: { id } }) => id === note.customizationId)?.customization
      if (!customization || body.confirmed?.includes(customization.id)) return []
      return {
        ...note,
        customizationId: customization.id,
        imageUrl: customization.previewImageUrl ?? customization.customizedImageUrl,
      }
    }),
    warnings: [...warnings, ...designs.noted],
    leftOut,
    undecided,
  }
}

const isClaimedAt = (storedLine: NonNullable<PushLine['storedLine']>, factoryId: number): boolean =>
  storedLine.status === 'claimed' && storedLine.factory_id === factoryId

/**
 * Checks earlier pushes: to another factory, for another order, in another number, or with a picture that the order no longer
 * shows.
 */
async function checkHistory(ctx: Ctx, order: FoundOrder, plan: LinePlan, factoryId: number) {
  const problems: PushFinding[] = []
  const warnings: PushFinding[] = []
  for (const line of plan.lines) {
    const { storedLine } = line
    if (storedLine === null || storedLine.status === 'failed') continue
    const number = storedLine.factory_order_id === null ? '' : `（工厂订单号 ${storedLine.factory_order_id}）`
    if (storedLine.factory_id !== factoryId) {
      const sentText =
        storedLine.status === 'pushed' ? `已推送到工厂“${storedLine.factory_name}”` : `可能已在工厂“${storedLine.factory_name}”`
      const adviceText = storedLine.status === 'pushed' ? '不能再推送到其他工厂' : '请先在那里再推送一次以确认结果'
      problems.push(findingOfLine(line, `${sentText}${number}，${adviceText}`))
      continue
    }
    if (!order.familyIds.includes(storedLine.order_id)) {
      warnings.push(findingOfLine(line, `已随订单 ${storedLine.order_original_id} 推送${number}，不会再做一件`))
    }
    // A change of the item says it already.
    if (storedLine.quantity !== line.quantity && storedLine.status === 'pushed' && line.item.change === null) {
      warnings.push(
        findingOfLine(line, `推送时是 ${storedLine.quantity} 件，现在订单是 ${line.quantity} 件${number}，请联系工厂更改`),
      )
    }
  }
  const replaced = await findReplacedNumbers(ctx, order)
  if (replaced.length > 0 && plan.lines.some(({ storedLine }) => storedLine === null)) {
    const text = `这个订单推送过的定制（工厂订单号 ${replaced.join('、')}）已被买家更换，再次推送会另做，请先联系工厂取消`
    warnings.push(findingOfOrder(text))
  }
  return { problems, warnings }
}

/** Returns the holds by the seller or by a rule: the order is not pushed until they end. */
async function findHeldBack({ db, actor }: Ctx, { familyIds }: FoundOrder): Promise<PushFinding[]> {
  const rows = await db
    .selectFrom('shop_order')
    .select(['held_back', 'held_back_by'])
    .where('account_id', '=', actor.accountId)
    .where(sql<boolean>`id = any(${[...familyIds]}::bigint[])`)
    .where('held_back', 'is not', null)
    .execute()
  return rows.map((row) => findingOfOrder(`订单已由 ${row.held_back_by} 搁置：${row.held_back}；要推送请先在订单里取消搁置`))
}

/** Returns factory order numbers of customizations that this order once showed. */
async function findReplacedNumbers({ db, actor }: Ctx, { familyIds }: FoundOrder): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select line.factory_order_id as number from push_line line
    where line.account_id = ${actor.accountId} and line.order_id = any(${[...familyIds]}::bigint[]) and line.status = 'pushed'
      and not exists (select from order_item_customization link where link.customization_id = line.customization_id)
    order by line.customization_id`.execute(db)
  return rows.map(({ number }) => number)
}

/** Returns the check as findings for the seller, including that an order does not exist or has changed. */
export async function readCheck(ctx: Ctx, body: PushBody): Promise<PushCheck> {
  await programOf(ctx, await readFactory(ctx, body.factoryId))
  try {
    const { lines, pushed, problems, asks, warnings, undecided } = await checkOrder(ctx, body)
    return {
      lines: lines.length,
      pushed: pushed.length,
      problems: [...problems],
      asks,
      warnings: [...warnings],
      undecided: undecided.map(({ orderId, itemIndex: _, ...item }) => ({ orderId, item })),
    }
  } catch (error) {
    if (!(error instanceof Failure) || (error.code !== 'not-found' && error.code !== 'conflict')) throw error
    return { lines: 0, pushed: 0, problems: [findingOfOrder(error.message)], asks: [], warnings: [], undecided: [] }
  }
}
