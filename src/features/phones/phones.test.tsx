import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { brandRow, modelRow } from '../../../contract/test/catalogue'
import { catalogueKeys } from '../../api/queries/catalogue'
import { brokenServer, type CallName, fakeApi, Refusal } from '../../api/test/fake-api'
import { fakePlatform } from '../../api/test/fake-platform'
import { renderScreen } from '../../api/test/render-screen'
import { Page } from '../../ui/page'
import { BrandList } from './brand-list'
import { ModelList } from './model-list'

const brokenRule = (message: string) => new Refusal('invalid', message, [{ path: 'body.name', code: 'duplicate', message }])

const linked = <T extends { id: number; next: number | null }>(rows: readonly T[]) =>
  rows.map((row, place) => ({ ...row, next: rows[place + 1]?.id ?? null }))

const twoBrands = [brandRow({ id: 1, name: '小米' }), brandRow({ id: 2, name: '华为' })]

/** A shop with two brands and three models of the first; any call can be made to fail. */
function openShop(list: 'brands' | 'models', brands = twoBrands, failing: Partial<Record<CallName, Refusal>> = {}) {
  const shop = {
    brands: [...brands],
    models: ['小米 13', '小米 14', '小米 15'].map((name, at) => modelRow({ id: 11 + at, name, favorited: at === 1 })),
    /** The name that is taken. */
    refusedName: '',
  }
  const server = fakeApi(
    {
      phoneBrands: {
        list: () => linked(shop.brands),
        create({ body: { name } }) {
          const brand = brandRow({ id: 3, name })
          shop.brands.push(brand)
          return brand
        },
        update: ({ params, body: { name } }) => brandRow({ id: params.id, name }),
        remove: { ok: true },
      },
      phoneModels: {
        list: ({ params }) => linked(shop.models.filter(({ phoneBrandId }) => phoneBrandId === params.brandId)),
        create({ params, body: { name } }) {
          const model = modelRow({ id: 20 + shop.models.length, phoneBrandId: params.brandId, name })
          if (name === shop.refusedName) return brokenRule(`型号“${name}”已存在，请换一个名称`)
          shop.models.push(model)
          return model
        },
        update: ({ params, body }) => modelRow({ id: params.id, phoneBrandId: params.brandId, ...body }),
        remove({ body: { ids } }) {
          shop.models = shop.models.filter(({ id }) => !ids.includes(id))
          return { ok: true }
        },
      },
      catalogueUse: { get: { openOrders: 0, designs: 0, products: 0, models: 3, wireframes: 2, onShelf: 0 } },
      trash: { restore: { ok: true } },
    },
    { failing },
  )
  const onModels = vi.fn()
  const onAddBrand = vi.fn()
  const saveFile = vi.fn(async (_: { name: string; blob: Blob }) => ({ saved: true }))
  const { queries, user } = renderScreen(
    <Page title="品牌与型号">
      {list === 'brands' ? <BrandList onModels={onModels} /> : <ModelList onAddBrand={onAddBrand} />}
    </Page>,
    { api: server.api, platform: fakePlatform({ saveFile }) },
  )
  const sent = (start: string) => server.writes().filter((request) => request.startsWith(start))
  return { ...server, shop, sent, queries, onModels, onAddBrand, saveFile, user }
}

const names = () => [...document.querySelectorAll('tbody .phones-name')].map((cell) => cell.textContent)
const findButton = (name: string) => screen.findByRole('button', { name })

beforeEach(() => {
  history.replaceState(null, '', '/app/phone_brand_model/brand')
})

describe('品牌列表', () => {
  test('an empty name and one of spaces are refused with different messages, and a valid one is trimmed', async () => {
    const { sent, user } = openShop('brands')
    await user.click(await findButton('新增品牌'))
    expect(location.search).toBe('?dialog=add')
    const dialog = await screen.findByRole('dialog')
    const field = within(dialog).getByLabelText('品牌名称')
    await user.type(field, '{Enter}')
    await screen.findByText('品牌名称必填')
    await user.type(field, '   {Enter}')
    await screen.findByText('请填写品牌')
    expect(sent('POST')).toEqual([])
    await user.type(field, '荣耀 {Enter}')
    await waitFor(() => expect(names()).toEqual(['小米', '华为', '荣耀']))
    expect(sent('POST')).toEqual(['POST /api/phone_brands {"name":"荣耀"}'])
    await waitFor(() => expect(location.search).toBe(''))
  })

  test('a broken rule of the server is shown at its field, any other failure above the form', async () => {
    const { failing, user } = openShop('brands')
    await user.click(await findButton('修改「小米」'))
    const field = await screen.findByLabelText<HTMLInputElement>('品牌名称')
    failing.set('phoneBrands.update', brokenRule('品牌“华为”已存在，请换一个名称'))
    await user.clear(field)
    await user.type(field, '华为{Enter}')
    const problem = await screen.findByText('品牌“华为”已存在，请换一个名称')
    expect(problem.closest('.arco-form-message')).not.toBeNull()
    failing.set('phoneBrands.update', brokenServer)
    await user.type(field, '2{Enter}')
    expect((await screen.findByText('服务器出错')).closest('[role=alert]')).not.toBeNull()
    expect(field.value).toBe('华为2')
  })

  test('a name that another window changed is shown, and overwritten only when the seller confirms it', async () => {
    const { failing, shop, sent, user } = openShop('brands')
    await user.click(await findButton('修改「小米」'))
    const field = await screen.findByLabelText<HTMLInputElement>('品牌名称')
    const message = '“小米”刚在别处改成了“红米”'
    failing.set('phoneBrands.update', new Refusal('conflict', message))
    shop.brands[0] = brandRow({ id: 1, name: '红米' })
    await user.clear(field)
    await user.type(field, 'Xiaomi{Enter}')
    await screen.findByText(`还没有保存：${message}`)
    await waitFor(() => expect(names()).toEqual(['红米', '华为']))
    expect(field.value).toBe('Xiaomi')
    failing.clear()
    await user.click(screen.getByRole('button', { name: '覆盖并保存' }))
    await waitFor(() => expect(location.search).toBe(''))
    expect(sent('PATCH')).toEqual([
      'PATCH /api/phone_brands/1 {"name":"Xiaomi","was":{"name":"小米"}}',
      'PATCH /api/phone_brands/1 {"name":"Xiaomi"}',
    ])
  })

  test('a brand list that fails to load can be loaded again, and a refused new brand shows a toast', async () => {
    const { failing, user } = openShop('brands', twoBrands, { 'phoneBrands.list': brokenServer })
    await screen.findByText('服务器出错')
    failing.clear()
    await user.click(await findButton('重试'))
    await waitFor(() => expect(names()).toEqual(['小米', '华为']))
    failing.set('phoneBrands.create', brokenServer)
    await user.click(await findButton('新增品牌'))
    await user.type(await screen.findByLabelText('品牌名称'), '荣耀{Enter}')
    await screen.findByText('新增品牌失败')
  })

  test('a double click on the button creates one brand', async () => {
    const { sent, user } = openShop('brands')
    await user.click(await findButton('新增品牌'))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('品牌名称'), '荣耀')
    await user.dblClick(within(dialog).getByRole('button', { name: '新增品牌' }))
    await waitFor(() => expect(names()).toEqual(['小米', '华为', '荣耀']))
    expect(sent('POST')).toHaveLength(1)
  })

  test('deleting a brand warns of its models and wireframes, and invalidates the whole catalogue', async () => {
    const { sent, user, queries } = openShop('brands')
    queries.setQueryData(catalogueKeys.skus([11]), [])
    await user.click(await findButton('删除「小米」'))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toMatch(/全部型号.*线框图/)
    expect(sent('DELETE')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: '删除「小米」' }))
    await waitFor(() => expect(sent('DELETE')).toEqual(['DELETE /api/phone_brands/1']))
    await waitFor(() => expect(queries.getQueryState(catalogueKeys.skus([11]))?.isInvalidated).toBe(true))
    await findButton('撤销')
  })

  test('a deletion can be undone from its message, and a failed undo is explained', async () => {
    const { failing, dialogs, sent, user } = openShop('brands')
    await user.click(await findButton('删除「小米」'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除「小米」' }))
    const message = '现在已有同名的品牌“小米”，请先修改或删除它，再恢复'
    failing.set('trash.restore', new Refusal('conflict', message))
    await user.click(await findButton('撤销'))
    const told = (await screen.findByText(message)).closest('[role=dialog]') as HTMLElement
    within(told).getByText('没有撤销成功')
    expect(sent('POST')).toEqual(['POST /api/trash/restore {"kind":"brand","ids":[1]}'])
    expect(dialogs).toEqual([])
    await user.click(within(told).getByRole('button', { name: '知道了' }))
  })

  test('a brand leads to its models', async () => {
    const { user, onModels } = openShop('brands')
    await user.click(await findButton('型号「华为」'))
    expect(onModels).toHaveBeenLastCalledWith(2)
  })
})

describe('型号列表', () => {
  test('each brand is a tab with its number of models, stored in the address', async () => {
    const { user } = openShop('models')
    await screen.findByRole('tab', { name: '小米 (3)' })
    await user.click(await screen.findByRole('tab', { name: '华为 (0)' }))
    await screen.findByText('这个品牌还没有型号')
    expect(location.search).toBe('?brand=2')
  })

  test('a star is set at once, and reset when it is refused', async () => {
    const { failing, dialogs, sent, user } = openShop('models')
    await user.click(await findButton('收藏「小米 13」'))
    await screen.findByText('操作成功')
    await waitFor(() => expect(sent('PATCH')).toEqual(['PATCH /api/phone_brands/1/phone_models/11 {"favorited":true}']))
    expect(screen.getByRole('button', { name: '收藏「小米 13」' }).getAttribute('aria-pressed')).toBe('true')
    failing.set('phoneModels.update', brokenServer)
    await user.click(screen.getByRole('button', { name: '收藏「小米 15」' }))
    await waitFor(() => expect(dialogs).toHaveLength(1))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '收藏「小米 15」' }).getAttribute('aria-pressed')).toBe('false'),
    )
  })

  test('the filters by star and by name are read from the address', async () => {
    history.replaceState(null, '', '/app/phone_brand_model/model?favorited=1&q=%E5%B0%8F')
    const { user } = openShop('models')
    await waitFor(() => expect(names()).toEqual(['小米 14']))
    await user.click(screen.getAllByRole('button', { name: '清空筛选' })[0] as HTMLElement)
    await waitFor(() => expect(names()).toEqual(['小米 13', '小米 14', '小米 15']))
    expect(location.search).toBe('')
  })

  test('many models are deleted by one call, and without ticked models nothing is sent', async () => {
    const { sent, user } = openShop('models')
    await user.click(await findButton('批量删除'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: '选择「小米 13」' }))
    await user.click(screen.getByRole('checkbox', { name: '选择「小米 15」' }))
    await user.click(await findButton('批量删除'))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: '删除 2 个型号' }))
    await waitFor(() => expect(names()).toEqual(['小米 14']))
    expect(sent('DELETE')).toEqual(['DELETE /api/phone_brands/1/phone_models {"ids":[11,13]}'])
    await findButton('撤销')
  })

  test('the export has all models of all brands, whatever is on screen', async () => {
    history.replaceState(null, '', '/app/phone_brand_model/model?favorited=1')
    const { saveFile, user } = openShop('models')
    await user.click(await findButton('导出'))
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
    const file = saveFile.mock.calls[0]?.[0]
    expect(file?.name).toBe('全部型号.csv')
    const rows = ['"品牌","型号","收藏"', '"小米","小米 13",""', '"小米","小米 14","是"', '"小米","小米 15",""', '"华为","",""']
    expect((await file?.blob.text())?.replace('\ufeff', '')).toBe(rows.map((row) => `${row}\r\n`).join(''))
  })

  test('names that were not added stay in the form', async () => {
    const { shop, sent, user } = openShop('models')
    await user.click(await findButton('新增型号'))
    const field = await screen.findByLabelText<HTMLTextAreaElement>('型号')
    shop.refusedName = '乙'
    await user.click(field)
    await user.paste('甲\n乙\n小米 13\n丙')
    await screen.findByText('将新增 3 个型号')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '新增型号' }))
    await screen.findByText(/新增了 2 个型号，1 个没有成功：型号“乙”已存在/)
    expect(field.value).toBe('乙')
    expect(sent('POST')).toHaveLength(3)
  })

  test('without any brand the models screen leads to adding one', async () => {
    const { user, onAddBrand } = openShop('models', [])
    await user.click(await findButton('新增品牌'))
    expect(onAddBrand).toHaveBeenCalledOnce()
  })
})
