/** The light on cases for pictures that a page draws: computed in a worker, once for each wireframe, look and size in use. */
import type { Look, Pose } from '../../contract/rules/look'
import type { Wireframe } from '../../contract/types'
import { createLightClient, type LightClient } from '../../imaging/mockup/light-client'
import type { Size } from '../model/types'
import { wireframeMillimetres, wireframePixels } from './wireframe-pictures'

interface CaseRequest {
  readonly wireframe: Wireframe
  /** The decoded pictures of the wireframe under and over the design. */
  readonly under: readonly HTMLImageElement[]
  readonly over: readonly HTMLImageElement[]
  /** Size of the drawn case, px. */
  readonly size: Size
  readonly look: Look
}

export interface CaseLight {
  /** The light as a picture of the case's size, which is put over the design. */
  readonly picture: ImageBitmap
  /** Which px belong to the case: 255 inside. */
  readonly inside: Uint8Array
}

export interface CaseLights {
  /** The result belongs to the cache: it is valid until two other cases are lit. */
  lightOn(lit: CaseRequest): Promise<CaseLight>
  /** Puts a finished case, whose px lie in `front`, into a picture: cut out, in a pose, before a neutral ground. */
  pose(front: ImageData, lit: CaseRequest, pose: Pose): Promise<ImageData>
  dispose(): void
}

/** Size of a posed picture, px. */
const posed = { width: 1200, height: 1600 } as const

/** How many lights are kept: grid cells and full pictures need one size each, and are drawn in alternation. */
const maxKept = 2

interface KeptLight {
  readonly lit: CaseRequest
  readonly light: Promise<CaseLight>
}

const isSame = (a: CaseRequest, b: CaseRequest): boolean =>
  a.wireframe === b.wireframe && a.look === b.look && a.size.width === b.size.width && a.size.height === b.size.height

/** @param start starts the worker's client; tests pass their own. */
export function createCaseLights(start: () => LightClient = createLightClient): CaseLights {
  let client = start()
  /** Requests that the worker has not answered. */
  let running = 0
  let isDisposed = false
  /** The lights in memory, the most recently used first. */
  let kept: readonly KeptLight[] = []
  const free = ({ light }: KeptLight) => void light.then(({ picture }) => picture.close()).catch(() => undefined)

  /**
   * Ends the worker when it has nothing to do: what a light is computed from takes tens of MB there, and the next light is wanted with
   * the next phone, if at all.
   */
  const endIdleWorker = () => {
    if (running > 0 || isDisposed) return
    client.dispose()
    client = start()
  }
  const run = async <T>(request: (client: LightClient) => Promise<T>): Promise<T> => {
    running++
    try {
      return await request(client)
    } finally {
      running--
    }
  }

  const compute = async (lit: CaseRequest): Promise<CaseLight> => {
    const { wireframe, size, look } = lit
    const pxPerMm = size.height / wireframeMillimetres(wireframe).heightMm
    const { width, height, data, inside } = await run((worker) => worker.light(wireframePixels(lit, size), { look, pxPerMm }))
    endIdleWorker()
    return { picture: await createImageBitmap(new ImageData(data, width, height)), inside }
  }

  const lightOn = (lit: CaseRequest): Promise<CaseLight> => {
    const known = kept.find((one) => isSame(one.lit, lit))
    const entry = known ?? { lit, light: compute(lit) }
    const others = kept.filter((one) => one !== entry)
    kept = [entry, ...others.slice(0, maxKept - 1)]
    others.slice(maxKept - 1).forEach(free)
    // This caller gets the rejection; the next one computes again.
    if (!known) {
      entry.light.catch(() => {
        kept = kept.filter((one) => one !== entry)
      })
    }
    return entry.light
  }

  return {
    lightOn,
    async pose(front, lit, pose) {
      const { inside } = await lightOn(lit)
      const { width, height, data } = front
      const input = {
        front: { width, height, data: data as Uint8ClampedArray<ArrayBuffer> },
        ...wireframeMillimetres(lit.wireframe),
        pose,
        picture: posed,
      }
      const drawn = await run((worker) => worker.mockup(input, inside))
      return new ImageData(drawn.data, drawn.width, drawn.height)
    },
    dispose() {
      isDisposed = true
      kept.forEach(free)
      kept = []
      client.dispose()
    },
  }
}
