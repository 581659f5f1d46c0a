/**
 * What the right panel offers for the selected layers besides name, place and order, from top to bottom. One entry each; a
 * section says itself for which layers it is there.
 */
import type { ComponentType } from 'react'
import type { Layer } from '../../design/model/types'
import { CutoutSection, hasCutout } from './portrait/cutout-section'
import { StrokeSection } from './stroke/stroke-section'
import { TextSection } from './text/text-section'

export interface PropertySection {
  readonly key: string
  /** Whether it has anything to offer for these layers; never none. */
  shows(chosen: readonly Layer[]): boolean
  readonly Section: ComponentType<{ readonly chosen: readonly Layer[] }>
}

export const propertySections: readonly PropertySection[] = [
  { key: 'text', shows: (chosen) => chosen.length === 1 && chosen[0]?.type === 'TEXT', Section: TextSection },
  { key: 'stroke', shows: (chosen) => chosen.length === 1, Section: StrokeSection },
  { key: 'cutout', shows: hasCutout, Section: CutoutSection },
]
