import { describe, expect, test } from 'vitest'
import { mergeSplitStatuses } from '../../../contract/constants'
import { customizationOf, itemOf, mergedOrder, orderOf } from '../../../contract/test/orders'
import {
  customizationsOf,
  imagesOf,
  itemsOf,
  itemsTickedWith,
  orderSummary,
  printOf,
  statusName,
  workTickedWith,
} from './order-facts'

test('all seven merge and split statuses have a Chinese name', () => {
  expect(mergeSplitStatuses.map(statusName)).toEqual([
    '独立订单',
    '合并主单',
    '合并子单',
    '手动独立单',
    '拆分主单',
    '拆分子单',
    '合并后拆分主单',
  ])
})

describe('a customization counts once', () => {
  test('a customization under a merged order and under its child counts once', () => {
    const order = mergedOrder()
    expect(itemsOf(order).map(({ id }) => id)).toEqual([500, 505, 511, 521])
    expect(customizationsOf(itemsOf(order)).map(({ id }) => id)).toEqual([501, 502])
    expect(imagesOf(itemsOf(order))).toEqual({ images: 2, downloaded: 1 })
    expect(orderSummary(order)).toBe('3 件商品 · 2 张定制图（已下载 1）')
  })

  test('a customization counts once when a merged order and one of its children are ticked', () => {
    const order = mergedOrder()
    const [own] = order.orderItems
    const [part] = order.childOrders[0]?.orderItems ?? []
    if (!own || !part) throw new Error('no items')
    expect(imagesOf([own, part])).toEqual({ images: 1, downloaded: 0 })
  })

  test('a customization without a picture is not counted', () => {
    const undone = itemOf(1, { customizations: [customizationOf(1, { customizedImageUrl: null })] })
    expect(imagesOf([undone, itemOf(2)])).toEqual({ images: 0, downloaded: 0 })
    expect(orderSummary(orderOf(1, { orderItems: [undone] }))).toBe('1 件商品 · 无定制图')
  })
})

describe('ticking an order', () => {
  test('ticking a merged order takes its own items and leaves out child items that show the same customizations', () => {
    expect(itemsTickedWith(mergedOrder()).map(({ id }) => id)).toEqual([500, 505])
  })

  test('ticking a merged order also takes a child item whose customization no other item has', () => {
    const order = mergedOrder()
    const [first, ...rest] = order.childOrders
    if (!first) throw new Error('no part')
    const late = itemOf(512, { customizations: [customizationOf(599)] })
    const more = { ...order, childOrders: [{ ...first, orderItems: [...first.orderItems, late] }, ...rest] }
    expect(itemsTickedWith(more).map(({ id }) => id)).toEqual([500, 505, 512])
  })

  test('ticking an order without items of its own takes all items of its children', () => {
    expect(itemsTickedWith({ ...mergedOrder(), orderItems: [] }).map(({ id }) => id)).toEqual([511, 521])
    const plain = { ...mergedOrder(), orderItems: [] }
    const empty = plain.childOrders.map((child) => ({
      ...child,
      orderItems: child.orderItems.map((one) => ({ ...one, customizations: [] })),
    }))
    expect(itemsTickedWith({ ...plain, childOrders: empty }).map(({ id }) => id)).toEqual([511, 521])
  })
})

test('ticking many orders at once leaves out what is shipped, refunded or closed', () => {
  const items = (['toMake', 'shipped', 'refundAsked', 'refunded', 'unknown'] as const).map((state, at) =>
    itemOf(at, { state, customizations: [customizationOf(at)] }),
  )
  const order = orderOf(1, { orderItems: items })
  expect(workTickedWith(order).map(({ state }) => state)).toEqual(['toMake', 'refundAsked', 'unknown'])
  expect(itemsTickedWith(order)).toEqual(items)
})

describe('resolution', () => {
  const dpi = (customizedImage: { width: number; height: number } | null, heightMm: number | null = 150.4) =>
    printOf(customizationOf(1, { customizedImage, widthMm: 71.6, heightMm }))?.dpi
  test('the resolution is that of the worse side, in millimetres of the case, or of the only side that is known', () => {
    expect(dpi({ width: 846, height: 1776 })).toBe(300)
    expect(dpi({ width: 846, height: 887 })).toBe(149)
    expect(dpi({ width: 400, height: 1776 })).toBe(142)
    expect(dpi({ width: 846, height: 888 }, null)).toBe(300)
  })

  test('the resolution of a design without a picture is not known', () => expect(dpi(null)).toBeUndefined())
})
