/** The calls of factories and what is bound to them, wired to what they do. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'

type Groups =
  | 'erp'
  | 'erpIntegrations'
  | 'factories'
  | 'factoryPhoneModels'
  | 'factoryModelBindings'
  | 'factoryMaterials'
  | 'factoryMaterialBindings'
  | 'factoryColorBindings'

const pending = (): never => {
  throw new Failure('unavailable', '工厂对接正在开通')
}

export const erpHandlers: Pick<Handlers<AppContract, Ctx>, Groups> = {
  erp: { program: pending },
  erpIntegrations: { list: pending, create: pending, update: pending },
  factories: { list: pending, sync: pending },
  factoryPhoneModels: { list: pending, startSync: pending, syncTask: pending },
  factoryModelBindings: { list: pending, put: pending, putMatched: pending, remove: pending },
  factoryMaterials: { list: pending },
  factoryMaterialBindings: { list: pending, put: pending, remove: pending },
  factoryColorBindings: { list: pending, put: pending, remove: pending },
}
