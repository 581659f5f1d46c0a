/** Names of the rights of API keys, for the screen, for refusals and for the description of the API. */
import type { KeyArea, KeyMoney } from './key-rights'

export const areaNames: Readonly<Record<KeyArea, string>> = {
  orders: '订单',
  factory: '工厂',
  credits: '点数',
  shops: '店铺与商品',
  templates: '模板',
  assets: '素材库',
  fonts: '字体与颜色',
  catalogue: '品牌、材质与线框图',
}

export const moneyNames: Readonly<Record<KeyMoney, string>> = {
  push: '推送到工厂（会下单）',
  download: '下载定制图（会扣点）',
  recharge: '发起充值',
}

/** The units of the ceilings of a day. */
export const moneyUnits: Readonly<Record<KeyMoney, string>> = { push: '件', download: '点', recharge: '点' }
