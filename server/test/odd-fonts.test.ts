/**
 * Fonts as the world makes them, through the upload, the seller's and the buyer's drawing and the print: each is refused at its upload
 * with the true reason, or what it draws is printed whole and what it cannot draw is named.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { fontFaultTexts } from '../../contract/rules/font-faults'
import { emptyDoc } from '../../design/model/create'
import { image } from '../../design/test/make'
import { oddFonts } from '../../fixtures/odd-files/fonts'
import { MissingGlyphsError } from '../../imaging/glyphs/text-client'
import { drawText } from '../../imaging/glyphs/text-service'
import { tooDetailed } from '../../imaging/glyphs/text-svg'
import { checkFontFile } from '../../src/features/fonts/font-file-check'
import { createFontPreviewRenderer } from '../../src/features/fonts/font-preview-renderer'
import { examine } from '../infra/content/examine'
import { drawDoc } from '../infra/render/draw-design'
import { addFont, type BuyerShop, buyer, openBuyerShop } from './buyer-shop'
import { type Domain, openDomain } from './domain'

const settings = { vertical: false, align: 'start', letterSpacing: 0, lineHeight: 1.2 } as const
const accepted = oddFonts.filter(({ refused }) => refused === undefined)
const refusedFonts = oddFonts.filter(({ refused }) => refused !== undefined)
const named = (fonts: typeof oddFonts) => fonts.map((font) => [font.kind, font] as const)
const arrayBuffer = (bytes: Buffer) => new Uint8Array(bytes).buffer

/** Draws as the designer's worker does. */
const inDesigner = (bytes: Buffer, text: string) =>
  drawText({ id: 1, key: `${Math.random()}`, font: arrayBuffer(bytes), settings: { ...settings, text }, color: '#000000' })

/** Share of a row's pixels that are inked, where one glyph of the text after the other lies; 0 is a hole. */
async function inkByCharacter(svg: string, characters: number): Promise<number[]> {
  const layer = image('字', { imageUrl: 'text', left: 0, top: 0, width: 400, height: 400 / characters })
  const print = { widthMm: 127, heightMm: 265.176, dpi: 100 }
  const { data, width } = await drawDoc(
    { ...emptyDoc(), layers: [layer] },
    { print, background: null, fileOf: () => Buffer.from(svg) },
  )
  const side = 400 / characters
  return Array.from({ length: characters }, (_, i) => {
    let inked = 0
    for (let y = 0; y < side; y++) {
      for (let x = Math.floor(i * side); x < (i + 1) * side; x++) inked += (data[(y * width + x) * 4 + 3] ?? 0) > 127 ? 1 : 0
    }
    return inked
  })
}

describe('at its upload', () => {
  test.each(named(refusedFonts))('%s is refused with the true reason', async (_, { bytes, refused }) => {
    await expect(examine(bytes, fileKind.font)).rejects.toMatchObject({
      code: 'unsupported-file',
      message: expect.stringMatching(refused as RegExp),
    })
  })

  test.each(named(accepted))('%s is accepted unchanged', async (_, { bytes }) => {
    expect((await examine(bytes, fileKind.font)).bytes.equals(bytes)).toBe(true)
  })

  test.each(named(accepted))('%s gets a picture of its own letters where it lacks those of its name', async (_, { bytes }) => {
    const renderer = createFontPreviewRenderer({
      async drawPng({ settings: asked }) {
        const reply = inDesigner(bytes, asked.text)
        if ('missing' in reply) throw new MissingGlyphsError(reply.missing)
        return new Blob([JSON.stringify(reply)])
      },
      async sample() {
        const reply = drawText({
          id: 1,
          key: `${Math.random()}`,
          font: arrayBuffer(bytes),
          settings: { ...settings, text: '' },
          color: '#000000',
          asks: 'sample',
        })
        if (!('sample' in reply)) throw new Error('no sample')
        return reply
      },
      dispose: () => undefined,
    })
    const { text } = await renderer.draw('font', async () => arrayBuffer(bytes), '名称')
    expect(inDesigner(bytes, text)).toHaveProperty('picture')
  })

  test.each(named(oddFonts.filter(({ refused, colored }) => refused === undefined || colored)))(
    '%s: the seller is told of colours if it has any',
    async (_, { bytes, colored }) => {
      const { note } = await checkFontFile({ name: '字体.ttf', blob: new Blob([new Uint8Array(bytes)]) })
      expect(note === null).toBe(colored !== true)
    },
  )
})

describe('a text', () => {
  const drawn = accepted.flatMap(({ kind, bytes, draws = [] }) => draws.map((text) => [kind, text, bytes] as const))
  test.each(drawn)('%s: %j is drawn and printed without a hole', async (_, text, bytes) => {
    const reply = inDesigner(bytes, text)
    if (!('picture' in reply)) throw new Error(JSON.stringify(reply))
    // Each letter of these fonts is one em wide, so that the nth of them lies in the nth square.
    if (reply.picture.width > 800 || reply.picture.height > 200) return
    const clusters = [...text.normalize('NFC')].filter((one) => !/\p{Default_Ignorable_Code_Point}/u.test(one))
    const inks = await inkByCharacter(reply.picture.svg, clusters.length)
    expect(inks.map((ink, i) => ink > 0 || /[\s\u2800]/.test(clusters[i] ?? ''))).toEqual(clusters.map(() => true))
  })

  const lacking = accepted.flatMap(({ kind, bytes, lacks = {} }) =>
    Object.entries(lacks).map(([text, missing]) => [kind, text, missing, bytes] as const),
  )
  test.each(lacking)('%s: %j is refused for %j', (_, text, missing, bytes) => {
    expect(inDesigner(bytes, text)).toEqual({ id: 1, missing: [...missing] })
  })

  test.each(accepted.flatMap(({ kind, bytes, tooMuch }) => (tooMuch === undefined ? [] : [[kind, tooMuch, bytes] as const])))(
    '%s: a long one is refused at once with a sentence about the font',
    (_, text, bytes) => {
      expect(() => inDesigner(bytes, text)).toThrow(tooDetailed)
    },
  )
})

describe('a buyer', () => {
  let domain: Domain
  let shop: BuyerShop
  beforeAll(async () => {
    domain = await openDomain()
    shop = await openBuyerShop(domain)
  })
  afterAll(() => domain.close())

  test.each(named(accepted))(
    'the buyers’ text service draws the font %s as the designer does, and gives the same warnings',
    async (_, { bytes, draws = [], lacks = {}, tooMuch }) => {
      const fontId = await addFont(shop, bytes)
      const { design, secret } = await shop.begin()
      const draw = (text: string) =>
        buyer.drawText(
          { params: { id: design.id }, body: { text, fontId, fontColor: '#112233', like: null } },
          shop.visitor(secret),
        )
      for (const text of draws) expect((await draw(text)).imageFileId).toBeGreaterThan(0)
      for (const [text, missing] of Object.entries(lacks)) {
        await expect(draw(text)).rejects.toMatchObject({ message: `这个字体没有「${missing}」，请换一个字体或文字` })
      }
      if (tooMuch !== undefined) await expect(draw(tooMuch)).rejects.toMatchObject({ message: fontFaultTexts['too-detailed'] })
    },
  )
})
