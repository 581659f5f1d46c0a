/** Lets a test prepare photos as the buyers' page does, in a real browser. */
import { preparePhoto } from '../../../buyer/photo'
import { messageOf } from '../../../contract/ground/thrown'

export interface PreparedFacts {
  readonly name: string
  readonly type: string
  readonly width: number
  readonly height: number
  readonly bytes: number
  /** Red, green, blue and alpha of the corner pixels and of the middle one of what is sent. */
  readonly pixels: readonly (readonly number[])[]
}

async function prepare(base64: string, name: string, type: string): Promise<PreparedFacts | string> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  try {
    const { blob, name: sent, size } = await preparePhoto(new File([bytes], name, { type }))
    const bitmap = await createImageBitmap(blob)
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const places = [
      [0, 0],
      [bitmap.width - 1, bitmap.height - 1],
      [bitmap.width >> 1, bitmap.height >> 1],
    ] as const
    const pixels = places.map(([x, y]) => [...(context?.getImageData(x, y, 1, 1).data ?? [])])
    return { name: sent, type: blob.type, ...size, bytes: blob.size, pixels }
  } catch (error) {
    return messageOf(error)
  }
}

Object.assign(window, { prepare })
export type Prepare = typeof prepare
