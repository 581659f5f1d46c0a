/** PSD files for the journeys, drawn here and written with ag-psd, so that the repository needs no binary files for them. */
import { type Layer, type Psd, writePsdBuffer } from 'ag-psd'
import type { FilePayload } from '../pages/screen-page'

type Rgba = readonly [number, number, number, number]

interface Frame {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

function pixels({ width, height }: Pick<Frame, 'width' | 'height'>, at: (x: number, y: number) => Rgba) {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(at(x, y), (y * width + x) * 4)
  return { width, height, data } as ImageData
}

/** A layer filled with one colour. */
export const plain = (name: string, frame: Frame, color: Rgba, more: Layer = {}): Layer => ({
  name,
  left: frame.left,
  top: frame.top,
  imageData: pixels(frame, () => color),
  ...more,
})

/** A layer with a disc that has a soft edge. */
export const disc = (name: string, frame: Frame, [r, g, b]: Rgba, more: Layer = {}): Layer => ({
  name,
  left: frame.left,
  top: frame.top,
  imageData: pixels(frame, (x, y) => {
    const from = Math.hypot(x - frame.width / 2 + 0.5, y - frame.height / 2 + 0.5)
    return [r, g, b, Math.max(0, Math.min(255, (frame.width / 2 - from) * 255))]
  }),
  ...more,
})

/** An artboard with its layers, given from the bottom to the top, in px of the canvas. */
export const artboard = (name: string, { left, top, width, height }: Frame, layers: readonly Layer[]): Layer => ({
  name,
  opened: true,
  artboard: {
    rect: { left, top, right: left + width, bottom: top + height },
    color: { r: 255, g: 255, b: 255 },
    backgroundType: 3,
  },
  children: [...layers],
})

/** A file with these top-level layers, bottom to top, without the merged picture that Photoshop can store. */
export function psdFile(
  name: string,
  size: { readonly width: number; readonly height: number },
  layers: readonly Layer[],
): FilePayload {
  const versionInfo = { hasRealMergedData: false, writerName: 'test', readerName: 'test', fileVersion: 1 }
  const psd: Psd = { ...size, children: [...layers], imageResources: { versionInfo } }
  return { name, mimeType: 'image/vnd.adobe.photoshop', buffer: writePsdBuffer(psd) }
}
