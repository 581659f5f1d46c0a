/** The wireframe screen on a real server: pictures, print area, on and off shelf, by mouse and by keyboard. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { allTests } from '../setup/size'
import { WireframesPage } from './pages/wireframes-page'
import { accessibilityFindings } from './support/axe'
import { journey } from './support/journey'
import { pngPicture } from './support/pictures'
import { recordRequests } from './support/requests'
import { caller, enterWith, tokenOfMerchant } from './support/shop'
import { wireframeShop } from './support/wireframe-shop'

let page: Page
let complaints: string[]
let wireframes: WireframesPage

const seller = journey('线框店', (opened) => {
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

describe('the wireframe form', () => {
  test('the wireframe form takes two pictures and a pasted print area, and a double click saves once', async () => {
    await enter()
    await wireframes.open('黑')
    await wireframes.choose('前景图', shop.front)
    await wireframes.waitForPicture('前景图', '300×600')
    await wireframes.choose('背景图', shop.back)
    await wireframes.waitForPicture('背景图', '300×600')
    await wireframes.pasteText(wireframes.margin('左'), ' 10,20，30 , 40\n')
    await wireframes.message('粘贴成功').waitFor()
    expect(await wireframes.margins()).toEqual(['10', '20', '30', '40'])
    const skus = recordRequests(page, 'POST', '/api/phone_case_skus')
    await wireframes.save.dblclick()
    await wireframes.message('更新成功').waitFor()
    await wireframes.form.waitFor({ state: 'hidden' })
    await wireframes.row('黑').getByRole('button', { name: '编辑', exact: true }).waitFor()
    await expect
      .poll(() => wireframes.row('黑').locator('td').allTextContents())
      .toEqual(expect.arrayContaining(['10', '20', '30', '40']))
    expect(skus.length).toBe(1)
    const frame = await frameOf('黑')
    expect(frame?.layers).toHaveLength(2)
    expect(frame?.printArea).toEqual({ left: 10, right: 20, top: 30, bottom: 40 })
    expect((await stored()).get('黑')?.enabled).toBe(false)
    expect(new URL(page.url()).searchParams.has('dialog')).toBe(false)
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)(
    'the wireframe form reports missing, unequal or broken pictures and wrong margins, and saves none of them',
    async () => {
      await enter()
      await wireframes.open('黑')
      await wireframes.form.getByText('请上传背景图或前景图').waitFor()
      const skus = recordRequests(page, 'POST', '/api/phone_case_skus')
      await wireframes.save.click()
      await wireframes.form.getByText('请上传前景图').waitFor()
      await wireframes.choose('前景图', { name: '坏.png', mimeType: 'image/png', buffer: shop.front.buffer.subarray(0, 200) })
      await wireframes.form.getByText('图片加载失败，请检查图片是否损坏').waitFor()
      await wireframes.choose('前景图', shop.front)
      await wireframes.waitForPicture('前景图', '300×600')
      expect(await wireframes.form.getByText('图片加载失败').count()).toBe(0)
      await wireframes.choose('背景图', await pngPicture('大.png', 310, 600))
      await wireframes.waitForPicture('背景图', '310×600')
      await wireframes.form.getByText('背景图宽高和前景图宽高必须相等').waitFor()
      await wireframes.save.click()
      await wireframes.form.getByRole('button', { name: '去掉背景图' }).click()
      await wireframes.margin('左').fill('200')
      await wireframes.margin('右').fill('101')
      await wireframes.form.getByText('打印区域不能超过背景图宽度').waitFor()
      await wireframes.margin('右').fill('100')
      await wireframes.margin('上').fill('601')
      await wireframes.form.getByText('打印区域不能超过背景图高度').waitFor()
      await wireframes.save.click()
      await wireframes.margin('上').fill('1.5')
      await wireframes.form.getByText('请填写整数，单位像素').waitFor()
      await wireframes.save.click()
      expect(skus.length).toBe(0)
      await wireframes.margin('上').fill('')
      await wireframes.save.click()
      await wireframes.message('更新成功').waitFor()
      expect((await frameOf('黑'))?.printArea).toEqual({ left: 200, right: 100, top: 0, bottom: 0 })
      expect(complaints).toEqual([])
    },
  )

  test.runIf(allTests)('print area edges follow the mouse and the arrow keys, and empty margins mean no print area', async () => {
    await fill(['黑'])
    await enter()
    await wireframes.open('黑')
    const frame = await page.locator('.wireframes-frame').boundingBox()
    const scale = 300 / (frame?.width ?? 1)
    await wireframes.drag('左', 30, 0)
    expect(Number((await wireframes.margins())[0])).toBeCloseTo(30 * scale, -0.5)
    await wireframes.drag('下', 0, -1000)
    expect((await wireframes.margins())[3]).toBe('600')
    await wireframes.edge('下').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowUp')
    await wireframes.edge('左').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    expect(await wireframes.margins()).toEqual(['1', '0', '0', '11'])
    await wireframes.save.click()
    await wireframes.message('更新成功').waitFor()
    expect((await frameOf('黑'))?.printArea).toEqual({ left: 1, right: 0, top: 0, bottom: 11 })
    await wireframes.form.waitFor({ state: 'hidden' })
    await wireframes.open('黑')
    await wireframes.form.getByRole('button', { name: '清空边距' }).click()
    await wireframes.save.click()
    await expect.poll(async () => (await frameOf('黑'))?.printArea).toBeNull()
    expect(complaints).toEqual([])
  })

  test('when the save of a first wireframe fails, the input stays, and a retry stores it', async () => {
    await enter()
    await wireframes.open('白')
    await wireframes.choose('前景图', shop.front)
    await wireframes.waitForPicture('前景图', '300×600')
    await wireframes.margin('左').fill('7')
    await page.route('**/api/phone_case_skus', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { traceId: 't-9', code: 'internal', message: '服务器内部错误' } })
        : route.continue(),
    )
    await wireframes.save.click()
    await wireframes.form.getByText('服务器内部错误').waitFor()
    expect(await frameOf('白')).toBeNull()
    expect((await wireframes.margins())[0]).toBe('7')
    await page.unroute('**/api/phone_case_skus')
    await wireframes.margin('左').fill('8')
    await wireframes.save.click()
    await wireframes.message('更新成功').waitFor()
    expect((await frameOf('白'))?.printArea).toEqual({ left: 8, right: 0, top: 0, bottom: 0 })
  })

  test.runIf(allTests)(
    'a wireframe that another window saved meanwhile is only overwritten when the seller confirms',
    async () => {
      await fill(['绿'])
      await enter()
      await wireframes.open('绿')
      await wireframes.margin('左').fill('7')
      const { id } = (await frameOf('绿')) ?? {}
      await call('PATCH', `/api/phone_case_wireframes/${id}`, {
        printAreaLeft: 1,
        printAreaRight: 2,
        printAreaTop: 3,
        printAreaBottom: 4,
      })
      await wireframes.save.click()
      await wireframes.form.getByText('还没有保存：这张线框图刚在别处修改过').waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      expect((await wireframes.margins())[0]).toBe('7')
      expect((await frameOf('绿'))?.printArea).toEqual({ left: 1, right: 2, top: 3, bottom: 4 })
      await wireframes.form.getByRole('button', { name: '覆盖并保存' }).click()
      await wireframes.message('更新成功').waitFor()
      expect((await frameOf('绿'))?.printArea).toMatchObject({ left: 7 })
      expect(complaints).toEqual([])
    },
  )

  test.runIf(allTests)(
    'a failed upload is retried, a running one is cancelled, and closing the changed form asks first',
    async () => {
      await enter()
      await wireframes.open('黑')
      await page.route('**/api/files/upload_form', (route) =>
        route.fulfill({ status: 422, json: { traceId: 't', code: 'invalid', message: '存储空间已满' } }),
      )
      await wireframes.choose('前景图', shop.front)
      await wireframes.form.getByRole('button', { name: '重试' }).waitFor()
      await page.unroute('**/api/files/upload_form')
      await wireframes.form.getByRole('button', { name: '重试' }).click()
      await wireframes.waitForPicture('前景图', '300×600')

      await page.route('**/api/files/upload_form', () => undefined)
      await wireframes.choose('背景图', shop.back)
      await wireframes.form.getByRole('button', { name: '取消上传' }).click()
      await wireframes.form.getByRole('button', { name: '上传背景图' }).waitFor()
      // The focused button was removed; the form takes the focus shortly after.
      await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)

      await page.keyboard.press('Escape')
      await wireframes.dialog.getByRole('button', { name: '继续编辑' }).click()
      await wireframes.dialog.getByText('放弃修改？').waitFor({ state: 'hidden' })
      await wireframes.form.getByRole('button', { name: '取消', exact: true }).click()
      await wireframes.dialog.getByRole('button', { name: '放弃修改' }).click()
      await wireframes.form.waitFor({ state: 'hidden' })
      expect((await stored()).get('黑')).toBeUndefined()
    },
  )
})

describe('on shelf and off shelf', () => {
  test.runIf(allTests)('in a high window the filters stay as high as they are, right above the table', async () => {
    await page.setViewportSize({ width: 1920, height: 1400 })
    await enter()
    expect((await page.locator('.filter-row').boundingBox())?.height).toBeLessThan(60)
  })

  test('a SKU goes on and off shelf, not without a wireframe, and a refused switch reverts', async () => {
    await fill(['黑'])
    await enter()
    await wireframes.shelf('黑').click()
    await expect.poll(async () => (await stored()).get('黑')?.enabled).toBe(true)
    const patches = recordRequests(page, 'PATCH', '/api/phone_case_skus')
    await wireframes.shelf('白').hover()
    await page.getByText('先上传线框图，再上架').waitFor()
    await wireframes.shelf('白').press('Space')
    expect(await wireframes.shelf('白').getAttribute('aria-checked')).toBe('false')
    expect(patches.length).toBe(0)
    expect(complaints).toEqual([])
    await page.route('**/api/phone_case_skus/*', (route) =>
      route.fulfill({ status: 500, json: { traceId: 't', code: 'internal', message: '坏了' } }),
    )
    await wireframes.shelf('黑').click()
    await wireframes.dialog.getByText('网络请求错误').waitFor()
    await expect.poll(() => wireframes.shelf('黑').getAttribute('aria-checked')).toBe('true')
  })
})

describe('the wireframe list', () => {
  test.runIf(allTests)('the address keeps the model and page of the wireframe list', async () => {
    await fill(['绿'])
    await enter()
    await page.getByRole('combobox', { name: '型号' }).or(page.locator('.wireframes-model input')).first().click()
    await page.keyboard.type('全部')
    await page.locator('.arco-select-option', { hasText: '个型号' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('model')).toBe('all')
    await wireframes.row(shop.model.name).first().or(page.getByText('共')).first().waitFor()
    await page.goBack()
    await wireframes.row('绿').waitFor()
    await page.locator('.arco-pagination').getByText('2', { exact: true }).click()
    await wireframes.row('紫').waitFor()
    await page.reload()
    await wireframes.row('紫').waitFor()
    expect(await wireframes.rows.count()).toBe(1)
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('the wireframe screen of an empty shop leads to brands, then to materials', async () => {
    const other = await tokenOfMerchant(seller.baseUrl, '线框空店')
    await enterWith(page, seller.baseUrl, other, '/app/phone_case_material/wireframe')
    await page.getByRole('link', { name: '去添加品牌' }).waitFor()
    await caller(seller.baseUrl, other)('POST', '/api/phone_brands', { name: '华为' })
    await page.reload()
    expect(await page.getByRole('link', { name: '去添加材质' }).getAttribute('href')).toBe('/app/phone_case_material/material')
  })

  test.runIf(allTests)('the wireframe screen works by keyboard alone, and axe finds nothing in it', async () => {
    await fill(['黑'])
    await enter()
    expect(await accessibilityFindings(page)).toEqual([])
    const edit = wireframes.row('黑').locator('.wireframes-edit-button')
    await edit.focus()
    await page.keyboard.press('Enter')
    await wireframes.edge('左').waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await wireframes.margin('左').focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Enter')
    await wireframes.message('更新成功').waitFor()
    await wireframes.form.waitFor({ state: 'hidden' })
    expect((await frameOf('黑'))?.printArea).toEqual({ left: 11, right: 0, top: 0, bottom: 0 })
    await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true)
    await wireframes.shelf('黑').focus()
    await page.keyboard.press('Space')
    await expect.poll(async () => (await stored()).get('黑')?.enabled).toBe(true)
    await wireframes.tick('黑')
    expect(await accessibilityFindings(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})
