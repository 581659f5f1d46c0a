/**
 * The interface of an open design for the canvas, the panels and the tests. Independent of React, Leafer and the DOM: time,
 * storage and randomness are injected through `SessionPorts`.
 */
import type { InstanceChange } from '../../../contract/rules/component'
import type { Command, Outcome } from '../../../design/commands/command'
import type { Point } from '../../../design/geometry/shapes'
import type { DesignDoc, Layer } from '../../../design/model/types'
import type { DesignSubject, OpenedTemplate, Origin } from '../../../design/template/load'
import type { PictureProgress, SaveProtocol, UnansweredCreate } from './save-protocol'

export interface Timers {
  set(work: () => void, ms: number): unknown
  clear(handle: unknown): void
}

/** An unsaved design stored on this machine in case the page dies. */
export interface Draft {
  readonly version: 1
  readonly doc: DesignDoc
  readonly templateId: number | null
  readonly collectionId: number
  /** Revision of the template that the draft is based on; null for a new one. */
  readonly baseRevision: number | null
  /** Epoch milliseconds. */
  readonly savedAt: number
  /** A first save that was under way when this was written; the next save must begin by repeating it. */
  readonly unanswered: UnansweredCreate | null
}

/** A draft whose designer no longer runs: the page died, or closed without a decision. */
export interface OrphanedDraft {
  /** Id for `drop`. */
  readonly id: string
  readonly draft: unknown
}

/**
 * Storage of drafts. Each open designer has a store of its own over the same storage and never sees the drafts of another open
 * one. Every promise may reject; a rejection is shown as `draftState: 'failed'` and never rethrown.
 */
export interface DraftStore {
  /** Returns the drafts under a key that belong to no open designer. */
  orphaned(key: string): Promise<readonly OrphanedDraft[]>
  /** Stores this designer's draft under a key. */
  set(key: string, draft: Draft): Promise<void>
  /** Deletes this designer's draft under a key. */
  delete(key: string): Promise<void>
  /** Deletes a draft of a designer that no longer runs. */
  deleteOrphaned(id: string): Promise<void>
  /** Releases this designer's drafts: from now on others may find them. */
  close(): void
}

/** Clipboard for layers; sessions that share one can copy layers from one template to another. */
export interface LayerClipboard {
  read(): readonly Layer[]
  write(layers: readonly Layer[]): void
  /** Replaces the copied layers by the copies just pasted, so that the next paste is offset from them. */
  replaceCopied(layers: readonly Layer[]): void
}

export interface SessionPorts {
  /** Part of the draft keys, so that two sellers on one machine never see each other's drafts. */
  readonly username: string
  readonly drafts: DraftStore
  readonly timers: Timers
  /** Epoch milliseconds. */
  now(): number
  /** Returns a new unique layer id. */
  uuid(): string
  /** If absent, the session has a clipboard of its own. */
  readonly clipboard?: LayerClipboard
}

export interface SessionInit extends Origin {
  readonly ports: SessionPorts
}

export type SaveState = 'clean' | 'dirty' | 'saving' | 'error'

/** A message for the seller. `seq` grows, so that the same text twice is shown twice. */
export interface Notice {
  readonly seq: number
  readonly kind: 'success' | 'warning'
  readonly text: string
}

/** A draft found at the start, waiting for the seller's decision. */
export interface DraftOffer {
  readonly draft: Draft
  /** The template was saved elsewhere after the draft was begun: saving the draft will lead to the conflict question. */
  readonly outdated: boolean
}

/** Somebody else saved or deleted the template first. Both versions are kept until the seller chooses. */
export interface SaveConflict {
  /** Null when the template was deleted: then only a copy can be saved. */
  readonly theirs: OpenedTemplate | null
}
export type ConflictChoice = 'copy' | 'reload' | 'overwrite'

export interface HistoryStep {
  readonly label: string
  readonly current: boolean
}

export interface SessionState {
  /** The document as it looks now, an open gesture included. Immutable: compare by identity. */
  readonly doc: DesignDoc
  /** uuids in the order they were selected. Contains only existing layers. */
  readonly selection: readonly string[]
  readonly hover: string | null
  readonly subject: DesignSubject
  readonly templateId: number | null
  readonly collectionId: number
  readonly revision: number | null
  readonly saveState: SaveState
  /** Why the last save failed; null otherwise. */
  readonly saveError: string | null
  /** Progress of uploading pictures before the design itself; null while there is none. */
  readonly sending: PictureProgress | null
  readonly conflict: SaveConflict | null
  /** Why the save needs another collection: its collection was deleted. Null otherwise. */
  readonly collectionGone: string | null
  /** The first save that was sent and has no answer yet; null otherwise. */
  readonly unanswered: UnansweredCreate | null
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Oldest first, at most 20; steps after the current one can be redone. */
  readonly history: readonly HistoryStep[]
  /** Label of the open gesture; null when none is open. */
  readonly gesture: string | null
  readonly notice: Notice | null
  readonly draftOffer: DraftOffer | null
  /** `failed`: the draft could not be stored (private window, disk full); show it beside the save button. */
  readonly draftState: 'none' | 'stored' | 'failed'
}

export interface ClickOptions {
  readonly shift?: boolean
  /** Select the layer itself, not its group. */
  readonly alone?: boolean
}

export interface Session {
  /** valtio proxy for `useSnapshot`; `doc`, `selection` and the like are held by reference inside it. Read-only for callers. */
  readonly state: SessionState
  /** The same state as a plain immutable value, always current. */
  getState(): SessionState
  /** Calls the listener synchronously after each change. Returns the unsubscribe function. */
  subscribe(listener: (state: SessionState, before: SessionState) => void): () => void
  /** Resolves when the stored draft, if any, has been looked up. */
  readonly ready: Promise<void>

  /**
   * Runs command → invariants → history. Commits an open gesture first. Messages of the outcome also arrive as `notice`. The
   * outcome's `doc` is the normalised document.
   */
  run<A>(command: Command<A>, args: A): Outcome
  /** Opens a gesture: everything up to `commit` becomes one step named `label`. An open one is committed first. */
  begin(label: string): void
  /** Runs a command inside the open gesture, on its present document; without a gesture the same as `run`. */
  update<A>(command: Command<A>, args: A): Outcome
  /** Ends the gesture. Records nothing when the document equals that at its beginning. */
  commit(): void
  /** Cancels the gesture and restores the document from its beginning. */
  cancel(): void
  /** Cancels an open gesture, otherwise goes one step back. Returns false when there was nothing to do. */
  undo(): boolean
  redo(): boolean
  /** Goes to a step of `state.history`. */
  jumpTo(index: number): void

  /**
   * Selects exactly these layers, by the selection rules: unknown uuids are dropped, and among several also locked layers and
   * the background.
   */
  select(uuids: readonly string[]): void
  /** Handles a click on a layer, on the canvas or in the list; null is a click on empty canvas. */
  click(uuid: string | null, options?: ClickOptions): void
  /**
   * Selects with a drag box between two points of the document. `zoom` is screen px per document px: the 10 px threshold is
   * measured on the screen. Returns false when the box is too small; the selection is then unchanged.
   */
  selectBox(from: Point, to: Point, options?: { readonly zoom?: number; readonly shift?: boolean }): boolean
  selectAll(): void
  hover(uuid: string | null): void

  copy(): boolean
  cut(): Outcome
  paste(): Outcome
  /** Returns a new layer id, for `addLayers`. */
  uuid(): string

  /** Whether the document differs, by value, from the last saved one. */
  isDirty(): boolean
  /** Interface for a running save; only api/save-design.ts uses it. */
  readonly saveProtocol: SaveProtocol
  /**
   * Answers `state.collectionGone`: the collection to save in, or null to leave the design unsaved. After choosing, the caller
   * saves again.
   */
  chooseCollection(collectionId: number | null): void
  /**
   * copy: the design becomes a new template in the same collection. reload: their version is shown, and one undo returns to
   * ours. overwrite: our version will replace theirs. After copy and overwrite the caller saves again.
   */
  resolveConflict(choice: ConflictChoice): void

  /**
   * Shows another content of a component in its copies, in every step of the history. The design does not become unsaved by it: the server
   * changed the stored one.
   */
  showContent(change: InstanceChange<Layer>): void

  /** Takes the offered draft as one undoable step. */
  acceptDraft(): void
  /** Discards the offered draft; it stays offered until it is deleted from this machine. */
  discardDraft(): Promise<void>
  /**
   * Shows a draft of the server as one undoable step named `label`. The design goes on from the revision that the draft is based on: if
   * the template was saved since, the next save asks instead of overwriting.
   */
  takeDraft(doc: DesignDoc, baseRevision: number, label: string): void
  /** Writes a pending draft now; used when the page is hidden. */
  flushDraft(): Promise<void>
  /** Discards edits and draft; used when the seller closes without saving. */
  discard(): Promise<void>
  /** Shows the seller a message through `notice`. */
  notify(kind: Notice['kind'], text: string): void
  /** Stops timers and listeners, after writing a pending draft. */
  dispose(): Promise<void>
}
