/** A factory key, its factories, bindings to them, and an order that could be pushed. */

import { embedded, runFactorySyncs } from '../factories'
import type { TestServer } from '../server'
import type { Shop } from './shop'

export interface BoundShop {
  readonly token: string
  readonly brand: number
  readonly model: number
  readonly material: number
  readonly color: number
  /** The customization of the order that `openOrders` creates. */
  readonly customization: number
}

export async function openErp(server: TestServer, of: BoundShop): Promise<Pick<Shop, 'params' | 'queries' | 'bodies'>> {
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await server.call(method, path, { token: of.token, body })
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
    return reply.body
  }
  const create = { erp: 1, apiAccessToken: embedded.key }
  const { id } = await call('POST', '/api/erp/integrations', create)
  const [{ id: factoryId }] = await call('GET', '/api/erp/factories')
  await call('POST', '/api/erp/factory_phone_models/sync_task', { factoryId })
  await runFactorySyncs(server.deps)
  const model = { factoryId, phoneModelId: of.model, erpPhoneModelCode: 'IP15' }
  const material = { factoryId, materialId: of.material, erpMaterialId: '101', erpMaterialCode: 'PC-MS' }
  const color = { factoryId, materialColorId: of.color, erpMaterialColorId: '1012', erpMaterialColorCode: 'BK' }
  await call('POST', '/api/erp/factory_phone_model_bindings', model)
  await call('POST', '/api/erp/phone_case_material_bindings', material)
  await call('POST', '/api/erp/phone_case_material_color_bindings', color)
  const push = {
    factoryId,
    orderOriginalId: 'M1011032513942101325',
    orderItems: [{ originalId: '1011032513942101326', quantity: 1, phoneCaseCustomizationInfos: [{ id: of.customization }] }],
  }
  const ofFactory = `factoryId=${factoryId}`
  return {
    params: {
      erpIntegrations: { id },
      factories: { id: factoryId },
      factoryModelBindings: { factoryId, phoneModelId: of.model },
      factoryMaterialBindings: { factoryId, materialId: of.material },
      factoryColorBindings: { factoryId, materialColorId: of.color },
    },
    queries: {
      'factoryPhoneModels.list': ofFactory,
      'factoryPhoneModels.syncTask': ofFactory,
      'factoryModelBindings.list': `${ofFactory}&phoneBrandId=${of.brand}`,
      'factoryMaterials.list': ofFactory,
      'factoryMaterialBindings.list': ofFactory,
      'factoryColorBindings.list': ofFactory,
      'pushes.lines': `customizationIds=${of.customization}`,
      'alarms.list': 'pageNo=1',
    },
    bodies: {
      'erpIntegrations.create': create,
      'erpIntegrations.update': { apiAccessToken: embedded.key },
      'factories.update': { printSize: 'mould' },
      'factoryPhoneModels.startSync': { factoryId },
      'factoryModelBindings.put': model,
      'factoryModelBindings.putMatched': { factoryId, bindings: [{ phoneModelId: of.model, erpPhoneModelCode: 'IP15' }] },
      'phoneLibrary.addFromFactory': {
        ...{ factoryId, codes: ['IP16'], colorIds: [of.color], materials: [] },
        ...{ wireframes: false, enabled: false },
      },
      'factoryMaterialBindings.put': material,
      'factoryColorBindings.put': color,
      'pushes.check': push,
      'pushes.push': push,
      'pushes.settle': { customizationId: of.customization, saidBy: 'seller', reason: 'outOfStock', note: '缺货' },
      'pushes.cancel': { customizationIds: [of.customization] },
      'alarms.acknowledge': { alarms: [{ customizationId: of.customization, facts: 'a' }], note: '照样做' },
    },
  }
}
