/** The part of the task that makes a name list that screens need without loading it. */
import type { ManualOrderCreate, NameRow } from '../../../../contract/types'
import type { Task } from '../../../base/tasks/types'

export const nameListKind = 'name-list'
export const nameListScope = 'name-list'

/** A row that is drawn into a line of one of the task's orders. */
export interface NameItem {
  /** Index of the order in the task's input. */
  readonly order: number
  /** The line's number in its order, from 1. */
  readonly line: number
  readonly row: NameRow
}

export interface NameListInput {
  /** The name of the list. */
  readonly name: string
  /** Whether the seller wants to download the prints at once. */
  readonly isPrintsOnly: boolean
  readonly templateId: number
  /** The revision of the template that the rows were checked with. */
  readonly revision: number
  readonly orders: readonly ManualOrderCreate[]
}

/** The orders that the task has created, in the sequence of its input. */
export type MadeOrders = readonly { readonly orderId: number; readonly originalId: string }[]

// Only the task itself writes its checkpoint and reads its input.
export const madeOrders = ({ saved }: Pick<Task, 'saved'>): MadeOrders => (saved as MadeOrders | undefined) ?? []
export const listInput = ({ input }: Pick<Task, 'input'>): NameListInput => input as NameListInput
