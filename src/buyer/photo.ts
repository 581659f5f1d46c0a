/**
 * Makes a photo from a phone's camera or album ready for upload: upright, at most 4096 px, without the camera's notes on place and
 * time, which drawing it anew leaves behind.
 */

/** Longest side of an uploaded photo, px. A canvas of this size is within the limit of every phone. */
export const maxPhotoSide = 4096
const quality = 0.92

export const unreadablePhoto = '这张照片打不开，请换一张，或者在相册里另存为 JPG 后再选'

/** Returns the size at which a photo is drawn, px. */
export function photoSize({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(1, maxPhotoSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Whether all these samples of a picture have one colour: browsers draw photos that are too large for them black or white. */
export function isUniform(pixels: Uint8ClampedArray): boolean {
  for (let at = 4; at < pixels.length; at++) if (pixels[at] !== pixels[at % 4]) return false
  return true
}

function load(file: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  return image
    .decode()
    .then(() => image)
    .finally(() => setTimeout(() => URL.revokeObjectURL(url), 0))
}

function draw(image: CanvasImageSource, size: { readonly width: number; readonly height: number }): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error(unreadablePhoto)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, size.width, size.height)
  return canvas
}

function samplesOf(canvas: HTMLCanvasElement): Uint8ClampedArray {
  const small = draw(canvas, { width: 16, height: 16 })
  return small.getContext('2d')?.getImageData(0, 0, 16, 16).data ?? new Uint8ClampedArray(0)
}

export interface PreparedPhoto {
  readonly blob: Blob
  readonly name: string
  /** px */
  readonly size: { readonly width: number; readonly height: number }
}

/** Rejects with words for the buyer when the browser cannot read the photo. */
export async function preparePhoto(file: File): Promise<PreparedPhoto> {
  const image = await load(file).catch(() => {
    throw new Error(unreadablePhoto)
  })
  const whole = { width: image.naturalWidth, height: image.naturalHeight }
  const size = photoSize(whole)
  let canvas = draw(image, size)
  if (isUniform(samplesOf(canvas)) && size.width < whole.width) {
    // The engine could not scale the whole photo at once; a decoder that shrinks while it reads can.
    const shrunk = { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'high' } as const
    const bitmap = await createImageBitmap(file, shrunk).catch(() => {
      throw new Error(unreadablePhoto)
    })
    canvas = draw(bitmap, size)
    bitmap.close()
  }
  const keepsAlpha = file.type === 'image/png' || file.type === 'image/webp'
  const type = keepsAlpha ? 'image/png' : 'image/jpeg'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  canvas.width = canvas.height = 0
  if (!blob) throw new Error(unreadablePhoto)
  return { blob, name: keepsAlpha ? 'photo.png' : 'photo.jpg', size }
}
