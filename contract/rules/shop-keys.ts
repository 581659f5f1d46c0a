/** What the keys of a shop are called on its marketplace, for the types whose shops are connected with keys. */
import type { ShopType } from './shop-types'

/** The fields in which the keys of a shop are entered and refused. */
export const shopKeyFields = ['appKey', 'secret', 'extra'] as const
export type ShopKeyField = (typeof shopKeyFields)[number]

export interface ShopKeyForm {
  /** The name of the app's public part, as the marketplace calls it. */
  readonly appKey: string
  readonly secret: string
  /** What is needed besides; `once`: it is used once and not kept, and entered again when the connection ends. */
  readonly extra?: { readonly name: string; readonly once: boolean }
  /** What the seller does on the marketplace, in order. */
  readonly steps: readonly string[]
}

export const shopKeyForms: Readonly<Partial<Record<ShopType, ShopKeyForm>>> = {
  WECHAT_STORE: {
    appKey: 'AppID',
    secret: 'AppSecret',
    steps: [
      '用店铺管理员登录微信小店后台，打开“服务市场 → 经营工具 → 自研”',
      '复制 AppID；生成 AppSecret，它只显示一次',
      '在同一页的 IP 白名单里加入本站服务器的地址；不知道地址时先点“连接”，微信会说出它拒绝的地址',
    ],
  },
}

export const maxKeyLength = 200
