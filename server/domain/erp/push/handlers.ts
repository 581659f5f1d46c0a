/** The calls that push orders to a factory, wired to what they do. */
import type { AppContract } from '../../../../contract/contract'
import type { Handlers } from '../../../../contract/core'
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'

const pending = (): never => {
  throw new Failure('unavailable', '推送工厂正在开通')
}

export const pushHandlers: Pick<Handlers<AppContract, Ctx>, 'pushes'> = {
  pushes: { check: pending, push: pending },
}
