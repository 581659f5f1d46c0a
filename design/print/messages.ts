/** Messages between the page and the print worker. */

import type { BareArea } from '../../imaging/png/bare-area'
import type { ClipRole } from './press'
import type { PrintCanvasInit, PrintPicture } from './print-canvas'
import type { PaintedLayer } from './sheet'

export type PrintStep =
  | { readonly step: 'begin'; readonly init: PrintCanvasInit }
  | { readonly step: 'drawLayer'; readonly layer: PaintedLayer; readonly role: ClipRole; readonly picture: PrintPicture }
  | { readonly step: 'finish' }
  /** Discards a print that will not be finished. */
  | { readonly step: 'discard' }

/** `printId` is the id of the print. */
export type PrintRequest = PrintStep & { readonly id: number; readonly printId: number }
export interface PrintReply {
  readonly id: number
  /** Why the request failed. */
  readonly error?: string
  /** The print: a picture, whose memory the page frees when it has drawn it; px would wait for the garbage collector. */
  readonly picture?: ImageBitmap
  /** Where no white ink lies under the print, if anywhere. */
  readonly bare?: BareArea
}
