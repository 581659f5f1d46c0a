/** Pushes an order: checks everything again, then sends its lines one by one. */
import type { PushReply } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import { requireCeiling } from '../../api-keys/ceilings'
import { type OpenFactory, requireOpenFactory } from '../factories'
import { type CheckedOrder, checkOrder, type ReadyLine } from './check'
import type { PushGuard } from './claims'
import type { PushBody } from './order'
import { makePrints } from './profile-prints'
import { type SendOutcome, sendLine } from './send'

/** Maximum number of findings and reasons in a message. */
const maxNamed = 10

/**
 * Pushes the order. Rejects with 'not-found' or 'conflict' (the order), 'invalid' (a check, or the factory refused),
 * 'in-progress' (another call is pushing it, or its print files are still being made), 'key-ceiling' (it is too much for today) or 'upstream-failed' (the factory does not respond). Lines that were accepted stay
 * pushed, and are not sent again.
 *
 * @param guard of whoever pushes besides a person: asked in the transaction of each claim.
 */
export async function pushOrder(ctx: Ctx, body: PushBody, guard?: PushGuard): Promise<PushReply> {
  const checked = await checkOrder(ctx, body)
  const unresolved = [...checked.problems, ...checked.asks]
  if (unresolved.length > 0) throw new Failure('invalid', joinSentences(unresolved.map(({ message }) => message)))
  await requireCeiling(
    ctx,
    'push',
    checked.ready.reduce((sum, { quantity }) => sum + quantity, 0),
  )
  const factory = await requireOpenFactory(ctx, body.factoryId)
  const addresses = await makePrints(
    ctx,
    new Map(checked.ready.flatMap((line) => (line.print ? [[line, line.print] as const] : []))),
  )
  const results = new Map<ReadyLine, SendOutcome>()
  for (const line of checked.ready) {
    const address = addresses.get(line)
    const sent = address === undefined ? line : { ...line, pictureUrl: `${checked.baseUrl}${address}` }
    const outcome = await sendLine(ctx, factory, sent, checked.order.id, checked.order.originalId, guard)
    results.set(line, outcome)
    if (outcome.kind === 'unknown' || (outcome.kind === 'refused' && outcome.stopsPush)) break
  }
  return summarize(factory, checked, results)
}

function summarize({ factory }: OpenFactory, checked: CheckedOrder, results: ReadonlyMap<ReadyLine, SendOutcome>): PushReply {
  const total = checked.lines.length
  const earlierIds = checked.pushed.map((line) => line.storedLine?.factory_order_id ?? '')
  const newlyPushed = [...results.values()].flatMap((result) => (result.kind === 'pushed' ? [result] : []))
  const factoryOrderIds = [...earlierIds, ...newlyPushed.map(({ factoryOrderId }) => factoryOrderId)]
  if (factoryOrderIds.length < total) throw failureOf(total, factoryOrderIds.length, checked, results)
  const earlierCount = earlierIds.length + newlyPushed.filter((result) => result.wasPushedBefore).length
  const factoryText = `工厂“${factory.name}”`
  const leftOut = checked.leftOut.map(({ message }) => message)
  const reply = { factoryName: factory.name, factoryOrderIds, ...(leftOut.length > 0 && { leftOut }) }
  const withLeftOut = (text: string): string => (leftOut.length === 0 ? text : `${text}。${joinSentences(leftOut)}`)
  if (earlierCount === total)
    return { status: 'already', ...reply, message: withLeftOut(`此前已推送到${factoryText}，没有重复下单`) }
  const rest = earlierCount === 0 ? '' : `，其中 ${earlierCount} 件此前已推送`
  return { status: 'pushed', ...reply, message: withLeftOut(`已推送 ${total} 件到${factoryText}${rest}`) }
}

function failureOf(
  total: number,
  pushedCount: number,
  checked: CheckedOrder,
  results: ReadonlyMap<ReadyLine, SendOutcome>,
): Failure {
  const unsuccessful = [...results].flatMap(([line, result]) => (result.kind === 'pushed' ? [] : [{ line, result }]))
  const kinds = new Set(unsuccessful.map(({ result }) => result.kind))
  const code = kinds.has('unknown')
    ? 'upstream-failed'
    : kinds.has('refused') || kinds.has('cancelled')
      ? 'invalid'
      : kinds.has('busy')
        ? 'in-progress'
        : 'conflict'
  const [only] = unsuccessful
  if (total === 1 && only) return new Failure(code, only.result.message)
  const untried = checked.ready.length - results.size
  const reasons = unsuccessful.map(({ line, result }) => `「${line.name}」${result.message}`)
  const rest = untried > 0 ? [`还有 ${untried} 件没有发送`] : []
  return new Failure(
    code,
    `${total} 件中 ${pushedCount} 件已推送，${total - pushedCount} 件没有成功：${joinSentences([...reasons, ...rest])}`,
  )
}

function joinSentences(all: readonly string[]): string {
  const named = all.slice(0, maxNamed).join('；')
  return all.length > maxNamed ? `${named}；等 ${all.length} 项` : named
}
