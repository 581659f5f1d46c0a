/**
 * The design document: a plain immutable value. Everything a seller sees (canvas, thumbnail, print file) is a projection
 * of it. Canvas pixels; y grows downwards; angles in degrees, clockwise.
 */
import type { textAligns } from '../../../contract/constants'
import type { LayerStroke, TemplateLayer } from '../../../contract/types'
import type { Box, Placement, Point, Size } from '../geometry/shapes'

export type { Box, Placement, Point, Size }

interface LayerBase extends Placement {
  /** Identity on the canvas, made by the client; never changes, never reused. */
  readonly uuid: string
  /** Row id on the server; null until the first save. */
  readonly id: number | null
  readonly name: string
  /** Where the picture is; a data: URL while it has not been uploaded. */
  readonly imageUrl: string
  /** Its file on the server; null while it has not been uploaded. */
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
  /** Layers of one group are picked, moved, scaled and turned together. */
  readonly groupId: string | null
}

export interface ImageLayer extends LayerBase {
  readonly type: 'IMAGE'
  readonly isBackground: boolean
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
  /** Null when the shop's font is gone: the drawn picture stays, the text cannot be changed until a font is chosen. */
  readonly fontId: number | null
  readonly fontColor: string
  readonly verticalText: boolean
  readonly fontFamilyUrl: string | null
  readonly textAlign: TextAlign
  /** Added after each character, em. */
  readonly letterSpacing: number
  /** From line to line, em. */
  readonly lineHeight: number
}
export type TextAlign = (typeof textAligns)[number]
export type Layer = ImageLayer | CutoutLayer | TextLayer

/** `layers` runs from the bottom to the top; a layer's `index` on the wire is its position here. */
export interface DesignDoc {
  /** The template's name; empty while it has none. */
  readonly name: string
  readonly width: number
  readonly height: number
  readonly layers: readonly Layer[]
  readonly boundDesignAssetCollectionIds: readonly number[]
  readonly previewPhoneModelId: number | null
  readonly previewMaterialColorId: number | null
}
