/** Every line of the register of what the payment provider sends, on the whole server. */
import { createSign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GatewayReply, type NoticeReply, noticeShapes, queryShapes } from '../../fixtures/replies/cashier'
import { queryIntervalMs } from '../domain/credits/limits'
import type { Trade } from '../embedded/cashier/trades'
import { signAnswer } from '../embedded/cashier/wire'
import { encodeText } from '../embedded/gbk'
import { notifyPath, openPaymentDriver, type PaymentDriver } from './payer'
import { testCashierKeys } from './payments'
import { startTestServer, type TestServer } from './server'

let server: TestServer
let driver: PaymentDriver
beforeAll(async () => {
  server = await startTestServer()
  driver = openPaymentDriver(server)
})
afterAll(() => server.close())

/** Encodes text; U+DCxx stands for the single byte xx, which no text of the encoding has. */
const encode = (text: string, charset: string): Buffer =>
  Buffer.concat(
    [...text].map((character) => {
      const code = character.charCodeAt(0)
      return character.length === 1 && code >= 0xdc80 && code <= 0xdcff
        ? Buffer.from([code & 0xff])
        : encodeText(character, charset)
    }),
  )

function write(bytes: Buffer, { bytes: form = 'escaped', escapes = 'upper' }: NoticeReply): Buffer {
  const escaped = (byte: number): string => {
    const hex = byte.toString(16).padStart(2, '0')
    return `%${escapes === 'upper' ? hex.toUpperCase() : hex}`
  }
  return Buffer.concat(
    Array.from(bytes, (byte) => {
      if (byte === 0x20) return Buffer.from('+')
      const isPlain = /[\w.*-]/.test(String.fromCharCode(byte)) && byte < 0x80
      return isPlain || (form === 'raw' && byte >= 0x80) ? Buffer.from([byte]) : Buffer.from(escaped(byte))
    }),
  )
}

/** Writes a notice as its sender would, without the code of the embedded cashier. */
async function noticeOf(shape: NoticeReply, fields: Readonly<Record<string, string>>): Promise<Buffer> {
  const { charset } = shape
  const all = { ...fields, charset, sign_type: 'RSA2', ...shape.fields }
  const present = Object.entries(all).filter(([, value]) => value !== '')
  const signed = present.filter(([name]) => name !== 'sign_type').sort(([a], [b]) => (a < b ? -1 : 1))
  const text = encode(signed.map(([name, value]) => `${name}=${value}`).join('&'), charset)
  const sign = createSign('RSA-SHA256')
    .update(text)
    .sign((await testCashierKeys()).cashier.privateKey, 'base64')
  const pairs = [...present, ['sign', sign] as const].map(([name, value]) =>
    Buffer.concat([Buffer.from(`${name}=`), write(encode(value, charset), shape)]),
  )
  return Buffer.concat(pairs.flatMap((pair, index) => (index === 0 ? [pair] : [Buffer.from('&'), pair])))
}

describe('a payment notice', () => {
  test.each(noticeShapes)('$title: a notice of a payment is $expected', async ({ reply: shape, expected }) => {
    const payer = await driver.newPayer()
    const { pagePath } = await payer.submitForm(1000)
    const trade = await driver.tradeAt(pagePath)
    const fields = {
      notify_type: 'trade_status_sync',
      notify_id: 'n1',
      version: '1.0',
      app_id: '9021000000000001',
      seller_id: '2088000000000001',
      out_trade_no: trade.out_trade_no,
      trade_no: trade.trade_no,
      trade_status: 'TRADE_SUCCESS',
      total_amount: '5.00',
      subject: '壳匠点数 1000 点',
      gmt_create: '2026-03-01 16:00:00',
      gmt_payment: '2026-03-01 16:00:00',
    }
    const post = async (change: Readonly<Record<string, string>>) => {
      const body = await noticeOf({ ...shape, fields: { ...change, ...shape.fields } }, fields)
      const headers = { 'content-type': shape.contentType ?? 'application/x-www-form-urlencoded' }
      return (await server.call('POST', notifyPath, { body: new Uint8Array(body), headers })).text
    }
    expect(await post({})).toBe(expected === 'booked' ? 'success' : 'failure')
    expect(await payer.credits()).toBe(expected === 'booked' ? 1000 : 0)
    if (expected !== 'booked') return
    // Of a refund in the provider's own centre only such a notice tells.
    expect(await post({ refund_fee: '2.50', gmt_refund: '2026-03-01 17:00:00' })).toBe('success')
    expect(await payer.credits()).toBe(500)
    const bent = await noticeOf(shape, { ...fields, refund_fee: '5.00' })
    const forged = Buffer.from(bent.toString('latin1').replace('refund_fee=5.00', 'refund_fee=4.00'), 'latin1')
    expect((await server.call('POST', notifyPath, { body: new Uint8Array(forged) })).text).toBe('failure')
  })
})

const statuses = { awaiting: 1, paid: 2, closed: 3, refunded: 4, finished: 5 } as const

async function answerOf(reply: GatewayReply, { out_trade_no, trade_no }: Trade): Promise<{ status: number; body: string }> {
  if (!('answer' in reply)) return reply
  const { cashier, merchant } = await testCashierKeys()
  const key = reply.signature === 'wrong' ? merchant.privateKey : cashier.privateKey
  const body = signAnswer('alipay.trade.query', { out_trade_no, trade_no, ...reply.answer }, key)
  return { status: 200, body: reply.signature === 'missing' ? body.replace(/,"sign":.*$/, '}') : body }
}

describe('an answer to a query', () => {
  test.each(queryShapes)('$title: after this answer the recharge is $expected', async ({ reply, expected }) => {
    const payer = await driver.newPayer()
    const { id, pagePath } = await payer.submitForm(1000)
    const trade = await driver.tradeAt(pagePath)
    server.clock.advance(queryIntervalMs)
    server.cashierFaults.answerNext(await answerOf(reply, trade))
    const answer = await server.call('GET', `/api/credit_recharge_records/${id}/sync_payment_status`, { token: payer.token })
    if (expected !== 'failed') expect(answer.body).toEqual({ paymentStatus: statuses[expected] })
    else {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.body.message).toMatch(/\p{Script=Han}/u)
      expect(answer.text).not.toMatch(/<html|<center/)
      expect((await payer.record(id)).paymentStatus).toBe(1)
    }
    expect(await payer.credits()).toBe(expected === 'paid' || expected === 'finished' ? 1000 : 0)
  })
})
