/** Saves an open design: uploads new pictures, then the thumbnail, then the template, and reports the result to the session. */

import { ApiError, ConflictError, InvalidError, NotFoundError, PermissionError } from '../../../contract/call-errors'
import { messageOf } from '../../../contract/ground/thrown'
import { equalDocs } from '../../../design/model/equal'
import type { DesignDoc } from '../../../design/model/types'
import type { DesignSubject, OpenedTemplate } from '../../../design/template/load'
import { templateCreate } from '../../../design/template/save'
import { tracedMessage } from '../../base/support-facts'
import type { SaveTicket } from '../session/save-protocol'
import type { Session } from '../session/types'
import type { DesignStore } from './design-store'
import { isPending, type PendingPictures, withStoredPictures } from './pictures'

export interface SavePorts {
  readonly designs: DesignStore
  /** Uploads the pictures that the server does not have. A rejection fails the save. */
  readonly pictures: PendingPictures
  /**
   * Draws the 600 px thumbnail of the document and uploads it. Returns the file id, or null for a design that is saved without
   * one; a rejection fails the save.
   */
  thumbnail(doc: DesignDoc): Promise<number | null>
  /** Whether a first save puts the template on the shelf, where buyers see it at once. */
  readonly enabled: boolean
}

export type SaveOutcome =
  | { readonly ok: true; readonly templateId: number; readonly created: boolean }
  /**
   * refused: nothing was sent. conflict, collection: `session.state.conflict` or `collectionGone` asks the seller. failed:
   * `message` says why.
   */
  | { readonly ok: false; readonly reason: 'refused' | 'conflict' | 'collection' | 'failed'; readonly message: string }

/**
 * Saves the present document; edits made meanwhile stay unsaved. Never rejects for network or server errors: every failure is in
 * the outcome and in the session's state, and the design is unchanged. A first save whose answer is lost is repeated by the next
 * call before anything else, so the template is created only once however often the seller presses.
 */
export async function saveDesign(session: Session, ports: SavePorts): Promise<SaveOutcome> {
  const started = session.saveProtocol.begin()
  if (!started.ok) return { ok: false, reason: 'refused', message: started.message }
  const created = started.ticket.templateId === null
  let { ticket } = started
  const finish = (template: OpenedTemplate): SaveOutcome => {
    session.saveProtocol.saved(ticket, template)
    return { ok: true, templateId: template.templateId, created }
  }
  try {
    const earlier = await repeatUnanswered(session, ticket, ports)
    if (earlier) {
      ticket = session.saveProtocol.createAnswered(ticket, earlier)
      if (equalDocs(ticket.doc, earlier.doc)) return finish(earlier)
    }
    ticket = await withPictures(session, ticket, ports)
    return finish(await send(session, ticket, ports))
  } catch (error) {
    if (ticket.templateId === null && isCollectionGone(error)) {
      session.saveProtocol.withoutCollection(ticket, error.message)
      return { ok: false, reason: 'collection', message: error.message }
    }
    return ticket.templateId !== null && isConflict(error, session.getState().subject)
      ? reportConflict(session, ticket, ticket.templateId, error, ports)
      : reportFailure(session, ticket, error)
  }
}

/** Uploads pictures that exist only in the document; the design uses their new addresses afterwards. */
async function withPictures(session: Session, ticket: SaveTicket, { pictures }: SavePorts): Promise<SaveTicket> {
  if (!ticket.doc.layers.some(isPending)) return ticket
  const stored = await pictures.store(ticket.doc, (sending) => session.saveProtocol.pictureProgress(ticket, sending))
  return session.saveProtocol.picturesStored(ticket, (doc) => withStoredPictures(doc, stored))
}

/** Repeats a first save that has no answer. Null when there is none, or when the server refused it and stored nothing. */
async function repeatUnanswered(session: Session, ticket: SaveTicket, { designs }: SavePorts): Promise<OpenedTemplate | null> {
  const { unanswered } = session.getState()
  if (ticket.templateId !== null || !unanswered) return null
  const { key, body } = unanswered
  try {
    return await designs.create(body, key)
  } catch (error) {
    if (!isRefusal(error)) throw error
    session.saveProtocol.createRefused(ticket)
    return null
  }
}

async function send(session: Session, ticket: SaveTicket, { designs, thumbnail, enabled }: SavePorts): Promise<OpenedTemplate> {
  const { doc, templateId, collectionId, revision } = ticket
  const thumbnailFileId = await thumbnail(doc)
  if (templateId !== null && revision !== null) {
    return designs.save(templateId, doc, { revision, thumbnailFileId })
  }
  const body = templateCreate(doc, { collectionId, thumbnailFileId, enabled })
  const key = `template-${session.uuid()}`
  await session.saveProtocol.createSent(ticket, { key, body })
  try {
    return await designs.create(body, key)
  } catch (error) {
    if (isRefusal(error)) session.saveProtocol.createRefused(ticket)
    throw error
  }
}

/** Statuses sent before the server looks at the idempotency key: they do not say whether the key was used. */
const undecided: ReadonlySet<number> = new Set([401, 403, 408, 425, 429])

/** Whether the server processed the request and stored nothing. After any other error the template may exist. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error instanceof PermissionError || error.code === 'in-progress') return false
  const { status = 0, code } = error
  return (status >= 400 && status < 500 && !undecided.has(status)) || (status === 500 && code !== undefined)
}

function isCollectionGone(error: unknown): error is InvalidError {
  return error instanceof InvalidError && error.issues.some(({ path }) => path === 'body.collectionId')
}

/** Whether there is another revision. A 'conflict' without one, such as a design that was paid for, is a failure with its words. */
function isConflict(error: unknown, subject: DesignSubject): boolean {
  // A deleted template can still be saved as a copy; a customization cannot.
  if (error instanceof NotFoundError) return subject === 'template' && error.call.method === 'PUT'
  return error instanceof ConflictError && error.code !== 'conflict'
}

async function reportConflict(
  session: Session,
  ticket: SaveTicket,
  id: number,
  cause: unknown,
  { designs }: SavePorts,
): Promise<SaveOutcome> {
  const message = messageOf(cause)
  try {
    session.saveProtocol.conflicted(ticket, await designs.get(id))
  } catch (error) {
    if (!(error instanceof NotFoundError && session.getState().subject === 'template'))
      return reportFailure(session, ticket, error)
    session.saveProtocol.conflicted(ticket, null)
  }
  return { ok: false, reason: 'conflict', message }
}

function reportFailure(session: Session, ticket: SaveTicket, error: unknown): SaveOutcome {
  const message = error instanceof Error && error.message !== '' ? tracedMessage(error) : '保存失败，请重试'
  session.saveProtocol.failed(ticket, message)
  return { ok: false, reason: 'failed', message }
}
