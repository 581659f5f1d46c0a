import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEncoder, type EncodeReply, type EncodeRequest } from './encode'

type Asked = EncodeRequest & { readonly id: number }

/** A second worker that the test answers for. */
class Second {
  onmessage: ((event: { data: EncodeReply }) => void) | null = null
  onerror: ((event: { message: string }) => void) | null = null
  readonly asked: Asked[] = []
  postMessage(message: Asked, transfer: readonly ArrayBuffer[]): void {
    this.asked.push(structuredClone(message, { transfer: [...transfer] }))
  }
  terminate(): void {}
  reply(answer: { file: Blob | null } | { error: string }): void {
    const { id = 0 } = this.asked.at(-1) ?? {}
    this.onmessage?.({ data: { ...answer, id } })
  }
}

const raster = () => ({ left: 0, top: 0, width: 2, height: 1, data: new Uint8ClampedArray(8) })
const here = new Blob(['here'])
const there = new Blob(['there'])

let second: Second
beforeEach(() => {
  second = new Second()
  vi.stubGlobal('ImageData', class {})
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ putImageData: () => undefined })
      convertToBlob = async () => here
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

const encoder = () => createEncoder(() => second as unknown as Worker)
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('one picture is encoded by the second worker, which takes its pixels, and the next one here', async () => {
  const encode = encoder()
  second.reply({ file: null })
  await settled()
  const one = raster()
  const first = encode(one)
  expect(one.data.byteLength).toBe(0)
  expect(await encode(raster())).toBe(here)
  second.reply({ file: there })
  expect(await first).toBe(there)
  const third = encode(raster())
  second.reply({ file: there })
  expect(await third).toBe(there)
})

test('until the second worker runs, and where it cannot start, pictures are encoded here', async () => {
  expect(await encoder()(raster())).toBe(here)
  const refused = createEncoder(() => {
    throw new Error('no workers here')
  })
  expect(await refused(raster())).toBe(here)
})

test('a second worker that stops with a picture says so, and the following pictures are encoded here', async () => {
  const encode = encoder()
  second.reply({ file: null })
  await settled()
  const lost = encode(raster())
  second.onerror?.({ message: 'out of memory' })
  await expect(lost).rejects.toMatchObject({ code: 'crashed' })
  expect(await encode(raster())).toBe(here)
})
