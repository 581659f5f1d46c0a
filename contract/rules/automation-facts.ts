/** The facts of an order by which automation rules decide. The server reads them (`server/domain/rules/facts.ts`); pure. */
import type { PhoneFit } from './bought-case'
import type { ItemState } from './item-state'
import type { LineKind } from './line-kind'
import type { OrderFlag } from './order-flag'
import type { PushStatus } from './order-state'
import type { FindingCode } from './preflight'

/** A design of an item. */
export interface FactDesign {
  /** The findings of preflight; null as long as its picture was not examined. */
  readonly findings: readonly FindingCode[] | null
  /** Whether its picture's size was compared with a size in millimetres; false also as long as it was not examined. */
  readonly hasSize: boolean
  /** How the bought phone fits the design's; `same` also where the seller chose the model by hand. */
  readonly fit: PhoneFit
  /** The factories at which its model is bound to one that they list. */
  readonly boundAt: readonly number[]
}

/** An item of the order. */
export interface FactLine {
  readonly title: string
  readonly kind: LineKind
  /** Ids of its product and of its SKU, and the merchant SKU, as far as the source knows them. */
  readonly codes: readonly string[]
  readonly quantity: number
  readonly state: ItemState
  readonly hold: string | null
  /** The buyer changed it after it was paid for or pushed. */
  readonly isChanged: boolean
  readonly designs: readonly FactDesign[]
}

export const approvals = ['waiting', 'approved', 'rejected'] as const
/** Whether a person has to look at the order's pictures; of other pictures than the present ones it does not count. */
export type Approval = (typeof approvals)[number]

export interface RuleFacts {
  readonly shopId: number
  /** Times in ms since 1970; null where the source does not say. */
  readonly createdAt: number
  readonly paidAt: number | null
  /** When it first came in, and how; null for orders of before this was recorded. */
  readonly importedAt: number
  readonly source: 'api' | 'sync' | 'file' | 'manual' | 'demo' | null
  /** It was ordered before its shop was added, or came in while all older orders of the shop are read for the first time. */
  readonly isHistory: boolean
  readonly buyerMessage: string | null
  readonly sellerMemo: string | null
  /** The flag that the seller set at the marketplace; null: none that is known. */
  readonly flag: OrderFlag | null
  readonly lines: readonly FactLine[]
  readonly tagIds: readonly number[]
  readonly assignee: string | null
  /** Why the seller or a rule holds it back; null if nobody does. */
  readonly heldBack: string | null
  readonly approval: Approval | null
  /** When a person approved it, ms since 1970. */
  readonly approvedAt: number | null
  readonly isTouchedByHand: boolean
  /** It was merged, split, or is a part of such an order. */
  readonly isFamily: boolean
  readonly pushStatus: PushStatus
  /** Designs of it that a factory has or may have. */
  readonly sent: number
}

/** The lines that are cases to be made, the ones that designs belong to. */
export const caseLines = ({ lines }: Pick<RuleFacts, 'lines'>): readonly FactLine[] =>
  lines.filter(({ kind, quantity, designs }) => designs.length > 0 || (kind === 'case' && quantity > 0))

/** The number of cases that a push of the order has made: the factory bills each. */
export const piecesToMake = (facts: Pick<RuleFacts, 'lines'>): number =>
  caseLines(facts).reduce((sum, { quantity }) => sum + quantity, 0)
