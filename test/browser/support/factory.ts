/** The embedded factory of a merchant: its key, and what stands there for the merchant's case. */
import { expect } from 'vitest'
import { taskStatus } from '../../../contract/constants'
import type { Factory, FactoryMaterial } from '../../../contract/types'
import type { Case } from './orders'
import type { Caller } from './shop'

export const factoryName = '东莞印客数码印刷厂'

export async function findFactory(call: Caller): Promise<Factory> {
  const factory = (await call<Factory[]>('GET', '/api/erp/factories')).find(({ name }) => name === factoryName)
  if (!factory) throw new Error(`${factoryName} was not read`)
  return factory
}

/** Binds the case's material and its colour to the factory's first material in black. */
export async function bindMaterial(call: Caller, on: Case): Promise<void> {
  const { id: factoryId } = await findFactory(call)
  const [material] = await call<FactoryMaterial[]>('GET', `/api/erp/phone_case_materials?factoryId=${factoryId}`)
  const black = material?.colors.find(({ name }) => name === '黑色')
  if (!material || !black) throw new Error('no material to bind')
  await call('POST', '/api/erp/phone_case_material_bindings', {
    factoryId,
    materialId: on.phoneCaseMaterialId,
    erpMaterialId: material.id,
    erpMaterialCode: material.code,
  })
  await call('POST', '/api/erp/phone_case_material_color_bindings', {
    factoryId,
    materialColorId: on.phoneCaseMaterialColorId,
    erpMaterialColorId: black.id,
    erpMaterialColorCode: black.code,
  })
}

/** Sets everything up with which orders of this case, a 小米 14, can be pushed. */
export async function openFactory(call: Caller, on: Case): Promise<void> {
  await call('POST', '/api/erp/integrations', { erp: 1, apiAccessToken: 'demo-factory-key' })
  const { id: factoryId } = await findFactory(call)
  await call('POST', '/api/erp/factory_phone_models/sync_task', { factoryId })
  const sync = () => call<{ status: number }>('GET', `/api/erp/factory_phone_models/sync_task?factoryId=${factoryId}`)
  await expect.poll(async () => (await sync()).status).toBe(taskStatus.done)
  const model = { factoryId, phoneModelId: on.phoneModelId, erpPhoneModelCode: 'MI14' }
  await call('POST', '/api/erp/factory_phone_model_bindings', model)
  await bindMaterial(call, on)
}

/** An order as the embedded factory received it. */
export interface SimulatedOrder {
  readonly orderId: string
  readonly orderOriginalId: string
  readonly modelCode: string
  readonly materialCode: string
  readonly colorCode: string | null
  readonly quantity: number
  readonly pictureUrl: string
}

export const ordersAtFactory = (call: Caller): Promise<SimulatedOrder[]> =>
  call<SimulatedOrder[]>('GET', '/simulator/factory/orders')
