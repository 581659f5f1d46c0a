import { onTestFinished, vi } from 'vitest'

/** Returns a list that receives each `new Image()` of this test. happy-dom loads none, so the test dispatches their `load`. */
export function collectImages(): readonly HTMLImageElement[] {
  const images: HTMLImageElement[] = []
  class CollectedImage extends Image {
    constructor() {
      super()
      images.push(this)
    }
  }
  vi.stubGlobal('Image', CollectedImage)
  onTestFinished(() => void vi.unstubAllGlobals())
  return images
}
