/** Pushes an order: checks everything again, then sends its lines one by one. */
import type { PushReply } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import { type OpenFactory, requireFactory } from '../factories'
import { type Checked, checkOrder, type ReadyLine } from './check'
import type { PushBody } from './order'
import { type SendOutcome, sendLine } from './send'

/** Maximum number of findings and reasons in a message. */
const maxNamed = 10

/**
 * Pushes the order. Rejects with 'not-found' or 'conflict' (the order), 'invalid' (a check, or the factory refused),
 * 'in-progress' (another call is pushing it) or 'upstream-failed' (the factory does not respond). Lines that were accepted stay
 * pushed, and are not sent again.
 */
export async function pushOrder(ctx: Ctx, body: PushBody): Promise<PushReply> {
  const checked = await checkOrder(ctx, body)
  const open = [...checked.problems, ...checked.asks]
  if (open.length > 0) throw new Failure('invalid', sentences(open.map(({ message }) => message)))
  const factory = await requireFactory(ctx, body.factoryId)
  const results = new Map<ReadyLine, SendOutcome>()
  for (const line of checked.ready) {
    const sent = await sendLine(ctx, factory, line, checked.order.id, checked.order.originalId)
    results.set(line, sent)
    if (sent.kind === 'unknown' || (sent.kind === 'refused' && sent.stop)) break
  }
  return sum(factory, checked, results)
}

function sum({ factory }: OpenFactory, checked: Checked, results: ReadonlyMap<ReadyLine, SendOutcome>): PushReply {
  const total = checked.lines.length
  const before = checked.pushed.map((line) => line.sent?.factory_order_id ?? '')
  const sent = [...results.values()].flatMap((result) => (result.kind === 'pushed' ? [result] : []))
  const factoryOrderIds = [...before, ...sent.map(({ factoryOrderId }) => factoryOrderId)]
  if (factoryOrderIds.length < total) throw failed(total, factoryOrderIds.length, checked, results)
  const old = before.length + sent.filter((result) => result.before).length
  const at = `工厂“${factory.name}”`
  if (old === total)
    return { status: 'already', factoryName: factory.name, factoryOrderIds, message: `此前已推送到${at}，没有重复下单` }
  const rest = old === 0 ? '' : `，其中 ${old} 件此前已推送`
  return { status: 'pushed', factoryName: factory.name, factoryOrderIds, message: `已推送 ${total} 件到${at}${rest}` }
}

function failed(total: number, done: number, checked: Checked, results: ReadonlyMap<ReadyLine, SendOutcome>): Failure {
  const bad = [...results].flatMap(([line, result]) => (result.kind === 'pushed' ? [] : [{ line, result }]))
  const kinds = new Set(bad.map(({ result }) => result.kind))
  const code = kinds.has('unknown')
    ? 'upstream-failed'
    : kinds.has('refused')
      ? 'invalid'
      : kinds.has('busy')
        ? 'in-progress'
        : 'conflict'
  const [only] = bad
  if (total === 1 && only) return new Failure(code, only.result.message)
  const untried = checked.ready.length - results.size
  const reasons = bad.map(({ line, result }) => `「${line.name}」${result.message}`)
  const rest = untried > 0 ? [`还有 ${untried} 件没有发送`] : []
  return new Failure(code, `${total} 件中 ${done} 件已推送，${total - done} 件没有成功：${sentences([...reasons, ...rest])}`)
}

function sentences(all: readonly string[]): string {
  const named = all.slice(0, maxNamed).join('；')
  return all.length > maxNamed ? `${named}；等 ${all.length} 项` : named
}
