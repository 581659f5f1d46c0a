/** Orders of the demo's shops: single and merged, split, unfinished, unreadable, with a lost picture, with a long name. */

import type { MergeSplitStatus } from '../../../contract/constants'
import { itemStateOf } from '../../../contract/rules/item-state'
import type { OrderWrite } from '../../domain/orders/import'
import type { ItemWrite } from '../../domain/orders/items'
import type { OrderFields } from '../../domain/orders/stored-facts'

const hour = 60 * 60_000

/** Fields of a customization, as the customization page writes them. */
export type Info = Readonly<Record<string, unknown>>

/** The address of a stored file that does not exist. */
const lostPicture = `/files/${'0'.repeat(32)}/${'0'.repeat(16)}.png`

const known = (...infos: readonly Info[]): string => JSON.stringify({ v: 1, phoneCaseCustomizationInfos: infos })

function item(originalId: string, content: string | null, change: Partial<ItemWrite> = {}): ItemWrite {
  return {
    originalId,
    productOriginalId: '700000000001',
    skuOriginalId: '800000000101',
    title: '定制手机壳 来图定制 苹果 iPhone 磨砂硬壳 情侣闺蜜礼物',
    imageUrl: null,
    propertiesName: '适用手机型号:iPhone 15 Pro;颜色分类:云雾白',
    quantity: 1,
    content,
    ...change,
    ...itemStateOf(change),
  }
}

const order = (
  originalId: string,
  createdAt: number,
  orderItems: readonly ItemWrite[],
  change: Partial<OrderWrite> = {},
): OrderWrite => ({
  originalId,
  createdAt,
  isPlatformOrder: true,
  mergeSplitStatus: 'INDEPENDENT',
  orderItems,
  childOrders: [],
  ...change,
})

const part = ({ childOrders: _, ...fields }: OrderWrite, mergeSplitStatus: MergeSplitStatus): OrderFields => ({
  ...fields,
  mergeSplitStatus,
})

type Sold = Pick<ItemWrite, 'productOriginalId' | 'skuOriginalId' | 'title' | 'propertiesName'>

/** Products sold in each shop for the four cases. */
const taobao: Readonly<Record<'huawei' | 'xiaomi' | 'promax', Sold>> = {
  huawei: {
    productOriginalId: '700000000002',
    skuOriginalId: '800000000202',
    title: '宠物头像定制手机壳 照片抠图 华为 Mate 60 Pro 全包防摔',
    propertiesName: '适用手机型号:华为 Mate 60 Pro;颜色分类:曜石黑',
  },
  xiaomi: {
    productOriginalId: '700000000003',
    skuOriginalId: '5311032513942101325',
    title: '姓名定制手机壳 刻字磨砂软壳 小米 14 红米 K70',
    propertiesName: '适用手机型号:小米 14;颜色分类:樱花粉',
  },
  promax: {
    productOriginalId: '700000000001',
    skuOriginalId: '800000000105',
    title: '定制手机壳 来图定制 苹果 iPhone 磨砂硬壳 情侣闺蜜礼物',
    propertiesName: '适用手机型号:iPhone 16 Pro Max;颜色分类:曜石黑',
  },
}
const doudianProduct = { productOriginalId: '3684211097756123', title: '【来图定制】情侣手机壳 一对装 照片文字都能印' }
const doudian: Readonly<Record<'iphone' | 'huawei' | 'xiaomi' | 'promax', Sold>> = {
  iphone: { ...doudianProduct, skuOriginalId: '3684211011', propertiesName: '适用机型:iPhone 15 Pro;颜色:云雾白' },
  promax: { ...doudianProduct, skuOriginalId: '3684211012', propertiesName: '适用机型:iPhone 16 Pro Max;颜色:曜石黑' },
  xiaomi: { ...doudianProduct, skuOriginalId: '3684211013', propertiesName: '适用机型:小米 14;颜色:云雾白' },
  huawei: {
    productOriginalId: '3684211097756124',
    skuOriginalId: '3684211021',
    title: '宠物肖像定制手机壳 猫咪狗狗 华为 OPPO vivo 全机型',
    propertiesName: '适用机型:Mate 60 Pro;颜色:云雾白',
  },
}

/** Orders of the demo's Taobao shop. Their numbers exceed 2^53, like the marketplace's own. */
export function taobaoOrders([cat, space, rabbit, dragon]: readonly Info[], now: number): OrderWrite[] {
  const at = (hours: number): number => now - hours * hour
  const mine = (info: Info | undefined, id: string, change: object = {}) => known({ ...info, id, ...change })
  const merged = [
    item('2411032513942101426', mine(cat, 'tb-merged-1')),
    item('2411032513942101436', mine(space, 'tb-merged-2'), taobao.huawei),
  ]
  return [
    order('2411032513942101325', at(2), [item('2411032513942101326', mine(cat, 'tb-1'))]),
    order('2411032513942101335', at(5), [
      item('2411032513942101336', mine(space, 'tb-2'), taobao.huawei),
      item('2411032513942101337', mine(rabbit, 'tb-3'), { ...taobao.xiaomi, ...itemStateOf({ state: 'refundAsked' }) }),
    ]),
    order('HB-2411032513942101425', at(9), merged, {
      isPlatformOrder: false,
      mergeSplitStatus: 'MERGE_PARENT',
      childOrders: merged.map((only, index) =>
        part(order(`24110325139421014${index + 2}5`, at(9 + index), [only]), 'MERGE_CHILD'),
      ),
    }),
    order('2411032513942101345', at(20), [item('2411032513942101346', mine(dragon, 'tb-4'), { ...taobao.promax, quantity: 20 })]),
    order('2411032513942101355', at(26), [
      item(
        '2411032513942101356',
        mine(rabbit, 'tb-5', { customizedImageUrl: null, previewImageUrl: null, design: null }),
        taobao.xiaomi,
      ),
    ]),
    order('2411032513942101365', at(31), [
      item('2411032513942101366', JSON.stringify({ v: 2, cups: [{ color: 'white' }] }), {
        title: '定制马克杯 来图定制',
        propertiesName: '颜色分类:白色',
        productOriginalId: '700000000005',
        skuOriginalId: null,
      }),
    ]),
    order('2411032513942101375', at(50), [
      item('2411032513942101376', mine(cat, 'tb-6'), {
        title:
          '【毕业季 · 全家福 · 情侣】来图定制手机壳 苹果 15 Pro 磨砂防摔全包不泛黄 DIY 照片刻字私人订制礼物 送女友闺蜜生日礼盒装（下单后请联系客服传图）',
        propertiesName:
          '适用手机型号:iPhone 15 Pro（6.1 英寸，A3104 / A2848 通用）;颜色分类:云雾白【磨砂硬壳】送同款挂绳 + 钢化膜两张',
      }),
    ]),
  ]
}

/** Orders of the demo's Doudian shop; they reuse the four designs above. */
export function doudianOrders([cat, space, rabbit, dragon]: readonly Info[], now: number): OrderWrite[] {
  const at = (hours: number): number => now - hours * hour
  const mine = (info: Info | undefined, id: string, change: object = {}) => known({ ...info, id, ...change })
  const split = [
    item('6920451187733221377-1', mine(rabbit, 'dd-split-1'), doudian.xiaomi),
    item('6920451187733221377-2', mine(dragon, 'dd-split-2'), doudian.promax),
  ]
  const both = [
    item('6920451187733221401-1', mine(cat, 'dd-both-1'), doudian.iphone),
    item('6920451187733221402-1', mine(space, 'dd-both-2'), doudian.huawei),
    item('6920451187733221402-2', mine(rabbit, 'dd-both-3'), doudian.xiaomi),
  ]
  return [
    order('6920451187733221365', at(3), [
      item('6920451187733221365-1', known({ ...dragon, id: 'dd-1' }, { ...cat, id: 'dd-2' }), { ...doudian.promax, quantity: 2 }),
    ]),
    order('6920451187733221377', at(12), split, {
      mergeSplitStatus: 'SPLIT_PARENT',
      childOrders: split.map((only, index) => part(order(`6920451187733221377-S${index + 1}`, at(12), [only]), 'SPLIT_CHILD')),
    }),
    order('HB-6920451187733221401', at(28), both, {
      isPlatformOrder: false,
      mergeSplitStatus: 'MERGE_THEN_SPLIT_PARENT',
      childOrders: [
        part(order('6920451187733221401', at(29), both.slice(0, 1)), 'MERGE_CHILD'),
        part(order('6920451187733221402', at(28), both.slice(1)), 'MERGE_CHILD'),
      ],
    }),
    order('6920451187733221388', at(33), [
      item('6920451187733221388-1', mine(space, 'dd-3', { customizedImageUrl: lostPicture }), doudian.huawei),
    ]),
    order('6920451187733221399', at(47), [
      item('6920451187733221399-1', mine(cat, 'dd-4'), { ...doudian.iphone, ...itemStateOf({ state: 'closed' }) }),
    ]),
    order('6920451187733221410', at(70), [item('6920451187733221410-1', mine(rabbit, 'dd-5'), doudian.xiaomi)], {
      mergeSplitStatus: 'MANUAL_INDEPENDENT',
    }),
  ]
}
