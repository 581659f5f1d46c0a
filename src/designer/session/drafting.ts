/** The draft of an open design: offered when found, kept while something is unsaved, gone when nothing is. */
import type { DesignDoc } from '../model/types'
import { createAutosave } from './autosave'
import { withRowIds } from './conflict'
import { draftKey, offerOf, parseDraft } from './draft'
import type { DocumentPort } from './saving'
import type { Store } from './store'
import type { Session, SessionPorts, SessionState } from './types'

export const draftText = {
  restored: '恢复草稿',
  unreadable: '上次未保存的草稿已损坏，无法恢复',
} as const

export interface Drafting {
  readonly ready: Promise<void>
  accept: Session['acceptDraft']
  decline: Session['discardDraft']
  flush: Session['flushDraft']
  discard: Session['discard']
  dispose: Session['dispose']
}

export function createDrafting(parts: {
  readonly ports: SessionPorts
  readonly store: Store<SessionState>
  readonly document: DocumentPort
  isDirty(): boolean
  rowIds(): DesignDoc['layers']
  notify: Session['notify']
}): Drafting {
  const { ports, store, document, isDirty } = parts
  const place = () => ({ ...store.get(), username: ports.username })
  let closed = false
  let declining = false

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
      return { place: place(), draft: isDirty() ? draft : null }
    },
    (draftState) => store.set({ draftState }),
  )
  // Until the store has answered nothing is written, or the first edit would wipe out what is to be offered.
  autosave.pause()

  const decided = () => {
    autosave.resume()
    if (isDirty()) autosave.touch({ finished: store.get().gesture === null })
  }
  const unsubscribe = store.subscribe((state, before) => {
    const saved = before.saveState === 'saving' && state.saveState !== 'saving'
    const moved = state.templateId !== before.templateId || state.revision !== before.revision
    const ended = before.gesture !== null && state.gesture === null
    const sent = state.unanswered !== before.unanswered
    if (state.doc !== before.doc || saved || moved || ended || sent) autosave.touch({ finished: state.gesture === null })
  })

  const lookUp = async (): Promise<void> => {
    const { templateId, collectionId, revision, doc } = store.get()
    const key = draftKey({ username: ports.username, templateId, collectionId })
    const found = await ports.drafts.get(key)
    if (closed) return
    if (found === undefined) return decided()
    const draft = parseDraft(found)
    const offer = draft && offerOf(draft, doc, revision)
    if (offer) {
      store.set({ draftOffer: offer, draftState: 'kept' })
      return
    }
    if (!draft) parts.notify('warning', draftText.unreadable)
    await autosave.forget()
    decided()
  }
  const ready = lookUp().catch(() => {
    if (closed) return
    store.set({ draftState: 'failed' })
    decided()
  })

  const close = () => {
    closed = true
    unsubscribe()
    autosave.stop()
  }

  return {
    ready,
    accept() {
      const offer = store.get().draftOffer
      if (!offer || declining) return
      const { draft } = offer
      // The draft goes on from the revision it grew from: if somebody saved since, the save will ask, not overwrite.
      const doc = withRowIds(draft.doc, parts.rowIds())
      const same = draft.templateId === store.get().templateId
      const unanswered = same && draft.templateId === null ? draft.unanswered : null
      store.set({ draftOffer: null, revision: same ? draft.baseRevision : null, unanswered })
      document.record(doc, draftText.restored)
      decided()
    },
    async decline() {
      if (!store.get().draftOffer || declining) return
      declining = true
      // Gone first, told then: a page reloaded right after the answer must not ask again.
      await autosave.forget()
      declining = false
      store.set({ draftOffer: null })
      if (!closed) decided()
    },
    flush: autosave.flush,
    async discard() {
      close()
      await autosave.forget()
    },
    async dispose() {
      if (closed) return
      document.commit()
      const written = autosave.flush()
      close()
      await written
    },
  }
}
