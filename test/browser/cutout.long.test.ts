/** Cutting the head out of a real photo with the server's own models, on each platform. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DesignerPage } from './pages/designer-page'
import { LoginPage } from './pages/login-page'
import { TemplatesPage } from './pages/templates-page'
import { newPage, openBrowser } from './support/browser'
import { openShop, type Shop } from './support/designs'
import { platformEntries } from './support/platform-entries'

const baseUrl = inject('baseUrl')
let browser: Browser
let shop: Shop
let photo: Buffer

beforeAll(async () => {
  browser = await openBrowser()
  shop = await openShop(baseUrl)
  photo = await readFile(join(import.meta.dirname, '../../fixtures/photos/astronaut.jpg'))
})
afterAll(() => browser?.close())

/**
 * Returns the subject's alpha at positions of the photo, 0 where the picture was trimmed. `left` and `top` are the offset of the
 * trimmed picture in px of the photo.
 */
async function sharesAt(
  { url, left, top }: { readonly url: string; readonly left: number; readonly top: number },
  points: readonly (readonly [number, number])[],
): Promise<number[]> {
  const reply = await fetch(new URL(url, baseUrl))
  const { data, info } = await sharp(Buffer.from(await reply.arrayBuffer()))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  // Only the head was cut out.
  expect(info.width).toBeLessThan(300)
  expect(info.height).toBeLessThan(350)
  return points.map(([px, py]) => {
    const [x, y] = [Math.round(px - left), Math.round(py - top)]
    return x < 0 || y < 0 || x >= info.width || y >= info.height ? 0 : (data[(y * info.width + x) * 4 + 3] ?? -1)
  })
}

describe.each(platformEntries)('through the $name adapter', (entry) => {
  test('a seller cuts the head out of a photo, and the saved template holds it', async () => {
    const { page, context, complaints } = await newPage(browser)
    const group = `抠图 ${entry.name}`
    const groupId = await shop.group(group)
    const root = await entry.enter(page, baseUrl)
    await new LoginPage(root).signIn()
    const templates = new TemplatesPage(root)
    await templates.enter()
    await templates.openGroup(group)
    await templates.newTemplate()
    const designer = new DesignerPage(root)
    await designer.ready()
    await designer.upload({ name: '宇航员.jpg', mimeType: 'image/jpeg', buffer: photo })
    await designer.select('宇航员')
    const before = await designer.layerBox()
    const cutout = root.locator('.designer-cutout')
    await cutout.locator('.arco-select').click()
    await cutout.getByRole('option', { name: '头像' }).click()
    await designer.button('AI 抠图').click()
    await cutout.getByRole('status').waitFor()
    await cutout.getByRole('status').waitFor({ state: 'detached' })
    expect(await cutout.getByRole('alert').allInnerTexts()).toEqual([])
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/cutout-${entry.name}.png` })
    await designer.save()

    const [template] = await shop.templates(groupId)
    const { layers } = await shop.template(template?.id ?? 0)
    const [layer] = layers
    if (layer?.type !== 'IMAGE') throw new Error('the cut-out is no picture')
    // The head stays at its position in the photo.
    const scale = 512 / before.width
    const part = { url: layer.imageUrl, left: (layer.left - before.left) * scale, top: (layer.top - before.top) * scale }
    expect(layer.originalWidth).toBeCloseTo(layer.width * scale, 0)
    // Two points of the subject: face and hair. Three points of the rest: suit, wall and model rocket.
    const points = [
      [225, 120],
      [225, 35],
      [150, 330],
      [60, 40],
      [405, 80],
    ] as const
    expect(await sharesAt(part, points)).toEqual([255, 255, 0, 0, 0])
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('a photo whose cutout was left while it ran is cut when its template is opened again', async () => {
  const { page, complaints } = await newPage(browser)
  const collectionId = await shop.group('抠图 离开')
  const designer = new DesignerPage(page)
  const enter = async (design: number | 'new') => {
    await page.goto(`${baseUrl}/app/design_template?collection=${collectionId}&design=${design}&token=${shop.token}`)
    await designer.ready()
  }
  await enter('new')
  await designer.upload({ name: '宇航员.jpg', mimeType: 'image/jpeg', buffer: photo })
  await designer.save()
  await designer.select('宇航员')
  const before = await designer.layerBox()
  const cutout = page.locator('.designer-cutout')
  await cutout.locator('.arco-select').click()
  await cutout.getByRole('option', { name: '头像' }).click()
  // This window hears of no end: the host may be faster than a hand.
  await page.route('**/api/image_cutout_tasks/*', (route) => route.abort())
  const begun = page.waitForResponse((one) => one.url().endsWith('/api/image_cutout_tasks'))
  await designer.button('AI 抠图').click()
  expect((await begun).status()).toBe(200)
  await designer.layer('宇航员').getByText('抠图中').waitFor()
  await designer.button('关闭设计器').click()
  await designer.dialogWith('抠图还没有完成').getByRole('button', { name: '离开' }).click()
  await page.locator('.designer').waitFor({ state: 'detached' })
  await page.unroute('**/api/image_cutout_tasks/*')

  const [template] = await shop.templates(collectionId)
  await enter(template?.id ?? 0)
  await designer.message('「宇航员」抠好了').waitFor()
  await designer.save()
  const [layer] = (await shop.template(template?.id ?? 0)).layers
  const scale = 512 / before.width
  const part = {
    url: layer?.imageUrl ?? '',
    left: ((layer?.left ?? 0) - before.left) * scale,
    top: ((layer?.top ?? 0) - before.top) * scale,
  }
  const points = [
    [225, 120],
    [150, 330],
  ] as const
  expect(await sharesAt(part, points)).toEqual([255, 0])
  // Chromium itself writes a line for each request that was cut off.
  expect(complaints.filter((line) => !line.includes('net::ERR_FAILED'))).toEqual([])
})
