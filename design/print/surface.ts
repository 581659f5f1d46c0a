/** 2D canvases that the press draws on, on a page or in a worker. */
import type { Size } from '../model/types'

export type Surface = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export interface SurfaceHandle<S extends Surface = Surface> {
  readonly surface: S
  /** Frees the canvas memory at once instead of waiting for garbage collection. */
  release(): void
}

export type CreateSurface = (size: Size) => SurfaceHandle

/** Returns what a surface shows; a surface of a worker is blank afterwards. The caller closes the picture. */
export const takePicture = async ({ canvas }: Surface): Promise<ImageBitmap> =>
  'transferToImageBitmap' in canvas ? canvas.transferToImageBitmap() : createImageBitmap(canvas)

/** Creates a canvas that belongs to no page. */
export const offscreenSurface = ({ width, height }: Size): SurfaceHandle<OffscreenCanvasRenderingContext2D> => {
  const canvas = new OffscreenCanvas(width, height)
  const surface = canvas.getContext('2d', { willReadFrequently: true })
  if (!surface) throw new Error('no 2d context in the worker')
  return {
    surface,
    release() {
      canvas.width = canvas.height = 0
    },
  }
}

export const pageSurface = ({ width, height }: Size): SurfaceHandle<CanvasRenderingContext2D> => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const surface = canvas.getContext('2d', { willReadFrequently: true })
  if (!surface) throw new Error('浏览器无法创建这么大的画布，请关闭一些页面后重试')
  return {
    surface,
    release() {
      canvas.width = canvas.height = 0
    },
  }
}
