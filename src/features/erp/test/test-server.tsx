/** A simulated factory server for screen tests: the API client, queries and router are real, the transport's answers are not. */

import { Message } from '@arco-design/web-react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Route } from 'wouter'
import type { HttpRequest, Platform } from '../../../../adapters/platform'
import { colorRow, materialRow, modelRow } from '../../../../contract/test/catalogue'
import { factoryRow, integrationRow } from '../../../../contract/test/erp'
import type {
  ColorBinding,
  ErpIntegration,
  ErpProgram,
  Factory,
  FactoryMaterial,
  FactoryPhoneModel,
  FactorySyncTask,
  MaterialBinding,
  ModelBinding,
  PhoneCaseMaterial,
  PhoneModel,
} from '../../../../contract/types'
import { createApi } from '../../../api/client'
import { ServicesProvider } from '../../../api/services'

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export const refusal = (status: number, code: string, message: string, issues?: readonly object[]): Answer => ({
  status,
  body: { traceId: 'tr-9', code, message, ...(issues && { issues }) },
})

export const integration = integrationRow()
export const factoryOf = (id: number, change: Partial<Factory> = {}): Factory => factoryRow({ id, name: `工厂${id}`, ...change })
export const factoryModelOf = (code: string, name: string, change: Partial<FactoryPhoneModel> = {}): FactoryPhoneModel => ({
  code,
  name,
  widthMm: 71.5,
  heightMm: 146.7,
  stock: 5,
  ...change,
})
const modelOf = (id: number, phoneBrandId: number, name: string) => modelRow({ id, phoneBrandId, name })
const colorOf = (id: number, name: string) => colorRow({ id, name })
export const bindingOf = (phoneModelId: number, code: string, change: Partial<ModelBinding> = {}): ModelBinding => ({
  factoryId: 1,
  phoneModelId,
  erpPhoneModelCode: code,
  automatic: false,
  gone: false,
  ...change,
})

export interface TestServer {
  programs: ErpProgram[]
  integrations: ErpIntegration[]
  factories: Factory[]
  factoryModels: FactoryPhoneModel[]
  offered: FactoryMaterial[]
  models: PhoneModel[]
  materials: PhoneCaseMaterial[]
  modelBindings: ModelBinding[]
  materialBindings: MaterialBinding[]
  colorBindings: ColorBinding[]
  /** The answer to a poll of the sync. */
  sync: FactorySyncTask | null
  /** Every writing call with its body, in order. */
  writes: string[]
  /** Every reading call. */
  reads: string[]
  /** Failing calls by the beginning of their text, with the failure; a test removes them again. */
  failures: Map<string, Answer>
  /** Failures that the app shows in a dialog. */
  dialogs: string[]
}

export const taskOf = (change: Partial<FactorySyncTask> = {}): FactorySyncTask => ({
  id: 7,
  status: 1,
  errorMessage: null,
  asksToAccept: false,
  startedAt: Date.now(),
  finishedAt: null,
  ...change,
})

export const printProgram: ErpProgram = {
  erp: 1,
  name: '锐印工厂系统',
  keyFields: [{ name: 'apiAccessToken', label: 'key', hint: '接口 key（也叫 API key、访问令牌）' }],
  demoKey: { apiAccessToken: 'demo-factory-key' },
}

const initialState = (): TestServer => ({
  programs: [printProgram],
  integrations: [integration],
  factories: [factoryOf(1)],
  factoryModels: [
    factoryModelOf('AP15', '苹果15'),
    factoryModelOf('AP15P', '苹果15Pro'),
    factoryModelOf('HW60P', '华为Mate60Pro', { stock: 0 }),
  ],
  offered: [
    {
      id: 'm1',
      code: 'YH',
      name: '硬壳',
      colors: [
        { id: 'c1', code: 'W', name: '白' },
        { id: 'c2', code: 'B', name: '黑色' },
      ],
    },
    { id: 'm2', code: 'RJ', name: '软胶', colors: [] },
  ],
  models: [modelOf(11, 1, 'iPhone 15'), modelOf(12, 1, 'iPhone 15 Pro'), modelOf(21, 2, 'Mate 60')],
  materials: [
    materialRow({ id: 31, name: '硬壳手机壳', colors: [colorOf(41, '白色'), colorOf(42, '雾蓝')] }),
    materialRow({ id: 32, name: '液态硅胶' }),
  ],
  modelBindings: [],
  materialBindings: [],
  colorBindings: [],
  sync: null,
  writes: [],
  reads: [],
  failures: new Map(),
  dialogs: [],
})

const ok = (body: unknown): Answer => ({ status: 200, body })

function answerWrite(server: TestServer, route: string, body: Record<string, never>): Answer {
  const { factoryId = 1 } = body
  if (route === 'POST /api/erp/integrations' || route.startsWith('PATCH /api/erp/integrations/')) {
    server.integrations = [{ ...integration, problem: null }]
    return ok(server.integrations[0])
  }
  if (route === 'POST /api/erp/factories/sync') return ok({ factories: server.factories, added: 0, gone: 0 })
  if (route === 'POST /api/erp/factory_phone_models/sync_task') {
    server.sync ??= taskOf()
    return ok(server.sync)
  }
  if (route === 'POST /api/erp/factory_phone_model_bindings') {
    const { phoneModelId, erpPhoneModelCode } = body
    const created = bindingOf(Number(phoneModelId), String(erpPhoneModelCode))
    server.modelBindings = [...server.modelBindings.filter((one) => one.phoneModelId !== created.phoneModelId), created]
    return ok(created)
  }
  if (route === 'POST /api/erp/factory_phone_model_bindings/matched') {
    const requested: { phoneModelId: number; erpPhoneModelCode: string }[] = body.bindings ?? []
    const kept = server.modelBindings.filter((one) => requested.some(({ phoneModelId }) => phoneModelId === one.phoneModelId))
    const bound = requested
      .filter(({ phoneModelId }) => !kept.some((one) => one.phoneModelId === phoneModelId))
      .map((one) => bindingOf(one.phoneModelId, one.erpPhoneModelCode, { automatic: true }))
    server.modelBindings = [...server.modelBindings, ...bound]
    return ok({ bound, kept })
  }
  if (route === 'POST /api/erp/phone_case_material_bindings') {
    const created = { factoryId, gone: false, ...body } as unknown as MaterialBinding
    server.materialBindings = [...server.materialBindings.filter(({ materialId }) => materialId !== created.materialId), created]
    return ok(created)
  }
  if (route === 'POST /api/erp/phone_case_material_color_bindings') {
    const created = { factoryId, gone: false, ...body } as unknown as ColorBinding
    server.colorBindings = [...server.colorBindings, created]
    return ok(created)
  }
  const deletedId = Number(/\/(\d+)$/.exec(route)?.[1])
  if (route.startsWith('DELETE /api/erp/factory_phone_model_bindings/')) {
    server.modelBindings = server.modelBindings.filter(({ phoneModelId }) => phoneModelId !== deletedId)
  } else if (route.startsWith('DELETE /api/erp/phone_case_material_bindings/')) {
    server.materialBindings = server.materialBindings.filter(({ materialId }) => materialId !== deletedId)
  } else if (route.startsWith('DELETE /api/erp/phone_case_material_color_bindings/')) {
    server.colorBindings = server.colorBindings.filter(({ materialColorId }) => materialColorId !== deletedId)
  } else {
    throw new Error(`nobody answers ${route}`)
  }
  return ok({ ok: true })
}

function answerRead(server: TestServer, url: URL): Answer {
  const lists: Readonly<Record<string, unknown>> = {
    '/api/users/me': { username: '晨曦', permissions: ['factory'] },
    '/api/erp/programs': server.programs,
    '/api/erp/integrations': server.integrations,
    '/api/erp/factories': server.factories,
    '/api/erp/factory_phone_models': server.factoryModels,
    '/api/erp/factory_phone_models/sync_task': server.sync,
    '/api/erp/factory_phone_model_bindings': server.modelBindings,
    '/api/erp/phone_case_materials': server.offered,
    '/api/erp/phone_case_material_bindings': server.materialBindings,
    '/api/erp/phone_case_material_color_bindings': server.colorBindings,
    '/api/phone_case_materials': server.materials,
    '/api/phone_brands': [
      { id: 1, name: '苹果', next: 2 },
      { id: 2, name: '华为', next: null },
    ],
  }
  const brand = /^\/api\/phone_brands\/(\d+)\//.exec(url.pathname)?.[1]
  if (brand !== undefined) return ok(server.models.filter(({ phoneBrandId }) => phoneBrandId === Number(brand)))
  if (!(url.pathname in lists)) throw new Error(`nobody answers GET ${url.pathname}`)
  return ok(lists[url.pathname])
}

/** Renders the screen over such a server at an address. */
export function renderWithServer(screen: ReactNode, address: string, change: Partial<TestServer> = {}) {
  const server: TestServer = { ...initialState(), ...change }
  const answerRequest = ({ method, path, body }: HttpRequest): Answer => {
    const url = new URL(path, 'http://x')
    const route = `${method} ${url.pathname}`
    if (method === 'GET') server.reads.push(`${url.pathname}${url.search}`)
    else server.writes.push(body ? `${route} ${body}` : route)
    for (const [prefix, answer] of server.failures) if (route.startsWith(prefix)) return answer
    return method === 'GET' ? answerRead(server, url) : answerWrite(server, route, JSON.parse(body ?? '{}'))
  }
  const api = createApi(
    async (request) => {
      const { status, body } = answerRequest(request)
      return { status, headers: {}, body: JSON.stringify(body) }
    },
    { token: () => 't', onSessionEnded: () => undefined, onFailure: (error) => server.dialogs.push(error.message) },
  )
  const toasts = document.body.appendChild(document.createElement('div'))
  Message.config({ getContainer: () => toasts })
  history.replaceState(null, '', address)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ServicesProvider api={api} platform={{} as Platform}>
        <Route path="/app/integrations/:type?">{screen}</Route>
      </ServicesProvider>
    </QueryClientProvider>,
  )
  return { server, user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }) }
}
