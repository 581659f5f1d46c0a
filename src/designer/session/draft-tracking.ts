/** Manages the draft of an open design: offers a found one, stores unsaved edits, and deletes it when nothing is unsaved. */
import type { DesignDoc } from '../../../design/model/types'
import { createAutosave } from './autosave'
import { withRowIds } from './conflict'
import { draftKey, offerOf, parseDraft } from './draft'
import type { DocumentPort } from './save-tracking'
import type { Store } from './store'
import type { DraftOffer, Session, SessionPorts, SessionState } from './types'

export const draftText = {
  restored: '恢复草稿',
  unreadable: '上次未保存的草稿已损坏，无法恢复',
} as const

export interface DraftTracking {
  readonly ready: Promise<void>
  accept: Session['acceptDraft']
  decline: Session['discardDraft']
  take: Session['takeDraft']
  flush: Session['flushDraft']
  discard: Session['discard']
  dispose: Session['dispose']
}

export function createDraftTracking(parts: {
  readonly ports: SessionPorts
  readonly store: Store<SessionState>
  readonly document: DocumentPort
  isDirty(): boolean
  rowIds(): DesignDoc['layers']
  notify: Session['notify']
}): DraftTracking {
  const { ports, store, document, isDirty } = parts
  const keyParts = () => ({ ...store.get(), username: ports.username })
  let closed = false
  let declining = false
  /** Drafts found at the start and not decided about, newest first; the first one is offered. */
  let pendingOffers: readonly (DraftOffer & { readonly id: string })[] = []

  const autosave = createAutosave(
    ports,
    () => {
      const { doc, templateId, collectionId, revision, unanswered } = store.get()
      const draft = {
        version: 1,
        doc,
        templateId,
        collectionId,
        baseRevision: revision,
        savedAt: ports.now(),
        unanswered,
      } as const
      return { keyParts: keyParts(), draft: isDirty() ? draft : null }
    },
    (draftState) => store.set({ draftState }),
  )
  // Nothing is written until the store has answered, or the first edit would overwrite the draft to be offered.
  autosave.pause()

  const resumeAutosave = () => {
    autosave.resume()
    if (isDirty()) autosave.onChange({ finished: store.get().gesture === null })
  }
  const unsubscribe = store.subscribe((state, before) => {
    const saved = before.saveState === 'saving' && state.saveState !== 'saving'
    const targetChanged =
      state.templateId !== before.templateId || state.collectionId !== before.collectionId || state.revision !== before.revision
    const ended = before.gesture !== null && state.gesture === null
    const sent = state.unanswered !== before.unanswered
    if (state.doc !== before.doc || saved || targetChanged || ended || sent)
      autosave.onChange({ finished: state.gesture === null })
  })

  const findDrafts = async (): Promise<void> => {
    const { subject, templateId, collectionId, revision, doc } = store.get()
    const found = await ports.drafts.orphaned(draftKey({ username: ports.username, subject, templateId, collectionId }))
    if (closed) return
    const offers: (DraftOffer & { readonly id: string })[] = []
    for (const { id, draft: value } of found) {
      const draft = parseDraft(value)
      const offer = draft && offerOf(draft, doc, revision)
      if (offer) offers.push({ ...offer, id })
      else await ports.drafts.deleteOrphaned(id)
      if (!draft) parts.notify('warning', draftText.unreadable)
    }
    pendingOffers = offers.sort((a, b) => b.draft.savedAt - a.draft.savedAt)
    offerNext()
  }
  const offerNext = () => {
    const [next = null] = pendingOffers
    store.set({ draftOffer: next, draftState: next ? 'stored' : 'none' })
    if (!next && !closed) resumeAutosave()
  }
  const markFailed = () => store.set({ draftState: 'failed' })
  const ready = findDrafts().catch(() => {
    if (closed) return
    markFailed()
    resumeAutosave()
  })

  const close = () => {
    closed = true
    unsubscribe()
    autosave.stop()
  }

  return {
    ready,
    accept() {
      const [offer] = pendingOffers
      if (!offer || declining) return
      // The other drafts stay on this machine for the next time.
      pendingOffers = []
      const { draft, id } = offer
      // The draft keeps the revision it is based on: if somebody saved since, the save asks instead of overwriting.
      const doc = withRowIds(draft.doc, parts.rowIds())
      const same = draft.templateId === store.get().templateId
      const unanswered = same && draft.templateId === null ? draft.unanswered : null
      store.set({ draftOffer: null, revision: same ? draft.baseRevision : null, unanswered })
      document.record(doc, draftText.restored)
      resumeAutosave()
      // Delete the old draft after this designer's own is stored.
      void autosave
        .flush()
        .then(() => (store.get().draftState === 'failed' ? undefined : ports.drafts.deleteOrphaned(id).catch(markFailed)))
    },
    async decline() {
      const [offer, ...others] = pendingOffers
      if (!offer || declining) return
      declining = true
      // Delete before answering: a page reloaded right afterwards must not ask again.
      await ports.drafts.deleteOrphaned(offer.id).catch(markFailed)
      declining = false
      pendingOffers = others
      offerNext()
    },
    take(doc, baseRevision, label) {
      store.set({ revision: baseRevision })
      document.record(withRowIds(doc, parts.rowIds()), label)
    },
    flush: autosave.flush,
    async discard() {
      close()
      await autosave.deleteDraft()
      ports.drafts.close()
    },
    async dispose() {
      if (closed) return
      document.commit()
      const written = autosave.flush()
      close()
      await written
      ports.drafts.close()
    },
  }
}
