/** The screens of factories over the fake API, with a factory system that keeps what is bound. */
import type { ReactNode } from 'react'
import { Route } from 'wouter'
import { brandRow, colorRow, materialRow, modelRow } from '../../../../contract/test/catalogue'
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
  StoredPrintProfile,
} from '../../../../contract/types'
import { type CallName, type Failure, fakeApi } from '../../../api/test/fake-api'
import { renderScreen } from '../../../api/test/render-screen'

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

export interface FactoryServer {
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
  printProfiles: StoredPrintProfile[]
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

const initialState = (): FactoryServer => ({
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
  printProfiles: [],
})

/** Renders the screen over such a server at an address. */
export function renderWithServer(
  screen: ReactNode,
  address: string,
  change: Partial<FactoryServer> = {},
  failing: Partial<Record<CallName, Failure>> = {},
) {
  const server: FactoryServer = { ...initialState(), ...change }
  const authorise = () => {
    server.integrations = [integration]
    return integration
  }
  const fake = fakeApi(
    {
      users: { me: { username: '晨曦', permissions: ['factory'] } },
      phoneBrands: { list: [brandRow({ id: 1, name: '苹果', next: 2 }), brandRow({ id: 2, name: '华为' })] },
      phoneModels: { list: ({ params: { brandId } }) => server.models.filter(({ phoneBrandId }) => phoneBrandId === brandId) },
      phoneCaseMaterials: { list: () => server.materials },
      erpPrograms: { list: () => server.programs },
      erpIntegrations: { list: () => server.integrations, create: authorise, update: authorise },
      factories: {
        list: () => server.factories,
        sync: () => ({ factories: server.factories, added: 0, gone: 0 }),
        update({ params: { id }, body: { printProfileId = null } }) {
          const changed = factoryOf(id, { printProfileId })
          server.factories = server.factories.map((one) => (one.id === id ? changed : one))
          return changed
        },
      },
      printProfiles: { list: () => server.printProfiles },
      factoryPhoneModels: {
        list: () => server.factoryModels,
        startSync() {
          server.sync ??= taskOf()
          return server.sync
        },
        syncTask: () => server.sync,
      },
      factoryModelBindings: {
        list: () => server.modelBindings,
        put({ body: { phoneModelId, erpPhoneModelCode } }) {
          const made = bindingOf(phoneModelId, erpPhoneModelCode)
          server.modelBindings = [...server.modelBindings.filter((one) => one.phoneModelId !== phoneModelId), made]
          return made
        },
        putMatched({ body: { bindings } }) {
          const isKept = (id: number) => bindings.some(({ phoneModelId }) => phoneModelId === id)
          const kept = server.modelBindings.filter(({ phoneModelId }) => isKept(phoneModelId))
          const bound = bindings
            .filter(({ phoneModelId }) => !kept.some((one) => one.phoneModelId === phoneModelId))
            .map((one) => bindingOf(one.phoneModelId, one.erpPhoneModelCode, { automatic: true }))
          server.modelBindings = [...server.modelBindings, ...bound]
          return { bound, kept }
        },
        remove({ params }) {
          server.modelBindings = server.modelBindings.filter((one) => one.phoneModelId !== params.phoneModelId)
          return { ok: true }
        },
      },
      factoryMaterials: { list: () => server.offered },
      factoryMaterialBindings: {
        list: () => server.materialBindings,
        put({ body }) {
          const made = { ...body, gone: false }
          server.materialBindings = [...server.materialBindings.filter(({ materialId }) => materialId !== body.materialId), made]
          return made
        },
        remove({ params }) {
          server.materialBindings = server.materialBindings.filter(({ materialId }) => materialId !== params.materialId)
          return { ok: true }
        },
      },
      factoryColorBindings: {
        list: () => server.colorBindings,
        put({ body }) {
          const made = { ...body, gone: false }
          server.colorBindings = [...server.colorBindings, made]
          return made
        },
      },
    },
    { failing },
  )
  const { user } = renderScreen(<Route path="/app/integrations/:type?">{screen}</Route>, { api: fake.api, address })
  return { server: Object.assign(server, fake), user }
}
