/** The calls of credits and payments, wired to what they do. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'

const notYet = (): Promise<never> => Promise.reject(new Failure('unavailable', '该功能即将开放'))

export const creditHandlers: Pick<Handlers<AppContract, Ctx>, 'credits' | 'rechargeRecords' | 'usageRecords'> = {
  credits: {
    current: notYet,
    paymentForm: notYet,
  },
  rechargeRecords: {
    list: notYet,
    syncStatus: notYet,
  },
  usageRecords: {
    list: notYet,
    get: notYet,
    charge: notYet,
  },
}
