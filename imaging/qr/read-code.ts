/** Reads a QR code in a picture of a camera, in browsers that have no BarcodeDetector: Chrome on Windows, in which the client runs, has none. */
import { decodeQR } from 'qr/decode.js'

export interface CameraPixels {
  readonly width: number
  readonly height: number
  /** RGBA. */
  readonly data: Uint8ClampedArray
}

/** Returns the text of the code that is seen, or null: the library throws for a picture in which it reads none. */
export function readCode(pixels: CameraPixels): string | null {
  try {
    return decodeQR(pixels)
  } catch {
    return null
  }
}
