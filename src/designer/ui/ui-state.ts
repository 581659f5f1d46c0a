/** UI state of a designer besides the document: which dialogs, menus and inputs are open. */
import type { LocalFile } from '../../../adapters/platform'
import { type Cell, createCell } from '../../../contract/ground/cell'
import type { ComponentRow } from '../../../contract/types'
import { readRecentColors } from './color/colors'
import { readViewSettings, type ViewSettings } from './rulers/view-settings'
import { readSideSettings, type SideSettings } from './side/side-settings'

/** Factor by which one press of a zoom button or key changes the zoom. */
export const zoomStep = 1.25

/** An open context menu: its position, and the element that gets the focus back. */
export interface OpenMenu {
  readonly at: { readonly x: number; readonly y: number }
  readonly anchor: HTMLElement
}

export type Naming =
  | { readonly kind: 'new'; readonly uuids: readonly string[]; readonly name: string }
  | { readonly kind: 'rename'; readonly component: ComponentRow }

export interface DesignerUiState {
  /** uuid of the layer whose name is being edited in the list. */
  readonly renaming: Cell<string | null>
  readonly menu: Cell<OpenMenu | null>
  readonly shortcuts: Cell<boolean>
  /** Rulers, grid and snapping. */
  readonly view: Cell<ViewSettings>
  /** Whether the first save puts the template on the shelf; null until the seller has said so. */
  readonly shelf: Cell<boolean | null>
  readonly side: Cell<SideSettings>
  /** Whether the inks of the print are shown over the canvas. */
  readonly inks: Cell<boolean>
  /** Whether the right column is open in a window in which it lies over the canvas. */
  readonly sideShown: Cell<boolean>
  /** Set while a colour is picked from the canvas: called with it. */
  readonly eyedropper: Cell<((color: string) => void) | null>
  /** Colours that the user chose last, the newest first. */
  readonly recentColors: Cell<readonly string[]>
  /** uuid of the layer whose picture is being cropped on the canvas. */
  readonly cropping: Cell<string | null>
  /** Id of the component that is edited in the place of the template. */
  readonly component: Cell<number | null>
  /** Set while a dialog asks for the name of a new component, or for a new name of an existing one. */
  readonly naming: Cell<Naming | null>
  /** Set while the PSD import is open; `file` is the dropped file, or null. */
  readonly psd: Cell<{ readonly file: LocalFile | null } | null>
}

export function createUiState(username: string): DesignerUiState {
  return {
    renaming: createCell<string | null>(null),
    menu: createCell<OpenMenu | null>(null),
    shortcuts: createCell(false),
    view: createCell(readViewSettings(username)),
    shelf: createCell<boolean | null>(null),
    side: createCell(readSideSettings(username)),
    sideShown: createCell(false),
    inks: createCell(false),
    eyedropper: createCell<((color: string) => void) | null>(null),
    recentColors: createCell(readRecentColors(username)),
    cropping: createCell<string | null>(null),
    component: createCell<number | null>(null),
    naming: createCell<Naming | null>(null),
    psd: createCell<{ readonly file: LocalFile | null } | null>(null),
  }
}
