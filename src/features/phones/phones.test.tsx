import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { HttpRequest, Platform } from '../../../adapters/platform'
import type { PhoneBrand, PhoneModel } from '../../../contract/types'
import { createApi } from '../../api/client'
import { catalogueKeys } from '../../api/queries/catalogue'
import { ServicesProvider } from '../../api/services'
import { Page } from '../../ui/page'
import { BrandList } from './brand-list'
import { ModelList } from './model-list'

type Answer = { status: number; body: unknown }
const refused: Answer = { status: 500, body: { traceId: 'tr-9', code: 'internal', message: '服务器出错' } }
const brokenRule = (message: string): Answer => ({
  status: 422,
  body: { traceId: 't', code: 'invalid', message, issues: [{ path: 'body.name', code: 'duplicate', message }] },
})

const linked = <T extends object>(rows: readonly (T & { id: number })[]) =>
  rows.map((row, place) => ({ ...row, next: rows[place + 1]?.id ?? null }))

const twoBrands = [
  { id: 1, name: '小米' },
  { id: 2, name: '华为' },
]

/** A simulated shop with two brands and three models of the first; any call can be made to fail or to wait. */
function openShop(list: 'brands' | 'models', brands = twoBrands, prepare = (_: Map<string, Answer>) => {}) {
  const shop = {
    brands: [...brands],
    models: [
      { id: 11, phoneBrandId: 1, name: '小米 13', favorited: false },
      { id: 12, phoneBrandId: 1, name: '小米 14', favorited: true },
      { id: 13, phoneBrandId: 1, name: '小米 15', favorited: false },
    ],
    asked: [] as string[],
    failing: new Map<string, Answer>(),
    failed: vi.fn(),
  }
  prepare(shop.failing)
  const answerTo = ({ method, path, body }: HttpRequest): Answer => {
    const call = `${method} ${path}${body ? ` ${body}` : ''}`
    shop.asked.push(call)
    for (const [start, answer] of shop.failing) if (call.startsWith(start)) return answer
    const sent = JSON.parse(body ?? '{}') as Record<string, unknown>
    const modelsOf = /^\/api\/phone_brands\/(\d+)\/phone_models$/.exec(path)?.[1]
    if (call === 'GET /api/phone_brands') return { status: 200, body: linked<Omit<PhoneBrand, 'next'>>(shop.brands) }
    if (modelsOf !== undefined && method === 'GET') {
      const rows = shop.models.filter((model) => model.phoneBrandId === Number(modelsOf))
      return { status: 200, body: linked<Omit<PhoneModel, 'next'>>(rows) }
    }
    if (call.startsWith('POST /api/phone_brands {')) {
      shop.brands.push({ id: 3, name: String(sent.name) })
      return { status: 200, body: { id: 3, name: sent.name, next: null } }
    }
    if (modelsOf !== undefined && method === 'POST') {
      const id = 20 + shop.models.length
      shop.models.push({ id, phoneBrandId: Number(modelsOf), name: String(sent.name), favorited: false })
    }
    if (modelsOf !== undefined && method === 'DELETE') {
      shop.models = shop.models.filter((model) => !(sent.ids as number[]).includes(model.id))
    }
    return { status: 200, body: { ok: true } }
  }
  const api = createApi(
    (request) => {
      const { status, body } = answerTo(request)
      return Promise.resolve({ status, headers: {}, body: JSON.stringify(body) })
    },
    { token: () => 't', onSessionEnded: () => {}, onFailure: shop.failed },
  )
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const onModels = vi.fn()
  const onAddBrand = vi.fn()
  const saveFile = vi.fn(async (_: { name: string; blob: Blob }) => ({ saved: true }))
  render(
    <QueryClientProvider client={queries}>
      <ServicesProvider api={api} platform={{ saveFile } as unknown as Platform}>
        <Page title="品牌与型号">
          {list === 'brands' ? <BrandList onModels={onModels} /> : <ModelList onAddBrand={onAddBrand} />}
        </Page>
      </ServicesProvider>
    </QueryClientProvider>,
  )
  const sent = (start: string) => shop.asked.filter((call) => call.startsWith(start))
  return {
    shop,
    sent,
    queries,
    onModels,
    onAddBrand,
    saveFile,
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
  }
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
    const { shop, user } = openShop('brands')
    await user.click(await findButton('修改「小米」'))
    const field = await screen.findByLabelText<HTMLInputElement>('品牌名称')
    shop.failing.set('PATCH', brokenRule('品牌“华为”已存在，请换一个名称'))
    await user.clear(field)
    await user.type(field, '华为{Enter}')
    const problem = await screen.findByText('品牌“华为”已存在，请换一个名称')
    expect(problem.closest('.arco-form-message')).not.toBeNull()
    shop.failing.set('PATCH', refused)
    await user.type(field, '2{Enter}')
    expect((await screen.findByText('服务器出错')).closest('[role=alert]')).not.toBeNull()
    expect(field.value).toBe('华为2')
  })

  test('a name that another window changed is shown, and overwritten only when the seller confirms it', async () => {
    const { shop, sent, user } = openShop('brands')
    await user.click(await findButton('修改「小米」'))
    const field = await screen.findByLabelText<HTMLInputElement>('品牌名称')
    const message = '“小米”刚在别处改成了“红米”'
    shop.failing.set('PATCH', { status: 409, body: { traceId: 't', code: 'conflict', message } })
    shop.brands[0] = { id: 1, name: '红米' }
    await user.clear(field)
    await user.type(field, 'Xiaomi{Enter}')
    await screen.findByText(`还没有保存：${message}`)
    await waitFor(() => expect(names()).toEqual(['红米', '华为']))
    expect(field.value).toBe('Xiaomi')
    shop.failing.clear()
    await user.click(screen.getByRole('button', { name: '覆盖并保存' }))
    await waitFor(() => expect(location.search).toBe(''))
    expect(sent('PATCH')).toEqual([
      'PATCH /api/phone_brands/1 {"name":"Xiaomi","was":{"name":"小米"}}',
      'PATCH /api/phone_brands/1 {"name":"Xiaomi"}',
    ])
  })

  test('a brand list that fails to load can be loaded again, and a refused new brand shows a toast', async () => {
    const { shop, user } = openShop('brands', twoBrands, (failing) => failing.set('GET', refused))
    await screen.findByText('服务器出错')
    shop.failing.clear()
    await user.click(await findButton('重试'))
    await waitFor(() => expect(names()).toEqual(['小米', '华为']))
    shop.failing.set('POST', refused)
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
    const { shop, sent, user } = openShop('brands')
    await user.click(await findButton('删除「小米」'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除「小米」' }))
    const message = '现在已有同名的品牌“小米”，请先修改或删除它，再恢复'
    shop.failing.set('POST /api/trash/restore', { status: 409, body: { traceId: 't', code: 'conflict', message } })
    await user.click(await findButton('撤销'))
    const told = (await screen.findByText(message)).closest('[role=dialog]') as HTMLElement
    within(told).getByText('没有撤销成功')
    expect(sent('POST')).toEqual(['POST /api/trash/restore {"kind":"brand","ids":[1]}'])
    expect(shop.failed).not.toHaveBeenCalled()
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
    const { shop, sent, user } = openShop('models')
    await user.click(await findButton('收藏「小米 13」'))
    await screen.findByText('操作成功')
    await waitFor(() => expect(sent('PATCH')).toEqual(['PATCH /api/phone_brands/1/phone_models/11 {"favorited":true}']))
    expect(screen.getByRole('button', { name: '收藏「小米 13」' }).getAttribute('aria-pressed')).toBe('true')
    shop.failing.set('PATCH', refused)
    await user.click(screen.getByRole('button', { name: '收藏「小米 15」' }))
    await waitFor(() => expect(shop.failed).toHaveBeenCalledOnce())
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
    shop.failing.set('POST /api/phone_brands/1/phone_models {"name":"乙"}', brokenRule('型号“乙”已存在，请换一个名称'))
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
