/** Orders and rules for the tests of automation rules. */
import type { AutomationRule, RuleMoment } from '../automation'
import type { FactDesign, FactLine, RuleFacts } from '../automation-facts'

/** A Sunday at 16:00 in Beijing. */
export const now = Date.parse('2026-03-01T08:00:00Z')
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export const goodDesign: FactDesign = { findings: [], hasSize: true, fit: 'same', boundAt: [1, 2] }
export const goodLine: FactLine = {
  title: '定制手机壳',
  kind: 'case',
  codes: ['700000000001', '800000000101', 'KE-15-HEI'],
  quantity: 1,
  state: 'toMake',
  hold: null,
  isChanged: false,
  designs: [goodDesign],
}
/** An order against whose push there is nothing. */
export const goodFacts: RuleFacts = {
  shopId: 7,
  createdAt: now - 2 * hourMs,
  paidAt: now - hourMs,
  importedAt: now - hourMs,
  source: 'sync',
  isHistory: false,
  buyerMessage: null,
  sellerMemo: null,
  flag: null,
  lines: [goodLine],
  tagIds: [],
  assignee: null,
  heldBack: null,
  approval: null,
  approvedAt: null,
  isTouchedByHand: false,
  isFamily: false,
  pushStatus: 'none',
  sent: 0,
}

export const names = {
  shops: new Map([[7, '抖店一号']]),
  tags: new Map([
    [3, '加急'],
    [4, '老客'],
  ]),
  factories: new Map([
    [1, '东莞厂'],
    [2, '义乌厂'],
  ]),
}
export const moment: RuleMoment = { now, names, isPaused: false, used: new Map() }

export const pushRule = (of: Partial<AutomationRule> = {}): AutomationRule => ({
  id: 1,
  name: '推到东莞',
  conditions: [{ kind: 'shop', shopIds: [7] }],
  actions: [{ kind: 'push', factoryId: 1 }],
  dailyOrders: 10,
  dailyPieces: 20,
  maxAgeDays: 7,
  ...of,
})
