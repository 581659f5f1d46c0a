/**
 * Undo history as snapshots; the designer's session uses it. Documents share the layers that did not change, so 20 snapshots
 * cost little, and no inverse command can be wrong: undo also restores flags such as background and locked.
 */
import { equalDocs } from '../model/equal'
import type { DesignDoc } from '../model/types'

/** Maximum number of snapshots, the present one included. */
export const maxSnapshots = 20

export interface Snapshot {
  readonly doc: DesignDoc
  /** Label of the edit that led to this snapshot, Chinese; the first snapshot is the opened design. */
  readonly label: string
}

export interface History {
  readonly past: readonly Snapshot[]
  readonly present: Snapshot
  readonly future: readonly Snapshot[]
  /** A gesture that has not ended: its document is shown, but is no snapshot yet. */
  readonly open: Snapshot | null
}

export function createHistory(doc: DesignDoc, label: string): History {
  return { past: [], present: { doc, label }, future: [], open: null }
}

/** Returns the document to show. */
export function currentDoc(history: History): DesignDoc {
  return (history.open ?? history.present).doc
}

/** Records an edit and drops what could be redone; an equal document records nothing. Requires that no gesture is open. */
export function record(history: History, doc: DesignDoc, label: string): History {
  if (equalDocs(history.present.doc, doc)) return history
  const past = [...history.past, history.present].slice(-(maxSnapshots - 1))
  return { past, present: { doc, label }, future: [], open: null }
}

export function begin(history: History, label: string): History {
  const ended = commit(history)
  return { ...ended, open: { doc: ended.present.doc, label } }
}

/** Shows another document within the open gesture; does nothing for an equal document or without an open gesture. */
export function update(history: History, doc: DesignDoc): History {
  const { open } = history
  return open === null || equalDocs(open.doc, doc) ? history : { ...history, open: { doc, label: open.label } }
}

/** Ends the gesture as one snapshot, or as none if the document is unchanged. */
export function commit(history: History): History {
  const { open } = history
  return open ? record({ ...history, open: null }, open.doc, open.label) : history
}

/** Ends the gesture and restores the document it began with. */
export function cancel(history: History): History {
  return history.open ? { ...history, open: null } : history
}

export function canUndo(history: History): boolean {
  return history.open !== null || history.past.length > 0
}

export function canRedo(history: History): boolean {
  return history.open === null && history.future.length > 0
}

/** Goes back one snapshot, or cancels an open gesture. Returns the same value when there is nothing to undo. */
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

/** Returns all snapshots, oldest first. */
export function snapshots(history: History): readonly Snapshot[] {
  return [...history.past, history.present, ...history.future]
}

/** Shows the snapshot at `index` of `snapshots`; returns the same value when it is shown already or does not exist. */
export function jumpTo(history: History, index: number): History {
  const all = snapshots(history)
  const present = all[index]
  if (!present || index === history.past.length) return history
  return { past: all.slice(0, index), present, future: all.slice(index + 1), open: null }
}

/**
 * Makes the same change in every snapshot. For changes that are not steps of the seller (row ids from a save, the previewed
 * phone), so that undo neither reverts them nor stops at them.
 */
export function rewrite(history: History, change: (doc: DesignDoc) => DesignDoc): History {
  const rewritten = (snapshot: Snapshot): Snapshot => {
    const doc = change(snapshot.doc)
    return doc === snapshot.doc ? snapshot : { ...snapshot, doc }
  }
  return {
    past: history.past.map(rewritten),
    present: rewritten(history.present),
    future: history.future.map(rewritten),
    open: history.open && rewritten(history.open),
  }
}
