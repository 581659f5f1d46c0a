/** What is open on the screen of a designer, besides the document: said by keys, shown by the parts. */
import type { LocalFile } from '../../../adapters/platform'
import { type Cell, createCell } from '../../base/cell'

/** What one press of a zoom button or key multiplies the canvas's zoom by. */
export const zoomStep = 1.25

/** An open context menu: where, and what gets the focus back. */
export interface OpenMenu {
  readonly at: { readonly x: number; readonly y: number }
  readonly anchor: HTMLElement
}

export interface DesignerUiState {
  /** The layer whose name is being typed in the list. */
  readonly renaming: Cell<string | null>
  readonly menu: Cell<OpenMenu | null>
  readonly shortcuts: Cell<boolean>
  /** The import of a PSD is open; the file where one was dropped. */
  readonly psd: Cell<{ readonly file: LocalFile | null } | null>
}

export function createUiState(): DesignerUiState {
  return {
    renaming: createCell<string | null>(null),
    menu: createCell<OpenMenu | null>(null),
    shortcuts: createCell(false),
    psd: createCell<{ readonly file: LocalFile | null } | null>(null),
  }
}
