/** Texts that a buyer changes: drawn by the server in the style of their layer, saved, printed, and read by signed addresses alone. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TextFlow } from '../../contract/rules/appearance'
import { layerWrite } from '../../contract/schemas/templates'
import type { TemplateLayerWrite } from '../../contract/types'
import { drawnFrom } from '../domain/buyer/origins'
import { isPrivateKey } from '../domain/files/addresses'
import { readStored } from '../domain/orders/picture-bytes'
import { templateHandlers } from '../domain/templates/handlers'
import { addFont, type BuyerShop, buyer, drawWaiting, openBuyerShop, toWrite } from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { layer } from './template-studio'

let domain: Domain
let shop: BuyerShop
let fontId: number
beforeAll(async () => {
  domain = await openDomain()
  shop = await openBuyerShop(domain)
  fontId = await addFont(shop)
})
afterAll(() => domain.close())

const style = { verticalText: false, textAlign: 'center', letterSpacing: 0, lineHeight: 1.2 } as const
const ink = '#ff0000'

/** Begins a design whose only layer is a text of the template in this style. */
async function beginWithText(change: Partial<TemplateLayerWrite>) {
  const { id } = await templateHandlers.templates.create(
    {
      body: {
        collectionId: shop.template.collectionId,
        width: 200,
        height: 400,
        thumbnailFileId: null,
        layers: [
          layer(await shop.picture('#00000000'), {
            ...{ uuid: 'name', name: '名字', type: 'TEXT', text: '名字', fontId, fontColor: ink, isUserUploadImage: false },
            ...{ left: 20, top: 100, width: 160, height: 160, rotation: 0, verticalFlip: false, ...style, ...change },
          }),
        ],
      },
    },
    shop.ctx,
  )
  return shop.begin(id)
}
type Begun = Awaited<ReturnType<typeof beginWithText>>

const draw = ({ design, secret }: Begun, text: string, like: string | null = 'name') =>
  buyer.drawText({ params: { id: design.id }, body: { text, fontId, fontColor: ink, like } }, shop.visitor(secret))

/** Saves the design with another text in its layer, drawn as the page draws it; a call's fields come in the order of their schema. */
async function saveText(begun: Begun, text: string, change: Partial<TemplateLayerWrite> = {}) {
  const drawn = await draw(begun, text)
  const layers = toWrite(begun.design.layers).map((one) =>
    layerWrite.parse({
      ...one,
      text,
      imageFileId: drawn.imageFileId,
      originalWidth: drawn.width,
      originalHeight: drawn.height,
      ...change,
    }),
  )
  return buyer.save(
    { params: { id: begun.design.id }, body: { ...shop.chosen, revision: 1, layers } },
    shop.visitor(begun.secret),
  )
}

const flows: readonly TextFlow[] = [
  { kind: 'arc', bend: 70 },
  { kind: 'arc', bend: -33.5 },
  { kind: 'circle', inside: true },
  { kind: 'circle', inside: false },
  ...(['ellipse', 'heart', 'diamond', 'triangle'] as const).map((form) => ({ kind: 'shape', form }) as const),
]

describe('a text of the template', () => {
  test.each<[string, Partial<TemplateLayerWrite>]>([
    ...flows.map((textFlow): [string, Partial<TemplateLayerWrite>] => [JSON.stringify(textFlow), { textFlow }]),
    ['straight', {}],
    ['vertical', { verticalText: true }],
    ['spaced and set to the left', { letterSpacing: 0.25, lineHeight: 1.5, textAlign: 'start' }],
    ['without any style of its own', { letterSpacing: undefined, lineHeight: undefined, textAlign: undefined }],
  ])('a text of the template that runs %s is changed by the buyer, saved and printed', async (_name, change) => {
    const begun = await beginWithText(change)
    const saved = await saveText(begun, '阿明阿明')
    const submitted = await buyer.submit(
      { params: { id: saved.id }, body: { revision: saved.revision, consent: true } },
      shop.visitor(begun.secret),
    )
    expect(submitted.status).toBe('submitted')
    await drawWaiting(shop.ctx)
    const { key } = await shop.ctx.db
      .selectFrom('buyer_design')
      .innerJoin('file', 'file.id', 'buyer_design.print_file_id')
      .select('file.storage_key as key')
      .where('buyer_design.id', '=', saved.id)
      .executeTakeFirstOrThrow()
    const { channels } = await sharp(await readStored(shop.ctx, key)).stats()
    // The template's own picture is transparent, so all ink is the buyer's text.
    expect(channels.map(({ max }) => max)).toEqual([255, 0, 0, 255])
  })

  test('a text of the template whose drawing was made for another flow is refused', async () => {
    const begun = await beginWithText({ textFlow: { kind: 'arc', bend: 70 } })
    await expect(saveText(begun, '阿明', { textFlow: { kind: 'arc', bend: 69 } })).rejects.toMatchObject({ code: 'invalid' })
    const straight = await draw(begun, '阿明', null)
    const { imageFileId, width: originalWidth, height: originalHeight } = straight
    await expect(saveText(begun, '阿明', { imageFileId, originalWidth, originalHeight })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  test('a text of the template is drawn once for equal values, in whatever order the database keeps their fields', () => {
    const sorted = (textFlow: object) => drawnFrom({ textFlow: textFlow as TextFlow, text: '阿明', ...style })
    for (const flow of flows) {
      const turned = Object.fromEntries(Object.entries(flow).reverse())
      expect(sorted(turned)).toBe(sorted(flow))
    }
    expect(new Set(flows.map(sorted)).size).toBe(flows.length)
  })
})

test('a drawn text, which may be a telephone number, has a signed address that ends', async () => {
  const begun = await beginWithText({})
  const { imageFileId, imageUrl } = await draw(begun, '13800001234')
  const file = await shop.ctx.db.selectFrom('file').select('storage_key').where('id', '=', imageFileId).executeTakeFirstOrThrow()
  expect(isPrivateKey(file.storage_key)).toBe(true)
  expect(imageUrl).toMatch(/^\/files\/p[0-9a-f]{32}-\d+-[0-9a-f]{32}\//)
  expect((await draw(begun, '13800001234')).imageFileId).toBe(imageFileId)
})
