/** Saving an open design: thumbnail, then the template, then what the server made of it back into the session. */
import type { AppContract } from '../../../contract/contract'
import type { Client } from '../../../contract/core'
import type { Template } from '../../../contract/types'
import { ConflictError, NotFoundError } from '../../base/errors'
import type { DesignDoc } from '../model/types'
import type { SaveTicket, Session } from '../session/types'
import { openTemplate } from './load'
import { templateCreate, templateSave } from './save'

export interface SavePorts {
  readonly templates: Pick<Client<AppContract>['templates'], 'get' | 'create' | 'save'>
  /** Draws the 600 px thumbnail of the document and uploads it; the file's id. A rejection fails the save. */
  thumbnail(doc: DesignDoc): Promise<number>
}

export type SaveOutcome =
  | { readonly ok: true; readonly templateId: number; readonly created: boolean }
  /** refused: nothing was sent. conflict: `session.state.conflict` asks the seller. failed: `message` says why. */
  | { readonly ok: false; readonly reason: 'refused' | 'conflict' | 'failed'; readonly message: string }

/**
 * Saves what the session shows now; edits made meanwhile stay unsaved. Never rejects for what can go wrong outside: every
 * failure ends up in the session's state and in the outcome, with the design untouched.
 */
export async function saveDesign(session: Session, ports: SavePorts): Promise<SaveOutcome> {
  const begun = session.beginSave()
  if (!begun.ok) return { ok: false, reason: 'refused', message: begun.message }
  const { ticket } = begun
  try {
    const template = await send(ticket, ports)
    session.saved(ticket, openTemplate(template))
    return { ok: true, templateId: template.id, created: ticket.templateId === null }
  } catch (error) {
    return ticket.templateId !== null && isOvertaken(error)
      ? overtaken(session, ticket, ticket.templateId, error, ports)
      : failed(session, ticket, error)
  }
}

async function send(ticket: SaveTicket, { templates, thumbnail }: SavePorts): Promise<Template> {
  const { doc, templateId, collectionId, revision } = ticket
  const thumbnailFileId = await thumbnail(doc)
  // The caller shows the failure beside the save button, where the design is still open: no modal over it.
  if (templateId === null || revision === null) {
    return templates.create({ body: templateCreate(doc, { collectionId, thumbnailFileId }) }, { quiet: true })
  }
  const params = { id: templateId }
  return templates.save({ params, body: templateSave(doc, { revision, thumbnailFileId }) }, { quiet: true })
}

function isOvertaken(error: unknown): boolean {
  return error instanceof ConflictError || (error instanceof NotFoundError && error.call.method === 'PUT')
}

async function overtaken(
  session: Session,
  ticket: SaveTicket,
  id: number,
  cause: unknown,
  { templates }: SavePorts,
): Promise<SaveOutcome> {
  const message = cause instanceof Error ? cause.message : String(cause)
  try {
    const theirs = openTemplate(await templates.get({ params: { id } }, { quiet: true }))
    session.saveConflicted(ticket, theirs)
  } catch (error) {
    if (!(error instanceof NotFoundError)) return failed(session, ticket, error)
    session.saveConflicted(ticket, null)
  }
  return { ok: false, reason: 'conflict', message }
}

function failed(session: Session, ticket: SaveTicket, error: unknown): SaveOutcome {
  const message = error instanceof Error && error.message !== '' ? error.message : '保存失败，请重试'
  session.saveFailed(ticket, message)
  return { ok: false, reason: 'failed', message }
}
