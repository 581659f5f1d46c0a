/** Makes documents and layers for tests. */
import { emptyDoc, imageLayer, textDefaults } from '../model/create'
import type { CutoutLayer, DesignDoc, ImageLayer, Layer, TextLayer } from '../model/types'

/** Returns an image layer of 100×100 at (0, 0) unless `change` says otherwise; `uuid` names it in the test. */
export function image(uuid: string, change: Partial<Omit<ImageLayer, 'type'>> = {}): ImageLayer {
  const picture = { fileId: 7, url: `/files/${uuid}.png`, name: `${uuid}.png`, width: 400, height: 400 }
  const base = imageLayer(picture, { width: 500, height: 1044 }, { uuid })
  return { ...base, left: 0, top: 0, width: 100, height: 100, ...change }
}

export function text(uuid: string, change: Partial<Omit<TextLayer, 'type'>> = {}): TextLayer {
  const { type: _type, isBackground: _background, shape: _shape, ...base } = image(uuid)
  return {
    ...base,
    type: 'TEXT',
    isBackground: false,
    text: '你好',
    fontId: 3,
    fontColor: '#646464',
    verticalText: false,
    fontFamilyUrl: null,
    ...textDefaults,
    ...change,
  }
}

/** Returns a placeholder layer for the buyer's portrait. */
export function cutout(uuid: string, change: Partial<Omit<CutoutLayer, 'type'>> = {}): CutoutLayer {
  const { shape: _shape, ...base } = image(uuid)
  return {
    ...base,
    type: 'AI_CUTOUT',
    isBackground: false,
    aiCutoutType: 'head',
    aiCutoutPlaceholderImageType: 'head',
    ...change,
  }
}

/** Returns a design on the default 500×1044 canvas, its layers from bottom to top. */
export function docOf(...layers: Layer[]): DesignDoc {
  return { ...emptyDoc(), layers }
}

export function uuidsOf(doc: DesignDoc): readonly string[] {
  return doc.layers.map((layer) => layer.uuid)
}
