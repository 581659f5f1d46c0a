/**
 * The design document: a plain immutable value. Everything a seller sees (canvas, thumbnail, print file) is a projection
 * of it. Canvas pixels; y grows downwards; angles in degrees, clockwise.
 */
import type { layoutAnchors, layoutScalings, textAligns } from '../../contract/constants'
import type { LayerAppearance, Shape, TextFlow } from '../../contract/rules/appearance'
import type { ComponentMark } from '../../contract/rules/component'
import type { LayerStroke, TemplateLayer } from '../../contract/types'
import type { Box, Placement, Point, Size } from '../geometry/shapes'

export type { Box, Placement, Point, Size }

interface LayerBase extends Placement {
  /** Identity on the canvas, made by the client; it never changes and is never reused. */
  readonly uuid: string
  /** Row id on the server; null until the first save. */
  readonly id: number | null
  readonly name: string
  /** Address of the picture; a data: URL until it is uploaded. */
  readonly imageUrl: string
  /** The picture's file on the server; null until it is uploaded. */
  readonly imageFileId: number | null
  readonly originalWidth: number
  readonly originalHeight: number
  readonly locked: boolean
  readonly hidden: boolean
  readonly horizontalFlip: boolean
  readonly verticalFlip: boolean
  readonly isUserUploadImage: boolean
  readonly stroke: LayerStroke | null
  readonly strokeSvgData: string | null
  /** Layers of one group are selected, moved, scaled and rotated together. */
  readonly groupId: string | null
  /** How the picture is drawn; null draws it as it is. */
  readonly appearance: LayerAppearance | null
  /** How the seller wants the layer to follow another canvas size; null, or an absent part, is guessed from where it lies. */
  readonly layoutRule: Partial<LayoutRule> | null
  /** Null where the layer is no copy out of a component; those that are change only together. */
  readonly component: ComponentMark | null
}

/** The part of the canvas that a layer keeps its distance to, in one direction; `share` keeps its relative position. */
export type Anchor = (typeof layoutAnchors)[number]

/** How the size follows the canvas: not at all, with the canvas, or so that the canvas stays covered. */
export type Scaling = (typeof layoutScalings)[number]

export interface LayoutRule {
  readonly horizontal: Anchor
  readonly vertical: Anchor
  readonly scaling: Scaling
}

export interface ImageLayer extends LayerBase {
  readonly type: 'IMAGE'
  readonly isBackground: boolean
  /** The picture is drawn from this shape; null for a picture of its own. */
  readonly shape: Shape | null
}
export interface CutoutLayer extends LayerBase {
  readonly type: 'AI_CUTOUT'
  readonly isBackground: false
  readonly aiCutoutType: NonNullable<TemplateLayer['aiCutoutType']>
  readonly aiCutoutPlaceholderImageType: string | null
}
export interface TextLayer extends LayerBase {
  readonly type: 'TEXT'
  readonly isBackground: false
  readonly text: string
  /** Null when the shop deleted the font: the drawn picture stays, but the text cannot be changed until a font is chosen. */
  readonly fontId: number | null
  readonly fontColor: string
  readonly verticalText: boolean
  readonly fontFamilyUrl: string | null
  readonly textAlign: TextAlign
  /** Space added after each character, em. */
  readonly letterSpacing: number
  /** Distance between lines, em. */
  readonly lineHeight: number
  /** How the lines run; null: straight. */
  readonly textFlow: TextFlow | null
  /** 100 to 900 for fonts with a weight axis; null uses the font as it is. */
  readonly fontWeight: number | null
}
export type TextAlign = (typeof textAligns)[number]
export type Layer = ImageLayer | CutoutLayer | TextLayer

/** Vertical lines at `x`, horizontal ones at `y`. */
export interface Guides {
  readonly x: readonly number[]
  readonly y: readonly number[]
}

/** `layers` runs from the bottom to the top; a layer's `index` on the wire is its position here. */
export interface DesignDoc {
  /** The template's name; empty while it has none. */
  readonly name: string
  readonly width: number
  readonly height: number
  readonly layers: readonly Layer[]
  /** Lines that the seller aligns layers to, canvas px; they are not printed. */
  readonly guides: Guides
  readonly boundDesignAssetCollectionIds: readonly number[]
  readonly previewPhoneModelId: number | null
  readonly previewMaterialColorId: number | null
}
