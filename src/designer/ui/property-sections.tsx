/**
 * What the right panel offers for the selected layers besides name, place and order, from top to bottom. One entry each; a
 * section says itself for which layers it is there.
 */
import type { ComponentType } from 'react'
import type { Layer } from '../model/types'

export interface PropertySection {
  readonly key: string
  /** Whether it has anything to offer for these layers; never none. */
  shows(chosen: readonly Layer[]): boolean
  readonly Section: ComponentType<{ readonly chosen: readonly Layer[] }>
}

export const propertySections: readonly PropertySection[] = []
