/** Converts a layer's loaded picture to the input of the outline worker. */
import type { Pictures } from '../../design/print/pictures'
import type { SourcePicture } from './maker'

/** @throws when the picture at the address is not loaded. */
export async function sourcePicture(pictures: Pictures, url: string): Promise<SourcePicture> {
  await pictures.whenSettled([url])
  const element = pictures.element(url)
  if (!element) throw new Error('图片没有加载成功，请检查网络后重试')
  return {
    width: element.naturalWidth,
    height: element.naturalHeight,
    async draw({ width, height }) {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('浏览器没有可用的画布，请关闭一些页面后重试')
      context.imageSmoothingQuality = 'high'
      // An SVG is rendered at this size instead of being enlarged.
      context.drawImage(element, 0, 0, width, height)
      return canvas.transferToImageBitmap()
    },
  }
}
