/**
 * Buying credits on a real server with its embedded cashier: the recharge centre, the payment in a window of its own, and its
 * result.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { AccountCredits, RechargeRecord } from '../../contract/types'
import { allTests } from '../setup/size'
import { accessibilityFindings } from './support/axe'
import { journey } from './support/journey'

let page: Page
let complaints: string[]

const { baseUrl, call, visit } = journey('线框空店', (opened) => {
  ;({ page, complaints } = opened)
})

const button = (name: string, on: Page = page) => on.getByRole('button', { name, exact: true })
const records = async () => (await call<{ items: RechargeRecord[] }>('GET', '/api/credit_recharge_records')).items
const balance = () => page.getByRole('region', { name: '点数余额' })

/** Opens the cashier's window with 立即支付. */
async function payWindow(): Promise<Page> {
  const [cashier] = await Promise.all([page.waitForEvent('popup'), button('立即支付').press('Enter')])
  await cashier.getByRole('heading', { name: '演示收银台' }).waitFor()
  return cashier
}

test('a seller chooses the first credits, accepts the agreement, pays in a separate window and has the credits', async () => {
  await visit('/app/pay/usage')
  await page.getByRole('heading', { name: '选择点数' }).waitFor()
  expect(await page.getByRole('tablist').count()).toBe(0)
  expect(await accessibilityFindings(page)).toEqual([])

  await button('立即支付').click()
  const warning = page.getByRole('dialog').filter({ hasText: '您还没有同意退款协议' })
  await warning.getByText('支付后不可退款、不可转让').waitFor()
  await button('知道了').click()
  await warning.waitFor({ state: 'detached' })
  expect(await records()).toEqual([])
  await button('《退款协议》').click()
  await button('同意').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: '充值点数' }).fill('12')
  await page.getByText('约可下载 200 张定制图').waitFor()

  const cashier = await payWindow()
  expect(await cashier.evaluate(() => [opener, location.pathname.split('/')[1]])).toEqual([null, 'cashier'])
  const waiting = page.getByRole('dialog', { name: '等待支付…' })
  await waiting.getByText('60.00 元').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await button('确认支付', cashier).click()
  await cashier.getByRole('heading', { name: '支付成功' }).waitFor()
  await cashier.getByText('12,000 点').waitFor()
  await Promise.all([cashier.waitForEvent('close'), button('关闭此页面', cashier).click()])

  const paid = page.getByRole('dialog', { name: '支付成功' })
  await paid.getByText('当前余额').waitFor()
  await button('查看充值记录').click()
  const row = page.getByRole('table', { name: '充值记录' }).getByRole('row').nth(1)
  await row.getByText('已支付', { exact: true }).waitFor()
  await row.getByText('60.00', { exact: true }).waitFor()
  await balance().getByText('12,000 点', { exact: true }).waitFor()
  await balance().getByText('到期').waitFor()
  expect(await call<AccountCredits>('GET', '/api/account_credits/current')).toMatchObject({ credits: 12_000, hasRecharged: true })
  expect(await records()).toMatchObject([{ paymentStatus: 2, addedCredits: 12_000, amount: 6000 }])
  expect(await accessibilityFindings(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('a payment whose window was closed stays in the list, also after a reload, until its status is requested', async () => {
  await visit('/app/pay')
  await button('充值').click()
  await page.getByText('我已阅读并同意').click()
  const cashier = await payWindow()
  const address = cashier.url()
  await cashier.close()
  const waiting = page.getByRole('dialog', { name: '等待支付…' })
  await waiting.getByRole('button', { name: '已完成支付' }).click()
  await waiting.getByText('还没有查到付款').waitFor()
  await waiting.getByRole('button', { name: '取消' }).click()
  await waiting.waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: '充值记录' }).click()
  await page.reload()
  const sync = page.getByRole('button', { name: /^同步订单/ })
  await sync.click()
  await page.getByText('这笔订单还没有付款').waitFor()
  // The payment is made later, in another browser, of which this window hears nothing.
  const other = await page.context().browser()?.newContext({ locale: 'zh-CN' })
  if (!other) throw new Error('no browser')
  const late = await other.newPage()
  await late.goto(address)
  await button('确认支付', late).click()
  await late.getByRole('heading', { name: '支付成功' }).waitFor()
  await other.close()
  await sync.click()
  await page.getByText('同步完成：已支付').waitFor()
  await sync.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('table', { name: '充值记录' }).getByText('已支付', { exact: true }).count()).toBe(2)
  await balance().getByText('18,000 点', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})

test.runIf(allTests)('the message of a failed payment is shown as plain text with a way back to the credits', async () => {
  await visit(`/app/payment_result?error=${encodeURIComponent('<img src=x onerror="document.title=1">余额不足')}`)
  await page.getByRole('heading', { name: '支付失败' }).waitFor()
  await page.getByText('<img src=x onerror="document.title=1">余额不足', { exact: true }).waitFor()
  await page.getByText(/\d 秒后返回点数充值/).waitFor()
  expect(await page.locator('.credits-result img').count()).toBe(0)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('link', { name: '返回点数充值' }).click()
  await balance().waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/pay')
  expect(complaints).toEqual([])
})

test.runIf(allTests)(
  'the payment result is shown in a browser without a session, where the client opened the payment',
  async () => {
    await page.goto(`${baseUrl}/app/payment_result`)
    await page.getByRole('heading', { name: '支付成功' }).waitFor()
    await page.getByText('是否到账以点数余额为准').waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/payment_result')
    expect(complaints).toEqual([])
  },
)
