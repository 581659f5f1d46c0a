/** Writes PSDs with ag-psd for tests that need no files from outside the repository. Not part of the product. */
import { initializeCanvas, type Layer, type Psd, writePsdUint8Array } from 'ag-psd'
import type { BufferPool } from '../../../contract/ground/buffer-pool'
import { blobSource } from '../bytes'
import { openService, type PsdService } from '../psd-service'

type Rgba = readonly [number, number, number, number?]

const noCanvas = (): never => {
  throw new Error('test pictures come as bytes')
}
initializeCanvas(noCanvas, (width, height) => picture(width, height, [0, 0, 0, 0]) as unknown as ImageData)

export function picture(width: number, height: number, [r, g, b, a = 255]: Rgba) {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < data.length; at += 4) data.set([r, g, b, a], at)
  return { width, height, data }
}

/** A layer of one colour. */
export const block = (
  name: string,
  left: number,
  top: number,
  width: number,
  height: number,
  color: Rgba,
  more: Layer = {},
): Layer => ({
  name,
  left,
  top,
  imageData: picture(width, height, color),
  ...more,
})

export interface WriteSettings {
  readonly psb?: boolean
  /** ZIP instead of PackBits. */
  readonly compress?: boolean
}

export function psdFile(
  psd: Omit<Psd, 'width' | 'height'> & { width?: number; height?: number },
  settings: WriteSettings = {},
): Blob {
  const { width = 100, height = 100, ...rest } = psd
  const imageData = rest.imageData ?? picture(width, height, [255, 255, 255])
  return new Blob([
    writePsdUint8Array({ width, height, ...rest, imageData }, { noBackground: true, ...settings }) as Uint8Array<ArrayBuffer>,
  ])
}

/** Memory as earlier pictures leave it: more than is needed, and full of their px. */
const usedBuffers: BufferPool = {
  take: (bytes) => new Uint8Array(bytes + 36).fill(0xab).buffer,
  give: () => undefined,
  clear: () => undefined,
}

export const openBlob = (file: Blob): Promise<PsdService> => openService(blobSource(file), undefined, usedBuffers)

export const wanted = (): void => {}
