/** Names of the marketplaces as sellers call them. */
import type { ShopType } from '../../contract/constants'

const names: Readonly<Record<ShopType, string>> = {
  DOUDIAN: '抖店',
  PINDUODUO: '拼多多',
  TAOBAO: '淘宝',
  SDK: 'SDK',
  JD: '京东',
  ALIBABA: '1688',
  KUAISHOU: '快手',
  XIAOHONGSHU: '小红书',
  WECHAT_STORE: '微信小店',
  WEIDIAN: '微店',
  OFFLINE_STORE: '线下店',
}

/** Returns the name; a type that only a newer server knows is returned unchanged. */
export const shopTypeName = (type: ShopType): string => names[type] ?? type

/** The fields that identify a shop for the seller. */
export interface ShopLike {
  readonly id: number
  readonly name: string
  readonly type: ShopType
}

/** Returns for example 晨曦手机壳（抖店）. */
export const shopLabel = ({ name, type }: Pick<ShopLike, 'name' | 'type'>): string => `${name}（${shopTypeName(type)}）`
