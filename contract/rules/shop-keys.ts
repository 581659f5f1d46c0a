/** The names of the keys of a shop on its marketplace, for the types whose shops are connected with keys. */
import type { ShopType } from './shop-types'

/** The fields in which the keys of a shop are entered and refused. */
export const shopKeyFields = ['appKey', 'secret', 'extra'] as const
export type ShopKeyField = (typeof shopKeyFields)[number]

export interface ShopKeyForm {
  /** The name of the app's public part, as the marketplace calls it. */
  readonly appKey: string
  readonly secret: string
  /** A further field; `once`: it is used once and not kept, and entered again when the connection ends. */
  readonly extra?: { readonly name: string; readonly once: boolean }
  /** The seller's steps on the marketplace, in order. */
  readonly steps: readonly string[]
}

export const shopKeyForms: Readonly<Partial<Record<ShopType, ShopKeyForm>>> = {
  DOUDIAN: {
    appKey: 'App Key',
    secret: 'App Secret',
    extra: { name: '店铺ID', once: false },
    steps: [
      '在抖店开放平台（op.jinritemai.com）创建“自研应用”，开通订单权限包，等待审核通过',
      '在应用的详情里复制 App Key 和 App Secret；店铺ID 在抖店后台右上角的店铺信息里',
      '在应用的 IP 白名单里加入本站服务器的地址；不知道地址时先点“连接”，抖店会说出它拒绝的地址',
    ],
  },
  PINDUODUO: {
    appKey: 'Client ID',
    secret: 'Client Secret',
    extra: { name: '授权码', once: true },
    steps: [
      '在拼多多开放平台（open.pinduoduo.com）创建自用应用，开通订单权限，复制 Client ID 和 Client Secret',
      '打开 https://mms.pinduoduo.com/open.html?response_type=code&client_id=您的ClientID&redirect_uri=应用的回调地址&state=1，用店铺主账号同意授权',
      '浏览器跳转后，地址里 code= 后面的一段就是授权码：10 分钟内有效，只能用一次',
      '连接到期后（列表里会显示还有多久）重新取一个授权码，其他两项留空即可',
    ],
  },
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
