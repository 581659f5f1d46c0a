/**
 * One open design: its document with undo, saved shortly after each change. Changes that did not reach the server, because the network
 * failed or the page was closed, are kept on the phone and sent later. Framework-free.
 */
import { localValues } from '../adapters/storage/values'
import { type Cell, createCell } from '../contract/ground/cell'
import { isFields } from '../contract/ground/fields'
import { sentLayers } from '../contract/rules/buyer-layers'
import type { BuyerDesign, TemplateLayerWrite } from '../contract/types'
import * as steps from '../design/history/history'
import { equalDocs, equalValues } from '../design/model/equal'
import { parseDoc } from '../design/model/parse'
import type { DesignDoc } from '../design/model/types'
import {
  BuyerError,
  bindOrder,
  type Case,
  type DesignKey,
  readDesign,
  readDrawing,
  saveDesign,
  setReturn,
  submitDesign,
} from './api'
import { goneText, isSubmitted } from './design-facts'
import { docOf, toWrite, withAddressesOf } from './layers'
import { placePhoto } from './place-photo'
import { forgetUnsent, openUnsentPhotos, type UnsentPhotos, unsentText } from './unsent-photos'
import { errorText } from './words'

/** In 'offline' the save is repeated by itself, in 'refused' only after another change; in 'gone' the server has deleted the design. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused' | 'conflict' | 'locked' | 'gone'

/** Whether the state is final: no further change is saved. */
const isOver = (save: SaveState): boolean => save === 'locked' || save === 'conflict' || save === 'gone'

export interface SessionState {
  readonly design: BuyerDesign
  readonly doc: DesignDoc
  readonly chosen: Case
  readonly save: SaveState
  /** Why the last save failed, in words for the buyer. */
  readonly problem: string | null
  /** Whether the phone stored the unsaved changes; false where its storage is full or denied. */
  readonly isKept: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Input of the buyer that is not drawn in the design yet, by text layer. Stored on the phone like a draft. */
  readonly typed: Readonly<Record<string, string>>
}

export interface DesignSession {
  readonly state: Cell<SessionState>
  /** Photos that the buyer chose and the server does not have yet. They belong to no saved document. */
  readonly unsent: UnsentPhotos
  /** Records a change as one step. */
  change(doc: DesignDoc, label: string): void
  /** Shows a change that goes on, such as of a slider; all changes until `settle` are one step. */
  slide(doc: DesignDoc, label: string): void
  settle(): void
  /** Takes the last step back; returns its label, null where there is none. */
  undo(): string | null
  /** Makes the step again that was taken back last; returns its label, null where there is none. */
  redo(): string | null
  /** Stores input for a text layer that is not drawn yet; null removes it, once it is drawn or discarded. */
  type(uuid: string, text: string | null): void
  /** Chooses another case for the design; its layers stay. */
  choose(chosen: Case): void
  /** Sends unsaved changes; resolves to whether everything is on the server. */
  flush(): Promise<boolean>
  /** Rejects with a text for the buyer unless all changes and photos are on the server. */
  requireAll(): Promise<void>
  /** The same for what does not change the design, such as sharing it: one that is locked is complete as it is. */
  requireShown(): Promise<void>
  submit(): Promise<void>
  /** Reads the progress of drawing the submitted design, and its effect image once that is ready. */
  refreshDrawing(): Promise<void>
  /** Puts the submitted design into the order of this number. */
  bindOrder(orderOriginalId: string): Promise<void>
  /** Stores the last digits of the buyer's telephone number, by which another phone finds the design. */
  setReturn(digits: string): Promise<void>
  /** Stores whether the share link is on. */
  noteShared(isShared: boolean): void
  /** Ends a conflict with another page: 'theirs' takes the other page's design, 'mine' overwrites it. */
  resolveConflict(keep: 'mine' | 'theirs'): Promise<void>
  /** Ends the session when a call failed because the server has deleted the design; resolves to the reason, or null. */
  noteGone(error: unknown): Promise<BuyerError | null>
  /** Ends the session of a deleted design and removes everything of it from the phone. */
  discard(): void
  dispose(): void
}

const pauseMs = 900
const retryMs = 5000

const draftKey = (id: number) => `kejiang.buyer.draft.${id}`

const typedKey = (id: number) => `kejiang.buyer.typed.${id}`

/** Removes a draft, once the server has it. */
const dropDraft = (id: number): void => localValues.removeItem(draftKey(id))

/** Removes everything that this phone keeps of a design. */
export function forgetDraft(id: number): void {
  dropDraft(id)
  localValues.removeItem(typedKey(id))
  forgetUnsent(id)
}

function readTyped(id: number): Readonly<Record<string, string>> {
  try {
    const kept: unknown = JSON.parse(localValues.getItem(typedKey(id)) ?? 'null')
    return isFields(kept)
      ? Object.fromEntries(Object.entries(kept).filter((one): one is [string, string] => typeof one[1] === 'string'))
      : {}
  } catch {
    // Unreadable input is dropped; the buyer types it again.
    return {}
  }
}

interface Draft {
  readonly revision: number
  readonly chosen: Case
  readonly doc: unknown
}

/** Returns the draft that this phone kept of a design; null without one. */
function readDraft(opened: BuyerDesign): { readonly revision: number; readonly chosen: Case; readonly doc: DesignDoc } | null {
  try {
    const draft = JSON.parse(localValues.getItem(draftKey(opened.id)) ?? 'null') as Draft | null
    const doc = draft && parseDoc(draft.doc)
    return draft && doc ? { ...draft, doc: withAddressesOf(doc, opened) } : null
  } catch {
    // A draft that cannot be read is lost; the server's design stays.
    return null
  }
}

interface Sent {
  readonly doc: DesignDoc
  readonly chosen: Case
}

/** Whether the server has this design. */
const isStored = (theirs: BuyerDesign, { doc, chosen }: Sent): boolean =>
  equalDocs(withAddressesOf(doc, theirs), docOf(theirs)) && equalValues(chosen, caseOf(theirs))

/** Tells the buyer that a design was deleted, by hand or by retention. */
const isNotFound = (error: unknown): boolean => error instanceof BuyerError && error.code === 'not-found'

/** Whether the buyer changed a design after submitting it, so that the case is still made from the earlier one. */
export const isChangedSince = ({ design, save }: Pick<SessionState, 'design' | 'save'>): boolean =>
  design.status === 'submitted' && save !== 'locked' && save !== 'gone' && (!isSubmitted(design) || save !== 'saved')

const caseOf = ({ phoneModelId, materialColorId }: Case): Case => ({ phoneModelId, materialColorId })

export function openSession(key: DesignKey, opened: BuyerDesign): DesignSession {
  const draft = opened.lockText === null ? readDraft(opened) : null
  const draftIsNewer = draft !== null && !isStored(opened, draft)
  if (draft && !draftIsNewer) dropDraft(opened.id)
  let history: steps.History = steps.createHistory(draftIsNewer ? draft.doc : docOf(opened), '打开')
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | null = null
  let disposed = false
  /** The save that was sent and not answered; the server may have stored it. */
  let unanswered: Sent | null = null

  const state = createCell<SessionState>({
    design: draftIsNewer ? { ...opened, revision: draft.revision } : opened,
    doc: steps.currentDoc(history),
    chosen: draftIsNewer ? draft.chosen : caseOf(opened),
    save: opened.lockText !== null ? 'locked' : draftIsNewer ? 'unsaved' : 'saved',
    problem: opened.lockText,
    isKept: true,
    canUndo: false,
    canRedo: false,
    typed: readTyped(opened.id),
  })
  const set = (change: Partial<SessionState>) => {
    if (!disposed) state.set({ ...state.get(), ...change })
  }
  const present = () => {
    set({ doc: steps.currentDoc(history), canUndo: steps.canUndo(history), canRedo: steps.canRedo(history) })
  }
  const keepDraft = () => {
    const { design, doc, chosen } = state.get()
    set({ isKept: localValues.setItem(draftKey(design.id), JSON.stringify({ revision: design.revision, chosen, doc })) })
  }
  const schedule = (ms = pauseMs) => {
    clearTimeout(timer)
    if (!disposed) timer = setTimeout(() => void flush(), ms)
  }
  const changed = () => {
    present()
    if (isOver(state.get().save)) return
    set({ save: 'unsaved', problem: null })
    keepDraft()
    schedule()
  }

  /** Answers whether the design on the server is now the one shown. */
  const flush = async (): Promise<boolean> => {
    if (running) await running
    clearTimeout(timer)
    const { save } = state.get()
    if (save === 'saved') return true
    if (isOver(save)) return false
    running = send().finally(() => {
      running = null
    })
    return running
  }
  // A missing picture or font of the design answers 'not-found' too, so the design itself is read.
  const noteGone = async (error: unknown): Promise<BuyerError | null> => {
    if (!isNotFound(error) || !(await readDesign(key).then(() => false, isNotFound))) return null
    forgetDraft(opened.id)
    set({ save: 'gone', problem: goneText })
    return new BuyerError('not-found', goneText)
  }
  /** Locks the session if production has begun; resolves to whether it has. */
  const noteLocked = async (): Promise<boolean> => {
    const design = await readDesign(key).catch(() => null)
    if (!design?.lockText) return false
    set({ design, save: 'locked', problem: design.lockText })
    return true
  }
  const send = async (): Promise<boolean> => {
    const { design, chosen } = state.get()
    const doc = steps.currentDoc(history)
    set({ save: 'saving' })
    const before = unanswered
    unanswered = { doc, chosen }
    try {
      const layers = sentLayers<TemplateLayerWrite>(design.base, toWrite(doc, design))
      const saved = await saveDesign(key, { revision: design.revision, ...chosen, layers })
      unanswered = null
      const isLatest = steps.currentDoc(history) === doc && state.get().chosen === chosen
      set({ design: saved, save: isLatest ? 'saved' : 'unsaved', problem: null })
      if (isLatest) dropDraft(saved.id)
      else {
        keepDraft()
        schedule()
      }
      return isLatest
    } catch (error) {
      const code = error instanceof BuyerError ? error.code : 'internal'
      const problem = errorText(error)
      if (code !== 'network') unanswered = null
      if (code === 'stale-revision') {
        const theirs = await readDesign(key).catch(() => null)
        // The other revision may be a save of this page whose answer was lost, or that was sent before a reload.
        const isOwn = theirs !== null && [{ doc, chosen }, before].some((sent) => sent !== null && isStored(theirs, sent))
        if (!isOwn) set({ save: 'conflict', problem })
        else if (isStored(theirs, { doc, chosen }) && steps.currentDoc(history) === doc && state.get().chosen === chosen) {
          dropDraft(theirs.id)
          set({ design: theirs, save: 'saved', problem: null })
          return true
        } else {
          set({ design: theirs })
          return send()
        }
      } else if (code === 'conflict') {
        // The change was refused because production has begun, or for another reason; only the design tells.
        if (!(await noteLocked())) set({ save: 'refused', problem })
      } else if (await noteGone(error)) {
        return false
      } else if (!(error instanceof BuyerError) || error.isPassing) {
        set({ save: 'offline', problem })
        schedule(retryMs)
      } else set({ save: 'refused', problem })
      return false
    }
  }
  if (draftIsNewer) schedule(0)

  const requireAll = async () => {
    await unsent.loaded
    if (unsent.state.get().photos.length > 0) throw new BuyerError('unsaved', unsentText)
    if (!(await flush())) throw new BuyerError('unsaved', state.get().problem ?? '设计还没有保存，请稍后再试')
  }
  const change = (doc: DesignDoc, label: string) => {
    history = steps.record(steps.commit(history), doc, label)
    changed()
  }
  const unsent = openUnsentPhotos({
    key,
    place: (photo, picture, isWanted) => placePhoto({ key, now: () => state.get().doc, change }, photo, picture, isWanted),
    noteGone,
  })

  const dispose = () => {
    disposed = true
    clearTimeout(timer)
    unsent.dispose()
  }
  return {
    state,
    unsent,
    change,
    slide(doc, label) {
      history = steps.update(history.open ? history : steps.begin(history, label), doc)
      changed()
    },
    settle() {
      history = steps.commit(history)
      present()
    },
    undo() {
      const before = steps.commit(history)
      history = steps.undo(before)
      if (history === before) return null
      changed()
      return before.present.label
    },
    redo() {
      const before = steps.commit(history)
      history = steps.redo(before)
      if (history === before) return null
      changed()
      return history.present.label
    },
    type(uuid, text) {
      const { [uuid]: _, ...others } = state.get().typed
      const typed = text === null ? others : { ...others, [uuid]: text }
      set({ typed })
      if (Object.keys(typed).length === 0) localValues.removeItem(typedKey(opened.id))
      else localValues.setItem(typedKey(opened.id), JSON.stringify(typed))
    },
    choose(chosen) {
      if (equalValues(chosen, state.get().chosen)) return
      set({ chosen: caseOf(chosen) })
      changed()
    },
    flush,
    noteGone,
    requireAll,
    requireShown: () =>
      requireAll().catch((error: unknown) => {
        if (state.get().save !== 'locked') throw error
      }),
    async submit() {
      await requireAll()
      try {
        set({ design: await submitDesign(key, state.get().design.revision) })
      } catch (error) {
        const code = error instanceof BuyerError ? error.code : null
        // Another page saved the design after this one: the buyer chooses which of the two is submitted.
        if (code === 'stale-revision') set({ save: 'conflict', problem: errorText(error) })
        if (code === 'conflict') await noteLocked()
        throw (await noteGone(error)) ?? error
      }
    },
    async refreshDrawing() {
      const { drawing } = await readDrawing(key)
      if (drawing !== null) return set({ design: { ...state.get().design, drawing } })
      const theirs = await readDesign(key)
      const { design } = state.get()
      // A change by another page is found at the next save.
      const isSame = theirs.revision === design.revision
      set({ design: isSame ? theirs : { ...design, drawing: theirs.drawing, effectImageUrl: theirs.effectImageUrl } })
    },
    async bindOrder(orderOriginalId) {
      try {
        set({ design: await bindOrder(key, orderOriginalId) })
      } catch (error) {
        throw (await noteGone(error)) ?? error
      }
    },
    async setReturn(digits) {
      const { canReturn } = await setReturn(key, digits)
      set({ design: { ...state.get().design, canReturn } })
    },
    noteShared(isShared) {
      set({ design: { ...state.get().design, isShared } })
    },
    async resolveConflict(keep) {
      const theirs = await readDesign(key)
      if (keep === 'theirs') {
        history = steps.record(steps.commit(history), docOf(theirs), '用另一处的设计')
        dropDraft(theirs.id)
        set({
          design: theirs,
          chosen: caseOf(theirs),
          save: theirs.lockText === null ? 'saved' : 'locked',
          problem: theirs.lockText,
        })
        return present()
      }
      set({ design: theirs, save: 'unsaved', problem: null })
      await flush()
    },
    discard() {
      dispose()
      forgetDraft(opened.id)
    },
    dispose,
  }
}
