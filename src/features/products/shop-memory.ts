import { localValues } from '../../../adapters/storage/values'

const key = 'kejiang.products.shop'

/** Id of the shop that was shown last in this browser; null when none was. */
export const readLastShop = (): string | null => localValues.getItem(key)

export const rememberShop = (id: number): void => {
  localValues.setItem(key, String(id))
}
