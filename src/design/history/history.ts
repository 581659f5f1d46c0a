/**
 * Undo as snapshots. Documents share every layer that did not change, so twenty of them cost next to nothing, and there is
 * no inverse to get wrong: going back restores the rules (who is background, what is locked) with the picture.
 */
import { equalDocs } from '../model/equal'
import type { DesignDoc } from '../model/types'

/** Most snapshots kept, the present one included. */
export const maxSnapshots = 20

export interface Snapshot {
  readonly doc: DesignDoc
  /** What led here, Chinese; the first one is the opened design. */
  readonly label: string
}

export interface History {
  readonly past: readonly Snapshot[]
  readonly present: Snapshot
  readonly future: readonly Snapshot[]
  /** A gesture not yet ended: its document is shown, but no snapshot. */
  readonly open: Snapshot | null
}

export function createHistory(doc: DesignDoc, label: string): History {
  return { past: [], present: { doc, label }, future: [], open: null }
}

/** The document to show. */
export function currentDoc(history: History): DesignDoc {
  return (history.open ?? history.present).doc
}

/** Records an edit and cuts off what could be redone; an equal document records nothing. An open gesture must be ended first. */
export function record(history: History, doc: DesignDoc, label: string): History {
  if (equalDocs(history.present.doc, doc)) return history
  const past = [...history.past, history.present].slice(-(maxSnapshots - 1))
  return { past, present: { doc, label }, future: [], open: null }
}

export function begin(history: History, label: string): History {
  const ended = commit(history)
  return { ...ended, open: { doc: ended.present.doc, label } }
}

/** Shows another document within the open gesture; an equal one, or no open gesture, changes nothing. */
export function update(history: History, doc: DesignDoc): History {
  const { open } = history
  return open === null || equalDocs(open.doc, doc) ? history : { ...history, open: { doc, label: open.label } }
}

/** Ends the gesture as one snapshot; none if it led nowhere. */
export function commit(history: History): History {
  const { open } = history
  return open ? record({ ...history, open: null }, open.doc, open.label) : history
}

/** Ends the gesture as if it had never begun. */
export function cancel(history: History): History {
  return history.open ? { ...history, open: null } : history
}

export function canUndo(history: History): boolean {
  return history.open !== null || history.past.length > 0
}

export function canRedo(history: History): boolean {
  return history.open === null && history.future.length > 0
}

/** One snapshot back; an open gesture is given up instead. The same value when there is nothing to undo. */
export function undo(history: History): History {
  if (history.open) return cancel(history)
  const before = history.past[history.past.length - 1]
  if (!before) return history
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    open: null,
  }
}

export function redo(history: History): History {
  const [after, ...future] = history.future
  if (history.open || !after) return history
  return { past: [...history.past, history.present], present: after, future, open: null }
}

/** All snapshots, oldest first. */
export function snapshots(history: History): readonly Snapshot[] {
  return [...history.past, history.present, ...history.future]
}

/** Makes the snapshot at `index` of `snapshots` the present one; the same value when it is, or there is none. */
export function jumpTo(history: History, index: number): History {
  const all = snapshots(history)
  const present = all[index]
  if (!present || index === history.past.length) return history
  return { past: all.slice(0, index), present, future: all.slice(index + 1), open: null }
}

/**
 * The same change made in every snapshot: for what is not a step of the seller's (the ids the server gave on a save, the
 * phone the preview shows), so that undo neither loses it nor stops at it.
 */
export function rewrite(history: History, change: (doc: DesignDoc) => DesignDoc): History {
  const of = (snapshot: Snapshot): Snapshot => {
    const doc = change(snapshot.doc)
    return doc === snapshot.doc ? snapshot : { ...snapshot, doc }
  }
  return {
    past: history.past.map(of),
    present: of(history.present),
    future: history.future.map(of),
    open: history.open && of(history.open),
  }
}
