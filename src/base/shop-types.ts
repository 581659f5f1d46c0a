/** What sellers call the marketplaces. */
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

/** A type that a newer server knows and this window does not is shown as it came. */
export const shopTypeName = (type: ShopType): string => names[type] ?? type

/** What a shop is told apart by. */
export interface ShopLike {
  readonly id: number
  readonly name: string
  readonly type: ShopType
}

/** 晨曦手机壳（抖店） */
export const shopLabel = ({ name, type }: Pick<ShopLike, 'name' | 'type'>): string => `${name}（${shopTypeName(type)}）`
