/** Names the first steps, says how long each takes, and leads to where it is done, with everything that is known filled in. Pure. */
import type { FirstStep } from '../../../contract/rules/home'
import { productSourceOf } from '../../../contract/rules/shop-types'
import type { Shop, ShopCustomizationUrls } from '../../../contract/types'
import { screens } from '../../base/paths'

export interface StepFacts {
  readonly name: string
  readonly why: string
  /** The button's text. */
  readonly act: string
  /** Minutes that it takes a seller who has everything at hand; a guess from trying it. */
  readonly minutes: number
}

export const stepFacts: Readonly<Record<FirstStep, StepFacts>> = {
  shop: { name: '授权店铺', why: '商品和订单自己进来；没有授权的平台也可以添加', act: '去授权', minutes: 1 },
  products: { name: '勾选商品', why: '从出售中的商品里勾选，不用抄编号', act: '选商品', minutes: 1 },
  catalogue: { name: '机型和材质', why: '启用您卖的手机型号、材质和颜色', act: '选机型', minutes: 2 },
  template: { name: '第一个模板', why: '放一张图、写几个字，买家再换成自己的', act: '做模板', minutes: 5 },
  link: { name: '定制链接', why: '一条链接和二维码，发给买家就能定制', act: '生成链接', minutes: 1 },
  tried: { name: '自己当一次买家', why: '用手机走一遍，看看买家看到什么', act: '当一次买家', minutes: 2 },
  sizes: { name: '打印尺寸', why: '填好线框图的毫米尺寸，打印才和壳一样大', act: '去填写', minutes: 3 },
  orders: { name: '第一批订单', why: '授权后自动同步，或导入平台的订单文件', act: '导入订单', minutes: 2 },
  factory: { name: '对接工厂', why: '填工厂的密钥，订单可以直接推送', act: '去对接', minutes: 5 },
  made: { name: '第一张图下载或推送', why: '下载定制图，或把订单推送给工厂', act: '看订单', minutes: 2 },
}

/** The account's shops, links and steps that are done; undefined while they are read. */
export interface KnownAccount {
  readonly done?: readonly FirstStep[] | undefined
  readonly shops: readonly Shop[] | undefined
  readonly links: readonly ShopCustomizationUrls[] | undefined
}

const urlsOf = (links: readonly ShopCustomizationUrls[]) => links.flatMap(({ customizationUrls }) => customizationUrls)

/** Returns where the buyers' page shows the first link without counting; null without a link, or where the page is another program's. */
export const trialPage = ({ links = [] }: KnownAccount): string | null => urlsOf(links)[0]?.previewUrl ?? null

/** Returns the address at which a step is done. */
export function stepHref(step: FirstStep, { shops = [], links = [], done = [] }: KnownAccount): string {
  const seller = shops.find((one) => productSourceOf(one) !== null)
  switch (step) {
    case 'shop':
      return screens.shops()
    case 'products': {
      const source = seller ? productSourceOf(seller) : null
      return seller && source ? screens.products({ shopId: seller.id, dialog: source }) : screens.products()
    }
    case 'catalogue':
      // The SKUs of known goods say which phones and materials are sold.
      return seller && done.includes('products')
        ? screens.products({ shopId: seller.id, dialog: 'sku-words' })
        : screens.brands({ dialog: 'common' })
    case 'template':
      return screens.templates({ dialog: 'starters' })
    case 'link':
      return screens.newLink(shops.length === 1 && shops[0] ? { shopId: shops[0].id } : {})
    case 'tried': {
      const [link] = urlsOf(links)
      return link ? screens.links({ dialog: 'qr', id: link.shopCustomizationSetting.id }) : screens.links()
    }
    case 'sizes':
      return screens.wireframes()
    case 'orders':
      return screens.orders({ dialog: 'import' })
    case 'factory':
      return screens.factories()
    case 'made':
      return screens.orders()
  }
}
