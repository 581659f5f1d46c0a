/** The operator lists and returns payments that became no credits, through the running server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payAgain } from './embedded/cashier/faults'
import { askOperator } from './infra/operator-socket'
import { serveCommands } from './operator-requests'
import type { RefundRequest } from './refund-requests'
import { openTestEngine } from './test/jobs'
import { openPaymentDriver, type PaymentDriver } from './test/payer'
import { startTestServer, type TestServer } from './test/server'

let server: TestServer
let driver: PaymentDriver
let folder: string
let operator: Awaited<ReturnType<typeof serveCommands>>
beforeAll(async () => {
  server = await startTestServer()
  driver = openPaymentDriver(server)
  folder = await mkdtemp(join(tmpdir(), 'kejiang-refund-'))
  const jobs = await openTestEngine(server.deps.db)
  operator = await serveCommands(folder, { db: server.deps.db, jobs, refunds: server.deps })
})
afterAll(async () => {
  await operator?.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const ask = async (refund: RefundRequest) => (await askOperator(folder, { refund }, () => undefined))?.done

test('the running server lists a second payment with its full numbers, returns it, and then lists nothing', async () => {
  expect(await ask({ do: 'list' })).toEqual(['没有待退回的付款'])
  const payer = await driver.newPayer()
  const { pagePath } = await payer.submitForm(1000)
  const { out_trade_no: outTradeNo } = await driver.tradeAt(pagePath)
  await driver.pressButton(pagePath, 'pay')
  const tradeNo = await payAgain(server.deps, outTradeNo)
  await server.cashier.deliver()
  const [head, line = ''] = (await ask({ do: 'list' })) as string[]
  expect(head).toBe('收到了款、但没有变成点数的付款共 1 笔，请退回：')
  for (const words of [tradeNo, outTradeNo, '5.00 元', '同一笔充值付了两次']) expect(line).toContain(words)
  expect(await ask({ do: 'return', tradeNo })).toEqual([`已退回支付宝交易 ${tradeNo} 的 5.00 元`])
  expect(await ask({ do: 'list' })).toEqual(['没有待退回的付款'])
  await expect(ask({ do: 'done', tradeNo })).rejects.toThrow(`待退回的支付宝交易 ${tradeNo}不存在`)
  expect(await ask({ do: 'refund', outTradeNo })).toEqual(['已退款共 5.00 元，收回 1000 点；其余 0 点已使用或已到期，不退'])
})
