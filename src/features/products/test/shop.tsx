/** A simulated server for screen tests: the API client, queries and tasks are real, the transport's answers are not. */

import { Message } from '@arco-design/web-react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import type { HttpRequest, Platform } from '../../../../adapters/platform'
import { authorizedShop, productRow, shopRow } from '../../../../contract/test/shops'
import type { CustomizationSetting, Product } from '../../../../contract/types'
import { createApi } from '../../../api/client'
import { ServicesProvider } from '../../../api/services'
import { memoryTaskStorage } from '../../../base/tasks/task-storage'
import { createTaskStore } from '../../../base/tasks/task-store'
import { TaskStoreProvider } from '../../../ui/tasks'
import ProductScreen from '../product-screen'
import productSync from '../sync/product-sync-task'

export interface Answer {
  readonly status: number
  readonly body: unknown
}
export const refused: Answer = { status: 500, body: { traceId: 'tr-9', code: 'internal', message: '服务器出错' } }
const done = (body: unknown): Answer => ({ status: 200, body })

export const doudian = shopRow()
export const taobao = authorizedShop({ id: 2, name: '淘淘' })

export const product = (id: number, count: number): Product => {
  const sku = (n: number) => ({ id: id * 100 + n, originalId: `80${id}${n}`, propertiesName: `颜色:${'白黑红'[n] ?? n}` })
  return productRow({ id, originalId: `90${id}`, title: `壳 ${id}`, skus: Array.from({ length: count }, (_, n) => sku(n)) })
}

/** Opens the screen with a shop of these products. */
export function openShop({ shop = doudian, products = [product(1, 2), product(2, 0)], platform = {} as Partial<Platform> } = {}) {
  const server = {
    shops: [shop],
    products: [...products],
    settings: [] as CustomizationSetting[],
    asked: [] as string[],
    failing: new Map<string, Answer>(),
    /** True if the marketplace knows an id. */
    known: (_: string) => true,
  }
  const keep = (row: Omit<CustomizationSetting, 'id'>) => {
    const isOther = (one: CustomizationSetting) =>
      one.productOriginalId !== row.productOriginalId || one.skuOriginalId !== row.skuOriginalId
    const kept = { id: server.settings.length + 1, ...row }
    server.settings = [...server.settings.filter(isOther), kept]
    return kept
  }
  const answerTo = ({ method, path, body }: HttpRequest): Answer => {
    const call = `${method} ${path}${body ? ` ${body}` : ''}`
    server.asked.push(call)
    for (const [start, answer] of server.failing) if (call.startsWith(start)) return answer
    const query = new URLSearchParams(path.split('?')[1])
    const sent = JSON.parse(body ?? '{}')
    if (call === 'GET /api/shops') return done(server.shops)
    if (call.startsWith('GET /api/products')) {
      const found = server.products.filter(({ title }) => title.includes(query.get('keyword') ?? ''))
      return done({ items: found, totalItems: found.length })
    }
    if (call.startsWith('GET /api/phone_case_customization_settings')) return done(server.settings)
    if (call.startsWith('POST /api/phone_case_customization_settings/copy')) {
      const from = server.settings.find(
        (one) => one.productOriginalId === sent.from.productOriginalId && one.skuOriginalId === sent.from.skuOriginalId,
      )
      if (!from) return refused
      return done({ settings: sent.to.map((to: object) => keep({ ...from, ...to })) })
    }
    if (call.startsWith('POST /api/phone_case_customization_settings')) return done(keep(sent))
    if (call.startsWith('POST /api/products/sync')) {
      const ids: string[] = sent.productOriginalId.split(',')
      return done({
        products: ids.filter(server.known).map((originalId) => ({ originalId })),
        missing: ids.filter((id) => !server.known(id)),
      })
    }
    if (call.startsWith('DELETE /api/products/')) {
      server.products = server.products.filter(({ id }) => !path.endsWith(`/${id}`))
      return done({ ok: true })
    }
    if (call.startsWith('GET /api/phone_brands/'))
      return done([{ id: 71, phoneBrandId: 7, name: '小米 15', favorited: false, next: null }])
    if (call === 'GET /api/phone_brands') {
      return done([
        { id: 7, name: '小米', next: 8 },
        { id: 8, name: '华为', next: null },
      ])
    }
    if (call === 'GET /api/phone_case_materials') {
      return done([
        { id: 3, name: '硅胶', next: 4 },
        { id: 4, name: '玻璃', next: null },
      ])
    }
    if (call === 'GET /api/design_template_collections') return done([{ id: 5, name: '夏日', next: null }])
    if (call.startsWith('GET /api/design_templates?')) {
      const items = [
        { id: 51, name: '海浪', thumbnail: null },
        { id: 52, name: '西瓜', thumbnail: null },
      ]
      return done({ items, totalItems: 2 })
    }
    return done({ id: 99, ok: true, products: [] })
  }
  const api = createApi(
    async (request) => {
      const { status, body } = answerTo(request)
      return { status, headers: {}, body: JSON.stringify(body) }
    },
    { token: () => 't', onSessionEnded: () => undefined, onFailure: () => undefined },
  )
  const services = { api, platform: { can: () => false, ...platform } as Platform }
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const store = createTaskStore({
    services: { ...services, queries },
    kinds: async () => productSync as never,
    storage: memoryTaskStorage(),
    retryDelaysMs: [],
  })
  store.setAccount('小雪')
  // The page is emptied after each test, so toasts need a new container.
  const toasts = document.body.appendChild(document.createElement('div'))
  Message.config({ getContainer: () => toasts })
  localStorage.clear()
  history.replaceState(null, '', '/app/sku_customization_setting')
  render(
    <QueryClientProvider client={queries}>
      <ServicesProvider {...services}>
        <TaskStoreProvider store={store}>
          <ProductScreen />
        </TaskStoreProvider>
      </ServicesProvider>
    </QueryClientProvider>,
  )
  const sent = (start: string) => server.asked.filter((call) => call.startsWith(start))
  const bodies = (start: string) => sent(start).map((call) => JSON.parse(call.slice(call.indexOf('{'))))
  return { server, sent, bodies, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) }
}
