/** Schemas of automation rules, order tags, marks of orders, and approvals. */
import { z } from 'zod'
import { maxMarkedOrders, tagColors } from '../constants'
import { refusalKeys } from '../rules/automation'
import { remarkSides } from '../rules/automation-conditions'
import { approvals } from '../rules/automation-facts'
import { ruleRanges, textLimits } from '../rules/limits'
import { orderFlags } from '../rules/order-flag'
import { id, idText, nameText, page, time, within } from './common'
import { frame, order, preflightRow } from './orders'

const ids = z.array(id).min(1, '请至少选择一个').max(100)
const words = z.array(z.string().trim().min(1).max(50)).min(1, '请至少填写一个词').max(50)
const minuteOfDay = z.number().int().min(0).max(1440)
const side = z.enum(remarkSides)

export const ruleCondition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shop'), shopIds: ids }),
  z.object({
    kind: z.literal('product'),
    codes: z.array(z.string().trim().min(1).max(100)).min(1, '请至少填写一个编号').max(200),
  }),
  z.object({ kind: z.literal('pieces'), max: within(ruleRanges.pieces).int() }),
  z.object({ kind: z.literal('lines'), max: within(ruleRanges.lines).int() }),
  z.object({ kind: z.literal('paidFor'), minutes: within(ruleRanges.paidFor).int() }),
  z.object({ kind: z.literal('age'), days: within(ruleRanges.age).int() }),
  z.object({ kind: z.literal('noRemark'), side }),
  z.object({ kind: z.literal('remarkHas'), side, words }),
  z.object({ kind: z.literal('remarkLacks'), side, words }),
  z.object({ kind: z.literal('tagged'), tagIds: ids }),
  z.object({ kind: z.literal('untagged'), tagIds: ids }),
  z.object({ kind: z.literal('flagged'), flags: z.array(z.enum(orderFlags)).min(1, '请至少选择一种旗帜').max(20) }),
  z.object({ kind: z.literal('designComplete') }),
  z.object({ kind: z.literal('resolution') }),
  z.object({ kind: z.literal('modelBound'), factoryId: id }),
  z.object({ kind: z.literal('boughtModel') }),
  z.object({ kind: z.literal('notHeld') }),
  z.object({
    kind: z.literal('clock'),
    weekdays: z.array(z.number().int().min(1).max(7)).min(1, '请至少选择一天').max(7),
    from: minuteOfDay.max(1439),
    until: minuteOfDay.min(1),
  }),
])

const reason = z.string().trim().min(1, '请填写原因').max(textLimits.holdReason, `原因不能超过 ${textLimits.holdReason} 个字`)
const username = z.string().trim().min(1).max(100)

export const ruleAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tag'), tagId: id }),
  z.object({ kind: z.literal('hold'), reason }),
  z.object({ kind: z.literal('assign'), username }),
  z.object({ kind: z.literal('notify') }),
  z.object({ kind: z.literal('askApproval') }),
  z.object({ kind: z.literal('readyToDownload'), tagId: id }),
  z.object({ kind: z.literal('push'), factoryId: id }),
])

const ruleFields = z.object({
  name: nameText('请填写规则的名称', { max: textLimits.ruleName }),
  /** All must hold. */
  conditions: z.array(ruleCondition).min(1, '请至少加一个条件').max(30),
  actions: z.array(ruleAction).min(1, '请至少选一个动作').max(3, '一条规则最多三个动作'),
})
const pushesAlone = ({ actions }: { actions?: readonly { kind: string }[] | undefined }): boolean =>
  actions === undefined ||
  !actions.some(({ kind }) => kind === 'push') ||
  (actions.filter(({ kind }) => kind === 'push').length === 1 &&
    actions.every(({ kind }) => kind === 'push' || kind === 'notify'))
const pushesAloneText = { message: '推送的规则只推送，其他动作请另建一条规则', path: ['actions'] }
export const ruleCreate = ruleFields.refine(pushesAlone, pushesAloneText)
/** `isOn: true` is refused for a rule that pushes: it is armed. A change of conditions or actions disarms it. */
export const ruleUpdate = ruleFields.partial().extend({ isOn: z.boolean().optional() }).refine(pushesAlone, pushesAloneText)

export const automationRule = ruleFields.extend({
  id,
  next: id.nullable(),
  isOn: z.boolean(),
  version: z.number().int(),
  /** Whether it pushes: it is then on only while it is armed. */
  isMoney: z.boolean(),
  dailyOrders: z.number().int().nullable(),
  dailyPieces: z.number().int().nullable(),
  maxAgeDays: z.number().int().nullable(),
  armedAt: time.nullable(),
  armedBy: z.string().nullable(),
  /** Whether the present version was tried out recently enough to be armed. */
  isTried: z.boolean(),
  failures: z.number().int(),
  /** Why it was switched off by itself. */
  stoppedWhy: z.string().nullable(),
  createdAt: time,
  lastMatchedAt: time.nullable(),
})
export const automationState = z.object({ paused: z.boolean(), rules: z.array(automationRule) })
export const automationPause = z.object({ paused: z.boolean() })

export const ruleArm = z.object({
  /** The version that was tried out and is armed. */
  version: z.number().int().min(1),
  dailyOrders: z.number().int().min(1, '每天至少 1 单').max(100_000),
  dailyPieces: z.number().int().min(1, '每天至少 1 件').max(1_000_000),
  maxAgeDays: z.number().int().min(1).max(30, '最多 30 天'),
})

const counted = z.object({ reason: z.string(), orders: z.number().int() })
export const ruleDryRun = z.object({
  version: z.number().int(),
  days: z.number().int(),
  /** Orders of the days that were judged, newest first; more than these were not. */
  orders: z.number().int(),
  isComplete: z.boolean(),
  /** Orders for which the rule would do its actions, their cases, and the most of a day. */
  would: z.object({
    orders: z.number().int(),
    pieces: z.number().int(),
    mostOrders: z.number().int(),
    mostPieces: z.number().int(),
  }),
  /** Of those that match and are not pushed, the reasons that no rule overrides; of the others, the conditions that fail. */
  refused: z.array(counted),
  unmatched: z.array(counted),
  /** Of those that it would act on, the ones that wait for an approval first. */
  waiting: z.number().int(),
  samples: z.array(z.object({ orderId: id, originalId: z.string(), would: z.boolean(), why: z.string() })),
})

export const ruleRun = z.object({
  id,
  ruleId: id,
  ruleName: z.string(),
  orderId: id,
  orderOriginalId: z.string(),
  outcome: z.enum(['did', 'blocked', 'failed']),
  reasons: z.array(z.string()),
  at: time,
})
export const ruleRunQuery = page.extend({ ruleId: idText.optional() })

/** `waiting`: an answer was taken back. */
const approvalGiven = z.object({ answer: z.enum(approvals), username: z.string(), at: time })

export const orderAutomationQuery = z.object({ orderId: idText })
/** Why an order is not pushed by a rule: each condition of each rule that is on, and what no rule overrides. */
export const orderAutomation = z.object({
  rules: z.array(
    z.object({
      ruleId: id,
      name: z.string(),
      isMoney: z.boolean(),
      matches: z.boolean(),
      conditions: z.array(z.object({ holds: z.boolean(), why: z.string() })),
    }),
  ),
  refusals: z.array(z.object({ key: z.enum(refusalKeys), text: z.string() })),
  /** The rule by which the order will be pushed within minutes; null if none will. */
  pushedBy: z.string().nullable(),
  lookAgainAt: time.nullable(),
  runs: z.array(ruleRun),
  /** People's answers about its pictures, the newest first. */
  approvals: z.array(approvalGiven.extend({ reason: z.string().nullable() })),
})

const color = z.enum(tagColors)
/** `orders` counts those that have it, merged and split ones once. */
export const orderTag = z.object({ id, name: z.string(), color, orders: z.number().int() })
export const orderTagCreate = z.object({ name: nameText('请填写标签', { max: textLimits.orderTag }), color: color.optional() })
export const orderTagUpdate = orderTagCreate.partial()

/** Absent fields stay as they are; null ends a hold or an assignment. */
export const orderMark = z.object({
  orderIds: z.array(id).min(1).max(maxMarkedOrders),
  addTagIds: z.array(id).max(100).optional(),
  removeTagIds: z.array(id).max(100).optional(),
  heldBack: reason.nullable().optional(),
  assignee: username.nullable().optional(),
})
export const orderMarked = z.object({ changed: z.number().int() })

const token = z.string().min(1).max(100)
export const approval = z.object({
  order,
  /** Name the designs and the facts that are shown: others are not approved with them. */
  designs: token,
  facts: token,
  waitingSince: time,
  /** The rule that asks; null of orders of before this was recorded. */
  askedBy: z.string().nullable(),
  /** The push that follows an approval, as the rules would decide now; null if none does. */
  push: z.object({ ruleName: z.string(), factoryName: z.string() }).nullable(),
  /** Why it cannot be approved, and why nothing is pushed even then. */
  against: z.array(z.string()),
  refusals: z.array(z.string()),
  pictures: z.array(
    z.object({
      customizationId: id,
      /** null as long as they are undecided. */
      pieces: z.number().int().nullable(),
      findings: preflightRow.shape.findings,
      /** The pictures of the case under and over the design; null where its wireframe has none. */
      frame: frame.nullable(),
    }),
  ),
})
/** `after` is the order that the page before ended with. */
export const approvalQuery = page.extend({ after: idText.optional() })
/** `waiting` takes the caller's own answer back. */
export const approvalDecision = z
  .object({ designs: token, facts: token, answer: z.enum(approvals), reason: reason.optional() })
  .refine(({ answer, reason: given }) => answer !== 'rejected' || given !== undefined, {
    message: '请填写退回的原因',
    path: ['reason'],
  })
/** The orders that wait now. */
export const approvalDecided = z.object({ waiting: z.number().int() })
