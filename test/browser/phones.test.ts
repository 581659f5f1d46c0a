/** Brands and models on a real server: lists, forms, order, bulk actions and the address. */
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { allTests } from '../setup/size'
import { PhonesPage } from './pages/phones-page'
import { accessibilityFindings } from './support/axe'
import { journey } from './support/journey'
import { recordRequests } from './support/requests'
import type { Made } from './support/shop'

const brandsPath = '/api/phone_brands'

let page: Page
let complaints: string[]
let phones: PhonesPage

const { baseUrl, call, ownComplaints, refuse, visit } = journey('机型店', (opened) => {
  ;({ page, complaints } = opened)
  phones = new PhonesPage(page)
})

afterEach(async () => {
  for (const { id } of await call<Made[]>('GET', brandsPath)) await call('DELETE', `${brandsPath}/${id}`)
})

const enter = (path = '/app/phone_brand_model') => visit(path)
const brand = (name: string) => call<Made>('POST', brandsPath, { name })
const modelsPath = (brandId: number) => `${brandsPath}/${brandId}/phone_models`
const model = (brandId: number, name: string) => call<Made>('POST', modelsPath(brandId), { name })
const stored = async (path: string) => (await call<Made[]>('GET', path)).map((one) => one.name)
const address = () => new URL(page.url())

describe('phone brands', () => {
  test('in a new shop the brand name is required and trimmed, and a double click creates one brand', async () => {
    await enter()
    await page.getByText('先添加一个品牌').waitFor()
    expect(address().pathname).toBe('/app/phone_brand_model/brand')
    expect(await accessibilityFindings(page)).toEqual([])
    const posts = recordRequests(page, 'POST', brandsPath)
    await phones.button('新增品牌').click()
    const name = phones.dialog.getByRole('textbox', { name: '品牌名称' })
    const submit = phones.dialog.getByRole('button', { name: '新增品牌' })
    await submit.click()
    await phones.dialog.getByText('品牌名称必填').waitFor()
    await name.fill('   ')
    await phones.dialog.getByText('请填写品牌').waitFor()
    await name.press('Enter')
    expect(posts).toEqual([])
    await name.fill('  小米 🚀 ')
    await submit.dblclick()
    await phones.message('新增品牌成功').waitFor()
    await phones.row('小米 🚀').waitFor()
    await phones.dialog.waitFor({ state: 'hidden' })
    expect(posts.map(({ body }) => body)).toEqual(['{"name":"小米 🚀"}'])
    expect(complaints).toEqual([])
  })

  test('a brand is renamed, deleted after a warning, and restored; Back closes a dialog', async () => {
    const { id } = await brand('小米')
    await model(id, '小米 15')
    await enter()
    await phones.button('修改「小米」').click()
    expect(address().search).toBe(`?dialog=edit&id=${id}`)
    await phones.dialog.waitFor()
    await page.goBack()
    await phones.dialog.waitFor({ state: 'hidden' })
    await page.goForward()
    const name = phones.dialog.getByRole('textbox', { name: '品牌名称' })
    expect(await name.inputValue()).toBe('小米')
    await name.fill('Xiaomi')
    await name.press('Enter')
    await phones.message('修改品牌成功').waitFor()
    await phones.row('Xiaomi').waitFor()
    await phones.dialog.waitFor({ state: 'hidden' })
    expect(address().search).toBe('')

    await phones.button('删除「Xiaomi」').click()
    await phones.dialog.getByText(/全部型号.*绑定的线框图会一起删除/).waitFor()
    await phones.dialog.getByRole('button', { name: '取消' }).click()
    await phones.dialog.waitFor({ state: 'hidden' })
    expect(await stored(brandsPath)).toEqual(['Xiaomi'])
    const deletes = recordRequests(page, 'DELETE', brandsPath)
    await phones.button('删除「Xiaomi」').click()
    await phones.dialog.getByRole('button', { name: '删除「Xiaomi」' }).dblclick()
    await phones.message('删除成功').waitFor()
    await page.getByText('先添加一个品牌').waitFor()
    expect(deletes).toHaveLength(1)
    await phones.button('撤销').click()
    await phones.row('Xiaomi').waitFor()
    expect(await stored(modelsPath(id))).toEqual(['小米 15'])
    await call('DELETE', `${brandsPath}/${id}`)
    await enter('/app/trash')
    await page.getByRole('cell', { name: 'Xiaomi', exact: true }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await page.getByRole('button', { name: '恢复「Xiaomi」' }).click()
    await page.getByRole('cell', { name: 'Xiaomi', exact: true }).waitFor({ state: 'hidden' })
    expect(await stored(modelsPath(id))).toEqual(['小米 15'])
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('a brand that another window renamed or deleted is reported, and the list is refreshed', async () => {
    const { id } = await brand('小米')
    await brand('华为')
    await enter()
    await phones.button('修改「小米」').click()
    await phones.dialog.waitFor()
    // It was renamed elsewhere first: both names are shown, and the seller decides.
    await call('PATCH', `${brandsPath}/${id}`, { name: 'Xiaomi' })
    const name = phones.dialog.getByRole('textbox', { name: '品牌名称' })
    await name.fill('MI')
    await name.press('Enter')
    await phones.dialog.getByText('还没有保存：“小米”刚在别处改成了“Xiaomi”').waitFor()
    expect(await stored(brandsPath)).toEqual(['Xiaomi', '华为'])
    await phones.dialog.getByRole('button', { name: '覆盖并保存' }).click()
    await phones.dialog.waitFor({ state: 'hidden' })
    expect(await stored(brandsPath)).toEqual(['MI', '华为'])

    await phones.button('修改「MI」').click()
    await call('DELETE', `${brandsPath}/${id}`)
    await name.fill('红米')
    await name.press('Enter')
    await phones.dialog.getByText('品牌不存在或已被删除').waitFor()
    await phones.message('修改品牌失败').waitFor()
    await phones.row('MI').waitFor({ state: 'detached' })
    expect(await phones.dialog.getByRole('textbox', { name: '品牌名称' }).inputValue()).toBe('红米')
    await page.goto(`${baseUrl}/app/phone_brand_model/brand?dialog=edit&id=${id}`)
    await phones.message('没有找到要打开的品牌，它可能已被删除').waitFor()
    await expect.poll(() => address().search).toBe('')
    expect(ownComplaints()).toEqual([])
  })

  // Templates, assets, materials and colours are sorted by the same component in `npm test`.
  test.runIf(allTests)('brands are sorted by keyboard and mouse, and a refused order is reverted with the reason', async () => {
    for (const name of ['苹果', '华为', '小米', '荣耀']) await brand(name)
    await enter()
    await phones.row('荣耀').waitFor()
    await phones.carry('荣耀', -2)
    await phones.message('排序成功').waitFor()
    expect(await stored(brandsPath)).toEqual(['苹果', '荣耀', '华为', '小米'])
    await refuse('**/ordering')
    await phones.drag('苹果', '小米')
    await page.getByText('排序没有保存，已恢复原来的顺序：').waitFor()
    expect(await phones.names()).toEqual(['苹果', '荣耀', '华为', '小米'])
    await page.unroute('**/ordering')
    await phones.drag('苹果', '小米')
    await expect.poll(() => stored(brandsPath)).toEqual(['荣耀', '华为', '小米', '苹果'])
    expect(ownComplaints()).toEqual([])
  })
})

describe('phone models', () => {
  test('many models are added to a brand from pasted lines, each once and in order', async () => {
    await enter('/app/phone_brand_model/model')
    await page.getByText('先添加一个品牌').waitFor()
    const { id } = await brand('小米')
    await model(id, '小米 13')
    await page.reload()
    await phones.tab('小米 (1)').waitFor()
    await phones.button('新增型号').click()
    const names = phones.dialog.getByRole('textbox', { name: '型号', exact: true })
    const submit = phones.dialog.getByRole('button', { name: '新增型号' })
    await submit.click()
    await phones.dialog.getByText('型号必填').waitFor()
    await names.fill('小米 13')
    await submit.click()
    await phones.dialog.getByText('型号已存在：小米 13').waitFor()
    await names.fill(' 小米 14 \n小米 13\n\n小米 14 Pro\n小米 14\n')
    await phones.dialog.getByText('将新增 2 个型号').waitFor()
    await phones.dialog.getByText('已存在，会跳过：小米 13').waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    const posts = recordRequests(page, 'POST', modelsPath(id))
    await submit.dblclick()
    await phones.message('新增型号成功，共 2 个').waitFor()
    await phones.tab('小米 (3)').waitFor()
    await phones.dialog.waitFor({ state: 'hidden' })
    expect(posts).toHaveLength(2)
    expect(await phones.names()).toEqual(['小米 13', '小米 14', '小米 14 Pro'])

    await phones.button('新增型号').click()
    await names.fill('小米 15')
    await names.press('Control+Enter')
    await phones.message('新增型号成功').waitFor()
    expect(await stored(modelsPath(id))).toEqual(['小米 13', '小米 14', '小米 14 Pro', '小米 15'])
    expect(complaints).toEqual([])

    // The names that failed stay in the form, and only those are sent again.
    await phones.dialog.waitFor({ state: 'hidden' })
    await phones.button('新增型号').click()
    await names.fill('甲\n乙\n丙')
    let calls = 0
    await page.route(`**${modelsPath(id)}`, (route) =>
      route.request().method() === 'POST' && ++calls === 2 ? route.abort() : route.fallback(),
    )
    await phones.dialog.getByRole('button', { name: '新增型号' }).click()
    await phones.dialog.getByText(/新增了 1 个型号，「乙」没有成功/).waitFor()
    expect(await names.inputValue()).toBe('乙\n丙')
    await phones.dialog.getByRole('button', { name: '新增型号' }).click()
    await phones.dialog.waitFor({ state: 'hidden' })
    expect((await stored(modelsPath(id))).slice(4)).toEqual(['甲', '乙', '丙'])
    await page.unroute(`**${modelsPath(id)}`)

    // The brand is required for a new model and cannot be changed later.
    await phones.button('新增型号').click()
    await phones.dialog.locator('.arco-select').hover()
    await phones.dialog.locator('.arco-select-clear-icon').click()
    await phones.dialog.getByRole('textbox', { name: '型号', exact: true }).fill('小米 16')
    await phones.dialog.getByRole('button', { name: '新增型号' }).click()
    await phones.dialog.getByText('品牌名称必选').waitFor()
    await phones.dialog.getByRole('button', { name: '取消' }).click()
    await phones.dialog.waitFor({ state: 'hidden' })
    await phones.button('修改「小米 14」').click()
    await phones.dialog.getByText('型号的品牌不能修改').waitFor()
    expect(await phones.dialog.locator('.arco-select-disabled').count()).toBe(1)
    const renamed = phones.dialog.getByRole('textbox', { name: '型号', exact: true })
    await renamed.fill(' ')
    await renamed.press('Enter')
    await phones.dialog.getByText('型号必填').waitFor()
    await renamed.fill('小米 14T')
    await renamed.press('Enter')
    await phones.message('修改型号成功').waitFor()
    expect(await stored(modelsPath(id))).toContain('小米 14T')
    expect(ownComplaints()).toEqual([])
  })

  test.runIf(allTests)(
    'models are ticked across pages and deleted by one request, and deleting without a tick is refused',
    async () => {
      const { id } = await brand('小米')
      for (let number = 1; number <= 32; number++) await model(id, `小米 ${number}`)
      await enter('/app/phone_brand_model/model')
      await phones.row('小米 1').waitFor()
      expect(await phones.rows.count()).toBe(15)
      await phones.button('批量删除').click()
      await phones.message('请选择至少一个型号').waitFor()
      await phones.tick('小米 2', '小米 3')
      await page.locator('.arco-pagination').getByText('3', { exact: true }).click()
      await phones.row('小米 32').waitFor()
      expect(address().searchParams.get('page')).toBe('3')
      await phones.tick('小米 31', '小米 32')
      await page.getByText('已选 4 项').waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      const deletes = recordRequests(page, 'DELETE', modelsPath(id))
      await phones.button('批量删除').click()
      await phones.dialog.getByText(/小米 2、小米 3、小米 31、小米 32.*线框图会一起删除/).waitFor()
      await phones.dialog.getByRole('button', { name: '删除 4 个型号' }).dblclick()
      await phones.message('批量删除成功').waitFor()
      expect(deletes).toHaveLength(1)
      expect(await stored(modelsPath(id))).toHaveLength(28)
      // The third page no longer exists after the deletion.
      await expect.poll(() => address().searchParams.get('page')).toBe('2')
      await phones.row('小米 30').waitFor()
      expect(complaints).toEqual([])

      // A bulk deletion with a model that no longer exists deletes nothing, says so and reads the list again.
      const deletedModel = (await call<Made[]>('GET', modelsPath(id))).find((one) => one.name === '小米 29')
      await phones.tick('小米 29', '小米 30')
      await call('DELETE', modelsPath(id), { ids: [deletedModel?.id] })
      await phones.button('批量删除').click()
      await phones.dialog.getByRole('button', { name: '删除 2 个型号' }).click()
      await phones.dialogWith('网络请求错误').getByText('部分型号不存在或已被删除').first().waitFor()
      await phones.button('知道了').click()
      await page.getByText('已选 1 项').waitFor()
      expect(await stored(modelsPath(id))).toHaveLength(27)
      expect(ownComplaints()).toEqual([])
    },
  )

  test.runIf(allTests)(
    'models are searched and starred, the address keeps the filter, and sorting is disabled meanwhile',
    async () => {
      const { id } = await brand('小米')
      for (const name of ['小米 14', '小米 15', 'Redmi K80']) await model(id, name)
      await enter(`/app/phone_brand_model/model?brand=${id}`)
      await phones.star('小米 15').click()
      expect(await phones.star('小米 15').getAttribute('aria-pressed')).toBe('true')
      await page.getByText('只看收藏').click()
      await expect.poll(() => phones.names()).toEqual(['小米 15'])
      await page.getByRole('button', { name: '拖动排序「小米 15」：清空筛选后才能排序' }).waitFor()
      await page.reload()
      await phones.row('小米 15').waitFor()
      expect(await phones.names()).toEqual(['小米 15'])
      await page.getByRole('textbox', { name: '搜索型号' }).fill('redmi')
      await page.getByText('没有符合条件的结果').waitFor()
      await page.getByRole('button', { name: '清空筛选' }).last().click()
      await expect.poll(() => phones.names()).toEqual(['小米 14', '小米 15', 'Redmi K80'])
      await page.getByRole('textbox', { name: '搜索型号' }).fill('redmi')
      await expect.poll(() => phones.names()).toEqual(['Redmi K80'])
      expect(complaints).toEqual([])
    },
  )
})

describe('ten thousand models', () => {
  test.runIf(allTests)('ten thousand models are paged and searched, and only a page of rows is rendered', async () => {
    const { id } = await brand('大品牌')
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      id: index + 1,
      phoneBrandId: id,
      name: `型号 ${index + 1}`,
      favorited: false,
      next: index === 9_999 ? null : index + 2,
    }))
    await page.route(`**${modelsPath(id)}`, (route) => route.fulfill({ json: rows }))
    await enter('/app/phone_brand_model/model?page=600')
    await phones.row('型号 9000').waitFor()
    // Only the rows of one page are rendered, however many models there are.
    expect(await page.locator('tbody tr[data-id]').count()).toBeLessThanOrEqual(100)
    await page.getByRole('textbox', { name: '搜索型号' }).fill('9999')
    await expect.poll(() => phones.names()).toEqual(['型号 9999'])
    expect(complaints).toEqual([])
  })
})
