/** Words for pieces, batches and their figures. Pure. */
import type { BatchState, PieceState } from '../../../contract/rules/print-batch'
import { mmText } from '../../../contract/rules/sizes'
import type { PrintPiece } from '../../../contract/types'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Returns for how long something has waited: 刚到, 12 分钟, 5 小时, 3 天. */
export function waitedText(since: number, now: number): string {
  const passed = now - since
  if (passed < minuteMs) return '刚到'
  if (passed < hourMs) return `${Math.floor(passed / minuteMs)} 分钟`
  if (passed < 48 * hourMs) return `${Math.floor(passed / hourMs)} 小时`
  return `${Math.floor(passed / (24 * hourMs))} 天`
}

/** Returns which of an order's equal pieces it is, such as 第 2/3 件; '' where there is only one. */
export const numberText = ({ number, count }: Pick<PrintPiece, 'number' | 'count'>): string =>
  count > 1 ? `第 ${number}/${count} 件` : ''

export const printSizeText = ({ widthMm, heightMm }: Pick<PrintPiece, 'widthMm' | 'heightMm'>): string =>
  widthMm === null || heightMm === null ? '没有毫米尺寸' : `${mmText(widthMm)} × ${mmText(heightMm)} mm`

/** Why prints fail most; the seller may write something else. */
export const failureReasons = ['喷头断线', '错位', '漏白', '划伤'] as const

export const failureText = ({ failures, failure }: Pick<PrintPiece, 'failures' | 'failure'>): string =>
  failures === 0 ? '' : `打坏 ${failures} 次${failure ? `：${failure}` : ''}`

export const batchTones: Readonly<Record<BatchState, 'plain' | 'accent' | 'good' | 'warn'>> = {
  planned: 'plain',
  making: 'accent',
  made: 'warn',
  printed: 'good',
}

export const pieceTones: Readonly<Record<PieceState, 'plain' | 'accent' | 'good' | 'bad'>> = {
  waiting: 'plain',
  planned: 'accent',
  printed: 'accent',
  packed: 'good',
  shipped: 'good',
  cancelled: 'bad',
}

/** The last digits of an order's number, which differ: the whole number is too long for a slip. */
export const orderTail = (number: string): string => number.slice(-6)
