/**
 * A command changes the design document: one object per kind of change, run by buttons, keys, menus and drags alike, so that a rule
 * written in it holds wherever it is started from. `run` is pure: it answers a new document or says why not.
 */
import type { DesignDoc } from '../model/types'

/** The command did its work. `doc` may be the same value: then nothing is recorded. */
export interface Done {
  readonly ok: true
  readonly doc: DesignDoc
  /** What is selected afterwards; absent keeps the selection. */
  readonly select?: readonly string[]
  /** Told to the seller as a success. */
  readonly message?: string
  /** Overrides the command's label in the history list. */
  readonly label?: string
}

/** The command does not apply; the document is untouched. `message` is empty where silence is right. */
export interface Refusal {
  readonly ok: false
  readonly message: string
}

export type Outcome = Done | Refusal

export interface Command<Args> {
  readonly id: string
  /** Name of the step in the history list and on buttons, Chinese. */
  readonly label: string
  /**
   * `edit` (default) stores a snapshot. `setting` changes what is not part of the drawing (the phone the design is shown
   * on, bound collections): undo passes it by.
   */
  readonly kind?: 'edit' | 'setting'
  run(doc: DesignDoc, args: Args): Outcome
  /** Whether a button for this selection would do anything. */
  enabled?(doc: DesignDoc, selection: readonly string[]): boolean
}

export function done(doc: DesignDoc, more: Omit<Done, 'ok' | 'doc'> = {}): Done {
  return { ok: true, doc, ...more }
}

export function refuse(message: string): Refusal {
  return { ok: false, message }
}
