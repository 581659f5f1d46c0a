/** Returns the layers a command may change, or the reason for refusing it, in words for the seller. */
import { movable } from '../model/queries'
import type { Layer } from '../model/types'

export const refusalText = {
  locked: '图层已锁定，请先解锁',
  background: '背景图层不能移动、缩放或旋转',
  smallest: '图层已缩放到最小尺寸',
} as const

/**
 * Returns the layers that may be moved, scaled and rotated, or the reason why there is none. The message is empty for no layers.
 */
export function movableOf(
  layers: readonly Layer[],
): { readonly ok: true; readonly layers: readonly Layer[] } | { readonly ok: false; readonly message: string } {
  const free = layers.filter(movable)
  if (free.length > 0) return { ok: true, layers: free }
  const [first] = layers
  return { ok: false, message: !first ? '' : first.isBackground ? refusalText.background : refusalText.locked }
}

/**
 * Returns the layers that are not locked, or the reason why there is none. A locked layer keeps its picture and its placement.
 */
export function unlockedOf(
  layers: readonly Layer[],
): { readonly ok: true; readonly layers: readonly Layer[] } | { readonly ok: false; readonly message: string } {
  const free = layers.filter((layer) => !layer.locked)
  if (free.length > 0) return { ok: true, layers: free }
  return { ok: false, message: layers.length > 0 ? refusalText.locked : '' }
}
