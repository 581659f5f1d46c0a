/**
 * From a component that a program stored to the print file of an order: the copy in a template, mirrored, turned and larger, is printed by
 * the server as Chromium draws it from the design that the seller sees.
 */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { newInstance } from '../../contract/rules/component'
import type { CustomizationDesign, DesignComponent, Order, Template } from '../../contract/types'
import type { Layer } from '../../design/model/types'
import { openComponent, openCustomization, openTemplate } from '../../design/template/load'
import { templateSave } from '../../design/template/save'
import { DesignerPage } from './pages/designer-page'
import { buyerPhonesOf } from './support/buyer-phones'
import { bundled, type HarnessPage, openHarness } from './support/harness-page'
import { pngPicture } from './support/pictures'
import type { Harness } from './support/print-harness'
import { printDifference } from './support/server-print'
import { enterWith, uploadPicture } from './support/shop'

declare const harness: Harness

const baseUrl = inject('baseUrl')
const number = '2612345678909000777'
const box = {
  ...{ id: null, type: 'IMAGE', locked: false, isBackground: false, isUserUploadImage: false },
  ...{ horizontalFlip: false, verticalFlip: false, originalWidth: 640, originalHeight: 640 },
}
let harnessPage: HarnessPage
let template: Template

/** Stores a component without a picture of itself, as a program does, and puts a copy of it into the template that buyers choose. */
const phones = buyerPhonesOf('组件印店', async ({ call, setting }) => {
  const flower = await uploadPicture(call, baseUrl, fileKind.templateLayer, await pngPicture('花.png', 640, 640))
  // A picture that is not its own mirror image.
  const leaf = await sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"><path d="M0 0H640L0 400z" fill="#123a8c"/></svg>',
    ),
  )
  const corner = await uploadPicture(call, baseUrl, fileKind.templateLayer, {
    ...{ name: '角.png', mimeType: 'image/png', width: 640, height: 640 },
    buffer: await leaf.png().toBuffer(),
  })
  const layers = [
    { ...box, uuid: 'corner', name: '角', index: 0, left: 0, top: 0, width: 60, height: 40, rotation: 12, ...of(corner) },
    { ...box, uuid: 'flower', name: '花', index: 1, left: 50, top: 10, width: 40, height: 40, rotation: 0, ...of(flower) },
  ]
  const body = { name: '角标', width: 90, height: 60, thumbnailFileId: null, layers }
  const component = await call<DesignComponent>('POST', '/api/design_components', body)
  const content = { ...component, layers: openComponent(component).doc.layers }
  let uuid = 0
  const copy = newInstance<Layer>(content, { mirrored: true, scale: 1.4, rotation: 25, x: 150, y: 230 }, () => `copy-${++uuid}`)
  const { items } = await call<{ items: Template[] }>(
    'GET',
    `/api/design_templates?collectionId=${setting.bindingTemplateCollectionIds[0]}`,
  )
  const row = items.find(({ name }) => name === '合影壳')
  const { doc, revision } = openTemplate(await call<Template>('GET', `/api/design_templates/${row?.id}`))
  const drawn = { ...doc, layers: [...doc.layers, ...copy] }
  template = await call<Template>(
    'PUT',
    `/api/design_templates/${row?.id}`,
    templateSave(drawn, { revision, thumbnailFileId: null }),
  )
  const orderItems = [{ originalId: `${number}-1`, title: '来图定制壳', quantity: 1 }]
  const order = { originalId: number, createdAt: Date.UTC(2026, 2, 3), orderItems }
  await call('POST', '/api/orders/import', { shopId: phones.shop.shopId, orders: [order] })
})
const of = ({ id, url }: { id: number; url: string }) => ({ imageFileId: id, imageUrl: url })

beforeAll(async () => {
  const worker = await bundled(`${import.meta.dirname}/../../design/print/print.worker.ts`)
  harnessPage = await openHarness({
    script: 'print-harness.ts',
    body: '<div id="host"></div>',
    files: { '/print-worker.js': worker },
  })
})
afterAll(() => harnessPage?.close())

/** Returns the picture of a layer in its address, so that a page without the product's session draws it. */
async function withPicture(layer: Layer): Promise<Layer> {
  const reply = await fetch(new URL(layer.imageUrl, baseUrl))
  const bytes = Buffer.from(await reply.arrayBuffer())
  return { ...layer, imageUrl: `data:${reply.headers.get('content-type')};base64,${bytes.toString('base64')}` }
}

test('a component without a thumbnail gets one, and the print file of an order shows its mirrored copy as the screen does', async () => {
  const { shop } = phones
  const desk = await (await phones.openContext({ viewport: { width: 1180, height: 760 } })).newPage()
  const at = `/app/design_template?collection=${template.collectionId}&design=${template.id}`
  await expect
    .poll(async () => (await shop.call<DesignComponent[]>('GET', '/api/design_components'))[0]?.thumbnail ?? null)
    .not.toBeNull()
  await enterWith(desk, baseUrl, shop.token, at)
  const designer = new DesignerPage(desk)
  await designer.ready()
  await designer.openPanel('组件')
  const tile = desk.getByRole('button', { name: '插入组件「角标」' }).locator('img')
  await expect.poll(() => tile.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await desk.getByText('用在 1 个模板').waitFor()
  if (process.env.LOOK) await desk.screenshot({ path: `${process.env.LOOK}/component-panel.png` })
  await designer.button('组件「角标」的更多操作').click()
  await desk.getByRole('menuitem', { name: '删除' }).click()
  const deletion = designer.dialogWith('用在 1 个模板，其中 1 个已上架，这些模板保持现在的样子，不再一起更新')
  await deletion.getByRole('button', { name: '取消' }).click()

  const phone = await phones.openPhone()
  await phone.begin(shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  await phone.submit()
  await phone.page.getByLabel(/填写订单号/).fill(number)
  await phone.page.getByRole('button', { name: '放进这个订单' }).tap()
  await phone.page.getByText(new RegExp(number)).waitFor()

  const { items } = await shop.call<{ items: Order[] }>('GET', `/api/orders?originalId=${number}`)
  const [customization] = items.flatMap(({ orderItems }) => orderItems.flatMap(({ customizations }) => customizations))
  const id = customization?.id ?? 0
  const charged = await fetch(new URL('/api/credit_usage_records', baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${shop.token}`, 'idempotency-key': `print-${id}` },
    body: JSON.stringify({ customizationIds: [id] }),
  })
  const { images } = (await charged.json()) as { images: { customizedImageUrl: string }[] }
  const printed = Buffer.from(await (await fetch(new URL(images[0]?.customizedImageUrl ?? '', baseUrl))).arrayBuffer())
  const { data, info } = await sharp(printed).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

  const { doc } = openCustomization(await shop.call<CustomizationDesign>('GET', `/api/customizations/${id}/design`))
  expect(doc.layers.map(({ name, horizontalFlip }) => [name, horizontalFlip]).slice(-2)).toEqual([
    ['角', true],
    ['花', true],
  ])
  const layers = await Promise.all(doc.layers.map(withPicture))
  const print = (of: readonly Layer[]) =>
    harnessPage.page.evaluate(([these, how, canvas]) => harness.print(these, how, true, canvas), [
      of,
      { widthMm: 50.8, heightMm: 101.6, dpi: 300 },
      { width: doc.width, height: doc.height },
    ] as const)
  const pixelsOf = async (made: Awaited<ReturnType<typeof print>>) => {
    if ('error' in made) throw new Error(made.error)
    const pixels = await sharp(Buffer.from(made.png, 'base64')).ensureAlpha().raw().toBuffer()
    return { data: pixels, width: made.width, height: made.height }
  }
  const server = { data, width: info.width, height: info.height }
  const same = printDifference(await pixelsOf(await print(layers)), server)
  expect(same.covered).toBeGreaterThan(0.5)
  expect(same.mean).toBeLessThan(1)
  expect(same.visible).toBeLessThan(0.001)
  // The comparison sees a copy that is not mirrored.
  const plain = layers.map((layer) => ({ ...layer, horizontalFlip: false }))
  expect(printDifference(await pixelsOf(await print(plain)), server).visible).toBeGreaterThan(0.005)
  expect(phone.complaints).toEqual([])
})
