/** A seller's orders on a real server: found, ticked across pages, opened in detail, synced. */
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { taskStatus } from '../../contract/constants'
import type { Order, OrderImport, Shop, SyncTask } from '../../contract/types'
import { allTests } from '../setup/size'
import { OrdersPage } from './pages/orders-page'
import { accessibilityFindings } from './support/axe'
import { journey } from './support/journey'
import { pngPicture } from './support/pictures'
import { caller, enterWith, type Made, tokenOfMerchant, uploadPicture } from './support/shop'

let page: Page
let orders: OrdersPage

const { baseUrl, call, ownComplaints, visit } = journey('订单店', (opened) => {
  page = opened.page
  orders = new OrdersPage(page)
})
let shop: Shop

type Write = OrderImport['orders'][number]
type Item = Write['orderItems'][number]

const number = (index: number) => `45100000000000${String(index).padStart(4, '0')}`
const missingUrl = `/files/${'0'.repeat(32)}/${'0'.repeat(16)}.png`
const firstDay = Date.parse('2026-03-01T10:00:00+08:00')
const day = 86_400_000

/**
 * Creates a shop with 23 orders: 20 plain ones, a merged one, one with an unknown kind of customization, one with several
 * problems.
 */
async function createShopWithOrders(): Promise<void> {
  const picture = async (width: number, height: number) =>
    (await uploadPicture(call, baseUrl, 5, await pngPicture('定制图.png', width, height))).url
  const phoneBrandId = (await call<Made>('POST', '/api/phone_brands', { name: '小米' })).id
  const phoneModelId = (await call<Made>('POST', `/api/phone_brands/${phoneBrandId}/phone_models`, { name: '小米14' })).id
  const materialId = (await call<Made>('POST', '/api/phone_case_materials', { name: '磨砂软壳' })).id
  const color = { name: '黑色', defaultBackgroundColor: '#000000' }
  const { id: colorId } = await call<Made>('POST', `/api/phone_case_materials/${materialId}/colors`, color)
  const front = await uploadPicture(call, baseUrl, 4, await pngPicture('前景.png', 300, 625))
  const frame = { width: 300, height: 625, foregroundImageFileId: front.id, widthMm: 72, heightMm: 150 }
  const { id: wireframeId } = await call<Made>('POST', '/api/phone_case_wireframes', frame)
  const sku = { wireframeId, enabled: true, materialColorId: colorId, materialId, phoneBrandId, phoneModelId }
  await call('POST', '/api/phone_case_skus', sku)
  const [sharp, coarse] = [await picture(851, 1773), await picture(420, 876)]
  const ids = { phoneBrandId, phoneModelId, phoneCaseMaterialId: materialId, phoneCaseMaterialColorId: colorId }
  const names = {
    phoneBrandName: '小米',
    phoneModelName: '小米14',
    phoneCaseMaterialName: '磨砂软壳',
    phoneCaseMaterialColorName: '黑色',
  }
  const design = (id: string, customizedImageUrl: string | null, more: object = {}) => ({
    ...ids,
    ...names,
    id,
    customizedImageUrl,
    previewImageUrl: null,
    ...more,
  })
  const item = (originalId: string, title: string, infos: readonly object[], more: Partial<Item> = {}): Item => ({
    originalId,
    title,
    propertiesName: '颜色分类:黑色',
    quantity: 1,
    customizationInfo: { content: JSON.stringify({ v: 1, phoneCaseCustomizationInfos: infos }) },
    ...more,
  })
  const order = (index: number, orderItems: Item[], more: Partial<Write> = {}): Write => ({
    originalId: number(index),
    createdAt: firstDay + index * day,
    orderItems,
    ...more,
  })
  const plain = Array.from({ length: 20 }, (_, at) =>
    order(at + 1, [item(`i${at}`, `海浪壳 ${at + 1}`, [design(`d${at}`, sharp)])]),
  )
  const [left, right] = [design('left', sharp), design('right', sharp)]
  const subOrder = (index: number, name: string, info: object) => {
    const { childOrders: _, ...fields } = order(index, [item(`part${index}`, name, [info])], { mergeSplitStatus: 'MERGE_CHILD' })
    return fields
  }
  const merged = order(21, [item('m1', '情侣壳 左', [left]), item('m2', '情侣壳 右', [right])], {
    mergeSplitStatus: 'MERGE_PARENT',
    childOrders: [subOrder(31, '情侣壳 左单', left), subOrder(32, '情侣壳 右单', right)],
  })
  const unreadable = order(22, [item('s1', '看不懂的壳', [], { customizationInfo: { content: '{"v":9}' } })])
  const layers = [{ type: 'TEXT', text: '生日快乐', fontName: '站酷快乐体' }]
  const wrong = order(23, [
    item(
      'w1',
      '问题壳',
      [
        design('w1', coarse, { design: { templateId: 999_999, templateRevision: 3, canvas: null, layers } }),
        design('w2', missingUrl),
        design('w3', null),
      ],
      { hold: '退款中', quantity: 3 },
    ),
  ])
  shop = await call<Shop>('POST', '/api/shops', { type: 'DOUDIAN', name: '订单测试店' })
  await call('POST', '/api/orders/import', { shopId: shop.id, orders: [...plain, merged, unreadable, wrong] })
}

const enter = (query = '') => visit(`/app/order_management${query}`)
const search = () => new URL(page.url()).searchParams

test('orders are found by the address, and ticked across pages and filters', async () => {
  await enter()
  await page.getByText('先添加一个店铺').waitFor()
  expect(await page.getByRole('link', { name: '去添加店铺' }).getAttribute('href')).toBe('/app/setting')
  await createShopWithOrders()

  await enter(`?shopId=${shop.id}`)
  await page.getByText('共 23 个订单').waitFor()
  expect((await orders.numbers()).slice(0, 3)).toEqual([number(23), number(22), number(21)])
  const merged = orders.order(number(21))
  await merged.getByText('合并主单').waitFor()
  await merged.getByText('2 件商品 · 2 张定制图', { exact: true }).waitFor()
  await orders.order(number(22)).getByText('无定制', { exact: true }).waitFor()
  const wrong = orders.order(number(23))
  await wrong.getByText('退款中').waitFor()
  await wrong.getByText('148 DPI').waitFor()
  await expect.poll(() => wrong.locator('.orders-dpi').allTextContents()).toEqual(['148 DPI'])
  await wrong.getByText('待定制').waitFor()
  await wrong.getByRole('button', { name: '查看小米14的定制图（图片没有取到）' }).waitFor()
  // A resolution that is good enough needs no words in the list.
  expect(await orders.order(number(20)).locator('.orders-dpi').count()).toBe(0)

  // A tab counts the orders of the chosen shop, and shows them.
  const tabs = page.getByRole('navigation', { name: '订单分类' })
  await tabs.getByRole('link', { name: /^有问题\s*1$/ }).click()
  await expect.poll(() => orders.numbers()).toEqual([number(23)])
  await tabs.getByRole('link', { name: /^全部\s*23$/ }).click()
  await page.getByText('共 23 个订单').waitFor()

  // The sub-orders of a merged order are listed below it, and a customization under both counts once.
  await merged.getByRole('button', { name: `展开订单 ${number(21)} 的 2 个子订单` }).click()
  await merged.getByText('合并子单').first().waitFor()
  await orders.tickOrder(number(21)).click()
  await orders.tick('情侣壳 左单').click()
  expect(await orders.picked.textContent()).toBe('已选 3 项，2 张定制图')
  expect(await accessibilityFindings(page)).toEqual([])

  // A range is ticked with Shift; ticks survive the next page and a filter.
  await orders.tick('海浪壳 20').click()
  await orders.tick('海浪壳 17').click({ modifiers: ['Shift'] })
  expect(await orders.picked.textContent()).toBe('已选 7 项，6 张定制图')
  await orders.goToPage(2)
  await orders.tick('海浪壳 1').waitFor()
  expect(search().get('page')).toBe('2')
  await page.getByRole('checkbox', { name: '选择本页全部' }).click()
  expect(await orders.picked.textContent()).toBe('已选 10 项，9 张定制图')
  await page.getByRole('textbox', { name: '搜索订单' }).fill('情侣')
  await page.getByText('共 1 个订单').waitFor()
  expect([search().get('q'), search().get('page')]).toEqual(['情侣', null])
  expect(await orders.picked.textContent()).toBe('已选 10 项，9 张定制图')
  expect(await orders.tickOrder(number(21)).isChecked()).toBe(true)
  await orders.chooseOption('下载状态', '已下载')
  await page.getByText('没有符合这些条件的订单。').waitFor()
  await page.getByRole('list', { name: '已选的筛选条件' }).getByRole('button', { name: '清空筛选' }).click()
  await page.getByText('共 23 个订单').waitFor()
  await orders.button('清空').click()
  await orders.picked.waitFor({ state: 'detached' })

  // The address alone shows the same rows in a new window.
  await orders.button('更多筛选').click()
  await orders.chooseOption('合单状态', '合并主单')
  await page.getByText('共 1 个订单').waitFor()
  await page.goto(`${baseUrl}/app/order_management?days=2026-03-02_2026-03-04&downloaded=false`)
  await page.getByText('共 3 个订单').waitFor()
  expect(await orders.numbers()).toEqual([number(3), number(2), number(1)])
  await page.goto(`${baseUrl}/app/order_management?shopId=999999999`)
  await page.getByText('没有找到这个店铺，它可能不属于当前账号。').waitFor()
  expect(ownComplaints()).toEqual([])
})

/** Returns how many lines the visible parts of a row stand in, and how far they reach beyond its right end, px. */
const linesOf = (row: Element) => {
  const boxes = [...row.children]
    .filter((child) => !child.matches('[data-folded]'))
    .map((child) => child.getBoundingClientRect())
    .filter(({ width }) => width > 0)
  const middles = boxes.map(({ top, height }) => Math.round(top + height / 2))
  const right = row.parentElement?.getBoundingClientRect().right ?? 0
  return { lines: new Set(middles).size, beyond: Math.max(0, ...boxes.map((box) => Math.round(box.right - right))) }
}

test.each([760, 900, 1000, 1180, 1400, 1920])(
  'the bars of the list stay one line at %i px, however many items are ticked',
  async (width) => {
    if (shop === undefined) await createShopWithOrders()
    await enter()
    await page.setViewportSize({ width, height: 760 })
    await page.getByRole('textbox', { name: '搜索订单' }).waitFor()
    const actions = page.locator('.page-actions')
    const check = async () => {
      await expect.poll(() => actions.evaluate(linesOf)).toEqual({ lines: 1, beyond: 0 })
      await expect
        .poll(() => page.locator('.orders-filters .one-line-content').evaluate(linesOf))
        .toEqual({ lines: 1, beyond: 0 })
      expect(await orders.button('下载定制图').isVisible()).toBe(true)
    }
    await check()
    await orders.tickOrder(number(20)).click()
    await orders.picked.evaluate((count) => {
      count.textContent = '已选 12,301 项，12,301 张定制图（3,400 张已下载）'
    })
    await check()
    // Actions that were folded into the menu can be reached, by keys too.
    const more = orders.button('更多操作')
    if (await more.isVisible()) {
      await more.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => actions.locator('[data-folded]').first().isVisible()).toBe(true)
      await page.keyboard.press('Escape')
      await expect.poll(() => actions.locator('[data-folded]').first().isVisible()).toBe(false)
    }
    await orders.button('清空').click()
    expect(ownComplaints()).toEqual([])
  },
)

test('the boxes of the table stand in the middle of the line of text beside them', async () => {
  if (shop === undefined) await createShopWithOrders()
  await enter()
  await orders.order(number(20)).waitFor()
  /** Distance of a box from the middle of the first line beside it, px. Chinese characters stand a little below the middle of their line. */
  const offsets = await page.locator('.orders-block .select-box').evaluateAll((boxes) =>
    boxes.map((box) => {
      const text =
        box.closest('.orders-head-line')?.querySelector('.orders-word') ??
        box.closest('.is-large td')?.nextElementSibling?.querySelector('.orders-title')
      const line = text?.getClientRects()[0]
      const mark = box.querySelector('.arco-checkbox-mask')?.getBoundingClientRect()
      return line && mark ? mark.top + mark.height / 2 - (line.top + Math.min(22, line.height) / 2 + 0.8) : 0
    }),
  )
  expect(offsets.length).toBeGreaterThan(3)
  for (const offset of offsets) expect(Math.abs(offset)).toBeLessThanOrEqual(1)
})

test('the detail of an order shows sharpness, design layers, and why a picture is missing', async () => {
  if (shop === undefined) await createShopWithOrders()
  await enter()
  await orders.open(number(23))
  expect(search().get('order')).toMatch(/^\d+$/)
  await page.getByRole('img', { name: '小米14的定制图' }).waitFor()
  expect(await orders.fact('有效分辨率').textContent()).toBe('148 DPI分辨率过低，打印会模糊')
  expect(await orders.fact('打印文件').textContent()).toBe('148 DPI · 420 × 876 px · 72 × 150 mm · PNG')
  expect(await orders.fact('文件大小').textContent()).toBe('下载后显示')
  await orders.dialog.getByText('缩小的预览图，下载（扣点）后显示原图').waitFor()
  await orders.dialog.getByText('设计图层 1 个（从上到下）').click()
  await orders.dialog.getByText('文字「生日快乐」，站酷快乐体').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])

  // Keys alone zoom in, show the picture's own pixels, and zoom back.
  const before = await orders.percent.textContent()
  await orders.stage.focus()
  await page.keyboard.press('+')
  await expect.poll(() => orders.percent.textContent()).not.toBe(before)
  await page.keyboard.press('1')
  await expect.poll(() => orders.percent.textContent()).toBe('100%')
  await page.keyboard.press('0')
  await expect.poll(() => orders.percent.textContent()).toBe(before)
  await orders.dialog.getByText('叠在线框图上').click()
  await expect.poll(() => orders.stage.locator('img').count()).toBe(2)

  // One picture is missing on the server, the next one was never made.
  const designs = orders.dialog.getByRole('navigation', { name: '订单里的商品' }).getByRole('button')
  await designs.nth(1).click()
  await orders.dialog.getByText('图片已经不在图片服务器上（404）').waitFor()
  await orders.button('重试').click()
  await orders.dialog.getByText('图片已经不在图片服务器上（404）').waitFor()
  await designs.nth(2).click()
  await orders.dialog.getByText('买家还没有完成定制').first().waitFor()

  // 下一单 opens the next order; a reload keeps it open, Back closes it.
  await orders.button('下一单').click()
  await orders.dialog.getByText('这个订单没有可以识别的定制内容。').waitFor()
  await orders.button('下一单').click()
  await orders.dialog.getByText(`合并子单 ${number(31)}`).waitFor()
  // The sub-orders show the designs of the merged order, each once.
  expect(await designs.count()).toBe(2)
  expect(await orders.dialog.getByText('定制同上', { exact: true }).count()).toBe(2)
  await page.reload()
  await orders.dialog.getByText(number(21), { exact: true }).waitFor()
  await page.goBack()
  await orders.dialog.waitFor({ state: 'detached' })
  expect(search().get('order')).toBeNull()
  expect(ownComplaints()).toEqual([])
})

test.runIf(allTests)('a slow sync shows its progress and survives a reload', async () => {
  if (shop === undefined) await createShopWithOrders()
  // The marketplace is scripted here, because this merchant's shop cannot be authorised.
  const task = (change: Partial<SyncTask>): SyncTask => ({
    id: 7001,
    status: taskStatus.running,
    errorMessage: null,
    fetched: 0,
    created: 0,
    updated: 0,
    unread: [],
    startedAt: 1,
    finishedAt: null,
    ...change,
  })
  let now = task({})
  const asked: unknown[] = []
  const authorization = { nick: '晨曦', status: 'active' as const, expiresAt: null }
  const closed = { id: 9002, type: 'TAOBAO', name: '过期店', boundAt: 1, authorization: { ...authorization, status: 'expired' } }
  await page.route('**/api/shops', (route) => route.fulfill({ json: [{ ...shop, authorization }, closed] }))
  await page.route('**/api/orders/sync**', async (route: Route) => {
    if (route.request().method() === 'POST') asked.push(route.request().postDataJSON())
    await route.fulfill({ json: now })
  })
  await enter()
  await page.getByText('共 23 个订单').waitFor()
  expect(await page.getByText('新', { exact: true }).count()).toBe(0)
  await orders.button('同步订单').click()
  await orders.dialog.getByText('「过期店」授权已过期，请重新授权后再同步').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await orders.button('开始同步').click()
  const progress = page.getByRole('region', { name: '订单同步' })
  await progress.getByText('正在读取订单').waitFor()
  expect(asked).toEqual([{ shopId: shop.id }])
  now = task({ fetched: 120, created: 30, updated: 5 })
  await progress.getByText('已读取 120 个订单，新增 30 个，更新 5 个').waitFor()
  await page.reload()
  await progress.getByText('已读取 120 个订单，新增 30 个，更新 5 个').waitFor()
  now = task({ status: taskStatus.failed, errorMessage: '服务器正在重新启动，请稍后再试' })
  await orders.dialog.getByText('同步失败').waitFor()
  await orders.dialog.getByText('服务器正在重新启动，请稍后再试').waitFor()
  expect(await progress.count()).toBe(0)
  await page.unrouteAll()

  await orders.button('关闭').click()
  const newOrder = { originalId: number(99), createdAt: firstDay + 99 * day, orderItems: [] }
  await call('POST', '/api/orders/import', { shopId: shop.id, orders: [newOrder] })
  // The button accepts no click while the list is loading.
  await page.getByText('共 23 个订单').waitFor()
  await page.locator('.arco-btn-loading').waitFor({ state: 'detached' })
  await orders.button('刷新').click()
  await page.getByText('共 24 个订单').waitFor()
  await orders.order(number(99)).getByText('新', { exact: true }).waitFor()
  expect(await page.getByText('新', { exact: true }).count()).toBe(1)
  await page.reload()
  await page.getByText('共 24 个订单').waitFor()
  expect(await page.getByText('新', { exact: true }).count()).toBe(0)
  expect(ownComplaints()).toEqual([])
})

test('orders and their designs come from the marketplace, and an expired session is reported', async () => {
  const seller = await tokenOfMerchant(baseUrl, '淘宝店')
  await enterWith(page, baseUrl, seller, '/app/order_management')
  const sync = async (name: string) => {
    await orders.button('同步订单').first().click()
    await orders.dialog.getByRole('combobox', { name: '店铺' }).click()
    await page.getByRole('option', { name }).click()
    await orders.button('开始同步').click()
  }
  await sync('邻居数码（淘宝）')
  await orders.dialog.getByText('同步失败').waitFor()
  await orders.dialog.getByText('店铺授权已过期，请重新授权后再试').waitFor()
  await orders.button('关闭').click()
  await orders.button('同步订单').first().click()
  await orders.dialog.getByText('「邻居数码」授权已过期，请重新授权后再同步').waitFor()
  await orders.button('开始同步').click()
  await page.getByText(/同步成功，新增 \d+ 个订单/).waitFor()
  const { items } = await caller(baseUrl, seller)<{ items: Order[] }>('GET', '/api/orders?pageSize=100')
  const designed = items.find(({ orderItems }) => orderItems.some(({ customizations }) => customizations.length > 0))
  const model = designed?.orderItems.flatMap(({ customizations }) => customizations)[0]?.phoneModelName
  if (!designed || !model) throw new Error('no order brought a design')
  await orders.order(designed.originalId).getByText(model).first().waitFor()
  await sync('壳匠演示店（淘宝）')
  await page.getByText(/同步成功，(?:没有新的订单|新增 1 个订单)/).waitFor()
  expect(ownComplaints()).toEqual([])
})
