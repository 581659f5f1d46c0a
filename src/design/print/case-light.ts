/** The light on cases for pictures that a page draws: computed in a worker, once for each wireframe, look and size. */
import type { Look } from '../../../contract/rules/look'
import type { Wireframe } from '../../../contract/types'
import { createLightClient } from '../../imaging/mockup/light-client'
import type { CaseMask } from '../../imaging/mockup/regions'
import type { Size } from '../model/types'
import { pageSurface } from './surface'

interface LitCase {
  readonly wireframe: Wireframe
  /** The decoded pictures of the wireframe under and over the design. */
  readonly under: readonly HTMLImageElement[]
  readonly over: readonly HTMLImageElement[]
  /** Size of the drawn case, px. */
  readonly size: Size
  readonly look: Look
}

export interface CaseLights {
  /** Returns the light as a picture of the case's size, which is put over the design. */
  lightOn(lit: LitCase): Promise<ImageBitmap>
  dispose(): void
}

/** Assumed for a wireframe without a size, mm: only the width of the edge and the grain depend on it. */
const assumedHeightMm = 155

export function createCaseLights(): CaseLights {
  const client = createLightClient()
  let last: { readonly lit: LitCase; readonly light: Promise<ImageBitmap> } | null = null
  const free = () => void last?.light.then((light) => light.close()).catch(() => undefined)

  const compute = async (lit: LitCase): Promise<ImageBitmap> => {
    const { wireframe, size, look } = lit
    const pxPerMm = size.height / (wireframe.heightMm ?? assumedHeightMm)
    const { width, height, data } = await client.light(maskOf(lit), { look, pxPerMm })
    return createImageBitmap(new ImageData(data, width, height))
  }

  return {
    lightOn(lit) {
      const known = last?.lit
      if (
        last &&
        known?.wireframe === lit.wireframe &&
        known.look === lit.look &&
        known.size.width === lit.size.width &&
        known.size.height === lit.size.height
      )
        return last.light
      free()
      const light = compute(lit)
      const entry = { lit, light }
      last = entry
      // This caller gets the rejection; the next one computes again.
      light.catch(() => {
        if (last === entry) last = null
      })
      return light
    },
    dispose() {
      free()
      last = null
      client.dispose()
    },
  }
}

/** How much of the design shows at each px of the case. */
function maskOf({ under, over, size }: LitCase): CaseMask {
  const alphaOf = (pictures: readonly HTMLImageElement[]): Uint8ClampedArray | null => {
    if (pictures.length === 0) return null
    const { surface, release } = pageSurface(size)
    try {
      for (const picture of pictures) surface.drawImage(picture, 0, 0, size.width, size.height)
      return surface.getImageData(0, 0, size.width, size.height).data
    } finally {
      release()
    }
  }
  const [held, covered] = [alphaOf(under), alphaOf(over)]
  const data = new Uint8Array(size.width * size.height)
  for (let at = 0; at < data.length; at++) {
    const shown = 255 - (covered === null ? 0 : (covered[at * 4 + 3] as number))
    data[at] = held === null ? shown : (shown * (held[at * 4 + 3] as number)) / 255
  }
  return { ...size, data }
}
