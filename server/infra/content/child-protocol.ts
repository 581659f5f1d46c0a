/** What travels between the server and a process that works on pictures. */
import type { ErrorCode } from '../../../contract/errors'
import type { Done, Work } from './work'

export type Request = Work

export type Reply =
  /** Loaded and waiting for its first picture. */
  | { readonly kind: 'ready' }
  /** `rss`: bytes of memory the process takes now. `same`: the content's bytes are the ones sent, which do not travel back. */
  | { readonly kind: 'done'; readonly result: Done; readonly same: boolean; readonly rss: number }
  /** A refusal of the picture, in words for the seller. */
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string }
  /** A defect of the program. */
  | { readonly kind: 'broken'; readonly message: string }
  /** More than a picture may take; the process ends. */
  | { readonly kind: 'exceeded'; readonly what: 'time' | 'memory' }
