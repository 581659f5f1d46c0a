/** A submission is accepted at once, and a job draws it: once, in turn, and only as long as it counts. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { openSetting } from '../../contract/open-setting'
import type { BuyerDesign } from '../../contract/types'
import { catalogueHandlers } from '../domain/catalogue/handlers'
import { charge } from '../domain/credits/charge'
import { correctDesign } from '../domain/orders/design/change'
import { readDesign, toShownDesign } from '../domain/orders/design/stored-design'
import { preflight } from '../domain/orders/preflight'
import { createLink, listUrls } from '../domain/shops/links'
import { drawingRepair, drawingWork } from '../jobs/drawings'
import type { Ctx } from '../kernel/context'
import {
  type BuyerShop,
  buyer,
  buyerDesigns,
  drawWaiting,
  openBuyerShop,
  photoFor,
  printedColor,
  submitted,
  toWrite,
} from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { openTestEngine } from './jobs'
import { buyCredits, itemOf, orderOf } from './order-shop'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

/** A shop whose case has a picture, so that there are effect images. */
async function openShop(of: Domain): Promise<BuyerShop> {
  const shop = await openBuyerShop(of)
  const file = await shop.picture('#00000000', 100, 200)
  await shop.ctx.db.updateTable('file').set({ kind: fileKind.wireframe }).where('id', '=', file).execute()
  const frame = { width: 100, height: 200, foregroundImageFileId: file, widthMm: 20, heightMm: 40 }
  const { id: wireframeId } = await catalogueHandlers.wireframes.create({ body: frame }, shop.ctx)
  const key = `${shop.model.id}-${shop.color.id}`
  await catalogueHandlers.phoneCaseSkus.update({ params: { key }, body: { ...shop.ids, wireframeId, enabled: true } }, shop.ctx)
  return shop
}

interface Begun {
  readonly secret: string
  readonly design: BuyerDesign
}

/** Saves the design with a photo of this colour, without submitting it. */
async function saved(shop: BuyerShop, { secret, design }: Begun, color: string): Promise<Begun> {
  const fileId = await photoFor(shop, design.id, color)
  const layers = toWrite(design.layers).map((one) => (one.uuid === 'photo' ? { ...one, imageFileId: fileId } : one))
  const body = { ...shop.chosen, revision: design.revision, layers }
  return { secret, design: await buyer.save({ params: { id: design.id }, body }, shop.visitor(secret)) }
}

const submit = (shop: BuyerShop, { secret, design }: Begun) =>
  buyer.submit({ params: { id: design.id }, body: { revision: design.revision, consent: true } }, shop.visitor(secret))

/** Submits a design with a photo of this colour; it waits for its drawing. */
async function accepted(shop: BuyerShop, begun: Begun, color: string): Promise<Begun> {
  const one = await saved(shop, begun, color)
  return { secret: one.secret, design: await submit(shop, one) }
}

const get = (shop: BuyerShop, { secret, design }: Begun) => buyer.get({ params: { id: design.id } }, shop.visitor(secret))
const stateOf = async (shop: BuyerShop, { secret, design }: Begun) =>
  (await buyer.drawing({ params: { id: design.id } }, shop.visitor(secret))).drawing
const rowOf = async (shop: BuyerShop, { design }: Begun) => {
  const { items } = await buyerDesigns.list({ query: { pageNo: 1, pageSize: 100 } }, shop.ctx)
  return items.find(({ id }) => id === design.id)
}

/** Names and states of the drawings that the account has, also of those that are to be removed. */
const drawnFiles = ({ ctx }: BuyerShop) =>
  ctx.db
    .selectFrom('file')
    .select(['id', 'storage_key', 'unused_since'])
    .where('account_id', '=', ctx.actor.accountId)
    .where('name', 'like', 'buyer-%')
    .orderBy('id')
    .execute()

/** The context of jobs that do `work` while each print is drawn. */
function drawingDuring(ctx: Ctx, work: () => Promise<unknown>): Ctx & { readonly drawn: () => number } {
  let prints = 0
  const renderShown: Ctx['renderer']['renderShown'] = async (input, on) => {
    prints += 1
    const drawn = await ctx.renderer.renderShown(input, on)
    await work()
    return drawn
  }
  return { ...ctx, renderer: { ...ctx.renderer, renderShown }, drawn: () => prints }
}
const counted = (ctx: Ctx) => drawingDuring(ctx, async () => undefined)

describe('a submission', () => {
  test('a submission is answered with its code before it is drawn, and shows its picture afterwards', async () => {
    const shop = await openShop(domain)
    const one = await accepted(shop, await shop.begin(), '#ff0000')
    expect(one.design).toMatchObject({ status: 'submitted', effectImageUrl: null, drawing: { status: 'waiting', error: null } })
    expect(one.design.code).toMatch(/^[0-9A-Z]{8}$/)
    expect(await get(shop, one)).toMatchObject({ drawing: { status: 'waiting' } })
    expect(await rowOf(shop, one)).toMatchObject({ drawing: { status: 'waiting', error: null }, effectImageUrl: null })
    await drawWaiting(shop.ctx)
    expect(await stateOf(shop, one)).toBeNull()
    expect(await get(shop, one)).toMatchObject({ status: 'submitted', drawing: null, effectImageUrl: expect.any(String) })
    expect(await rowOf(shop, one)).toMatchObject({ drawing: null, effectImageUrl: expect.any(String) })
  })

  test('a submission that is pressed often is drawn once, and counted once', async () => {
    const shop = await openShop(domain)
    const one = await saved(shop, await shop.begin(), '#ff0000')
    await Promise.all(Array.from({ length: 50 }, () => submit(shop, one)))
    const ctx = counted(shop.ctx)
    await drawWaiting(ctx)
    await Promise.all([submit(shop, one), drawWaiting(ctx)])
    expect([ctx.drawn(), (await drawnFiles(shop)).length]).toEqual([1, 2])
    const { used } = await ctx.db
      .selectFrom('shared_limit')
      .select('used')
      .where('key', '=', `buyer:submit:${one.design.id}`)
      .executeTakeFirstOrThrow()
    expect(used).toBe(1)
  })

  test('a submission over one that waits takes its place, and the former one is not drawn', async () => {
    const shop = await openBuyerShop(domain)
    await shop.take(orderOf('10', [itemOf('10-1', null)]))
    const first = await accepted(shop, await shop.begin(), '#ff0000')
    const other = await accepted(shop, await shop.begin(), '#00ff00')
    const [order] = await shop.list()
    await buyerDesigns.bind({ body: { code: first.design.code, orderId: order?.id ?? 0 } }, shop.ctx)
    const second = await accepted(shop, first, '#0000ff')
    expect([(await stateOf(shop, second))?.ahead, (await stateOf(shop, other))?.ahead]).toEqual([0, 1])
    const ctx = counted(shop.ctx)
    await drawWaiting(ctx)
    expect(ctx.drawn()).toBe(2)
    expect((await printedColor(shop))?.color).toEqual([0, 0, 255])
  })

  test('a submission of more than forty revisions in a day is refused, however long each waits', async () => {
    const shop = await openBuyerShop(domain)
    let one = await saved(shop, await shop.begin(), '#ff0000')
    await shop.ctx.db
      .insertInto('shared_limit')
      .values({ key: `buyer:submit:${one.design.id}`, used: 39, ends_at: new Date(Date.now() + 3_600_000) })
      .execute()
    await submit(shop, one)
    await submit(shop, one)
    one = await saved(shop, one, '#00ff00')
    await expect(submit(shop, one)).rejects.toMatchObject({ code: 'too-many-requests' })
    await expect(submit(shop, one)).rejects.toMatchObject({ code: 'too-many-requests' })
  })
})

describe('an order whose design waits for its drawing', () => {
  test('an order whose design waits for its drawing shows the design without a picture, and is neither charged nor changed until it is drawn', async () => {
    const shop = await openBuyerShop(domain)
    await buyCredits(shop.ctx, 60)
    const one = await accepted(shop, await shop.begin(), '#ff0000')
    await shop.take(orderOf('11', [itemOf('11-1', null)], { buyerMessage: one.design.code }))
    const customization = async () => {
      const [found] = (await shop.list())[0]?.orderItems[0]?.customizations ?? []
      if (!found) throw new Error('the order has no design')
      return found
    }
    const { id, version } = await customization()
    expect(await customization()).toMatchObject({ phoneModelName: 'iPhone 15', customizedImageUrl: null, drawing: 'waiting' })
    const text = '的定制图正在生成打印文件，请稍后再试'
    expect((await preflight(shop.ctx, [id]))[0]?.findings).toContainEqual({ code: 'drawing', text })
    expect(await charge(shop.ctx, [id], [id])).toMatchObject({
      charged: [],
      refused: [{ findings: [{ code: 'drawing', text }] }],
    })
    const shown = await toShownDesign(shop.ctx, await readDesign(shop.ctx, id))
    const { width, height, layers } = shown
    await expect(correctDesign(shop.ctx, id, { version, width, height, layers: toWrite(layers) })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('正在生成'),
    })
    await drawWaiting(shop.ctx)
    expect(await customization()).toMatchObject({ id, customizedImageUrl: expect.any(String) })
    expect((await charge(shop.ctx, [id])).charged).toEqual([id])
  })

  test('an order whose design waits for its drawing gets nothing of a design that was taken out of it, sent back or replaced while it was drawn', async () => {
    const shop = await openShop(domain)
    const inOrder = async (n: number) => {
      const one = await accepted(shop, await shop.begin(), '#ff0000')
      await shop.take(orderOf(`2${n}`, [itemOf(`2${n}-1`, null)], { buyerMessage: one.design.code }))
      return one
    }
    const designsIn = async (n: number) =>
      (await shop.list({ keyword: `2${n}` }))[0]?.orderItems[0]?.customizations.map(
        ({ customizedImageUrl }) => customizedImageUrl,
      )
    const unbound = await inOrder(1)
    await drawWaiting(drawingDuring(shop.ctx, () => buyerDesigns.unbind({ params: { id: unbound.design.id } }, shop.ctx)))
    expect(await designsIn(1)).toEqual([])
    expect(await get(shop, unbound)).toMatchObject({ isBound: false, drawing: null, effectImageUrl: expect.any(String) })

    const rejected = await inOrder(2)
    const before = (await drawnFiles(shop)).length
    await drawWaiting(
      drawingDuring(shop.ctx, () =>
        buyerDesigns.reject({ params: { id: rejected.design.id }, body: { reason: '看不清' } }, shop.ctx),
      ),
    )
    expect(await designsIn(2)).toEqual([])
    expect(await get(shop, rejected)).toMatchObject({ status: 'rejected', drawing: null, effectImageUrl: null })
    const marked = (await drawnFiles(shop)).slice(before)
    expect(marked.map(({ unused_since }) => unused_since?.getTime())).toEqual([0, 0])

    const replaced = await inOrder(3)
    let next: Begun | undefined
    await drawWaiting(
      drawingDuring(shop.ctx, async () => {
        next ??= await accepted(shop, replaced, '#0000ff')
      }),
    )
    expect(await get(shop, replaced)).toMatchObject({ submittedRevision: next?.design.revision, drawing: { status: 'waiting' } })
    expect(await designsIn(3)).toEqual([null])
    await drawWaiting(shop.ctx)
    expect((await printedColor(shop))?.color).toEqual([0, 0, 255])
  })
})

describe('a drawing that fails', () => {
  test('a drawing that fails says why to buyer and seller, and is repeated by either of them', async () => {
    const shop = await openShop(domain)
    const one = await accepted(shop, await shop.begin(), '#ff0000')
    await shop.take(orderOf('31', [itemOf('31-1', null)], { buyerMessage: one.design.code }))
    const broken: Ctx = { ...shop.ctx, storage: { ...shop.ctx.storage, get: async () => null } }
    await drawWaiting(broken)
    const error = expect.stringContaining('文件已丢失')
    expect(await get(shop, one)).toMatchObject({ drawing: { status: 'failed', error } })
    expect(await rowOf(shop, one)).toMatchObject({ drawing: { status: 'failed', error } })
    const [customization] = (await shop.list())[0]?.orderItems[0]?.customizations ?? []
    expect(customization).toMatchObject({ customizedImageUrl: null, drawing: 'failed' })
    const [row] = await preflight(shop.ctx, [customization?.id ?? 0])
    expect(row?.findings).toContainEqual({ code: 'undrawn', text: expect.stringContaining('文件已丢失') })

    expect(await submit(shop, one)).toMatchObject({ drawing: { status: 'waiting' } })
    await drawWaiting(broken)
    expect(await buyerDesigns.draw({ params: { id: one.design.id } }, shop.ctx)).toMatchObject({ drawing: { status: 'waiting' } })
    await drawWaiting(shop.ctx)
    expect(await get(shop, one)).toMatchObject({ drawing: null, effectImageUrl: expect.any(String) })
    expect((await printedColor(shop))?.color).toEqual([255, 0, 0])
    const draft = await shop.begin()
    await expect(buyerDesigns.draw({ params: { id: draft.design.id } }, shop.ctx)).rejects.toMatchObject({ code: 'conflict' })
    await expect(buyerDesigns.draw({ params: { id: one.design.id } }, await domain.seller())).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})

describe('a layer that cannot be printed', () => {
  /** Returns why a submission is not drawn in which the stored pictures of these layers are these bytes. */
  async function failed(isBroken: (name: string) => boolean, bytes: Buffer) {
    const shop = await openShop(domain)
    const one = await accepted(shop, await shop.begin(), '#ff0000')
    const files = await shop.ctx.db
      .selectFrom('file')
      .select(['id', 'storage_key as key'])
      .where('account_id', '=', shop.ctx.actor.accountId)
      .execute()
    const names = new Map(one.design.layers.map(({ imageFileId, name }) => [imageFileId, name ?? '']))
    const broken = new Set(files.filter(({ id }) => isBroken(names.get(id) ?? '')).map(({ key }) => key))
    const { storage } = shop.ctx
    const get = async (key: string) =>
      broken.has(key) ? { stream: Readable.from([bytes]), size: bytes.length } : storage.get(key)
    await drawWaiting({ ...shop.ctx, storage: { ...storage, get } })
    return (await rowOf(shop, one))?.drawing?.error ?? ''
  }
  const mend = '需要店铺修改模板里的这个图层，买家请联系店铺客服'

  test('a template layer that cannot be printed is named with the reason, and the shop is asked to mend its template', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">爱你</text></svg>'
    const error = await failed((name) => name !== '' && name !== '照片', Buffer.from(drawing))
    expect(error).toMatch(/^图层「[^」]+」的图片：图案里有没有转曲的文字「爱你」/)
    expect(error).toContain(mend)
  })

  test('a layer of the buyer that cannot be printed is named without asking the shop to mend its template', async () => {
    const error = await failed((name) => name === '照片', Buffer.from('no picture'))
    expect(error).toContain('「照片」')
    expect(error).not.toContain(mend)
  })
})

describe('the queue of drawings', () => {
  test('the queue of drawings shows the place and the time by what the last drawings took', async () => {
    const quiet = await openDomain()
    const shop = await openBuyerShop(quiet)
    const { db, clock } = shop.ctx
    const first = await accepted(shop, await shop.begin(), '#ff0000')
    expect(first.design.drawing).toEqual({ status: 'waiting', ahead: 0, seconds: null, error: null, pollMs: 3000 })
    const rest = [first]
    for (let n = 0; n < 3; n++) rest.push(await accepted(shop, await shop.begin(), '#ff0000'))
    const ended = { status: 'done' as const, started_at: clock.now(), ended_at: new Date(clock.now().getTime() + 3000) }
    await db.updateTable('buyer_drawing').set(ended).where('design_id', '=', first.design.id).execute()
    const [, running, next, last] = rest as [Begun, Begun, Begun, Begun]
    const started = { status: 'drawing' as const, started_at: new Date(clock.now().getTime() - 1000) }
    await db.updateTable('buyer_drawing').set(started).where('design_id', '=', running.design.id).execute()
    expect(await stateOf(shop, running)).toMatchObject({ status: 'drawing', ahead: 0, seconds: 2 })
    expect(await stateOf(shop, next)).toMatchObject({ status: 'waiting', ahead: 1, seconds: 6 })
    expect(await stateOf(shop, last)).toMatchObject({ status: 'waiting', ahead: 2, seconds: 9, pollMs: 2250 })
    await quiet.close()
  })

  test('the queue of drawings lets accounts take turns, and the links of an account', async () => {
    const quiet = await openDomain()
    const [one, other] = [await openBuyerShop(quiet), await openBuyerShop(quiet)]
    await createLink(one.ctx, {
      ...openSetting,
      shopId: one.shopId,
      isDefault: false,
      customizationTiming: 1,
      name: '二号',
      mode: 1,
    })
    const urls = (await listUrls(one.ctx)).flatMap(({ customizationUrls }) =>
      customizationUrls.map(({ url }) => url.split('/').pop()),
    )
    const secondToken = urls.find((token) => token !== one.token) ?? ''
    const names = new Map<number, string>()
    const queue = async (name: string, shop: BuyerShop, token = shop.token) => {
      const body = { ...shop.chosen, templateId: shop.template.id, preview: false }
      const begun = await buyer.begin({ params: { token }, body }, shop.visitor())
      names.set((await accepted(shop, begun, '#ff0000')).design.id, name)
    }
    for (let n = 0; n < 4; n++) await queue(`a${n}`, one)
    for (let n = 0; n < 2; n++) await queue(`link${n}`, one, secondToken)
    for (let n = 0; n < 2; n++) await queue(`b${n}`, other)
    const drawn: string[] = []
    const engine = await openTestEngine(quiet.deps.db)
    const [work] = drawingWork(quiet.deps, 1, (_, error) => console.error(error))
    if (!work) throw new Error('there is no queue')
    await engine.work({
      ...work,
      async run(job) {
        const row = await quiet.deps.db
          .selectFrom('buyer_drawing')
          .select('design_id')
          .where('id', '=', Number(job.data.taskId))
          .executeTakeFirstOrThrow()
        drawn.push(names.get(row.design_id) ?? '?')
        await work.run(job)
      },
    })
    await engine.idle()
    await engine.stop()
    expect(drawn).toEqual(['a0', 'b0', 'a1', 'link0', 'b1', 'a2', 'a3', 'link1'])
    await quiet.close()
  })

  test('the queue of drawings draws each design once with several processes, and goes on with what a killed one left', async () => {
    const busy = await openDomain()
    const shop = await openBuyerShop(busy)
    const designs = []
    for (let n = 0; n < 6; n++) designs.push(await accepted(shop, await shop.begin(), '#ff0000'))
    const { db } = busy.deps
    // A process that took a job and was killed in the middle of its drawing.
    const dead = await openTestEngine(db)
    let noteTaken: () => void = () => undefined
    const taken = new Promise<void>((resolve) => {
      noteTaken = resolve
    })
    const never = drawingDuring(shop.ctx, () => {
      noteTaken()
      return new Promise(() => undefined)
    })
    for (const queue of drawingWork(never, 1, () => undefined)) await dead.work(queue)
    await taken
    expect((await db.selectFrom('buyer_drawing').select('id').where('status', '=', 'drawing').execute()).length).toBe(1)
    await dead.stop(0)
    const ctx = counted(shop.ctx)
    const engines = [await openTestEngine(db, { isDatabaseOwner: true }), await openTestEngine(db)]
    for (const engine of engines)
      for (const queue of drawingWork(ctx, 1, (_, error) => console.error(error))) await engine.work(queue)
    await Promise.all(engines.map((engine) => engine.idle()))
    for (const engine of engines) await engine.stop()
    expect(ctx.drawn()).toBe(designs.length)
    for (const one of designs) expect(await get(shop, one)).toMatchObject({ status: 'submitted', drawing: null })
    await busy.close()
  })

  test('the queue of drawings gives a job to a design that came without one, with an import of the database', async () => {
    const moved = await openDomain()
    const shop = await openBuyerShop(moved)
    const { db } = moved.deps
    const engine = await openTestEngine(db)
    // As an import writes it: the row waits, and no job was sent.
    const lost: Ctx = { ...shop.ctx, jobs: { send: async () => undefined, wake: () => undefined } }
    const one = await saved(shop, await shop.begin(), '#ff0000')
    await buyer.submit(
      { params: { id: one.design.id }, body: { revision: one.design.revision, consent: true } },
      { ...shop.visitor(one.secret), jobs: lost.jobs },
    )
    await drawingRepair({ ...moved.deps, jobs: engine }, engine.jobTable).run()
    for (const queue of drawingWork(moved.deps, 1, (_, error) => console.error(error))) await engine.work(queue)
    await engine.idle()
    await engine.stop()
    expect((await get(shop, one)).drawing).toBeNull()
    await moved.close()
  })
})

test('a change after the submission shows in the row of the seller, until it is submitted', async () => {
  const shop = await openBuyerShop(domain)
  const begun = await shop.begin()
  const design = await submitted(shop, begun, '#ff0000')
  expect(await rowOf(shop, begun)).toMatchObject({ hasUnsubmittedChanges: false })
  const changed = await saved(shop, { secret: begun.secret, design }, '#00ff00')
  expect(await rowOf(shop, begun)).toMatchObject({ status: 'submitted', hasUnsubmittedChanges: true })
  await submit(shop, changed)
  expect(await rowOf(shop, begun)).toMatchObject({ hasUnsubmittedChanges: false })
})
