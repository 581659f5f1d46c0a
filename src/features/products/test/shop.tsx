/** The screen of products over the fake API: queries and tasks are real. */
import type { Platform } from '../../../../adapters/platform'
import { brandRow, materialRow, modelRow } from '../../../../contract/test/catalogue'
import { authorizedShop, productRow, shopRow } from '../../../../contract/test/shops'
import { templateRow } from '../../../../contract/test/templates'
import type { CustomizationSetting, OnSaleProducts, Product } from '../../../../contract/types'
import { brokenServer, type CallName, fakeApi } from '../../../api/test/fake-api'
import { fakePlatform } from '../../../api/test/fake-platform'
import { renderScreen, testQueries } from '../../../api/test/render-screen'
import { memoryTaskStorage } from '../../../base/tasks/task-storage'
import { createTaskStore } from '../../../base/tasks/task-store'
import { TaskStoreProvider } from '../../../ui/tasks'
import ProductScreen from '../product-screen'
import productSync from '../sync/product-sync-task'

export const doudian = shopRow()
export const taobao = authorizedShop({ id: 2, name: '淘淘' })

export const product = (id: number, count: number): Product => {
  const sku = (n: number) => ({ id: id * 100 + n, originalId: `80${id}${n}`, propertiesName: `颜色:${'白黑红'[n] ?? n}` })
  return productRow({ id, originalId: `90${id}`, title: `壳 ${id}`, skus: Array.from({ length: count }, (_, n) => sku(n)) })
}

/** Opens the screen with a shop of these products. */
export function openShop({ shop = doudian, products = [product(1, 2), product(2, 0)], platform = {} as Partial<Platform> } = {}) {
  const server = {
    products: [...products],
    settings: [] as CustomizationSetting[],
    /** True if the marketplace knows an id. */
    known: (_: string) => true,
    /** A sync of this product fails. */
    brokenId: null as string | null,
    /** The pages of products that the shop has on sale. */
    onSale: [[]] as OnSaleProducts['items'][],
  }
  const keep = (row: Omit<CustomizationSetting, 'id'>) => {
    const isOther = (one: CustomizationSetting) =>
      one.productOriginalId !== row.productOriginalId || one.skuOriginalId !== row.skuOriginalId
    const kept = { ...row, id: server.settings.length + 1 }
    server.settings = [...server.settings.filter(isOther), kept]
    return kept
  }
  const fake = fakeApi({
    users: { me: { username: '小雪', permissions: [] } },
    shops: { list: [shop] },
    products: {
      list({ query: { keyword = '' } }) {
        const items = server.products.filter(({ title }) => title.includes(keyword))
        return { items, totalItems: items.length }
      },
      onSale({ query: { page, keyword = '' } }) {
        const no = Number(page ?? 0)
        const pages = keyword === '' ? server.onSale : [server.onSale.flat().filter(({ title }) => title.includes(keyword))]
        const next = no + 1 < pages.length ? String(no + 1) : null
        return { items: pages[no] ?? [], next, total: pages.flat().length, isSearched: true }
      },
      create: ({ body: { originalId, title } }) => productRow({ id: 99, originalId, title }),
      remove({ params }) {
        server.products = server.products.filter(({ id }) => id !== params.id)
        return { ok: true }
      },
      sync({ body: { productOriginalId: ids } }) {
        if (server.brokenId !== null && ids.includes(server.brokenId)) return brokenServer
        const found = ids.filter(server.known).map((originalId) => productRow({ originalId }))
        return { products: found, missing: ids.filter((id) => !server.known(id)) }
      },
      import: ({ body }) => ({ products: body.products.map(({ originalId, title }) => productRow({ originalId, title })) }),
    },
    customizationSettings: {
      list: () => server.settings,
      put: ({ body }) => keep({ ...body, skuOriginalId: body.skuOriginalId ?? null }),
      copy({ body: { from, to } }) {
        const copied = server.settings.find(
          (one) => one.productOriginalId === from.productOriginalId && one.skuOriginalId === from.skuOriginalId,
        )
        return copied ? { settings: to.map((target) => keep({ ...copied, ...target })) } : brokenServer
      },
    },
    phoneBrands: { list: [brandRow({ id: 7, name: '小米', next: 8 }), brandRow({ id: 8, name: '华为' })] },
    phoneModels: { list: [modelRow({ id: 71, phoneBrandId: 7, name: '小米 15' })] },
    phoneCaseSkus: { list: [] },
    phoneCaseMaterials: { list: [materialRow({ id: 3, name: '硅胶', next: 4 }), materialRow({ id: 4, name: '玻璃' })] },
    templateCollections: { list: [{ id: 5, name: '夏日', next: null }] },
    templates: {
      list: { items: [templateRow({ id: 51, name: '海浪' }), templateRow({ id: 52, name: '西瓜' })], totalItems: 2 },
    },
  })
  const services = { api: fake.api, platform: fakePlatform(platform), queries: testQueries() }
  const store = createTaskStore({
    services,
    kinds: async () => productSync as never,
    storage: memoryTaskStorage(),
    retryDelaysMs: [],
  })
  store.setAccount('小雪')
  localStorage.clear()
  const { user } = renderScreen(
    <TaskStoreProvider store={store}>
      <ProductScreen />
    </TaskStoreProvider>,
    { ...services, address: '/app/sku_customization_setting' },
  )
  /** The bodies of a call as they were sent. */
  const bodies = (of: CallName) =>
    fake.calls.filter(({ name }) => name === of).map(({ request }) => JSON.parse(request.slice(request.indexOf('{'))))
  return { server: Object.assign(server, fake), bodies, user }
}
