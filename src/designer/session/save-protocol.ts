/**
 * Messages from a running save to its session. Messages of a save that was replaced by another are ignored, because its ticket
 * is no longer the current one.
 */
import type { TemplateCreate } from '../../../contract/types'
import type { DesignDoc } from '../../../design/model/types'
import type { OpenedTemplate } from '../../../design/template/load'

/**
 * A first save without an answer: the template may exist or not. Sending it again with the same key and body takes effect only
 * once, so a retry cannot create a second template.
 */
export interface UnansweredCreate {
  /** Idempotency-Key, 8 to 200 characters of printable ASCII. */
  readonly key: string
  readonly body: TemplateCreate
}

/** A save under way and the document being sent. Edits made meanwhile are not part of it. */
export interface SaveTicket {
  readonly doc: DesignDoc
  readonly templateId: number | null
  readonly collectionId: number
  readonly revision: number | null
}

/** Progress of uploading the pictures that must be sent before the design itself. */
export interface PictureProgress {
  readonly done: number
  readonly total: number
}

export interface SaveProtocol {
  /** Starts a save, or returns why not (no layer, a save already running). Commits an open gesture first. */
  begin(): { readonly ok: true; readonly ticket: SaveTicket } | { readonly ok: false; readonly message: string }
  /** Reports the progress of uploading pictures; null when they are done. */
  pictureProgress(ticket: SaveTicket, progress: PictureProgress | null): void
  /**
   * The pictures of the document are on the server now; `withAddresses` replaces their addresses in a document. It is applied to
   * every snapshot without a step. Continue with the returned ticket.
   */
  picturesStored(ticket: SaveTicket, withAddresses: (doc: DesignDoc) => DesignDoc): SaveTicket
  /**
   * Call it before a first save is sent. Resolves when its key is stored on this machine, or after a short timeout: a tab killed
   * before the answer must find the key again, but broken storage must not delay the save.
   */
  createSent(ticket: SaveTicket, create: UnansweredCreate): Promise<void>
  /** The server refused the unanswered first save and stored no template, so a new one may be sent. */
  createRefused(ticket: SaveTicket): void
  /**
   * The unanswered first save was answered after all, maybe with an older design than the ticket's. Continue with the returned
   * ticket, which saves over that template.
   */
  createAnswered(ticket: SaveTicket, template: OpenedTemplate): SaveTicket
  /** The save succeeded: adopts id, revision and layer ids. Edits made since the ticket stay unsaved. */
  saved(ticket: SaveTicket, template: OpenedTemplate): void
  /** The save failed; `message` is for the seller. */
  failed(ticket: SaveTicket, message: string): void
  /** 409: both versions are kept, and `state.conflict` asks the seller. */
  conflicted(ticket: SaveTicket, theirs: OpenedTemplate | null): void
  /** The collection of the design was deleted: `state.collectionGone` asks the seller for another. */
  withoutCollection(ticket: SaveTicket, message: string): void
}
