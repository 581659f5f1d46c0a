/** 按名单定制 on a real server: a pasted list of names is looked at row by row and becomes prints, each with its own text. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomizationDesign, Order, Shop, Template } from '../../contract/types'
import { setText } from '../../design/commands/text'
import { svgDataUrl } from '../../design/model/picture-url'
import { textStyleOf } from '../../design/model/text'
import { docFrom } from '../../design/template/load'
import { openFont } from '../../imaging/glyphs/font'
import { textPicture } from '../../imaging/glyphs/text-svg'
import { sized } from '../setup/size'
import { accessibilityFindings } from './support/axe'
import { bundled, type HarnessPage, openHarness } from './support/harness-page'
import { journey } from './support/journey'
import { buyCredits, makeCase } from './support/orders'
import { pngPicture } from './support/pictures'
import type { Harness } from './support/print-harness'
import { printDifference } from './support/server-print'
import { tokenOfMerchant } from './support/shop'

declare const harness: Harness

const size = { widthMm: 70, heightMm: 140 }
let page: Page
let harnessPage: HarnessPage
const { call, visit, baseUrl } = journey('名单店', (opened) => {
  page = opened.page
})
let shop: Shop
let template: Template

beforeAll(async () => {
  shop = await call<Shop>('POST', '/api/shops', { type: 'OFFLINE_STORE', name: '球衣小店' })
  await makeCase(call, baseUrl, await pngPicture('壳.png', 400, 800), size)
  const { templateIds } = await call<{ templateIds: number[] }>('POST', '/api/design_templates/starters', {
    collectionId: null,
    starters: ['name'],
  })
  template = await call<Template>('GET', `/api/design_templates/${templateIds[0]}`)
  harnessPage = await openHarness({
    script: 'print-harness.ts',
    body: '<div id="host"></div>',
    files: { '/print-worker.js': await bundled(`${import.meta.dirname}/../../design/print/print.worker.ts`) },
  })
})
afterAll(() => harnessPage?.close())

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const problem = () => page.locator('.names-problem')
const ordersNow = async () => (await call<{ items: Order[] }>('GET', `/api/orders?shopId=${shop.id}`)).items
const designOf = (id: number) => call<CustomizationDesign>('GET', `/api/customizations/${id}/design`)
const textsOf = async (id: number) => (await designOf(id)).layers.flatMap(({ type, text }) => (type === 'TEXT' ? [text] : []))

/** Returns the number of rows that the task has ended. */
async function finished(): Promise<number> {
  const text = await page.locator('.task-line [role=status]').textContent()
  return Number(
    /(\d+)\/\d+|共 (\d+) 项/
      .exec(text ?? '')
      ?.slice(1)
      .find(Boolean) ?? 0,
  )
}

const signs = '王李张刘陈杨赵黄周吴徐孙马朱胡林郭何高罗郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任'
/** The number of names; fifty in `npm run test:all`. */
const count = sized(20, 50)
/** So many people; the last one has the same name and day as the first. */
const people = [...signs].slice(0, count).map((sign, at) => ({
  name: at === count - 1 ? '王小明' : `${sign}小明`,
  day: at === count - 1 ? '2026.01.01' : `2026.01.${String(at + 1).padStart(2, '0')}`,
}))
const pasted = ['姓名\t日期', ...people.map(({ name, day }) => `${name}\t${day}`)].join('\n')

/** Pastes a list into the screen of the template, and goes on to the look at each row. */
async function openList(text: string, by: 'typing' | 'paste' = 'typing') {
  await visit('/app/design_template')
  await button('「极简姓名」的更多操作').click()
  await page.getByRole('menuitem', { name: '按名单定制' }).click()
  await page.getByRole('heading', { name: '按名单定制' }).waitFor()
  const field = page.getByLabel('或者把名单粘贴到这里', { exact: false })
  if (by === 'typing') await field.fill(text)
  else {
    // Chromium takes seconds to type hundreds of lines, and none to paste them.
    await page.evaluate((list) => navigator.clipboard.writeText(list), text)
    await field.press('ControlOrMeta+v')
  }
  await button('读取名单').click()
}

test('a pasted list of names is looked at row by row and becomes as many prints with the right texts', async () => {
  await openList(pasted)
  await page.getByRole('region', { name: '名单的列' }).waitFor()
  await page.getByLabel('名单的名称').fill('三班毕业')
  // Both columns are known by their headings.
  await expect.poll(() => page.getByRole('region', { name: '名单的列' }).locator('.is-asked').count()).toBe(0)
  expect(await accessibilityFindings(page)).toEqual([])
  await button('下一步：逐个检查').click()
  await page.getByText(`${count} 行，2 行有问题，0 行已检查`, { exact: true }).waitFor()
  await page.locator('.names-picture img[data-drawn=true]').waitFor()
  expect(await problem().textContent()).toBe('还有 2 行有问题没有看过')
  expect(await accessibilityFindings(page)).toEqual([])

  // The two that say the same are looked at, the rest with the keys.
  await page.getByText('只看有问题的', { exact: true }).click()
  await expect.poll(() => page.getByRole('list', { name: '名单' }).getByRole('listitem').count()).toBe(2)
  await page.getByText(`和第 ${count + 1} 行一样：是两个人，还是写了两次？`, { exact: true }).waitFor()
  await page.locator('.names-counts').click()
  await page.keyboard.press('Enter')
  await page.getByText('和第 2 行一样：是两个人，还是写了两次？', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(`${count} 行，0 行有问题，2 行已检查`, { exact: true }).waitFor()
  await button('下一步：生成').click()

  await button(`生成 ${count} 件`).dblclick()
  // Each row is drawn within the usual time, however long all of them take.
  for (let seen = 0; seen < count; seen = await finished()) await expect.poll(finished).toBeGreaterThan(seen)
  await page.getByText(`全部完成，共 ${count} 项`, { exact: true }).waitFor()
  const [order, ...others] = await ordersNow()
  expect(others).toEqual([])
  expect(order).toMatchObject({ source: 'manual', sellerMemo: '名单：三班毕业' })
  const made = order?.orderItems ?? []
  expect(made.map(({ title }) => title)).toEqual(people.map(({ name, day }) => `${name} ${day}`))
  const texts = await Promise.all(made.map(({ customizations: [one] }) => textsOf(one?.id ?? 0)))
  expect(texts).toEqual(people.map(({ name, day }) => [name, day]))
  await button('做下一份名单').click()
  await button('读取名单').waitFor()
})

/** Pays for a print file and reads it. */
async function printOf(id: number): Promise<Buffer> {
  await buyCredits(call, baseUrl, 1000)
  const paid = await fetch(`${baseUrl}/api/credit_usage_records`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await tokenOfMerchant(baseUrl, '名单店')}`,
      'idempotency-key': 'names-journey-1',
    },
    body: JSON.stringify({ customizationIds: [id] }),
  })
  expect(await paid.json()).toMatchObject({ charged: [id] })
  const [order] = await ordersNow()
  const url = order?.orderItems[0]?.customizations[0]?.customizedImageUrl ?? ''
  return Buffer.from(await (await fetch(new URL(url, baseUrl))).arrayBuffer())
}

test('the print file of a row is the picture that the designer makes of the same text', async () => {
  const [order] = await ordersNow()
  const [made] = order?.orderItems[0]?.customizations ?? []
  const id = made?.id ?? 0
  const doc = docFrom({ ...template, previewPhoneModelId: null, previewMaterialColorId: null })
  const font = openFont(
    readFileSync(createRequire(import.meta.url).resolve('@expo-google-fonts/zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular.ttf')),
  )
  const [first] = people
  const wanted = new Map([
    ['小满', first?.name ?? ''],
    ['2026.05.20', first?.day ?? ''],
  ])
  const typed = doc.layers.reduce((now, layer) => {
    const words = layer.type === 'TEXT' ? wanted.get(layer.text) : undefined
    if (layer.type !== 'TEXT' || words === undefined) return now
    const style = { ...textStyleOf(layer), text: words }
    const settings = {
      text: words,
      vertical: style.verticalText,
      align: style.textAlign,
      letterSpacing: style.letterSpacing,
      lineHeight: style.lineHeight,
    }
    const drawn = textPicture(font, settings, layer.fontColor)
    if (drawn === null) throw new Error('the text has no outline')
    const { width, height } = drawn
    const ended = setText.run(now, { uuid: layer.uuid, style, drawn: { url: svgDataUrl(drawn.svg), width, height, em: 100 } })
    if (!ended.ok) throw new Error('the designer refused the text')
    return ended.doc
  }, doc)
  const layers = await Promise.all(
    typed.layers.map(async (layer) => {
      if (layer.imageUrl.startsWith('data:')) return layer
      const bytes = Buffer.from(await (await fetch(new URL(layer.imageUrl, baseUrl))).arrayBuffer())
      return { ...layer, imageUrl: svgDataUrl(bytes.toString()) }
    }),
  )
  const drawn = await harnessPage.page.evaluate(([these, how, canvas]) => harness.print(these, how, true, canvas), [
    layers,
    { ...size, dpi: 300 },
    { width: typed.width, height: typed.height },
  ] as const)
  if ('error' in drawn) throw new Error(drawn.error)
  const designer = await sharp(Buffer.from(drawn.png, 'base64')).ensureAlpha().raw().toBuffer()
  const print = await printOf(id)
  const difference = printDifference(
    { data: designer, width: drawn.width, height: drawn.height },
    { data: await sharp(print).ensureAlpha().raw().toBuffer(), width: drawn.width, height: drawn.height },
  )
  expect(difference.covered).toBeGreaterThan(0.5)
  expect(difference.visible).toBeLessThan(0.002)
})

test('a list goes on where it was after a reload, and is made as prints alone', async () => {
  const few = people.slice(0, 3)
  await openList(['姓名\t日期', ...few.map(({ name, day }) => `${name}\t${day}`)].join('\n'))
  await page.getByLabel('名单的名称').fill('四班毕业')
  await button('下一步：逐个检查').click()
  await page.getByText('3 行，0 行有问题，0 行已检查', { exact: true }).waitFor()
  await page.locator('.names-counts').click()
  await page.keyboard.press('Enter')
  await page.getByText('3 行，0 行有问题，1 行已检查', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('3 行，0 行有问题，1 行已检查', { exact: true }).waitFor()
  await button('下一步：生成').click()
  await page.getByText('只要打印文件：记成一个名单订单，做完直接下载', { exact: true }).click()
  await page.reload()
  await expect.poll(() => page.getByRole('radio', { name: /^只要打印文件/ }).isChecked()).toBe(true)
  expect(await accessibilityFindings(page)).toEqual([])
  await button('生成 3 件').click()
  await page.getByText('全部完成，共 3 项', { exact: true }).waitFor()
  await page.getByText('打印文件做好了。', { exact: false }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  const made = (await ordersNow()).find(({ sellerMemo }) => sellerMemo === '名单：四班毕业\n只要打印文件')
  const texts = await Promise.all((made?.orderItems ?? []).map(({ customizations: [one] }) => textsOf(one?.id ?? 0)))
  expect(texts).toEqual(few.map(({ name, day }) => [name, day]))
})

test('a list of five hundred names is checked, is scrolled to its end, and is there after a reload', async () => {
  const many = Array.from({ length: 500 }, (_, at) => `${signs[at % 50]}${signs[Math.floor(at / 50)]}明\t2026.01.${at}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openList(['姓名\t日期', ...many].join('\n'), 'paste')
  await page.getByLabel('名单的名称').fill('全校毕业')
  await button('下一步：逐个检查').click()
  const known = page.getByText('500 行，0 行有问题，0 行已检查', { exact: true })
  await known.waitFor()
  const rows = page.getByRole('list', { name: '名单' }).getByRole('listitem')
  expect(await rows.count()).toBeLessThan(60)
  const last = page.getByRole('button', { name: '任吴明 2026.01.499' })
  await page.locator('.names-check-list').evaluate((box) => {
    box.scrollTop = box.scrollHeight
  })
  await last.click()
  await page.getByText('（500/500）', { exact: false }).waitFor()
  expect(await last.getAttribute('aria-current')).toBe('true')
  // The keys bring the row before it into view, too.
  await page.locator('.names-check-list').evaluate((box) => {
    box.scrollTop = 0
  })
  await last.waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowUp')
  await page.getByText('（499/500）', { exact: false }).waitFor()
  await page.locator('.names-check-row[aria-current=true]').waitFor()
  expect(await rows.count()).toBeLessThan(60)
  await page.reload()
  await known.waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await button('下一步：生成').click()
  await button('生成 500 件').waitFor()
})
