/**
 * The session of an open design: runs commands (command → invariants → history), keeps the selection valid, tracks what is
 * unsaved and stores a draft of it. The canvas, the panels and the tests use nothing else.
 */
import { applyCommand, historyAfter } from '../../../design/commands/apply'
import { type Command, type Outcome, refuse } from '../../../design/commands/command'
import { pasteLayers, removeLayers } from '../../../design/commands/layers'
import * as past from '../../../design/history/history'
import { normalise } from '../../../design/model/invariants'
import { byUuid, layersOf } from '../../../design/model/queries'
import type { DesignDoc } from '../../../design/model/types'
import { allSelectable, boxSelection, clickSelection, selectionOf } from '../../../design/rules/selection'
import { createClipboard } from './clipboard'
import { createDraftTracking } from './draft-tracking'
import { createSaveTracking } from './save-tracking'
import { createStore } from './store'
import type { Notice, Session, SessionInit, SessionState, Timers } from './types'

/** How long a first save waits until its key is stored on this machine, ms. */
const storeCreateWithinMs = 1_000

const openLabels = { template: '打开模板', customization: '打开定制', component: '打开组件' } as const

const openLabel = ({ subject, templateId }: SessionInit): string => (templateId === null ? '新建模板' : openLabels[subject])

export function createSession(init: SessionInit): Session {
  const { ports } = init
  const clipboard = ports.clipboard ?? createClipboard()
  const opened = normalise(init.doc)
  let history = past.createHistory(opened, openLabel(init))
  let noticeSeq = 0

  const store = createStore<SessionState>({
    doc: opened,
    selection: [],
    hover: null,
    subject: init.subject,
    templateId: init.templateId,
    collectionId: init.collectionId,
    revision: init.revision,
    saveState: 'clean',
    saveError: null,
    sending: null,
    conflict: null,
    collectionGone: null,
    unanswered: null,
    canUndo: false,
    canRedo: false,
    history: stepsOf(history),
    gesture: null,
    notice: null,
    draftOffer: null,
    draftState: 'none',
  })

  const notify = (kind: Notice['kind'], text: string) => {
    if (text !== '') store.set({ notice: { seq: ++noticeSeq, kind, text } })
  }

  /** Sets a new history and everything derived from it in one change of state. */
  const setHistory = (next: past.History, more: Partial<SessionState> = {}) => {
    const before = store.get()
    const stepsChanged = next.past !== history.past || next.present !== history.present || next.future !== history.future
    history = next
    const doc = past.currentDoc(next)
    const selection = selectionOf(doc, more.selection ?? before.selection)
    store.set({
      ...more,
      doc,
      selection: sameIds(selection, before.selection) ? before.selection : selection,
      hover: before.hover !== null && byUuid(doc, before.hover) ? before.hover : null,
      canUndo: past.canUndo(next),
      canRedo: past.canRedo(next),
      history: stepsChanged ? stepsOf(next) : before.history,
      gesture: next.open?.label ?? null,
      saveState: saves.stateOf(doc),
    })
  }

  const document = {
    current: () => past.currentDoc(history),
    record: (doc: DesignDoc, label: string, more?: Partial<SessionState>) =>
      setHistory(past.record(past.commit(history), normalise(doc), label), more),
    rewrite: (change: (doc: DesignDoc) => DesignDoc, more?: Partial<SessionState>) =>
      setHistory(past.rewrite(history, change), more),
    refresh: (more?: Partial<SessionState>) => setHistory(history, more),
    commit: () => setHistory(past.commit(history)),
  }
  const saves = createSaveTracking({
    origin: { ...init, doc: opened },
    store,
    document,
    uuid: () => ports.uuid(),
    notify,
    storeDraft: () => withTimeout(ports.timers, storeCreateWithinMs, draftTracking.flush()),
  })
  const draftTracking = createDraftTracking({ ports, store, document, isDirty: saves.isDirty, rowIds: saves.rowIds, notify })

  const execute = <A>(command: Command<A>, args: A, gesture: boolean): Outcome => {
    if (!gesture) history = past.commit(history)
    const outcome = applyCommand(past.currentDoc(history), command, args)
    if (!outcome.ok) {
      notify('warning', outcome.message)
      setHistory(history)
      return outcome
    }
    setHistory(historyAfter(history, command, args, outcome, gesture), outcome.select ? { selection: outcome.select } : {})
    if (outcome.message) notify('success', outcome.message)
    return { ...outcome, doc: past.currentDoc(history) }
  }

  const run: Session['run'] = (command, args) => execute(command, args, false)
  const select = (uuids: readonly string[]) => {
    const { selection } = store.get()
    const next = selectionOf(past.currentDoc(history), uuids)
    if (!sameIds(next, selection)) store.set({ selection: next })
  }
  /** Moves through the history. Row ids and the previewed phone are the same in every snapshot, so they do not change. */
  const goTo = (next: past.History): boolean => {
    if (next === history) return false
    const before = new Set(store.get().doc.layers.map((layer) => layer.uuid))
    const restored = past.currentDoc(next).layers.flatMap(({ uuid }) => (before.has(uuid) ? [] : [uuid]))
    // Select the restored layers, which the seller is looking for.
    setHistory(next, restored.length > 0 ? { selection: restored } : {})
    return true
  }
  const copy = () => {
    const { doc, selection } = store.get()
    const layers = layersOf(doc, selection)
    if (layers.length > 0) clipboard.write(layers)
    return layers.length > 0
  }

  return {
    state: store.state,
    getState: store.get,
    subscribe: store.subscribe,
    ready: draftTracking.ready,
    run,
    begin: (label) => setHistory(past.begin(history, label)),
    update: (command, args) => execute(command, args, history.open !== null),
    commit: document.commit,
    cancel: () => setHistory(past.cancel(history)),
    undo: () => goTo(past.undo(history)),
    redo: () => goTo(past.redo(history)),
    jumpTo: (index) => {
      goTo(past.jumpTo(past.cancel(history), index))
    },
    select,
    click: (uuid, options = {}) =>
      select(clickSelection(store.get().doc, store.get().selection, uuid, options.shift, options.alone)),
    selectBox(from, to, options = {}) {
      const { doc, selection } = store.get()
      const hit = boxSelection(doc, from, to, { ...options, selection })
      if (hit) select(hit)
      return hit !== null
    },
    selectAll: () => select(allSelectable(store.get().doc)),
    hover: (uuid) => store.set({ hover: uuid !== null && byUuid(store.get().doc, uuid) ? uuid : null }),
    copy,
    cut: () => (copy() ? run(removeLayers, { uuids: store.get().selection }) : refuse('')),
    paste() {
      // Only templates have copies of components: in an order, or inside a component, they are ordinary layers.
      const isTemplate = store.get().subject === 'template'
      const layers = clipboard.read().map((layer) => (isTemplate ? layer : { ...layer, component: null }))
      const outcome = run(pasteLayers, { layers, uuids: layers.map(() => ports.uuid()) })
      // The next paste starts from this one, so that pasting twice does not put two copies in one place.
      if (outcome.ok) clipboard.replaceCopied(layersOf(outcome.doc, store.get().selection))
      return outcome
    },
    uuid: ports.uuid,
    isDirty: saves.isDirty,
    saveProtocol: saves.protocol,
    chooseCollection: saves.chooseCollection,
    resolveConflict: saves.resolveConflict,
    showContent: saves.showContent,
    acceptDraft: draftTracking.accept,
    discardDraft: draftTracking.decline,
    takeDraft: draftTracking.take,
    flushDraft: draftTracking.flush,
    discard: draftTracking.discard,
    notify,
    dispose: draftTracking.dispose,
  }
}

/** Resolves when `work` settles, or after `ms`. */
async function withTimeout(timers: Timers, ms: number, work: Promise<void>): Promise<void> {
  let timer: unknown
  const timeout = new Promise<void>((resolve) => {
    timer = timers.set(resolve, ms)
  })
  await Promise.race([work, timeout])
  timers.clear(timer)
}

function stepsOf(history: past.History): SessionState['history'] {
  return past.snapshots(history).map(({ label }, i) => ({ label, current: i === history.past.length }))
}

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, i) => id === b[i])
}
