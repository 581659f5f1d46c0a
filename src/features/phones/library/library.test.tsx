import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brandRow, colorRow, materialRow, modelRow } from '../../../../contract/test/catalogue'
import { factoryRow } from '../../../../contract/test/erp'
import { fakeApi } from '../../../api/test/fake-api'
import { fakePlatform } from '../../../api/test/fake-platform'
import { renderScreen, testQueries } from '../../../api/test/render-screen'
import { pageLocks } from '../../../base/tasks/task-locks'
import { memoryTaskStorage } from '../../../base/tasks/task-storage'
import { createTaskStore, type TaskStore } from '../../../base/tasks/task-store'
import { Page } from '../../../ui/page'
import { TaskStoreProvider } from '../../../ui/task-context'
import { BrandList } from '../brand-list'
import phoneLibrary from './library-task'

let store: TaskStore | undefined
const frames = { created: true, made: 1, kept: 0 }

/** A seller with 苹果 and its iPhone 15 Pro, or with nothing at all, and a factory with two models. */
function openShop({ isNew = false } = {}) {
  const server = fakeApi({
    users: { me: { username: 'demo', permissions: [] } },
    phoneBrands: { list: isNew ? [] : [brandRow({ id: 1, name: '苹果' })] },
    phoneModels: { list: [modelRow({ id: 11, name: 'iPhone 15 Pro' })] },
    phoneCaseMaterials: {
      list: isNew ? [] : [materialRow({ id: 3, name: '磨砂硬壳', colors: [colorRow({ id: 4, name: '黑色' })] })],
    },
    phoneLibrary: {
      add: ({ body: { phones, wireframes } }) => ({
        phones: phones.map((phone, at) => ({ ...{ phone, brandId: 1, modelId: 20 + at }, ...frames, made: wireframes ? 1 : 0 })),
        colorIds: [4],
      }),
      addFromFactory: ({ body: { codes } }) => ({
        models: codes.map((code, at) => ({
          ...{ code, brandId: 1, modelId: 20 + at, ...frames },
          ...{ bound: true, made: code === 'IP12' ? 0 : 1, note: code === 'IP12' ? '摄像头位置未知' : null },
        })),
        colorIds: [4],
      }),
    },
    factories: { list: [factoryRow({ id: 7, name: '晨星工厂' })] },
    factoryPhoneModels: {
      list: [
        { code: 'IP15', name: '苹果 15', widthMm: 71.6, heightMm: 147.6, stock: 8 },
        { code: 'IP12', name: '苹果 12/12Pro', widthMm: 71.3, heightMm: 146.5, stock: null },
      ],
    },
    factoryModelBindings: { list: [] },
  })
  const queries = testQueries()
  store = createTaskStore({
    services: { api: server.api, queries },
    kinds: async () => phoneLibrary,
    storage: memoryTaskStorage(),
    locks: pageLocks(),
    network: { isOnline: () => true, onChange: () => () => undefined },
    retryDelaysMs: [0, 0],
    peer: '千牛',
  })
  store.setAccount('小雪')
  const { user } = renderScreen(
    <TaskStoreProvider store={store}>
      <Page title="品牌与型号">
        <BrandList onModels={() => undefined} />
      </Page>
    </TaskStoreProvider>,
    { api: server.api, platform: fakePlatform(), queries },
  )
  const added = () => server.calls.filter(({ name }) => name.startsWith('phoneLibrary')).map(({ body }) => body)
  return { ...server, added, user }
}

const dialog = () => screen.findByRole('dialog')
const tick = (name: RegExp | string) => screen.findByRole('checkbox', { name })

beforeEach(() => {
  history.replaceState(null, '', '/app/phone_brand_model/brand')
})
afterEach(() => store?.close())

describe('the dialog of common phones', () => {
  test('a new seller ticks a phone and a new material, and both are added with a wireframe in one call', async () => {
    const { added, user } = openShop({ isNew: true })
    await user.click(await screen.findByRole('button', { name: '从常用机型添加' }))
    await dialog()
    await user.click(await tick(/^苹果 iPhone 17 Pro Max/))
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '透明软壳 · 透明（新建）' }).checked).toBe(true)
    await user.click(screen.getByRole('button', { name: '添加 1 个机型' }))
    await screen.findByText(/1 个机型都在了，画了 1 张标准线框。标准线框，请与工厂模具核对/)
    expect(added()).toEqual([
      {
        phones: ['苹果 iPhone 17 Pro Max'],
        colorIds: [],
        materials: [{ name: '透明软壳', colors: [{ name: '透明', defaultBackgroundColor: '#e9edf1' }] }],
        wireframes: true,
        enabled: true,
      },
    ])
  })

  test('several phones are listed in one call first, so that their order is the library’s, and drawn one by one', async () => {
    const { added, user } = openShop()
    await user.click(await screen.findByRole('button', { name: '常用机型' }))
    await user.click(within(await dialog()).getByRole('button', { name: /^vivo/ }))
    await user.click(await tick('全选「vivo」'))
    await user.click(screen.getByRole('button', { name: '添加 16 个机型' }))
    await screen.findByText(/16 个机型都在了，画了 16 张标准线框/)
    const [first, ...others] = added() as { phones: string[]; wireframes: boolean; colorIds: number[] }[]
    expect(first).toMatchObject({ wireframes: false, colorIds: [4] })
    expect(first?.phones).toHaveLength(16)
    expect(first?.phones[0]).toBe('vivo X300 Pro')
    expect(others.map(({ phones }) => phones)).toEqual(first?.phones.map((phone) => [phone]))
  })

  test('a phone is found by an abbreviation and over all brands, and one that is there already is marked', async () => {
    const { user } = openShop()
    await user.click(await screen.findByRole('button', { name: '常用机型' }))
    await user.type(within(await dialog()).getByRole('textbox', { name: '搜索机型' }), '15p{Enter}')
    await tick(/^苹果 iPhone 15 Pro *已有/)
    await user.clear(screen.getByRole('textbox', { name: '搜索机型' }))
    await user.type(screen.getByRole('textbox', { name: '搜索机型' }), '诺基亚{Enter}')
    await screen.findByText(/常用机型里没有「诺基亚」/)
  })

  test('without wireframes all phones are one call', async () => {
    const { added, user } = openShop()
    await user.click(await screen.findByRole('button', { name: '常用机型' }))
    await user.click(within(await dialog()).getByRole('button', { name: /^Nothing/ }))
    await user.click(await tick('全选「Nothing」'))
    await user.click(screen.getByRole('switch', { name: '生成标准线框' }))
    await user.click(screen.getByRole('button', { name: '添加 6 个机型' }))
    await screen.findByText('6 个机型都在了，没有需要画的线框图')
    expect(added()).toHaveLength(1)
  })

  test('an address opens the models of a factory, and what is to be noted of them is listed', async () => {
    history.replaceState(null, '', '/app/phone_brand_model/brand?dialog=factory&id=7')
    const { added, user } = openShop()
    await user.click(await tick('全选 2 个'))
    screen.getByText(/绑定到「晨星工厂」的同一个机型/)
    await user.click(screen.getByRole('button', { name: '添加 2 个机型' }))
    await screen.findByText(/2 个机型都在了，2 个绑定到工厂的同一个机型，画了 1 张标准线框/)
    expect(screen.getByRole('list', { name: '需要留意的机型' }).textContent).toBe('IP12：摄像头位置未知')
    expect(added()[0]).toMatchObject({ factoryId: 7, codes: ['IP15', 'IP12'], wireframes: false })
    await user.click(screen.getByRole('button', { name: '完成' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
