import { afterEach, expect, test, vi } from 'vitest'
import type { Wireframe } from '../../contract/types'
import type { LightClient } from '../../imaging/mockup/light-client'
import { createCaseLights } from './case-light'

afterEach(() => vi.unstubAllGlobals())

const wireframe = { width: 4, height: 8, widthMm: 70, heightMm: 140 } as Wireframe
const lit = (height: number) => ({ wireframe, under: [], over: [], size: { width: 4, height }, look: 'frosted' as const })

/** Clients whose lights are computed when the test says so. */
function clients() {
  const made: { disposed: boolean }[] = []
  const answers: (() => void)[] = []
  const start = (): LightClient => {
    const own = { disposed: false }
    made.push(own)
    return {
      light: ({ width, height }) =>
        new Promise((resolve, reject) =>
          answers.push(() =>
            own.disposed
              ? reject(new Error('disposed'))
              : resolve({
                  width,
                  height,
                  data: new Uint8ClampedArray(width * height * 4),
                  inside: new Uint8Array(width * height),
                }),
          ),
        ),
      mockup: () => Promise.reject(new Error('not asked for')),
      dispose: () => {
        own.disposed = true
      },
    }
  }
  return { start, answers, made }
}

test('the worker of the light ends when all lights that it was asked for are there, and starts again for the next', async () => {
  vi.stubGlobal('ImageData', class {})
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }))
  const { start, answers, made } = clients()
  const lights = createCaseLights(start)
  const both = [lights.lightOn(lit(8)), lights.lightOn(lit(16))]
  answers[0]?.()
  await both[0]
  expect(made.map(({ disposed }) => disposed)).toEqual([false])
  answers[1]?.()
  await both[1]
  expect(made.map(({ disposed }) => disposed)).toEqual([true, false])
  const again = lights.lightOn(lit(32))
  answers[2]?.()
  await again
  expect(made.map(({ disposed }) => disposed)).toEqual([true, true, false])
  lights.dispose()
  expect(made.every(({ disposed }) => disposed)).toBe(true)
})
