import { type ShopType, shopTypeName } from '../../contract/rules/shop-types'

/** The fields that identify a shop for the seller. */
export interface ShopLike {
  readonly id: number
  readonly name: string
  readonly type: ShopType
}

/** Returns for example 晨曦手机壳（抖店）. */
export const shopLabel = ({ name, type }: Pick<ShopLike, 'name' | 'type'>): string => `${name}（${shopTypeName(type)}）`
