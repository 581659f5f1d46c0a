/** Converts a layer's loaded picture to the input of the outline worker. */
import { shownSize } from '../../../design/model/appearance'
import { maskPicture } from '../../../design/print/layer-pixels'
import type { Pictures } from '../../../design/print/pictures'
import { type PaintedLayer, paintPicture, pictureSize } from '../../../design/print/sheet'
import { offscreenSurface } from '../../../design/print/surface'
import type { SourcePicture, StrokeSource } from './maker'

/** @throws when the picture at the address is not loaded. */
export async function sourcePicture(pictures: Pictures, source: StrokeSource, url: string): Promise<SourcePicture> {
  await pictures.whenSettled([url])
  const picture = pictures.get(url)
  if (!picture) throw new Error('图片没有加载成功，请检查网络后重试')
  const own = pictureSize(picture)
  const { appearance = null, originalWidth = own.width, originalHeight = own.height } = source
  const shown = shownSize({ appearance, originalWidth, originalHeight })
  return {
    width: (shown.width * own.width) / originalWidth,
    height: (shown.height * own.height) / originalHeight,
    async draw(size) {
      const { surface } = offscreenSurface(size)
      // The outline is made at the upright layer's own size, so an SVG is rendered at this size instead of being enlarged.
      const layer: PaintedLayer = {
        ...{ left: 0, top: 0, width: source.width, height: source.height, rotation: 0, originalWidth, originalHeight },
        ...{ horizontalFlip: false, verticalFlip: false, strokeSvgData: null, appearance },
      }
      const view = { scale: size.width / source.width, x: 0, y: 0 }
      paintPicture(surface, layer, view, picture, true)
      maskPicture(surface, layer, view)
      return surface.canvas.transferToImageBitmap()
    },
  }
}
