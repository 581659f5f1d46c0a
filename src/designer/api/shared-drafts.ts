/**
 * Drafts on the server: unsaved work on a saved template, which survives the machine and which colleagues may open. The template itself,
 * and what buyers see, changes only with a save. Drafts on this machine (session/draft-tracking.ts) go on beside them: they are written
 * sooner, and also without a connection.
 */
import type { AppContract } from '../../../contract/contract'
import type { Client } from '../../../contract/core'
import { type Cell, createCell } from '../../../contract/ground/cell'
import type { TemplateDraftRow } from '../../../contract/types'
import type { DesignDoc } from '../../../design/model/types'
import { docFrom } from '../../../design/template/load'
import { templateDraft } from '../../../design/template/save'
import type { Session, Timers } from '../session/types'
import { isPending, type PendingPictures, withStoredPictures } from './pictures'

/** Unsaved edits are sent this long after the first of them, ms; a guess between lost work and load. */
export const draftSendMs = 5_000
/** How long a failed sending waits before the next, ms. */
export const draftRetryMs = 30_000
/** A draft on the server that is not this much newer than the one on this machine is the same work, ms; a guess, because clocks differ. */
export const sameWorkMs = 60_000

export interface DraftOfferRow extends TemplateDraftRow {
  /** Whether it is this user's own, of another window or machine. */
  readonly isMine: boolean
}

export interface SharedDraftState {
  /** Drafts of colleagues, and of this user on another machine, that wait for a decision. */
  readonly offers: readonly DraftOfferRow[]
  /** Whether the document as it is now is stored as this user's draft. */
  readonly isStored: boolean
}

export interface SharedDraftPorts {
  readonly session: Session
  readonly username: string
  readonly calls: Pick<Client<AppContract>['templateDrafts'], 'list' | 'get' | 'put' | 'discard'>
  readonly pictures: PendingPictures
  readonly timers: Timers
}

export interface SharedDrafts {
  readonly state: Cell<SharedDraftState>
  /** Looks for drafts of others again. Never rejects: without an answer there are none. */
  find(): Promise<void>
  /** Shows an offered draft, which one undo takes back. Rejects when it cannot be read. */
  open(offer: DraftOfferRow, label: string): Promise<void>
  /** Takes an offer away; the draft of a colleague stays, this user's own is removed. */
  dismiss(offer: DraftOfferRow): Promise<void>
  /** Sends what is waiting now; used when the page is hidden or the designer closes. */
  flush(): Promise<void>
  /** Removes this user's draft, because the edits are given up. */
  discard(): Promise<void>
  dispose(): void
}

const quiet = { quiet: true } as const

export function createSharedDrafts({ session, username, calls, pictures, timers }: SharedDraftPorts): SharedDrafts {
  const state = createCell<SharedDraftState>({ offers: [], isStored: false })
  let timer: unknown
  let isStopped = false
  let running: Promise<void> | null = null
  /** The template of which the server has a draft of this designer's work; null for none. A save as a copy goes on with another template. */
  let draftOf: number | null = null
  /** The document that this designer stored last; null when it stored none. */
  let storedDoc: DesignDoc | null = null
  const ignored = new Set<string>()

  const set = (change: Partial<SharedDraftState>) => state.set({ ...state.get(), ...change })
  const setStored = () => {
    const isStored = storedDoc !== null && storedDoc === session.getState().doc
    if (isStored !== state.get().isStored) set({ isStored })
  }
  const templateOf = () => {
    const { subject, templateId } = session.getState()
    return subject === 'template' ? templateId : null
  }
  /** While this user's draft of another machine is undecided, nothing may take its place. */
  const waits = () => session.getState().draftOffer !== null || state.get().offers.some(({ isMine }) => isMine)
  const isWanted = () => {
    const { doc, saveState } = session.getState()
    const isUnsaved = saveState === 'dirty' || saveState === 'error'
    return !isStopped && isUnsaved && templateOf() !== null && doc !== storedDoc && doc.layers.length > 0 && !waits()
  }
  const clearTimer = () => {
    if (timer !== undefined) timers.clear(timer)
    timer = undefined
  }
  const schedule = (ms = draftSendMs) => {
    if (timer === undefined && isWanted()) timer = timers.set(onTimer, ms)
  }
  const onTimer = () => {
    timer = undefined
    // A drag under way is sent when it has ended.
    if (session.getState().gesture !== null) schedule()
    else void send()
  }
  const remove = async () => {
    const id = draftOf ?? templateOf()
    storedDoc = null
    draftOf = null
    if (id !== null) await calls.discard({ params: { id } }, quiet).catch(() => undefined)
  }
  const put = async () => {
    const id = templateOf()
    const { doc, revision } = session.getState()
    if (id === null || revision === null) return
    const whole = doc.layers.some(isPending) ? withStoredPictures(doc, await pictures.store(doc)) : doc
    await calls.put({ params: { id }, body: templateDraft(whole, revision) }, quiet)
    storedDoc = doc
    draftOf = id
    // A save, or an undo of everything, may have ended meanwhile: then the draft says nothing new.
    if (isStopped || session.getState().saveState === 'clean') await remove()
  }
  const send = (): Promise<void> => {
    clearTimer()
    if (running) return running.then(() => schedule())
    if (!isWanted()) return Promise.resolve()
    running = put()
      .then(
        () => draftSendMs,
        // The draft on this machine keeps the work meanwhile.
        () => draftRetryMs,
      )
      .then((nextMs) => {
        running = null
        setStored()
        schedule(nextMs)
      })
    return running
  }

  const unsubscribe = session.subscribe((now, before) => {
    if (now.saveState === 'clean' && before.saveState !== 'clean') {
      clearTimer()
      if (draftOf !== null) void remove()
    } else if (now.doc !== before.doc || now.saveState !== before.saveState || now.draftOffer !== before.draftOffer) schedule()
    // The draft on this machine and that on the server are the same work: both are given up together.
    if (before.draftOffer !== null && now.draftOffer === null) {
      // An accepted draft becomes the document right after its offer has ended.
      queueMicrotask(() => draftOf !== null && !session.isDirty() && void remove())
    }
    setStored()
  })

  const keyOf = ({ userId, updatedAt }: TemplateDraftRow) => `${userId} ${updatedAt}`
  const isNews = (row: DraftOfferRow): boolean => {
    if (ignored.has(keyOf(row))) return false
    if (!row.isMine) return true
    const local = session.getState().draftOffer
    if (local !== null && row.updatedAt <= local.draft.savedAt + sameWorkMs) draftOf = templateOf()
    return draftOf === null && running === null
  }
  const takeAway = (offer: DraftOfferRow) => {
    ignored.add(keyOf(offer))
    set({ offers: state.get().offers.filter((one) => keyOf(one) !== keyOf(offer)) })
  }
  const find = async () => {
    await session.ready
    const id = templateOf()
    if (id === null || isStopped) return
    const rows = await calls.list({ params: { id } }, { ...quiet, again: true }).catch(() => [])
    if (!isStopped) set({ offers: rows.map((row) => ({ ...row, isMine: row.username === username })).filter(isNews) })
  }

  return {
    state,
    find,
    async open(offer, label) {
      const id = templateOf()
      if (id === null) return
      const draft = await calls.get({ params: { id, userId: offer.userId } }, { ...quiet, again: true })
      takeAway(offer)
      session.takeDraft(docFrom(draft), draft.revision, label)
      if (offer.isMine) {
        draftOf = id
        storedDoc = session.getState().doc
      }
      setStored()
    },
    async dismiss(offer) {
      if (offer.isMine) await remove()
      takeAway(offer)
      schedule()
    },
    flush: () => (timer === undefined ? Promise.resolve() : send()),
    async discard() {
      isStopped = true
      clearTimer()
      await running
      if (draftOf !== null) await remove()
    },
    dispose() {
      if (timer !== undefined) void send()
      isStopped = true
      clearTimer()
      unsubscribe()
    },
  }
}
