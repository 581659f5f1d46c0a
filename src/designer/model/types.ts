/**
 * The design document: a plain immutable value. Everything a seller sees (canvas, thumbnail, print file) is a projection
 * of it. Canvas pixels; y grows downwards; angles in degrees, clockwise.
 */
import type { LayerStroke, TemplateLayer } from '../../../contract/types'

export interface Point {
  readonly x: number
  readonly y: number
}
export interface Size {
  readonly width: number
  readonly height: number
}
/** Axis-aligned rectangle by its top-left corner. */
export interface Box extends Point, Size {}

/** Where a layer stands: the unrotated box, turned about its own centre. */
export interface Placement {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly rotation: number
}

interface LayerBase extends Placement {
  /** Identity on the canvas, made by the client; never changes, never reused. */
  readonly uuid: string
  /** Row id on the server; null until the first save. */
  readonly id: number | null
  readonly name: string
  readonly imageUrl: string
  readonly imageFileId: number
  readonly originalWidth: number
  readonly originalHeight: number
  readonly locked: boolean
  readonly hidden: boolean
  readonly horizontalFlip: boolean
  readonly verticalFlip: boolean
  readonly isUserUploadImage: boolean
  readonly stroke: LayerStroke | null
  readonly strokeSvgData: string | null
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
  readonly fontId: number
  readonly fontColor: string
  readonly verticalText: boolean
  readonly fontFamilyUrl: string | null
}
export type Layer = ImageLayer | CutoutLayer | TextLayer

/** `layers` runs from the bottom to the top; a layer's `index` on the wire is its position here. */
export interface DesignDoc {
  readonly width: number
  readonly height: number
  readonly layers: readonly Layer[]
  readonly boundDesignAssetCollectionIds: readonly number[]
  readonly previewPhoneModelId: number | null
  readonly previewMaterialColorId: number | null
}
