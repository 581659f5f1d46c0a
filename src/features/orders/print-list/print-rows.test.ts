import { expect, test } from 'vitest'
import { customizationOf, itemOf, mergedOrder, orderOf } from '../../../../contract/test/orders'
import { itemsOfOrders, labelsOf, printRows } from './print-rows'

test('the printed list has a row for each design with its pieces, and the notes on the first row of an order', () => {
  const twoDesigns = itemOf(10, {
    quantity: 5,
    customizations: [customizationOf(1), customizationOf(2, { phoneModelName: '小米15' })],
  })
  const orders = [
    orderOf(1, {
      buyerMessage: '名字写 LILI',
      sellerMemo: '加急',
      orderItems: [twoDesigns, itemOf(11, { title: '赠品', hold: '退款中', quantity: 2 })],
    }),
  ]
  const rows = printRows(itemsOfOrders(orders))
  expect(rows.map(({ phone, material, pieces, warning }) => [phone, material, pieces, warning])).toEqual([
    ['小米14', '磨砂软壳 · 黑色', null, null],
    ['小米15', '磨砂软壳 · 黑色', null, null],
    ['赠品', '颜色:黑色', 2, '退款中'],
  ])
  expect(rows.map(({ number, isFirst }) => [number, isFirst])).toEqual([
    ['451000000000000001', true],
    ['451000000000000001', false],
    ['451000000000000001', false],
  ])
  expect(labelsOf(rows)).toMatchObject({ labels: [{ piece: '件数待定' }, { piece: '件数待定' }], left: 1 })
  expect(rows[0]?.notes).toEqual(['买家留言：名字写 LILI', '卖家备注：加急'])
  expect(rows[1]?.notes).toEqual([])
})

test('a merged order is printed once, without the rows of its parts', () => {
  const rows = printRows(itemsOfOrders([mergedOrder()]))
  expect(rows.map(({ key, pieces }) => [key, pieces])).toEqual([
    ['500-501', 1],
    ['505-502', 2],
  ])
  // Each piece has its label.
  expect(labelsOf(rows).labels.map(({ number, piece }) => [number, piece])).toEqual([
    [rows[0]?.number, '1/1'],
    [rows[0]?.number, '1/2'],
    [rows[0]?.number, '2/2'],
  ])
})
