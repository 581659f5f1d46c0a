/** The calls of orders, wired to what they do. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'

const notYet = (): Promise<never> => Promise.reject(new Failure('unavailable', '该功能即将开放'))

export const orderHandlers: Pick<Handlers<AppContract, Ctx>, 'orders' | 'downloadRules'> = {
  orders: {
    list: notYet,
    get: notYet,
    takeOver: notYet,
    sync: notYet,
    syncTask: notYet,
    customizedImages: notYet,
  },
  downloadRules: {
    get: notYet,
    put: notYet,
  },
}
