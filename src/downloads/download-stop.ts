/** Reasons why a download as a whole stops, in words for the seller. Failures of single pictures are not stops. */
import { TaskStop } from '../base/tasks/types'

export type StopCause =
  /** The charge got no response, or was refused. */
  | 'charge'
  /** An image costs something else than the seller saw, who has not decided yet. */
  | 'price'
  /** The balance was not enough for all pictures, and the seller has not decided yet. */
  | 'short'
  /** The charge left some pictures out because of findings, and the seller has not decided yet. */
  | 'refused'
  /** A finished archive is not on the seller's disk yet. */
  | 'unsaved'
  /** The disk is full, a permission is missing, or the archive worker stopped. */
  | 'storage'

export class DownloadStop extends TaskStop {
  override readonly name = 'DownloadStop'
  constructor(
    override readonly why: StopCause,
    message: string,
    cause?: unknown,
  ) {
    super(why, message, { cause, ...(needsAnswer(why) && { resolveAt: '订单管理' }) })
  }
}

/** Whether the seller must decide about pictures or the price; a plain retry would change nothing. */
export const needsAnswer = (why: string): boolean => why === 'short' || why === 'refused' || why === 'price'
