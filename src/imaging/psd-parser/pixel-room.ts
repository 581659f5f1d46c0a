/**
 * Memory of pictures that are no longer needed, for the next ones. Without it each picture would take memory of its own until the browser
 * collects the garbage, which it puts off for some 64 MB in every worker.
 */
import type { Box, Raster } from '../pixels/raster'

/** Bytes of the memory that is kept at most, and how many pieces of it. */
const mostBytes = 16 << 20
const mostKept = 3

export interface PixelRoom {
  /** Returns memory of at least so many bytes, with any content. */
  take(bytes: number): ArrayBuffer
  /** Gives memory back, which nobody uses any more. */
  give(memory: ArrayBuffer): void
}

export function createPixelRoom(): PixelRoom {
  /** Smallest first. */
  const kept: ArrayBuffer[] = []
  return {
    take(bytes) {
      const at = kept.findIndex((memory) => memory.byteLength >= bytes)
      return at < 0 ? new ArrayBuffer(bytes) : (kept.splice(at, 1)[0] as ArrayBuffer)
    },
    give(memory) {
      if (memory.byteLength > mostBytes) return
      kept.push(memory)
      kept.sort((a, b) => a.byteLength - b.byteLength)
      if (kept.length > mostKept) kept.shift()
    },
  }
}

/** Creates a raster of any content, whose px are all written before they are read. */
export function rasterIn(box: Box, room: PixelRoom | undefined): Raster {
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  const bytes = width * height * 4
  const memory = room?.take(bytes) ?? new ArrayBuffer(bytes)
  return { ...box, width, height, data: new Uint8ClampedArray(memory, 0, bytes) }
}
