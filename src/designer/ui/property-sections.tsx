/**
 * The sections of the right panel for the selected layers besides name, placement and order, from top to bottom. Each section
 * decides for which layers it is shown.
 */
import type { ComponentType } from 'react'
import type { Layer } from '../../../design/model/types'
import { AdjustSection } from './appearance/adjust-section'
import { BlendSection } from './appearance/blend-section'
import { EffectsSection } from './appearance/effects-section'
import { canBeMasked, MaskSection } from './appearance/mask-section'
import { CutoutSection, hasCutout } from './portrait/cutout-section'
import { hasDrawing, RecolorSection } from './shapes/recolor-section'
import { hasShape, ShapeSection } from './shapes/shape-section'
import { StrokeSection } from './stroke/stroke-section'
import { TextSection } from './text/text-section'

export interface PropertySection {
  readonly key: string
  /** Whether it is what a kind of layer is chosen for, such as the words of a text: it stands right below the name. */
  readonly isOwn?: boolean
  /** Whether the section is shown for these layers; never called with none. */
  shows(chosen: readonly Layer[]): boolean
  readonly Section: ComponentType<{ readonly chosen: readonly Layer[] }>
}

export const propertySections: readonly PropertySection[] = [
  { key: 'text', isOwn: true, shows: (chosen) => chosen.length === 1 && chosen[0]?.type === 'TEXT', Section: TextSection },
  { key: 'shape', isOwn: true, shows: hasShape, Section: ShapeSection },
  { key: 'recolor', shows: hasDrawing, Section: RecolorSection },
  { key: 'blend', shows: () => true, Section: BlendSection },
  { key: 'stroke', shows: () => true, Section: StrokeSection },
  { key: 'effects', shows: () => true, Section: EffectsSection },
  { key: 'mask', shows: canBeMasked, Section: MaskSection },
  { key: 'adjust', shows: (chosen) => chosen.some((layer) => layer.type !== 'TEXT'), Section: AdjustSection },
  { key: 'cutout', shows: hasCutout, Section: CutoutSection },
]
