/** Orders whose pictures a person has to look at before a rule may push them: listed, approved, sent back, and taken back. */
import { sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { decide, type RefusalKey, type RuleMoment } from '../../../contract/rules/automation'
import { piecesOf } from '../../../contract/rules/pieces'
import type { PreflightRow } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { writeAuditEntry } from '../audit/audit'
import { readFrames } from '../orders/detail'
import { countWaiting, waitingOrders } from '../orders/waiting'
import { hasBegunPush, keepAnswer, noAnswer, tellWaiting } from './approval-answers'
import { designsOfOrders, examinedIn, type OrderWithFacts, preflightAll, readFacts, sha256 } from './facts'
import { type RuleRow, readMoment, readRules, toRule } from './rows'

type Calls = AppContract['approvals']
type Shown = Reply<Calls['list']>['items'][number]
type Decision = Parsed<Calls['decide']>['body']

/** Time for examining pictures that no rule has examined, ms. */
const examineMs = 20_000
/** Reasons for which an approval would be wrong, whatever comes of it. */
const barring: ReadonlySet<RefusalKey> = new Set(['state', 'handled', 'pushed', 'sent'])

interface Rules {
  readonly rules: readonly RuleRow[]
  readonly moment: RuleMoment
}
const readJudges = async (ctx: Ctx): Promise<Rules> => ({
  rules: (await readRules(ctx)).filter(({ is_on }) => is_on),
  moment: await readMoment(ctx),
})

/** Decides about the order as if it had been approved long enough ago. */
function judgeApproved({ facts }: OrderWithFacts, { rules, moment }: Rules) {
  const approved = { ...facts, approval: 'approved', approvedAt: null } as const
  const { push, refusals } = decide(rules.map(toRule), approved, moment)
  const rule = rules.find(({ id }) => id === push?.ruleId)
  const texts = (isBarring: boolean) => refusals.filter(({ key }) => barring.has(key) === isBarring).map(({ text }) => text)
  const factoryName = moment.names.factories.get(push?.factoryId ?? 0)
  return {
    push: rule && factoryName !== undefined ? { ruleName: rule.name, factoryName } : null,
    rule: rule ? { id: rule.id, name: rule.name } : null,
    against: texts(true),
    refusals: texts(false),
  }
}

/** Names what a person sees of the order besides its designs. */
const seenOf = ({ order, facts }: OrderWithFacts): string =>
  sha256([
    ...[order.buyerMessage, order.sellerMemo, order.flag, facts.heldBack, facts.isTouchedByHand],
    order.orderItems.map(({ id, quantity, propertiesName, state, hold, change }) => [
      ...[id, quantity, propertiesName, state, hold],
      change?.text,
    ]),
  ])

/** Returns the orders that wait, the oldest first. */
export async function listApprovals(
  ctx: Ctx,
  { after, pageSize }: Parsed<Calls['list']>['query'],
): Promise<Reply<Calls['list']>> {
  const rows = await waitingOrders(ctx)
    .select(['id', 'imported_at', 'approval_asked_at', 'approval_asked_by'])
    .where('id', '>', after ?? 0)
    .orderBy('id')
    .limit(pageSize)
    .execute()
  const ids = rows.map(({ id }) => id)
  const designs = await designsOfOrders(ctx, ids)
  const checked = await preflightAll(ctx, designs, performance.now() + examineMs)
  const read = new Map((await readFacts(ctx, ids, examinedIn(checked))).map((one) => [one.order.id, one]))
  const frames = await readFrames(ctx, designs)
  const judges = await readJudges(ctx)
  const findings = new Map(checked.map((row) => [row.customizationId, row.findings]))
  const items = rows.flatMap((row): Shown[] => {
    const one = read.get(row.id)
    if (!one) return []
    const { push, against, refusals } = judgeApproved(one, judges)
    return [
      {
        order: one.order,
        designs: one.designsHash,
        facts: seenOf(one),
        waitingSince: (row.approval_asked_at ?? row.imported_at).getTime(),
        askedBy: row.approval_asked_by,
        ...{ push, against, refusals },
        pictures: picturesOf(one, findings, frames),
      },
    ]
  })
  return { items, totalItems: await countWaiting(ctx) }
}

function picturesOf(
  { order }: OrderWithFacts,
  findings: ReadonlyMap<number, PreflightRow['findings']>,
  frames: Awaited<ReturnType<typeof readFrames>>,
): Shown['pictures'] {
  return order.orderItems.flatMap((item) => {
    const pieces = piecesOf(item)
    return item.customizations.map(({ id }) => ({
      customizationId: id,
      pieces: pieces?.get(id) ?? null,
      findings: findings.get(id) ?? [],
      frame: frames.get(id) ?? null,
    }))
  })
}

/**
 * Approves the designs that were shown, sends them back and so holds the order, or takes the caller's own answer back. Rejects with
 * 'conflict' where designs or facts changed since, an order may not be made any more, or somebody decided already; the same decision of
 * the same user again changes nothing. Returns how many orders wait.
 */
export function decideApproval(ctx: Ctx, orderId: number, decision: Decision): Promise<Reply<Calls['decide']>> {
  return transact(ctx, async (inner) => {
    const row = await requireOwned(inner, 'shop_order', orderId, '订单', { lock: 'no key update' })
    const [read] = await readFacts(inner, [orderId], new Map())
    const { designs, answer, reason } = decision
    const isMine = row.approval_by === inner.actor.username && row.approval_of === designs
    if (!read || (row.approval === answer && isMine)) return { waiting: await tellWaiting(inner) }
    const judged = judgeApproved(read, await readJudges(inner))
    if (answer === 'waiting') await takeBack(inner, read, isMine)
    else {
      if (row.approval !== 'waiting') throw decidedAlready(row)
      refuseChanged(read, decision, judged.against)
      await inner.db
        .updateTable('shop_order')
        .set({
          approval: answer,
          approval_of: designs,
          approval_by: inner.actor.username,
          approval_at: inner.clock.now(),
          approval_reason: reason ?? null,
          ...(answer === 'rejected' && {
            held_back: sql<string>`coalesce(held_back, ${returned(reason)}::text)`,
            held_back_by: sql<string>`coalesce(held_back_by, ${inner.actor.username}::text)`,
          }),
        })
        .where('account_id', '=', inner.actor.accountId)
        .where('id', '=', orderId)
        .execute()
    }
    await keepAnswer(inner, read, { answer, reason })
    await writeAuditEntry(inner, {
      ...{ action: 'approval', subject: 'orders', details: { answer, reason } },
      ...{ about: { orderId }, rule: judged.rule },
    })
    return { waiting: await tellWaiting(inner) }
  })
}

const returned = (reason: string | null | undefined): string => `审批退回：${reason ?? ''}`

function decidedAlready({ approval, approval_by }: { approval: string | null; approval_by: string | null }): Failure {
  if (approval_by === null) return new Failure('conflict', '这个订单不在待审批中：可能已由人处理')
  return new Failure('conflict', `已由 ${approval_by} ${approval === 'approved' ? '通过' : '退回'}`)
}

function refuseChanged(read: OrderWithFacts, { designs, facts, answer }: Decision, against: readonly string[]): void {
  if (answer === 'approved' && against.length > 0) throw new Failure('conflict', `不能通过：${against.join('；')}`)
  if (read.designsHash !== designs) throw new Failure('conflict', '图片刚刚变化，请看过新的图片再审批')
  if (seenOf(read) !== facts) throw new Failure('conflict', '订单刚刚变化（数量、规格、状态或留言备注），请看过再审批')
}

/** Lets the order wait again, where nothing was pushed since. A hold that the answer set ends with it. */
async function takeBack(ctx: Ctx, { order, facts }: OrderWithFacts, isMine: boolean): Promise<void> {
  if (!isMine) throw new Failure('conflict', '只能撤销自己刚才的审批')
  if (facts.sent > 0 || (await hasBegunPush(ctx, order.id)))
    throw new Failure('conflict', '已经开始推送到工厂，不能撤销；请在订单里处理')
  const held = returned(order.marks?.approvalReason)
  const isHeldByAnswer = order.marks?.heldBack === held && order.marks.heldBackBy === ctx.actor.username
  await ctx.db
    .updateTable('shop_order')
    .set({ approval: 'waiting', ...noAnswer, ...(isHeldByAnswer && { held_back: null, held_back_by: null }) })
    .where('account_id', '=', ctx.actor.accountId)
    .where('id', '=', order.id)
    .execute()
}
