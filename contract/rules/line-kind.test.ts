import { describe, expect, test } from 'vitest'
import { lineKindOf } from './line-kind'

/** `title | properties | kind` of items as shops name them. */
const register = `
  定制手机壳 | 适用手机型号:iPhone 15 Pro | case
  来图定制DIY照片 | 机型:iPhone 15 | case
   | | case
  【买一送一】苹果15手机壳定制 送钢化膜 | 颜色分类:透明 | case
  定制手机壳 赠送挂绳+钢化膜 | 机型:iPhone 15 | case
  手机壳照片定制 支持运费险 包邮 | 机型:iPhone 15 | case
  赠送钢化膜 私人定制手机壳情侣 | 机型:iPhone 15 | case
  生日礼物DIY照片定制 | 型号:苹果15 | case
  手机壳定制专拍 | 型号:备注 | case
  磁吸支架手机壳定制 | 颜色:支架款 黑;机型:iPhone 15 | case
  挂绳手机壳来图定制 | 机型:iPhone 15 | case
  iPhone case custom | 机型:iPhone 15 | case
  透明全包保护套来图定制 | 机型:15 | case
  定制手机壳 | 套餐类型:手机壳+钢化膜;机型:iPhone 15 | case
  定制手机壳 | 套餐类型:送挂绳;机型:iPhone 15 | case
  定制手机壳 | 颜色分类:透明【送膜】;机型:iPhone 15 | case
  赠品 钢化膜 拍下不发 | | gift
  【赠品】手机壳 | | gift
  赠品-随机小礼品 | | gift
  小礼物 | | gift
  拍下不发 随单赠送 | | gift
  非卖品 手机壳 | | gift
  (赠品)挂绳 | | gift
  补差价专用链接 | | difference
  补差价 拍下不发货 | | difference
  差价补拍 | | difference
  补邮费 | | difference
  邮费专拍 | | difference
  运费补拍链接 | | difference
  定制手机壳补差价 | | difference
  手机壳定制 尾款 补款链接 | | difference
  定制手机壳 | 颜色分类:补差价 | difference
  定制手机壳 | 规格:运费 | difference
  9H钢化玻璃 高清防摔 | 机型:iPhone 15 | film
  钢化玻璃手机壳定制 | 机型:iPhone 15 | case
  Tempered glass screen protector | | film
  Phone strap lanyard | | accessory
  补价链接 | | difference
  快递费 | | difference
  1元链接 差多少拍多少 | | difference
  福袋 | | gift
  Free gift | | gift
  来图定制 钢化膜2片 | | film
  钢化膜 | 机型:iPhone 15 | film
  苹果15钢化膜全屏防窥 | 机型:iPhone 15 Pro | film
  适用iPhone15水凝膜 手机膜 | | film
  镜头膜 送手机壳 | | film
  手机贴膜 | | film
  定制手机壳 | 套餐:单独钢化膜 | film
  定制手机壳 | 套餐:钢化膜2片装;机型:iPhone 15 | film
  手机挂绳女款斜挎手机壳挂脖绳 | | accessory
  手机壳挂绳 长款 | | accessory
  手机支架 桌面 | | accessory
  充电器20W | | accessory
  Type-C数据线 | | accessory
  定制手机壳 | 套餐:仅挂绳 | accessory
  定制手机壳 | 款式:手机链 | accessory
  设计费 | | service
  加急费 | | service
  礼盒包装费 | | service
  运费险 | | service
  修图服务费 | | service
`

describe('the kind of an order item', () => {
  const rows = register
    .split('\n')
    .filter((row) => row.includes('|'))
    .map((row) => row.split('|').map((cell) => cell.trim()))
  test.each(rows)('the kind of an order item "%s" with "%s" is %s', (title, propertiesName, kind) =>
    expect(lineKindOf({ title: title ?? '', propertiesName: propertiesName ?? '' })).toBe(kind),
  )
})
