/** Buyers' photos and texts are judged before an order has the design: passed, refused, or left to the seller. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuyerDesign } from '../../contract/types'
import { judgeDesign } from '../domain/buyer/moderation'
import { createChecker } from '../embedded/moderation/checker'
import { createHttpModeration } from '../infra/moderation/http'
import { reviewPhotos } from '../infra/moderation/review'
import type { Moderation, ModerationItem } from '../ports/moderation'
import { type BuyerShop, buyer, buyerDesigns, openBuyerShop, photoFor, printedColor, submitted, toWrite } from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { itemOf, orderOf } from './order-shop'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

/** A shop whose buyers' designs are judged by `moderation`. */
async function openJudged(moderation: Moderation): Promise<BuyerShop> {
  const shop = await openBuyerShop(domain)
  const visitor: BuyerShop['visitor'] = (bearer) => ({ ...shop.visitor(bearer), moderation })
  return { ...shop, visitor, ctx: { ...shop.ctx, moderation } }
}
const queue = async ({ ctx }: BuyerShop) =>
  (await buyerDesigns.list({ query: { pageNo: 1, pageSize: 20, underReview: true } }, ctx)).items
const allow = ({ ctx }: BuyerShop, { id, submittedRevision }: BuyerDesign) =>
  buyerDesigns.allow({ params: { id }, body: { submittedRevision: submittedRevision ?? 0 } }, ctx)
const countIn = async (shop: BuyerShop) => (await shop.list())[0]?.orderItems.map(({ customizations }) => customizations.length)

describe('a design that the seller has to look at', () => {
  test('a design under review is in no order until it is allowed, and goes then to the item that its code named', async () => {
    const shop = await openJudged(reviewPhotos)
    const begun = await shop.begin()
    const design = await submitted(shop, begun, '#ff0000')
    expect(design).toMatchObject({ status: 'submitted', isUnderReview: true })
    await shop.take(orderOf('m1', [itemOf('m1-1', null), itemOf('m1-2', null)], { buyerMessage: design.code }))
    expect(await countIn(shop)).toEqual([0, 0])
    expect(await queue(shop)).toMatchObject([{ code: design.code, orderOriginalId: 'm1', isUnderReview: true }])
    // The item is kept for it: another design goes to the next one.
    const second = await submitted(shop, await shop.begin(), '#0000ff')
    const [order] = await shop.list()
    await buyerDesigns.bind({ body: { code: second.code, orderId: order?.id ?? 0 } }, shop.ctx)
    await allow(shop, second)
    expect(await countIn(shop)).toEqual([0, 1])
    await allow(shop, design)
    await allow(shop, design)
    expect(await countIn(shop)).toEqual([1, 1])
    expect((await printedColor(shop))?.color).toEqual([255, 0, 0])
    expect(await queue(shop)).toEqual([])
  })

  test('a design under review leaves its order when another photo is submitted, and a seller cannot allow what he did not see', async () => {
    const shop = await openJudged(reviewPhotos)
    const begun = await shop.begin()
    const design = await submitted(shop, begun, '#ff0000')
    await shop.take(orderOf('m2', [itemOf('m2-1', null)], { buyerMessage: design.code }))
    await allow(shop, design)
    expect(await countIn(shop)).toEqual([1])
    const changed = await submitted(shop, { ...begun, design }, '#00ff00')
    expect([changed.isUnderReview, await countIn(shop)]).toEqual([true, [0]])
    await expect(allow(shop, design)).rejects.toMatchObject({ code: 'conflict' })
    // The seller is not asked again about content that was allowed once: only the case changes here.
    await allow(shop, changed)
    const body = { ...shop.chosen, revision: changed.revision, layers: toWrite(changed.layers) }
    const saved = await buyer.save({ params: { id: design.id }, body }, shop.visitor(begun.secret))
    const same = await buyer.submit(
      { params: { id: design.id }, body: { revision: saved.revision, consent: true } },
      shop.visitor(begun.secret),
    )
    expect([same.isUnderReview, await countIn(shop)]).toEqual([false, [1]])
  })

  test('a design that is sent back with a reason leaves the queue, and returns to its item when the next one is allowed', async () => {
    const shop = await openJudged(reviewPhotos)
    const begun = await shop.begin()
    const design = await submitted(shop, begun, '#ff0000')
    await shop.take(orderOf('m3', [itemOf('m3-1', null)], { buyerMessage: design.code }))
    await buyerDesigns.reject({ params: { id: design.id }, body: { reason: '照片太暗' } }, shop.ctx)
    expect(await queue(shop)).toEqual([])
    await expect(allow(shop, design)).rejects.toMatchObject({ code: 'conflict' })
    const again = await submitted(shop, { ...begun, design }, '#00ff00')
    expect(await countIn(shop)).toEqual([0])
    await allow(shop, again)
    expect((await printedColor(shop))?.color).toEqual([0, 255, 0])
  })

  test('a design under review is handed to the platform of its order only when it is allowed, and no more when another photo waits', async () => {
    const shop = await openJudged(reviewPhotos)
    await shop.ctx.db.updateTable('shop').set({ type: 'DOUDIAN' }).where('id', '=', shop.shopId).execute()
    await shop.take(orderOf('6900000000009', [itemOf('p-1', null)]))
    const order = { orderOriginalId: '6900000000009', userId: 'o-1' }
    const body = { ...shop.chosen, templateId: shop.template.id, preview: false, order }
    const begun = await buyer.begin({ params: { token: shop.token }, body }, shop.visitor())
    const design = await submitted(shop, begun, '#ff0000')
    const deliveryIn = async () =>
      (await buyerDesigns.list({ query: { pageNo: 1, pageSize: 20 } }, shop.ctx)).items[0]?.delivery ?? null
    expect([(await queue(shop))[0]?.orderOriginalId, await deliveryIn()]).toEqual(['6900000000009', null])
    await allow(shop, design)
    expect(await deliveryIn()).toEqual({ status: 'waiting', error: null })
    await submitted(shop, { ...begun, design }, '#00ff00')
    expect(await deliveryIn()).toBeNull()
  })
})

describe('a checker', () => {
  const secret = 'a secret of at least thirty-two characters'
  const clock = { now: () => new Date('2026-11-23T08:00:00Z') }
  const url = 'http://checker.test/judge'

  test("a checker of the operator gets the buyer's content with a signature, and refuses by the name of the layer", async () => {
    const asked: ModerationItem[] = []
    const checker = createChecker({ secret, pictures: 'block' })
    const moderation = createHttpModeration({
      url,
      secret,
      clock,
      send: async (request) => {
        asked.push(...((await request.clone().json()) as { items: ModerationItem[] }).items)
        return checker(request)
      },
    })
    const shop = await openJudged(moderation)
    const begun = await shop.begin()
    await expect(submitted(shop, begun, '#ff0000')).rejects.toMatchObject({
      code: 'invalid',
      message: '「照片」：这张图片没有通过内容检查，请换一张图片',
    })
    // The template's own frame is not the buyer's.
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ kind: 'picture', url: expect.stringMatching(/\/files\//) })
    const [row] = await shop.ctx.db
      .selectFrom('buyer_check')
      .select(['verdict', 'reason'])
      .where('design_id', '=', begun.design.id)
      .execute()
    expect(row).toEqual({ verdict: 'block', reason: '图片需要人工确认' })
    const wrong = createHttpModeration({ url, secret: 'another secret of thirty-two characters', clock, send: checker })
    await expect(wrong.check(asked)).rejects.toThrow('401')
    const words = ['小明', '可疑的话', '违禁品'].map((text, at) => ({ id: String(at), kind: 'text', text }) as const)
    const judged = await createHttpModeration({ url, secret, clock, send: checker }).check(words)
    expect([...judged.values()].map(({ verdict }) => verdict)).toEqual(['pass', 'review', 'block'])
  })

  test.each([
    ['is down', () => Promise.reject(new Error('connect ECONNREFUSED'))],
    ['answers nonsense', async () => Response.json({ items: [{ id: 'x', verdict: 'fine' }] })],
    ['answers about other things', async () => Response.json({ items: [] })],
  ])('a checker that %s leaves the design to the seller, and is asked again at the next submission', async (_, send) => {
    let isWell = false
    const checker = createChecker({ secret })
    const moderation = createHttpModeration({ url, secret, clock, send: (request) => (isWell ? checker(request) : send()) })
    const shop = await openJudged(moderation)
    const begun = await shop.begin()
    const design = await submitted(shop, begun, '#ff0000')
    expect(design.isUnderReview).toBe(true)
    expect(await queue(shop)).toMatchObject([{ reviewReasons: ['内容检查服务没有回应'] }])
    isWell = true
    expect((await submitted(shop, { ...begun, design }, '#00ff00')).isUnderReview).toBe(false)
    expect(await queue(shop)).toEqual([])
  })
})

describe('texts', () => {
  /** A checker that knows one word, like one that searches for words does. */
  const searching: Moderation = {
    check: async (items) =>
      new Map(
        items.map((item) => {
          const isBad = item.kind === 'text' && item.text.includes('违禁')
          return [item.id, isBad ? { verdict: 'block' as const, reason: '词语' } : { verdict: 'pass' as const, reason: null }]
        }),
      ),
  }
  const box = { type: 'TEXT', isUserUploadImage: false, locked: false } as const
  const judgedTexts = async (...texts: readonly (readonly [text: string, top: number, left: number])[]) => {
    const shop = await openJudged(searching)
    const { design } = await shop.begin()
    const [first] = design.layers
    if (!first) throw new Error('the template has no layer')
    const fileId = await photoFor(shop, design.id, '#111111')
    const layers = texts.map(([text, top, left], at) => ({
      ...first,
      ...box,
      uuid: `t${at}`,
      name: `字${at}`,
      imageFileId: fileId,
      text,
      top,
      left,
    }))
    await shop.ctx.db
      .updateTable('buyer_design')
      .set({ layers: JSON.stringify(layers) })
      .where('id', '=', design.id)
      .execute()
    const row = await shop.ctx.db.selectFrom('buyer_design').selectAll().where('id', '=', design.id).executeTakeFirstOrThrow()
    return judgeDesign({ ...shop.ctx, moderation: searching }, row).then(
      () => 'passes',
      (error: Error) => error.message,
    )
  }

  test.each(['违禁', '违 禁', '违\u200b禁', '违.禁', '违—禁', '违\n禁', '违\u00ad禁'])(
    '“%s” is found however the word is spread',
    async (text) => {
      expect(await judgedTexts([text, 0, 0])).toBe('「字0」：这段文字没有通过内容检查，请换一段文字')
    },
  )

  test('a word that is spread over two layers is found as it is read, and others pass', async () => {
    const together = '这几段文字连在一起没有通过内容检查，请换一段文字'
    expect(await judgedTexts(['禁', 10, 0], ['违', 0, 0])).toBe(together)
    expect(await judgedTexts(['违', 5, 0], ['禁', 5, 60])).toBe(together)
    expect(await judgedTexts(['禁', 0, 0], ['违', 10, 0])).toBe('passes')
    expect(await judgedTexts(['小明 ♥ 小红', 0, 0], ['2026', 10, 0])).toBe('passes')
  })
})

describe('showing a design to others', () => {
  const blocking: Moderation = {
    check: async (items) => new Map(items.map(({ id }) => [id, { verdict: 'block' as const, reason: '图片' }])),
  }
  const share = (shop: BuyerShop, { secret, design }: { secret: string; design: BuyerDesign }) =>
    buyer.share({ params: { id: design.id } }, shop.visitor(secret))
  const withPhoto = async (shop: BuyerShop) => {
    const begun = await shop.begin()
    const fileId = await photoFor(shop, begun.design.id, '#ff0000')
    const layers = toWrite(begun.design.layers).map((one) => (one.uuid === 'photo' ? { ...one, imageFileId: fileId } : one))
    const body = { ...shop.chosen, revision: begun.design.revision, layers }
    const design = await buyer.save({ params: { id: begun.design.id }, body }, shop.visitor(begun.secret))
    return { secret: begun.secret, design }
  }

  test('showing a design to others is refused for a photo that is not allowed, and for one that the seller has not seen', async () => {
    const blocked = await openJudged(blocking)
    await expect(share(blocked, await withPhoto(blocked))).rejects.toMatchObject({
      message: '「照片」：这张图片没有通过内容检查，请换一张图片',
    })
    const doubtful = await openJudged(reviewPhotos)
    await expect(share(doubtful, await withPhoto(doubtful))).rejects.toMatchObject({
      code: 'conflict',
      message: '这个设计里有店家还没有看过的内容，暂时不能给别人看',
    })
  })

  test('showing a design to others ends when a photo is put in after it was shared, until that one has passed', async () => {
    let verdict: 'pass' | 'review' = 'pass'
    const shop = await openJudged({
      check: async (items) => new Map(items.map(({ id }) => [id, { verdict, reason: null }])),
    })
    const begun = await withPhoto(shop)
    const { token } = await share(shop, begun)
    const { id } = begun.design
    expect((await buyer.shared({ params: { id } }, shop.visitor(token))).shopName).toBe('抖店一号')
    verdict = 'review'
    await submitted(shop, begun, '#00ff00')
    await expect(buyer.shared({ params: { id } }, shop.visitor(token))).rejects.toMatchObject({ code: 'conflict' })
  })
})

test('without moderation everything passes and nothing is asked', async () => {
  const shop = await openBuyerShop(domain)
  const begun = await shop.begin()
  await photoFor(shop, begun.design.id, '#123456')
  expect((await submitted(shop, begun, '#ff0000')).isUnderReview).toBe(false)
})
