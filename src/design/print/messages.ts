/** What page and print worker say to each other. */
import type { PressInit, PrintPicture } from './press'
import type { PaintedLayer } from './sheet'

export type PrintDeed =
  | { readonly deed: 'begin'; readonly init: PressInit }
  | { readonly deed: 'lay'; readonly layer: PaintedLayer; readonly picture: PrintPicture }
  | { readonly deed: 'finish' }
  /** Gives a print up that will not be finished. */
  | { readonly deed: 'drop' }

/** `job` names the print. */
export type PrintRequest = PrintDeed & { readonly id: number; readonly job: number }
export interface PrintReply {
  readonly id: number
  /** Why it could not be done. */
  readonly error?: string
  readonly pixels?: ImageData
}
