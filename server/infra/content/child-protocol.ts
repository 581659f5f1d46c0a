/** Messages between the server (child-process.ts) and a picture process (child.ts). */
import type { ErrorCode } from '../../../contract/errors'
import type { Work, WorkResult } from './work'

export type Request = Work

export type Reply =
  /** The process has loaded and waits for its first picture. */
  | { readonly kind: 'ready' }
  /** `rss`: resident memory of the process, bytes. `same`: the result's bytes equal the ones sent and are not sent back. */
  | { readonly kind: 'done'; readonly result: WorkResult; readonly same: boolean; readonly rss: number }
  /** The picture is refused; the message is for the seller. */
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string }
  /** A defect of the program. */
  | { readonly kind: 'broken'; readonly message: string }

/** Before `time` or `memory` at the end of a process's error output: the limit that ended it. */
export const exceededMark = 'picture-limit:'
