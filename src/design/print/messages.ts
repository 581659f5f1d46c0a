/** What page and print worker say to each other. */
import type { PressInit, PrintPicture } from './press'
import type { PaintedLayer } from './sheet'

export type PrintStep =
  | { readonly step: 'begin'; readonly init: PressInit }
  | { readonly step: 'lay'; readonly layer: PaintedLayer; readonly picture: PrintPicture }
  | { readonly step: 'finish' }
  /** Gives a print up that will not be finished. */
  | { readonly step: 'drop' }

/** `print` names the print. */
export type PrintRequest = PrintStep & { readonly id: number; readonly print: number }
export interface PrintReply {
  readonly id: number
  /** Why it could not be done. */
  readonly error?: string
  readonly pixels?: ImageData
}
