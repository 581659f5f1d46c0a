/** The calls of shops, products and what of them buyers may customize, wired to what they do. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'

const notYet = (): Promise<never> => Promise.reject(new Failure('unavailable', '该功能即将开放'))

export const shopHandlers: Pick<
  Handlers<AppContract, Ctx>,
  'shops' | 'products' | 'customizationSettings' | 'customizationUrls' | 'shopCustomizationSettings' | 'miniApp'
> = {
  shops: {
    list: notYet,
    create: notYet,
    update: notYet,
  },
  products: {
    list: notYet,
    create: notYet,
    remove: notYet,
    sync: notYet,
    takeOver: notYet,
  },
  customizationSettings: {
    list: notYet,
    put: notYet,
    copy: notYet,
  },
  customizationUrls: {
    list: notYet,
  },
  shopCustomizationSettings: {
    create: notYet,
    update: notYet,
  },
  miniApp: {
    get: notYet,
    templates: notYet,
    updateVersion: notYet,
  },
}
