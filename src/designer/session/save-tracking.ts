/** Tracks what is saved of an open design: the running save, its failures, and saves by somebody else. */
import { copyName } from '../../../design/model/create'
import { equalDocs } from '../../../design/model/equal'
import { layersOf } from '../../../design/model/queries'
import type { DesignDoc } from '../../../design/model/types'
import { storedChanges, withContent } from '../../../design/rules/component'
import type { OpenedTemplate, Origin } from '../../../design/template/load'
import { withRowIds } from './conflict'
import type { SaveProtocol, SaveTicket } from './save-protocol'
import type { Store } from './store'
import type { ConflictChoice, Notice, SaveState, Session, SessionState } from './types'

export const saveText = {
  noLayer: '请上传至少一个图层',
  running: '正在保存中，请稍候',
  conflict: '此模板已被他人修改，请先选择如何处理',
  reloaded: '载入最新版本',
  components: '组件有新的内容，已一起更新',
} as const

/** How the modules of a session change its document. */
export interface DocumentPort {
  current(): DesignDoc
  /** Records a history step. Ends an open gesture. */
  record(doc: DesignDoc, label: string, more?: Partial<SessionState>): void
  /** Changes every snapshot without a step. */
  rewrite(change: (doc: DesignDoc) => DesignDoc, more?: Partial<SessionState>): void
  /** Recomputes the state derived from the document. */
  refresh(more?: Partial<SessionState>): void
  commit(): void
}

export interface SaveTracking {
  stateOf(doc: DesignDoc): SaveState
  isDirty(): boolean
  /** Shows another content of a component, here and in what counts as saved: the server has it already. */
  showContent: Session['showContent']
  /** Returns the layers that the server has, as far as this session knows. */
  rowIds(): DesignDoc['layers']
  readonly protocol: SaveProtocol
  chooseCollection: Session['chooseCollection']
  resolveConflict: Session['resolveConflict']
}

export function createSaveTracking(parts: {
  readonly origin: Origin
  readonly store: Store<SessionState>
  readonly document: DocumentPort
  /** Stores the draft with the key of a first save; resolves even when that fails or times out. */
  storeDraft(): Promise<void>
  uuid(): string
  notify(kind: Notice['kind'], text: string): void
}): SaveTracking {
  const { store, document } = parts
  /** The last document saved to or loaded from the server; null when it has none of this design (an unsaved copy). */
  let savedDoc: DesignDoc | null = parts.origin.doc
  let running: SaveTicket | null = null
  /** Cached comparison: the same two documents are compared after every change of the state. */
  let lastComparison: { readonly doc: DesignDoc; readonly base: DesignDoc; readonly differs: boolean } | null = null

  const dirty = (doc: DesignDoc): boolean => {
    if (savedDoc === null) return true
    if (lastComparison?.doc !== doc || lastComparison.base !== savedDoc)
      lastComparison = { doc, base: savedDoc, differs: !equalDocs(doc, savedDoc) }
    return lastComparison.differs
  }
  const stateOf = (doc: DesignDoc): SaveState => {
    if (running) return 'saving'
    if (!dirty(doc)) return 'clean'
    return store.get().saveError === null ? 'dirty' : 'error'
  }

  const choices: Record<ConflictChoice, (theirs: OpenedTemplate | null) => void> = {
    copy(theirs) {
      savedDoc = null
      const collectionId = theirs?.collectionId ?? store.get().collectionId
      store.set({ templateId: null, revision: null, collectionId, conflict: null })
      // A copy beside the original needs another name; one that replaces a deleted template keeps its name.
      document.rewrite((doc) => withRowIds(theirs ? { ...doc, name: copyName(doc.name) } : doc, []))
    },
    reload(theirs) {
      if (!theirs) return
      adoptVersion(theirs)
      savedDoc = theirs.doc
      document.record(theirs.doc, saveText.reloaded)
    },
    overwrite(theirs) {
      if (!theirs) return
      adoptVersion(theirs)
      // The document shown is still ours, so it is unsaved compared with theirs.
      savedDoc = theirs.doc
      document.refresh()
    },
  }
  /** Continues with their version: the next save uses its revision and its rows. */
  const adoptVersion = (theirs: OpenedTemplate) => {
    const { templateId, collectionId, revision } = theirs
    store.set({ templateId, collectionId, revision, conflict: null })
    document.rewrite((doc) => withRowIds(doc, theirs.doc.layers))
  }

  const protocol: SaveProtocol = {
    begin() {
      if (running) return { ok: false, message: saveText.running }
      if (store.get().conflict) return { ok: false, message: saveText.conflict }
      document.commit()
      const { doc, templateId, collectionId, revision } = store.get()
      if (doc.layers.length === 0) return { ok: false, message: saveText.noLayer }
      running = { doc, templateId, collectionId, revision }
      store.set({ saveError: null })
      document.refresh()
      return { ok: true, ticket: running }
    },
    pictureProgress(ticket, progress) {
      if (running === ticket) store.set({ sending: progress })
    },
    picturesStored(ticket, withAddresses) {
      if (running !== ticket) return ticket
      const next = { ...ticket, doc: withAddresses(ticket.doc) }
      running = next
      store.set({ sending: null })
      document.rewrite(withAddresses)
      return next
    },
    async createSent(ticket, create) {
      if (running === ticket) store.set({ unanswered: create })
      await parts.storeDraft()
    },
    createRefused(ticket) {
      if (running === ticket) store.set({ unanswered: null })
    },
    createAnswered(ticket, template) {
      if (running !== ticket) return ticket
      savedDoc = template.doc
      const { templateId, collectionId, revision } = template
      const rows = template.doc.layers
      const next = { doc: withRowIds(ticket.doc, rows), templateId, collectionId, revision }
      running = next
      store.set({ templateId, collectionId, revision, unanswered: null })
      document.rewrite((doc) => withRowIds(doc, rows))
      return next
    },
    saved(ticket, template) {
      if (running !== ticket) return
      running = null
      // Copies of components that changed meanwhile were brought up to date by the save.
      const { changes, uuids } = storedChanges(ticket.doc, template.doc)
      const uuidOf = rememberedUuids(parts.uuid, uuids)
      const adopted = (doc: DesignDoc) =>
        withRowIds(
          changes.reduce((shown, change) => withContent(shown, change, uuidOf), doc),
          template.doc.layers,
        )
      savedDoc = adopted(ticket.doc)
      const { templateId, collectionId, revision } = template
      store.set({ templateId, collectionId, revision, saveError: null, unanswered: null })
      document.rewrite(adopted)
      if (changes.length > 0) parts.notify('success', saveText.components)
    },
    failed(ticket, message) {
      if (running !== ticket) return
      running = null
      store.set({ saveError: message, sending: null })
      document.refresh()
    },
    conflicted(ticket, theirs) {
      if (running !== ticket) return
      running = null
      document.refresh({ conflict: { theirs } })
    },
    withoutCollection(ticket, message) {
      if (running !== ticket) return
      running = null
      store.set({ sending: null })
      document.refresh({ collectionGone: message })
    },
  }

  return {
    stateOf,
    isDirty: () => dirty(document.current()),
    rowIds: () =>
      savedDoc
        ? layersOf(
            savedDoc,
            savedDoc.layers.map((layer) => layer.uuid),
          )
        : [],
    protocol,
    showContent(change) {
      const uuidOf = rememberedUuids(parts.uuid)
      const shown = (doc: DesignDoc) => withContent(doc, change, uuidOf)
      if (savedDoc !== null) savedDoc = shown(savedDoc)
      document.rewrite(shown)
    },
    chooseCollection(collectionId) {
      const { collectionGone } = store.get()
      if (collectionGone === null) return
      store.set(
        collectionId === null
          ? { collectionGone: null, saveError: collectionGone }
          : { collectionGone: null, saveError: null, collectionId },
      )
      document.refresh()
    },
    resolveConflict(choice) {
      const { conflict } = store.get()
      if (!conflict) return
      store.set({ saveError: null })
      document.commit()
      choices[choice](conflict.theirs)
    },
  }
}

/** Returns a function that gives the same uuid to the same key, so that all snapshots have the same layers. */
function rememberedUuids(uuid: () => string, known: ReadonlyMap<string, string> = new Map()): (key: string) => string {
  const uuids = new Map(known)
  return (key) => {
    const remembered = uuids.get(key) ?? uuid()
    uuids.set(key, remembered)
    return remembered
  }
}
