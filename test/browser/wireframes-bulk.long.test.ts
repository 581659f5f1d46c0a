/** Bulk actions on wireframes on a real server: on shelf over two pages, and the margins of several print areas. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { WireframesPage } from './pages/wireframes-page'
import { journey } from './support/journey'
import { recordRequests } from './support/requests'
import { wireframeShop } from './support/wireframe-shop'

let page: Page
let complaints: string[]
let wireframes: WireframesPage

const seller = journey('线框批量店', (opened) => {
  ;({ page, complaints } = opened)
  wireframes = new WireframesPage(page)
})
const { call } = seller
const shop = wireframeShop(seller)
const { fill, stored, frameOf } = shop
const enter = async (query = '') => {
  await seller.visit(shop.path(query))
  await wireframes.rows.first().waitFor()
}

test('a bulk action over two pages counts n/total, skips SKUs already on shelf, and retries failures', async () => {
  await fill(['黑', '白', '红', '紫'], ['白'])
  await enter()
  const bad = `/${shop.model.id}-${shop.colorIds.get('红')}`
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/phone_case_skus/*', async (route) => {
    await held
    if (route.request().url().endsWith(bad)) {
      return route.fulfill({ status: 422, json: { traceId: 't', code: 'invalid', message: '这次不行' } })
    }
    return route.continue()
  })
  await wireframes.tickPage()
  await page.locator('.arco-pagination').getByText('2', { exact: true }).click()
  await wireframes.tick('紫')
  await page.getByText('已选 6 项').waitFor()
  const patches = recordRequests(page, 'PATCH', '/api/phone_case_skus')
  await wireframes.runBulkAction('批量上架')
  const batch = page.getByRole('region', { name: '上架 3 项（跳过 1 个已上架、2 个没有线框图）' })
  await batch.getByText('0/3').waitFor()
  release()
  await batch.getByText('这次不行').waitFor()
  await batch.getByText('成功 2 项，未成功 1 项').waitFor()
  await page.unroute('**/api/phone_case_skus/*')
  await batch.getByRole('button', { name: '重试失败项' }).click()
  await wireframes.message(/^操作成功：.* 3 项/).waitFor()
  await batch.waitFor({ state: 'hidden' })
  expect(patches.length).toBe(4)
  const after = await stored()
  expect(['黑', '白', '红', '紫'].map((name) => after.get(name)?.enabled)).toEqual([true, true, true, true])
})

test('bulk margins change only the sides that are typed, clearing asks first, and both can be undone', async () => {
  const inset = { left: 14, right: 14, top: 14, bottom: 14 }
  const other = { left: 1, right: 2, top: 3, bottom: 14 }
  await fill(['黑', '白'])
  for (const [name, { left, right, top, bottom }] of [['黑', inset] as const, ['白', other] as const]) {
    const { id } = (await frameOf(name)) ?? {}
    const body = { printAreaLeft: left, printAreaRight: right, printAreaTop: top, printAreaBottom: bottom }
    await call('PATCH', `/api/phone_case_wireframes/${id}`, body)
  }
  const areas = async () => [(await frameOf('黑'))?.printArea, (await frameOf('白'))?.printArea]
  await enter('&pageSize=10')
  await wireframes.tick('黑')
  await wireframes.tick('白')
  await wireframes.runBulkAction('批量修改打印区域')
  const field = (side: string) => wireframes.dialog.getByRole('textbox', { name: `${side}边距（像素）` })
  await expect.poll(() => field('左').getAttribute('placeholder')).toBe('多个值')
  expect(await field('下').inputValue()).toBe('14')
  expect(await wireframes.dialog.getByRole('button', { name: '修改 0 个打印区域' }).isDisabled()).toBe(true)
  await field('左').fill('20')
  await wireframes.dialog.getByRole('button', { name: '修改 2 个打印区域' }).click()
  await expect.poll(areas).toEqual([
    { ...inset, left: 20 },
    { ...other, left: 20 },
  ])
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await expect.poll(areas).toEqual([inset, other])

  await wireframes.runBulkAction('批量修改打印区域')
  await wireframes.dialog.getByRole('button', { name: '清除 2 个打印区域…' }).click()
  await wireframes.dialog.getByRole('button', { name: '清除 2 个打印区域', exact: true }).click()
  await expect.poll(areas).toEqual([null, null])
  await page.getByRole('button', { name: '撤销', exact: true }).waitFor()
  // An open dialog, and one that is closing, handles the keys itself.
  await wireframes.dialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+z')
  await expect.poll(areas).toEqual([inset, other])
  expect(complaints).toEqual([])
})

test('bulk margins show how many wireframes change, and are refused when no wireframe is ticked', async () => {
  await fill(['黑', '白'])
  await enter('&pageSize=10')
  await wireframes.tick('红')
  await wireframes.runBulkAction('批量修改打印区域')
  await wireframes.message('请至少选择一个带线框图的机型').waitFor()
  await wireframes.tick('黑')
  await wireframes.tick('白')
  await wireframes.runBulkAction('批量修改打印区域')
  await wireframes.dialog.getByText('还没有填写要改的边距').waitFor()
  const left = wireframes.dialog.getByRole('textbox', { name: '左边距（像素）' })
  await wireframes.pasteText(left, '1,2,3,4')
  await wireframes.dialog.getByText('将修改 2 个线框图，跳过 1 个没有线框图').waitFor()
  await left.fill('400')
  await wireframes.dialog.getByText('将修改 0 个线框图').waitFor()
  await wireframes.dialog.getByText('打印区域不能超过背景图宽度').waitFor()
  await left.fill('1')
  await wireframes.dialog.getByRole('button', { name: '修改 2 个打印区域' }).click()
  await wireframes.message(/^操作成功：修改 2 个/).waitFor()
  const area = { left: 1, right: 2, top: 3, bottom: 4 }
  expect([(await frameOf('黑'))?.printArea, (await frameOf('白'))?.printArea]).toEqual([area, area])
  await expect
    .poll(() => wireframes.row('白').locator('td').allTextContents())
    .toEqual(expect.arrayContaining(['1', '2', '3', '4']))
  expect(complaints).toEqual([])
})
