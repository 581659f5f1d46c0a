/** A seller corrects a design in its order, and its buyer submits another one afterwards: the seller decides which is made. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { correctDesign } from '../domain/orders/design/change'
import { readDesign, toShownDesign } from '../domain/orders/design/stored-design'
import { preflight } from '../domain/orders/preflight'
import { buyerDesigns, openBuyerShop, printedColor, submitted, toWrite } from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { itemOf, orderOf } from './order-shop'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const [red, green, blue] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
]

/** A red design in an order, which the seller made green, and for which the buyer then submitted a blue one. */
async function openCorrected() {
  const shop = await openBuyerShop(domain)
  const begun = await shop.begin()
  const design = await submitted(shop, begun, '#ff0000')
  await shop.take(orderOf('1', [itemOf('1-1', null)], { buyerMessage: design.code }))
  const before = await printedColor(shop)
  expect(before?.color).toEqual(red)
  const id = before?.id ?? 0
  const { version, width, height, layers } = await toShownDesign(shop.ctx, await readDesign(shop.ctx, id))
  const moved = toWrite(layers).map((layer) => (layer.uuid === 'frame' ? { ...layer, top: 0 } : layer))
  await correctDesign(shop.ctx, id, { version, width, height, layers: moved })
  expect((await printedColor(shop))?.color).toEqual(green)
  const again = await submitted(shop, { ...begun, design }, '#0000ff')
  const codes = async () => (await preflight(shop.ctx, [id]))[0]?.findings.map(({ code }) => code) ?? []
  const queue = async () =>
    (await buyerDesigns.list({ query: { pageNo: 1, pageSize: 20, underReview: true } }, shop.ctx)).items.map(
      ({ reviewReasons }) => reviewReasons,
    )
  return { shop, begun, again, codes, queue }
}

test('the correction stays in the order, and the seller is asked in his queue and before a charge or a push', async () => {
  const { shop, again, codes, queue } = await openCorrected()
  expect([again.isUnderReview, (await printedColor(shop))?.color]).toEqual([true, green])
  expect(await queue()).toEqual([['您在订单里改过这个设计，买家又提交了新的：通过就改用买家的新设计，退回就保留您改的']])
  expect(await codes()).toContain('resubmitted')
})

test('after a submission was allowed the new design is printed, and nothing is asked any more', async () => {
  const { shop, again, codes, queue } = await openCorrected()
  const body = { submittedRevision: again.submittedRevision ?? 0 }
  await buyerDesigns.allow({ params: { id: again.id }, body }, shop.ctx)
  expect([(await printedColor(shop))?.color, await queue()]).toEqual([blue, []])
  expect(await codes()).not.toContain('resubmitted')
})

test('after a submission was sent back the correction is printed, and the buyer’s next submission asks again', async () => {
  const { shop, begun, again, codes, queue } = await openCorrected()
  await buyerDesigns.reject({ params: { id: again.id }, body: { reason: '已按您的要求改好' } }, shop.ctx)
  expect([(await printedColor(shop))?.color, await queue()]).toEqual([green, []])
  expect(await codes()).not.toContain('resubmitted')
  const next = await submitted(shop, { ...begun, design: again }, '#ffffff')
  expect([next.isUnderReview, (await printedColor(shop))?.color]).toEqual([true, green])
})
