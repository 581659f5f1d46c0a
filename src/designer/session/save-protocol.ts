/**
 * What a save of an open design tells its session, from its start to its end. A save that another one has replaced tells nothing: its
 * ticket is not the running one any more.
 */
import type { TemplateCreate } from '../../../contract/types'
import type { DesignDoc } from '../../design/model/types'
import type { OpenedTemplate } from '../../design/template/load'

/**
 * A first save whose answer did not come: the server may hold the template or not. Sent again with the same key and the same
 * body it has the same effect once, so a second try cannot make a second template.
 */
export interface UnansweredCreate {
  /** Idempotency-Key, 8 to 200 characters of printable ASCII. */
  readonly key: string
  readonly body: TemplateCreate
}

/** A save under way: what is being sent. Edits made meanwhile are not part of it. */
export interface SaveTicket {
  readonly doc: DesignDoc
  readonly templateId: number | null
  readonly collectionId: number
  readonly revision: number | null
}

/** Pictures a save has sent, of those it must send before the design itself. */
export interface PictureProgress {
  readonly done: number
  readonly total: number
}

export interface SaveProtocol {
  /** Starts a save, or says why not (no layer, a save already running). Commits an open gesture first. */
  begin(): { readonly ok: true; readonly ticket: SaveTicket } | { readonly ok: false; readonly message: string }
  /** How far the save under way is with sending pictures; null when it is done with them. */
  pictureProgress(ticket: SaveTicket, progress: PictureProgress | null): void
  /**
   * Pictures of the document are on the server now: `withAddresses` gives a document their addresses there. Every snapshot takes
   * them over, without a step. The save goes on with the returned ticket.
   */
  picturesStored(ticket: SaveTicket, withAddresses: (doc: DesignDoc) => DesignDoc): SaveTicket
  /**
   * A first save is about to be sent. Resolves when this machine keeps its key, or cannot within a moment: a tab killed while
   * the answer is on its way must find the key again, but no broken storage may hold the save up.
   */
  createSent(ticket: SaveTicket, create: UnansweredCreate): Promise<void>
  /** The server said no to the unanswered first save: it holds no template of it, and a new one may be sent. */
  createRefused(ticket: SaveTicket): void
  /**
   * The unanswered first save was answered after all, maybe with an older design than the ticket's. The save goes on with the
   * returned ticket, over the template that now exists.
   */
  createAnswered(ticket: SaveTicket, template: OpenedTemplate): SaveTicket
  /** The server took it: adopts id, revision and layer ids; edits made since the ticket stay dirty. */
  saved(ticket: SaveTicket, template: OpenedTemplate): void
  /** The save did not succeed; `message` says why to the seller. */
  failed(ticket: SaveTicket, message: string): void
  /** 409: both versions are kept, `state.conflict` asks the seller. */
  conflicted(ticket: SaveTicket, theirs: OpenedTemplate | null): void
  /** The group this would be saved in is gone: `state.collectionGone` asks the seller for another. */
  withoutCollection(ticket: SaveTicket, message: string): void
}
