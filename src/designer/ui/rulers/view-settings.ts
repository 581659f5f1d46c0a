/** Settings of the canvas's rulers, grid and snapping, remembered per username on this machine. */
import { localValues } from '../../../../adapters/storage/values'
import { isFields } from '../../../../contract/ground/fields'
import type { DesignDoc, Guides } from '../../../../design/model/types'

export interface ViewSettings {
  /** Rulers with the guides that are dragged out of them. */
  readonly rulers: boolean
  readonly grid: boolean
  /** Distance of the grid's lines, canvas px. */
  readonly gridSize: number
  readonly snap: boolean
  /** Marks what the camera hides and what lies outside the print area. */
  readonly shade: boolean
  /** Lengths in millimetres on the previewed phone, where its size is known. */
  readonly millimetres: boolean
}

export const gridSizes = [10, 20, 25, 50, 100] as const

const defaults: ViewSettings = { rulers: false, grid: false, gridSize: 50, snap: true, shade: false, millimetres: false }

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>
const keyOf = (username: string) => `kejiang.designerView.${encodeURIComponent(username)}`

/** Returns the stored settings; the defaults in place of what is missing or invalid. */
export function readViewSettings(username: string, storage: Storage = localValues): ViewSettings {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(username)) ?? '{}')
    if (!isFields(stored)) return defaults
    const flag = (key: 'rulers' | 'grid' | 'snap' | 'shade' | 'millimetres') =>
      typeof stored[key] === 'boolean' ? stored[key] : defaults[key]
    const gridSize = gridSizes.find((size) => size === stored.gridSize) ?? defaults.gridSize
    return {
      rulers: flag('rulers'),
      grid: flag('grid'),
      gridSize,
      snap: flag('snap'),
      shade: flag('shade'),
      millimetres: flag('millimetres'),
    }
  } catch {
    // Unreadable settings are a convenience that is lost; the switches still work.
    return defaults
  }
}

export function storeViewSettings(username: string, settings: ViewSettings, storage: Storage = localValues): void {
  storage.setItem(keyOf(username), JSON.stringify(settings))
}

/** Returns the lines that layers snap to besides each other: the guides and the grid, as far as they are shown. */
export function snapLines({ rulers, grid, gridSize }: ViewSettings, doc: Pick<DesignDoc, 'width' | 'height' | 'guides'>): Guides {
  const gridLines = (length: number) =>
    grid ? Array.from({ length: Math.floor(length / gridSize) }, (_, i) => (i + 1) * gridSize) : []
  const guides = rulers ? doc.guides : { x: [], y: [] }
  return { x: [...guides.x, ...gridLines(doc.width)], y: [...guides.y, ...gridLines(doc.height)] }
}
