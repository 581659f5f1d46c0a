import { describe, expect, test } from 'vitest'
import { creditPacks } from '../../../contract/constants'
import { shortYuanText } from '../../base/money'
import { fenOf, imagesOf, paymentStatusText, priceOf, readThousands } from './recharge-rules'

const price = { unit: 1000, fen: 500, originalFen: 1000 }

describe('prices', () => {
  test('each quick pack has the price that it shows', () => {
    const told = creditPacks.map((credits) => {
      const { fen, originalFen } = priceOf(credits, price)
      return [credits, shortYuanText(fen), shortYuanText(originalFen), imagesOf(credits, 60)]
    })
    expect(told).toEqual([
      [6000, '30', '60', 100],
      [12_000, '60', '120', 200],
      [30_000, '150', '300', 500],
    ])
    expect(shortYuanText(fenOf(60, price))).toBe('0.3')
  })

  test('the smallest and the largest purchase have exact prices', () => {
    expect(priceOf(1000, price)).toEqual({ fen: 500, originalFen: 1000 })
    expect(imagesOf(1000, 60)).toBe(16)
    expect(priceOf(10_000_000_000, price)).toEqual({ fen: 5_000_000_000, originalFen: 10_000_000_000 })
    expect(imagesOf(10_000_000_000, 60)).toBe(166_666_666)
  })
})

describe('typed thousands', () => {
  const creditsOf = (text: string) => {
    const typed = readThousands(text)
    return 'credits' in typed ? typed.credits : typed.problem
  }

  test('thousands are read as sellers write them', () => {
    expect(['1', ' 6 ', '012', '1,200', '１２', '1，000', '10000000'].map(creditsOf)).toEqual([
      1000, 6000, 12_000, 1_200_000, 12_000, 1_000_000, 10_000_000_000,
    ])
  })

  test('an amount that cannot be bought is refused with the reason', () => {
    expect(creditsOf('  ')).toBe('请输入充值点数')
    for (const text of ['1.5', '一千', '1e3', '0x10', '6k', '１．５']) expect(creditsOf(text)).toBe('请输入整数，单位是千点')
    for (const text of ['0', '-3', '000']) expect(creditsOf(text)).toBe('最少充值 1 千点（1,000 点）')
    for (const text of ['10000001', '9'.repeat(40)]) {
      expect(creditsOf(text)).toBe('一次最多充值 10,000,000 千点（10,000,000,000 点）')
    }
  })
})

test('every payment status has its label', () => {
  expect(([1, 2, 3, 4, 5] as const).map(paymentStatusText)).toEqual([
    '未支付',
    '已支付',
    '未付款交易超时关闭',
    '已退款',
    '交易结束',
  ])
})
