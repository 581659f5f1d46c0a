/**
 * Every odd picture as Chromium shows its file, as the seller's screen and the thumbnail show what is stored of it, and as page, worker
 * and server print it. Each is drawn at its own size on a sheet of many.
 */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { emptyDoc } from '../../design/model/create'
import type { Layer } from '../../design/model/types'
import { image } from '../../design/test/make'
import type { OddPicture } from '../../fixtures/odd-files/picture-kinds'
import { oddPictures } from '../../fixtures/odd-files/pictures'
import { examine } from '../../server/infra/content/examine'
import { shrink } from '../../server/infra/content/thumbnail'
import { drawDoc } from '../../server/infra/render/draw-design'
import { bundled, type HarnessPage, openHarness } from './support/harness-page'
import type { Harness } from './support/print-harness'
import { type PrintPixels, printDifference } from './support/server-print'

declare const harness: Harness

const accepted = oddPictures.filter(({ refused }) => !refused)
const refusedOnes = oddPictures.filter(({ refused }) => refused)

/** Mean difference of 255 below which two pictures are the same; a thumbnail is a lossy one. */
const same = 1
const lossy = 5

interface Stored {
  readonly bytes: Buffer
  readonly type: string
  readonly thumbnail: Buffer
}
const stored = new Map<string, Stored>()
const addressOf = (kind: 'file' | 'right' | 'stored' | 'thumbnail', { what }: OddPicture) =>
  `/${kind}/${oddPictures.findIndex((one) => one.what === what)}`

let harnessPage: HarnessPage

beforeAll(async () => {
  const files: Record<string, readonly [string, Uint8Array]> = {}
  for (const odd of oddPictures) {
    const bytes = await odd.make()
    files[addressOf('file', odd)] = ['', bytes]
    if (odd.like) files[addressOf('right', odd)] = ['', await odd.like()]
    if (odd.refused) continue
    const content = await examine(bytes, fileKind.templateLayer)
    const thumbnail = await shrink(content.bytes, 400)
    if (thumbnail === null) throw new Error(`${odd.what} has no thumbnail`)
    stored.set(odd.what, { bytes: content.bytes, type: content.contentType, thumbnail })
    files[addressOf('stored', odd)] = [content.contentType, content.bytes]
    files[addressOf('thumbnail', odd)] = ['image/webp', thumbnail]
  }
  const worker = await bundled(`${import.meta.dirname}/../../design/print/print.worker.ts`)
  harnessPage = await openHarness({ script: 'print-harness.ts', body: '', files: { '/print-worker.js': worker, ...files } })
})
afterAll(() => harnessPage?.close())

/** Pictures as Chromium showed them, by address: the sheets compare with them once more. */
const seen = new Map<string, PrintPixels | null>()

/** Returns the px that Chromium shows of a file; null when it opens none. */
async function shown(address: string): Promise<PrintPixels | null> {
  const before = seen.get(address)
  if (before !== undefined) return before
  const made = await harnessPage.page.evaluate(async (src) => {
    const picture = new Image()
    picture.src = src
    const opened = await picture.decode().then(
      () => true,
      () => false,
    )
    if (!opened) return null
    const canvas = document.createElement('canvas')
    canvas.width = picture.naturalWidth
    canvas.height = picture.naturalHeight
    const context = canvas.getContext('2d')
    context?.drawImage(picture, 0, 0)
    const data = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    // A text passes the protocol far faster than a list of numbers.
    return {
      width: canvas.width,
      height: canvas.height,
      text: btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join('')),
    }
  }, address)
  const pixels = made && { width: made.width, height: made.height, data: Uint8Array.from(Buffer.from(made.text, 'base64')) }
  seen.set(address, pixels)
  return pixels
}

/** Returns the mean difference of two pictures; infinite where one is missing or their sizes differ. */
function meanOf(one: PrintPixels | null, other: PrintPixels | null): number {
  if (!one || !other || one.width !== other.width || one.height !== other.height) return Number.POSITIVE_INFINITY
  return printDifference(one, other).mean
}

describe('what is stored of a picture', () => {
  test.each(accepted)('$what: the screen and the thumbnail show what Chromium shows of the file', async (odd) => {
    const right = await shown(addressOf(odd.like ? 'right' : 'file', odd))
    expect(meanOf(right, await shown(addressOf('stored', odd)))).toBeLessThan(same)
    expect(meanOf(right, await shown(addressOf('thumbnail', odd)))).toBeLessThan(lossy)
  })

  test.each(refusedOnes)('$what: Chromium opens no whole picture of it, or the page converts it', async (odd) => {
    const picture = await shown(addressOf('file', odd))
    const isWhole = picture?.data.every((value, at) => at % 4 !== 3 || value === 255) ?? false
    // A progressive JPEG that ends early is shown blurred.
    if (!/converts|progressive/.test(odd.what)) expect(isWhole).toBe(false)
  })
})

/** Places on one sheet: a print of the document's own size, so that each picture is copied px by px. */
const cell = { width: 100, height: 130 }
const [columns, rows] = [5, 8]
const sheetSize = { widthMm: 500 * (25.4 / 300), heightMm: 1044 * (25.4 / 300), dpi: 300 }

const sheets = Array.from({ length: Math.ceil(accepted.length / (columns * rows)) }, (_, at) =>
  accepted.slice(at * columns * rows, (at + 1) * columns * rows),
)

describe('prints of odd pictures', () => {
  test.each(sheets.map((pictures, at) => [at, pictures] as const))(
    'page, worker and server print sheet %d alike',
    async (_at, pictures) => {
      const layers = await Promise.all(
        pictures.map(async (odd, place): Promise<Layer> => {
          const { width, height } = await sharp(stored.get(odd.what)?.bytes).metadata()
          const size = { width, height, originalWidth: width, originalHeight: height }
          const [left, top] = [(place % columns) * cell.width, Math.floor(place / columns) * cell.height]
          return image(odd.what, { imageUrl: addressOf('stored', odd), left, top, ...size })
        }),
      )
      const inChromium = async (worker: boolean): Promise<PrintPixels> => {
        const made = await harnessPage.page.evaluate(([these, how, inWorker]) => harness.print(these, how, inWorker), [
          layers,
          sheetSize,
          worker,
        ] as const)
        if ('error' in made) throw new Error(made.error)
        const data = await sharp(Buffer.from(made.png, 'base64')).ensureAlpha().raw().toBuffer()
        return { data, width: made.width, height: made.height }
      }
      const byAddress = new Map(pictures.map((odd) => [addressOf('stored', odd), stored.get(odd.what)?.bytes]))
      const onServer = await drawDoc(
        { ...emptyDoc(), layers },
        { print: sheetSize, background: null, fileOf: ({ imageUrl }) => byAddress.get(imageUrl) },
      )
      const onPage = await inChromium(false)
      const inWorker = await inChromium(true)
      for (const { name, left, top, width, height } of layers) {
        const part = (print: PrintPixels) => partOf(print, { left, top, width, height })
        const screen = await shown(addressOf('stored', pictures.find(({ what }) => what === name) as OddPicture))
        expect(meanOf(screen, part(onPage)), `${name} on the page`).toBeLessThan(same)
        expect(meanOf(part(onPage), part(inWorker)), `${name} in the worker`).toBeLessThan(same)
        expect(meanOf(part(inWorker), part(onServer)), `${name} on the server`).toBeLessThan(same)
      }
    },
  )
})

function partOf(
  { data, width: across }: PrintPixels,
  { left, top, width, height }: Pick<Layer, 'left' | 'top' | 'width' | 'height'>,
): PrintPixels {
  const part = new Uint8Array(width * height * 4)
  for (let row = 0; row < height; row++) {
    const from = ((top + row) * across + left) * 4
    part.set(data.subarray(from, from + width * 4), row * width * 4)
  }
  return { data: part, width, height }
}
