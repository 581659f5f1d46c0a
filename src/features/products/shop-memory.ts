import { localValues } from '../../../adapters/storage/values'

const key = 'kejiang.products.shop'

/** The shop that was looked at last on this machine; null when none was. */
export const recallShop = (): string | null => localValues.getItem(key)

export const rememberShop = (id: number): void => {
  localValues.setItem(key, String(id))
}
