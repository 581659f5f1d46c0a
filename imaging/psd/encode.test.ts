import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { type EncodedRows, encodeRows } from '../png/png'
import { createEncoder, type EncodeReply, type EncodeRequest, largePicture } from './encode'

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
  reply(answer: { file: null } | { error: string } | { rows: EncodedRows }): void {
    const { id = 0 } = this.asked.at(-1) ?? {}
    this.onmessage?.({ data: { ...answer, id } })
  }
  /** Returns the file of the n-th picture and the memory of its px. */
  answer(n: number, file: Blob): ArrayBuffer {
    const { id = 0, picture } = this.asked[n] ?? {}
    const memory = picture?.data.buffer as ArrayBuffer
    this.onmessage?.({ data: { id, file, memory } })
    return memory
  }
}

const raster = () => ({ left: 0, top: 0, width: 2, height: 1, data: new Uint8ClampedArray(8) })
const there = new Blob(['there'])

let second: Second
let given: ArrayBuffer[]
beforeEach(() => {
  second = new Second()
  given = []
})

const buffers = { give: (memory: ArrayBuffer) => void given.push(memory) }
const encoder = () => createEncoder(buffers, () => second as unknown as Worker)
const settled = () => new Promise((resolve) => setTimeout(resolve))
const running = async () => {
  const encode = encoder()
  second.reply({ file: null })
  await settled()
  return encode
}

/** Expects a file that this worker encoded: it is a PNG, unlike the answers that the test gives for the second worker. */
async function expectHere(file: Promise<Blob>) {
  const bytes = new Uint8Array(await (await file).arrayBuffer())
  expect([...bytes.subarray(1, 4)]).toEqual([...'PNG'].map((char) => char.charCodeAt(0)))
}

test('the second worker takes the pixels of two pictures at a time, and the next one is encoded here', async () => {
  const encode = await running()
  const one = raster()
  const files = [encode(one), encode(raster())]
  expect(one.data.byteLength).toBe(0)
  await expectHere(encode(raster()))
  second.answer(1, there)
  expect(await files[0]).toBe(there)
  const third = encode(raster())
  second.answer(2, there)
  second.answer(3, there)
  expect(await Promise.all([files[1], third])).toEqual([there, there])
})

test('the memory of the px is given back by both workers', async () => {
  const encode = await running()
  const pictures = [raster(), raster(), raster()]
  const here = pictures[2]?.data.buffer
  const files = pictures.map(encode)
  await files[2]
  const memory = [1, 2].map((n) => second.answer(n, there))
  await Promise.all(files)
  expect(given).toEqual([here, ...memory])
})

/** A picture that is worth dividing. */
function tall() {
  const [width, height] = [300, 1001]
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) =>
    (at & 3) === 3 ? 200 : (at * 2_654_435_761) >>> 24,
  )
  return { width, height, data }
}

test('the first picture is encoded by both workers at once, and no later one', async () => {
  const encode = await running()
  const picture = tall()
  const px = Buffer.from(picture.data)
  const file = encode(picture)
  const { picture: above, firstRowsOf: channels } = second.asked[1] ?? {}
  if (!above || !channels) throw new Error('the second worker was not asked for rows')
  expect(above.height).toBe(500)
  second.reply({ rows: encodeRows(above, { channels, isFirst: true, isLast: false }) })
  const png = sharp(Buffer.from(await (await file).arrayBuffer()))
  expect(Buffer.compare(await png.ensureAlpha().raw().toBuffer(), px)).toBe(0)
  void encode(tall())
  expect(second.asked[2]).toMatchObject({ picture: { height: 1001 } })
  expect(second.asked[2]).not.toHaveProperty('firstRowsOf')
})

test('a second worker that stops with the rows of a picture says so', async () => {
  const encode = await running()
  const lost = encode(tall())
  second.onerror?.({ message: 'out of memory' })
  await expect(lost).rejects.toMatchObject({ code: 'crashed' })
  await expectHere(encode(tall()))
})

test('a large picture is encoded here', async () => {
  const encode = await running()
  const [width, height] = [1000, largePicture / 1000 + 1]
  const large = { ...raster(), width, height, data: new Uint8ClampedArray(width * height * 4) }
  await expectHere(encode(large))
  expect(large.data.length).toBe(width * height * 4)
})

test('until the second worker runs, and where it cannot start, pictures are encoded here', async () => {
  await expectHere(encoder()(raster()))
  const refused = createEncoder(buffers, () => {
    throw new Error('no workers here')
  })
  await expectHere(refused(raster()))
})

test('a second worker that stops with a picture says so, and the following pictures are encoded here', async () => {
  const encode = await running()
  const lost = encode(raster())
  second.onerror?.({ message: 'out of memory' })
  await expect(lost).rejects.toMatchObject({ code: 'crashed' })
  await expectHere(encode(raster()))
})

test('a second worker that could not encode a picture says so, and the following pictures are encoded here', async () => {
  const encode = await running()
  const failed = encode(raster())
  second.reply({ error: 'Array buffer allocation failed' })
  await expect(failed).rejects.toMatchObject({ code: 'crashed' })
  await expectHere(encode(raster()))
})
