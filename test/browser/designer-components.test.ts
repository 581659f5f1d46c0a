/** Components on the running product: made in one template, inserted in another, changed once in both, and taken back. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import type { Template } from '../../contract/types'
import { BuyerPage } from './pages/buyer-page'
import { DesignerPage } from './pages/designer-page'
import { openBrowser, openProfile } from './support/browser'
import { type BuyerShop, openBuyerShop, squarePicture } from './support/buyer-shop'
import { enterWith, uploadPicture } from './support/shop'

const baseUrl = inject('baseUrl')
let browser: Awaited<ReturnType<typeof openBrowser>>
let shop: BuyerShop
/** The template in which the component is made, and the one that buyers choose. */
let first: Template
let second: Template

const read = (id: number) => shop.call<Template>('GET', `/api/design_templates/${id}`)
const box = {
  ...{ id: null, type: 'IMAGE', rotation: 0, width: 40, height: 40, originalWidth: 800, originalHeight: 800, locked: false },
  ...{ isBackground: false, isUserUploadImage: false, horizontalFlip: false, verticalFlip: false },
}

beforeAll(async () => {
  browser = await openBrowser()
  shop = await openBuyerShop(baseUrl, '组件店')
  const [collectionId = 0] = shop.setting.bindingTemplateCollectionIds
  const picture = async (red: number, green: number, blue: number) => {
    const { id, url } = await uploadPicture(shop.call, baseUrl, fileKind.templateLayer, await squarePicture(red, green, blue))
    return { imageFileId: id, imageUrl: url }
  }
  const layers = [
    { ...box, ...(await picture(255, 0, 0)), uuid: 'seal', name: '印章', index: 0, left: 10, top: 20 },
    { ...box, ...(await picture(0, 0, 255)), uuid: 'ribbon', name: '飘带', index: 1, left: 60, top: 20 },
  ]
  const content = { collectionId, name: '有店标', width: 200, height: 400, thumbnailFileId: null, layers }
  first = await shop.call<Template>('POST', '/api/design_templates', content)
  const { items } = await shop.call<{ items: Template[] }>('GET', `/api/design_templates?collectionId=${collectionId}`)
  second = await read(items.find(({ name }) => name === '合影壳')?.id ?? 0)
})
afterAll(() => browser?.close())

/** Share of blue in a picture, of all of its pixels. */
async function blueShare(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let blue = 0
  for (let at = 0; at < data.length; at += info.channels)
    if ((data[at] ?? 0) < 60 && (data[at + 1] ?? 0) < 60 && (data[at + 2] ?? 0) > 200) blue++
  return blue / (info.width * info.height)
}

/** Returns the thumbnail of a template as the server's press has drawn it since it had another one. */
async function redrawn({ id, thumbnail }: Template): Promise<Buffer> {
  await expect.poll(async () => (await read(id)).thumbnail?.url ?? null).not.toBe(thumbnail?.url ?? null)
  const { thumbnail: now } = await read(id)
  return Buffer.from(await (await fetch(new URL(now?.url ?? '', baseUrl))).arrayBuffer())
}

test('a component made in one template is changed once in all, for buyers too, and taken back', async () => {
  const profile = await openProfile(browser, baseUrl)
  const { page, complaints } = await profile.open()
  await page.setViewportSize({ width: 1180, height: 760 })
  await page.addInitScript(() => localStorage.setItem('kejiang.serviceAgreement', 'accepted'))
  const designer = new DesignerPage(page)
  const enter = async ({ id, collectionId }: Template) => {
    await enterWith(page, baseUrl, shop.token, `/app/design_template?collection=${collectionId}&design=${id}`)
    await designer.ready()
  }

  // Two layers become a component.
  await enter(first)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+Alt+k')
  const naming = designer.dialogWith('组件名称')
  await naming.getByLabel('组件名称').fill('店标')
  await naming.getByRole('button', { name: '设为组件' }).click()
  await designer.button('组件「店标」').waitFor()
  await designer.save()

  // It is inserted into the other template, where its layers are one.
  await enter(second)
  await designer.openPanel('组件')
  await designer.button('插入组件「店标」').click()
  await designer.button('组件「店标」').waitFor()
  await designer.select('印章')
  expect(await page.locator('.designer-layer.is-selected').count()).toBe(2)
  // Below the flower that the case has in its middle.
  for (let step = 0; step < 14; step++) await page.keyboard.press('Shift+ArrowDown')
  await designer.save()
  const before = await Promise.all([read(first.id), read(second.id)])
  expect(before.map(({ layers }) => layers.filter(({ component }) => component).length)).toEqual([2, 2])

  // A buyer who has begun keeps what he saw.
  const early = await BuyerPage.on(browser)
  await early.begin(shop.link.url)
  const stage = early.page.locator('.stage canvas')
  await expect.poll(async () => blueShare(await stage.screenshot())).toBeGreaterThan(0.005)

  // The ribbon leaves the component, in a designer of its own that says how many templates change.
  await designer.button('编辑组件').click()
  await page.getByRole('heading', { name: '编辑组件「店标」' }).waitFor()
  await designer.ready()
  await designer.select('飘带')
  await page.keyboard.press('Delete')
  await designer.button('保存').first().click()
  const question = designer.dialogWith('更新组件「店标」')
  await question.getByText('将更新 2 个款式，其中 2 个已上架').waitFor()
  await question.getByRole('button', { name: '更新 2 个模板' }).click()
  // The offer to undo stays while the pointer rests on it, however long the buyers take.
  await page.getByText('2 个模板已一起换成新的内容').hover()
  await designer.layer('飘带').waitFor({ state: 'detached' })
  expect(await designer.saveState.textContent()).toContain('已保存')

  const [changed, other] = await Promise.all([read(second.id), read(first.id)])
  expect([changed, other].map(({ layers }) => layers.flatMap(({ component, name }) => (component ? [name] : [])))).toEqual([
    ['印章'],
    ['印章'],
  ])
  // The seal stays where each template had it.
  for (const [index, now] of [other, changed].entries()) {
    const place = ({ layers }: Template) => layers.flatMap(({ component, left, top }) => (component ? [{ left, top }] : []))[0]
    expect(place(now)).toEqual(place(before[index] as Template))
  }
  expect(await blueShare(await redrawn(before[1] as Template))).toBe(0)

  const late = await BuyerPage.on(browser)
  await late.begin(shop.link.url)
  await expect.poll(async () => blueShare(await late.page.locator('.stage canvas').screenshot())).toBe(0)
  await early.page.reload()
  await expect.poll(async () => blueShare(await stage.screenshot())).toBeGreaterThan(0.005)

  // Undo brings the ribbon back everywhere.
  const shown = await read(second.id)
  await page.getByRole('button', { name: '撤销' }).last().click()
  await designer.layer('飘带').waitFor()
  expect((await read(first.id)).layers.map(({ name }) => name)).toEqual(['印章', '飘带'])
  expect(await blueShare(await redrawn(shown))).toBeGreaterThan(0.005)
  expect(complaints).toEqual([])
})
