/** A buyer goes on with a copy of a design of his own, and gets back a print file that was lost. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { charge } from '../domain/credits/charge'
import { correctDesign } from '../domain/orders/design/change'
import { readDesign, toShownDesign } from '../domain/orders/design/stored-design'
import { readStored } from '../domain/orders/picture-bytes'
import { preflight } from '../domain/orders/preflight'
import { updateLink } from '../domain/shops/links'
import type { Ctx } from '../kernel/context'
import { type BuyerShop, buyer, buyerDesigns, drawWaiting, openBuyerShop, printedColor, submitted, toWrite } from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { buyCredits, itemOf, orderOf } from './order-shop'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

type Begun = Awaited<ReturnType<BuyerShop['begin']>>

const copyOf = (shop: BuyerShop, { design, secret }: Begun, body: object = {}) =>
  buyer.copy({ params: { id: design.id }, body: { preview: false, ...body } }, shop.visitor(secret))
const get = (shop: BuyerShop, { design, secret }: Begun) => buyer.get({ params: { id: design.id } }, shop.visitor(secret))
const submit = (shop: BuyerShop, { design, secret }: Begun) =>
  buyer.submit({ params: { id: design.id }, body: { revision: design.revision, consent: true } }, shop.visitor(secret))
const save = (shop: BuyerShop, { design, secret }: Begun, change: object = {}) =>
  buyer.save(
    {
      params: { id: design.id },
      body: { ...shop.chosen, revision: design.revision, layers: toWrite(design.layers), ...change },
    },
    shop.visitor(secret),
  )

/** A buyer's submitted design with his photo, and the secret with which he opens it. */
async function ready(shop: BuyerShop) {
  const begun = await shop.begin()
  return { secret: begun.secret, design: await submitted(shop, begun, '#ff0000') }
}

describe('a copy of a submitted design', () => {
  test('a copy of a submitted design has its layers and photos, a code and a secret of its own, and is ordered like any other', async () => {
    const shop = await openBuyerShop(domain)
    const first = await ready(shop)
    const second = await copyOf(shop, first)
    expect(second.design).toMatchObject({ status: 'draft', revision: 1, submittedRevision: null, isBound: false })
    expect(second.design.code).not.toBe(first.design.code)
    expect(second.design.layers).toEqual(first.design.layers)
    await expect(get(shop, { ...second, secret: first.secret })).rejects.toMatchObject({ code: 'not-found' })
    const saved = { ...second, design: await save(shop, second) }
    await submit(shop, saved)
    await drawWaiting(shop.ctx)
    await shop.take(orderOf('5100000000001', [itemOf('a', null)], { buyerMessage: second.design.code }))
    expect((await printedColor(shop))?.color).toEqual([255, 0, 0])
    expect((await get(shop, first)).isBound).toBe(false)
  })

  test('a copy of a submitted design keeps its photo when the first one is deleted', async () => {
    const shop = await openBuyerShop(domain)
    const first = await ready(shop)
    const second = await copyOf(shop, first)
    await buyer.remove({ params: { id: first.design.id } }, shop.visitor(first.secret))
    const files = await shop.ctx.db
      .selectFrom('buyer_file')
      .select(['file_id', 'origin'])
      .where('design_id', '=', second.design.id)
      .execute()
    const photo = second.design.layers.find(({ uuid }) => uuid === 'photo')
    expect(files).toContainEqual({ file_id: photo?.imageFileId, origin: 'photo' })
    await submit(shop, second)
    await drawWaiting(shop.ctx)
    expect(await get(shop, second)).toMatchObject({ status: 'submitted', drawing: null })
  })

  test('a copy of a design that is made already can be changed, and goes into the order for which the page was opened', async () => {
    const shop = await openBuyerShop(domain)
    const first = await ready(shop)
    await shop.take(orderOf('5100000000002', [itemOf('b', null)], { buyerMessage: first.design.code }))
    await shop.take(orderOf('5100000000003', [itemOf('c', null)]))
    const order = { orderOriginalId: '5100000000003', userId: null }
    const second = await copyOf(shop, first, { order })
    expect(second.design).toMatchObject({ forOrder: '5100000000003', lockText: null })
    expect(await submit(shop, second)).toMatchObject({ isBound: true })
  })

  test('a copy of a submitted design is refused in words where the link begins nothing any more, and counts like a beginning', async () => {
    const shop = await openBuyerShop(domain)
    const first = await ready(shop)
    const { address } = shop.visitor()
    const ends = new Date(Date.now() + 60_000)
    await shop.ctx.db
      .insertInto('shared_limit')
      .values({ key: `buyer:begin:${address}`, used: 60, ends_at: ends })
      .execute()
    const crowded = { ...shop.visitor(first.secret), address }
    await expect(buyer.copy({ params: { id: first.design.id }, body: { preview: false } }, crowded)).rejects.toMatchObject({
      code: 'proof-required',
    })
    const link = { ...shop.link, name: undefined }
    await updateLink(shop.ctx, shop.link.id, { ...link, endsAt: shop.ctx.clock.now().getTime() - 1000 })
    await expect(copyOf(shop, first)).rejects.toMatchObject({ code: 'conflict', message: expect.stringMatching(/结束|截止/) })
    await updateLink(shop.ctx, shop.link.id, { ...link, endsAt: null, enabled: false })
    await expect(copyOf(shop, first)).rejects.toMatchObject({ code: 'conflict' })
  })
})

/** Loses the print file of a design as an account's cleanup or a broken import does: its row is gone. */
async function losePrint({ ctx }: BuyerShop, { design }: Begun): Promise<void> {
  const { print_file_id } = await ctx.db
    .selectFrom('buyer_design')
    .select('print_file_id')
    .where('id', '=', design.id)
    .executeTakeFirstOrThrow()
  await ctx.db
    .updateTable('customization')
    .set({ customized_file_id: null })
    .where('customized_file_id', '=', print_file_id)
    .execute()
  await ctx.db.deleteFrom('customization_version').where('customized_file_id', '=', print_file_id).execute()
  await ctx.db
    .deleteFrom('file')
    .where('id', '=', print_file_id ?? 0)
    .execute()
}

describe.each([
  ['whose drawing ended', async () => undefined],
  // As designs of versions that drew at once: nothing of their drawing was kept.
  ['without a drawing', ({ db }: Ctx, id: number) => db.deleteFrom('buyer_drawing').where('design_id', '=', id).execute()],
])('a lost print file of a submission %s', (_, forget) => {
  test('a lost print file is reported to buyer and seller, and drawn again by either of them', async () => {
    const shop = await openBuyerShop(domain)
    const [one, other] = [await ready(shop), await ready(shop)]
    const rowOf = async ({ design }: Begun) =>
      (await buyerDesigns.list({ query: { pageNo: 1, pageSize: 20 } }, shop.ctx)).items.find(({ id }) => id === design.id)
    const failed = { status: 'failed', error: '打印文件丢失了，需要重新生成' }
    for (const lost of [one, other]) {
      await losePrint(shop, lost)
      await forget(shop.ctx, lost.design.id)
      expect(await get(shop, lost)).toMatchObject({ drawing: failed })
      expect(await rowOf(lost)).toMatchObject({ drawing: failed })
    }
    expect(await submit(shop, { ...one, design: await get(shop, one) })).toMatchObject({ drawing: { status: 'waiting' } })
    expect(await buyerDesigns.draw({ params: { id: other.design.id } }, shop.ctx)).toMatchObject({
      drawing: { status: 'waiting' },
    })
    await drawWaiting(shop.ctx)
    for (const drawn of [one, other]) {
      expect((await get(shop, drawn)).drawing).toBeNull()
      expect(await rowOf(drawn)).toMatchObject({ drawing: null })
    }
  })

  test('a lost print file of a design in an order is reported there as lost and not as unfinished, and comes back into the order', async () => {
    const shop = await openBuyerShop(domain)
    const one = await ready(shop)
    await shop.take(orderOf('5200000000001', [itemOf('l', null)], { buyerMessage: one.design.code }))
    const [made] = (await shop.list())[0]?.orderItems[0]?.customizations ?? []
    await losePrint(shop, one)
    await forget(shop.ctx, one.design.id)
    const findings = async () => (await preflight(shop.ctx, [made?.id ?? 0]))[0]?.findings
    expect(await findings()).toContainEqual({ code: 'missing', text: expect.any(String) })
    // An import since has taken the design into the order again, as it is now.
    await shop.ctx.db
      .updateTable('customization')
      .set({ customized_image_url: null })
      .where('id', '=', made?.id ?? 0)
      .execute()
    expect(await findings()).toContainEqual({ code: 'undrawn', text: expect.stringMatching(/丢失了.*重新生成/) })
    expect((await shop.list())[0]?.orderItems[0]?.customizations[0]).toMatchObject({ drawing: 'failed' })
    await buyerDesigns.draw({ params: { id: one.design.id } }, shop.ctx)
    await drawWaiting(shop.ctx)
    expect((await printedColor(shop))?.color).toEqual([255, 0, 0])
  })
})

describe.each([{ corrected: false }, { corrected: true }])(
  'a charged design (corrected by the seller: $corrected)',
  ({ corrected }) => {
    test('a submission gets a lost print file back for its order and for itself, each with its own pixels and free of charge', async () => {
      const shop = await openBuyerShop(domain)
      const { ctx } = shop
      const one = await ready(shop)
      await shop.take(orderOf('5300000000001', [itemOf('l', null)], { buyerMessage: one.design.code }))
      const [made] = (await shop.list())[0]?.orderItems[0]?.customizations ?? []
      const id = made?.id ?? 0
      if (corrected) {
        const { version, width, height, layers } = await toShownDesign(ctx, await readDesign(ctx, id))
        await correctDesign(ctx, id, {
          version,
          width,
          height,
          layers: layers.map((layer) => ({ ...layer, left: layer.left + 7 })),
        })
      }
      await buyCredits(ctx, 6000)
      await charge(ctx, [id])
      const before = await readDesign(ctx, id)
      const pixels = await readStored(ctx, before.storageKey ?? '')
      await losePrint(shop, one)
      if (corrected) await ctx.storage.remove(before.storageKey ?? '')
      const list = async () => (await buyerDesigns.list({ query: { pageNo: 1, pageSize: 20 } }, ctx)).items
      expect(await list()).toMatchObject([{ drawing: { status: 'failed' } }])
      await buyerDesigns.draw({ params: { id: one.design.id } }, ctx)
      await drawWaiting(ctx)
      const after = await readDesign(ctx, id)
      expect((await readStored(ctx, after.storageKey ?? '')).equals(pixels)).toBe(true)
      expect(after.version).toBe(before.version)
      expect(await list()).toMatchObject([{ drawing: null }])
      expect(await charge(ctx, [id])).toMatchObject({ charged: [], credits: 6000 - 60 })
    })

    test('a submission with a lost print file says to its buyer that the case is being made', async () => {
      const shop = await openBuyerShop(domain)
      const one = await ready(shop)
      await shop.take(orderOf('5300000000002', [itemOf('l', null)], { buyerMessage: one.design.code }))
      await buyCredits(shop.ctx, 6000)
      await charge(shop.ctx, [(await shop.list())[0]?.orderItems[0]?.customizations[0]?.id ?? 0])
      await losePrint(shop, one)
      expect(await get(shop, one)).toMatchObject({ drawing: { status: 'failed' }, lockText: expect.stringContaining('联系客服') })
    })
  },
)

test('a design that is deleted while its print is drawn leaves no file and no drawing', async () => {
  const shop = await openBuyerShop(domain)
  const begun = await shop.begin()
  await save(shop, begun)
  const design = await submit(shop, { ...begun, design: await get(shop, begun) })
  let drawn = 0
  const renderShown: Ctx['renderer']['renderShown'] = async (input, on) => {
    const both = await shop.ctx.renderer.renderShown(input, on)
    drawn += 1
    await buyer.remove({ params: { id: design.id } }, shop.visitor(begun.secret))
    return both
  }
  await drawWaiting({ ...shop.ctx, renderer: { ...shop.ctx.renderer, renderShown } })
  expect(drawn).toBe(1)
  const kept = await shop.ctx.db
    .selectFrom('file')
    .select('unused_since')
    .where('account_id', '=', shop.ctx.actor.accountId)
    .where('name', 'like', `buyer-${design.code}%`)
    .execute()
  // Files that were stored before the deletion was noticed are removed by the next cleanup.
  expect(kept.filter(({ unused_since }) => unused_since?.getTime() !== 0)).toEqual([])
  expect(await shop.ctx.db.selectFrom('buyer_drawing').select('id').where('design_id', '=', design.id).execute()).toEqual([])
  await expect(get(shop, begun)).rejects.toMatchObject({ code: 'not-found' })
})
