/**
 * What the canvas, the panels and the tests use of an open design. Nothing here knows React, Leafer or the DOM: time, storage
 * and randomness come in through `SessionPorts`.
 */
import type { Command, Outcome } from '../../design/commands/command'
import type { Point } from '../../design/geometry/shapes'
import type { DesignDoc, Layer } from '../../design/model/types'
import type { OpenedTemplate, Origin } from '../../design/template/load'
import type { PictureProgress, SaveProtocol, UnansweredCreate } from './save-protocol'

export interface Timers {
  set(work: () => void, ms: number): unknown
  clear(handle: unknown): void
}

/** A design kept on this machine in case the page dies before it is saved. */
export interface Draft {
  readonly version: 1
  readonly doc: DesignDoc
  readonly templateId: number | null
  readonly collectionId: number
  /** Revision of the template the draft grew from; null for a new one. */
  readonly baseRevision: number | null
  /** Epoch milliseconds. */
  readonly savedAt: number
  /** A first save under way when this was written; the next one must begin by repeating it. */
  readonly unanswered: UnansweredCreate | null
}

/** A draft whose designer is gone: the page died, or left without an answer. */
export interface LeftDraft {
  /** Names it to `drop`. */
  readonly id: string
  readonly draft: unknown
}

/**
 * Where drafts live. Each open designer has a store of its own over the same place: what another one that is still open keeps
 * there is none of its business. Every promise may reject; a rejection is shown as `draftState: 'failed'`, never thrown further.
 */
export interface DraftStore {
  /** Drafts under a key that no open designer keeps. */
  left(key: string): Promise<readonly LeftDraft[]>
  /** Keeps this designer's draft under a key. */
  set(key: string, draft: Draft): Promise<void>
  /** Deletes this designer's draft under a key. */
  delete(key: string): Promise<void>
  /** Deletes a draft that was left. */
  drop(id: string): Promise<void>
  /** This designer is gone: what it keeps is left from now on. */
  close(): void
}

/** Copied layers; share one between sessions and layers travel from one template to another. */
export interface LayerClipboard {
  read(): readonly Layer[]
  write(layers: readonly Layer[]): void
  /** The copies just pasted: the next paste starts from them. */
  moveOn(layers: readonly Layer[]): void
}

export interface SessionPorts {
  /** Keys the drafts, so that two sellers on one machine never see each other's. */
  readonly username: string
  readonly drafts: DraftStore
  readonly timers: Timers
  /** Epoch milliseconds. */
  now(): number
  /** A new unique layer id. */
  uuid(): string
  /** Left out: a clipboard of this session alone. */
  readonly clipboard?: LayerClipboard
}

export interface SessionInit extends Origin {
  readonly ports: SessionPorts
}

export type SaveState = 'clean' | 'dirty' | 'saving' | 'error'

/** Something to tell the seller. `seq` grows, so that the same text twice is shown twice. */
export interface Notice {
  readonly seq: number
  readonly kind: 'success' | 'warning'
  readonly text: string
}

/** A draft found at the start, waiting for the seller's yes or no. */
export interface DraftOffer {
  readonly draft: Draft
  /** The template was saved elsewhere after the draft was begun: taking it will meet the conflict question on save. */
  readonly outdated: boolean
}

/** Somebody else saved or deleted the template first. Both versions are kept until the seller chooses. */
export interface SaveConflict {
  /** Null when it was deleted: then only a copy is left. */
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
  /** uuids, in the order they were selected. Never holds an id the document lacks. */
  readonly selection: readonly string[]
  readonly hover: string | null
  readonly templateId: number | null
  readonly collectionId: number
  readonly revision: number | null
  readonly saveState: SaveState
  /** Why the last save failed; null otherwise. */
  readonly saveError: string | null
  /** Pictures the running save sends before the design itself; null while it sends none. */
  readonly sending: PictureProgress | null
  readonly conflict: SaveConflict | null
  /** Why the save needs another group: the one it was for is gone. Null otherwise. */
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
  /** `failed`: this machine could not keep the draft (private window, disk full); say so beside the save button. */
  readonly draftState: 'none' | 'kept' | 'failed'
}

export interface ClickOptions {
  readonly shift?: boolean
  /** The layer itself is meant, not the group it belongs to. */
  readonly alone?: boolean
}

export interface Session {
  /** valtio proxy for `useSnapshot`; `doc`, `selection` and the like are held by reference inside it. Never write to it. */
  readonly state: SessionState
  /** The same state as a plain immutable value, always current. */
  getState(): SessionState
  /** Told synchronously after each change. Returns the way to stop. */
  subscribe(listener: (state: SessionState, before: SessionState) => void): () => void
  /** Settles when the stored draft, if any, has been looked up. */
  readonly ready: Promise<void>

  /**
   * Command → invariants → history. Commits an open gesture first. Messages of the outcome also arrive as `notice`.
   * The answer's `doc` is the document after the invariants.
   */
  run<A>(command: Command<A>, args: A): Outcome
  /** Opens a gesture: everything up to `commit` becomes one step named `label`. An open one is committed first. */
  begin(label: string): void
  /** A step inside the open gesture, on top of the steps before; without one, the same as `run`. */
  update<A>(command: Command<A>, args: A): Outcome
  /** Ends the gesture. Records nothing when the document is the same as at its beginning. */
  commit(): void
  /** Gives the gesture up: the document is as it was at its beginning. */
  cancel(): void
  /** Gives up an open gesture, else goes one step back. False when there was nothing to do. */
  undo(): boolean
  redo(): boolean
  /** Goes to a step of `state.history`. */
  jumpTo(index: number): void

  /** Selects exactly these, by the rules: unknown ids go, and among several also locked and background layers. */
  select(uuids: readonly string[]): void
  /** A click on a layer, on the canvas or in the list; null is a click on empty canvas. */
  click(uuid: string | null, options?: ClickOptions): void
  /**
   * A drag box between two points of the document. `zoom` is screen px per document px: the 10 px threshold is measured
   * on the screen. False when the box is too small to count, the selection is then untouched.
   */
  selectBox(from: Point, to: Point, options?: { readonly zoom?: number; readonly shift?: boolean }): boolean
  selectAll(): void
  hover(uuid: string | null): void

  copy(): boolean
  cut(): Outcome
  paste(): Outcome
  /** A new layer id, for `addLayers`. */
  uuid(): string

  /** The document differs, by value, from the last saved one. */
  isDirty(): boolean
  /** What a running save tells this session; api/save-design.ts alone uses it. */
  readonly saveProtocol: SaveProtocol
  /** Answers `state.collectionGone`: the group to save in, or null to leave it unsaved. After a group the caller saves again. */
  chooseCollection(collectionId: number | null): void
  /**
   * copy: this becomes a new template in the same group, to be saved. reload: theirs is shown, mine is one undo away.
   * overwrite: mine will be saved over theirs. After copy and overwrite the caller saves again.
   */
  resolveConflict(choice: ConflictChoice): void

  /** Takes the offered draft as one undoable step. */
  acceptDraft(): void
  /** Throws the offered draft away; the offer stands until the draft is gone from this machine. */
  discardDraft(): Promise<void>
  /** Writes a pending draft now (page being hidden). */
  flushDraft(): Promise<void>
  /** The seller closes without saving: forgets edits and draft. */
  discard(): Promise<void>
  /** Tells the seller something through `notice`. */
  notify(kind: Notice['kind'], text: string): void
  /** Stops timers and listeners; a pending draft is written first. */
  dispose(): Promise<void>
}
