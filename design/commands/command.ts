/**
 * A command changes the design document. There is one object per kind of change, run by buttons, keys, menus and drags alike, so
 * that its rules hold wherever it is started. `run` is pure: it returns a new document or a refusal with the reason.
 */
import type { DesignDoc } from '../model/types'

/** The command succeeded. `doc` may be the same value; then nothing is recorded in the history. */
export interface Done {
  readonly ok: true
  readonly doc: DesignDoc
  /** uuids to select afterwards; absent leaves the selection as it is. */
  readonly select?: readonly string[]
  /** Shown to the seller as a success notice. */
  readonly message?: string
  /** Overrides the command's label in the history list. */
  readonly label?: string
}

/** The command does not apply; the document is unchanged. `message` is empty where the seller needs no explanation. */
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
   * `edit` (default) stores a snapshot. `setting` changes what is not part of the drawing (the phone the design is shown on,
   * bound collections): undo skips it.
   */
  readonly kind?: 'edit' | 'setting'
  run(doc: DesignDoc, args: Args): Outcome
  /** Whether the command would change anything for this selection; buttons are disabled otherwise. */
  enabled?(doc: DesignDoc, selection: readonly string[]): boolean
}

export function done(doc: DesignDoc, more: Omit<Done, 'ok' | 'doc'> = {}): Done {
  return { ok: true, doc, ...more }
}

export function refuse(message: string): Refusal {
  return { ok: false, message }
}
