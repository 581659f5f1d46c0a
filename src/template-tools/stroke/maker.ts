/** Makes the outline of a layer from its picture and settings in the outline worker, and interprets the answers. */
import { textLimits } from '../../../contract/rules/limits'
import type { LayerStroke } from '../../../contract/types'
import type { Layer, Size } from '../../../design/model/types'
import type { OutlineClient } from '../../../imaging/outline/outline-client'
import { TooComplexError } from '../../../imaging/outline/rings'

/** Input of an outline; lengths in canvas px. */
export type StrokeSource = Pick<Layer, 'imageUrl' | 'width' | 'height'> &
  Partial<Pick<Layer, 'appearance' | 'originalWidth' | 'originalHeight'>>

/** A loaded picture. `width` and `height` are its natural size, px. */
export interface SourcePicture extends Size {
  /** Returns the picture drawn at this size, px. */
  draw(size: Size): Promise<ImageBitmap>
}

export interface StrokeResult {
  readonly svg: string
  /** The picture has no transparent pixel, so its outline is its rectangle. */
  readonly opaque: boolean
}

export interface StrokeMaker {
  /**
   * @param draft half the resolution, for a slider being moved.
   * @throws EmptyPictureError when the picture is fully transparent.
   */
  make(source: StrokeSource, stroke: LayerStroke, draft: boolean): Promise<StrokeResult>
  dispose(): void
}

/** No part of the picture is opaque enough for an outline. */
export class EmptyPictureError extends Error {
  override readonly name = 'EmptyPictureError'
  constructor() {
    super('图片是全透明的，没有可以描边的内容，请换一张图片')
  }
}

/**
 * Maximum sampled px per canvas px of a picture shown larger than its natural size, so that its outline is smooth in print too.
 */
const maxSamplesPerPx = 3
/** Sampled sizes are rounded to steps of this many px, so that a picture scaled a little is not read again. */
const sizeStep = 256

/**
 * Returns the size at which a picture is sampled, px: in its proportions on the canvas, so that the line is equally wide on each
 * side of a stretched picture.
 */
export function sampledSize(placed: Size, natural: Size, longest: number): Size {
  const placedLongest = Math.max(placed.width, placed.height)
  const wanted = Math.max(natural.width, natural.height, Math.ceil((placedLongest * maxSamplesPerPx) / sizeStep) * sizeStep)
  const scale = Math.min(longest, wanted) / placedLongest
  return { width: Math.max(1, Math.round(placed.width * scale)), height: Math.max(1, Math.round(placed.height * scale)) }
}

/** @param picture loads a layer's picture as it is cropped and masked; rejects with the reason in words for the seller. */
export function createStrokeMaker(client: OutlineClient, picture: (source: StrokeSource) => Promise<SourcePicture>): StrokeMaker {
  /**
   * Short keys for addresses: the address of a drawn text is the whole drawing and would be sent to the worker on every slider
   * step.
   */
  const keys = new Map<string, number>()
  const keyOf = (imageUrl: string): number => {
    const known = keys.get(imageUrl) ?? keys.size
    keys.set(imageUrl, known)
    return known
  }

  const cropKey = ({ appearance }: StrokeSource) => {
    const { crop, mask, pattern } = appearance ?? {}
    return crop || mask || pattern ? JSON.stringify([crop, mask, pattern]) : ''
  }

  const requestOutline = async (source: StrokeSource, stroke: LayerStroke, draft: boolean) => {
    const loaded = await picture(source)
    const { width, height } = sampledSize(source, loaded, Number.POSITIVE_INFINITY)
    const response = client.outline({
      key: `${keyOf(source.imageUrl)}/${width}x${height}${cropKey(source)}`,
      bitmap: (longest) => loaded.draw(sampledSize(source, loaded, longest)),
      stroke,
      placedWidth: source.width,
      draft,
    })
    const { outline, opaque } = await response.catch((cause: unknown) => {
      if (cause instanceof TooComplexError) throw cause
      throw new Error('描边程序没有运行成功；如果重试仍然不行，请保存后刷新页面', { cause })
    })
    if (outline === null) throw new EmptyPictureError()
    return { svg: outline.svg, opaque }
  }

  /** @throws TooComplexError when the drawing is longer than the server stores. */
  const makeWithinLimit = async (source: StrokeSource, stroke: LayerStroke, draft: boolean): Promise<StrokeResult> => {
    const made = await requestOutline(source, stroke, draft)
    if (made.svg.length > textLimits.strokeSvg) throw new TooComplexError('too long')
    return made
  }

  return {
    async make(source, stroke, draft) {
      try {
        return await makeWithinLimit(source, stroke, draft)
      } catch (error) {
        if (!(error instanceof TooComplexError)) throw error
      }
      // Only a picture with countless tiny parts gets here: half the resolution leaves about a quarter of them.
      const refused = new Error('图片边缘过于复杂，请换一张边缘更简单的图片')
      if (draft) throw refused
      return makeWithinLimit(source, stroke, true).catch((error: unknown) => {
        throw error instanceof TooComplexError ? refused : error
      })
    },
    dispose: () => client.dispose(),
  }
}
