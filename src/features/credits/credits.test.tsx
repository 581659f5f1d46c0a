import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { brokenServer, offline } from '../../api/test/fake-api'
import PayScreen from './pay-screen'
import PaymentResult from './payment-result'
import { rechargeOf, recordOpenedWindows, renderWithServer } from './test/test-server'

// The fake clock advances with real time, and tests can advance it further.
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.UTC(2026, 10, 21, 4) })
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const click = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const agree = async () => fireEvent.click(await screen.findByRole('checkbox', { name: /我已阅读并同意/ }))
const openScreen = (address = '/app/pay', initial: Parameters<typeof renderWithServer>[2] = {}) =>
  renderWithServer(<PayScreen />, address, initial)
const requestsTo = (server: ReturnType<typeof openScreen>['server'], initial: string) =>
  server.requests().filter((call) => call.startsWith(initial))

describe('充值中心', () => {
  test('an account that never recharged sees only the centre, and must accept the agreement before paying', async () => {
    const { state } = recordOpenedWindows()
    const { server } = openScreen('/app/pay', { hasRecharged: false, credits: 0, records: [] })
    await click('立即支付')
    await screen.findByText('您还没有同意退款协议')
    expect(screen.getByText(/支付后不可退款、不可转让。/)).toBeTruthy()
    expect(screen.queryByRole('tablist')).toBeNull()
    expect([state.opened.length, requestsTo(server, 'GET /api/account_credits/payment_form').length]).toEqual([0, 0])
  })

  test("the price of an image is the server's, in the centre, on the packs, in the balance and in the agreement", async () => {
    openScreen('/app/pay/recharge', { creditsPerImage: 80, credits: 8000 })
    await screen.findByText(/每张定制图 80 点$/)
    expect(button(/6,000 点/).textContent).toContain('可下载 75 张，0.4 元/张')
    screen.getByText(/约可下载 100 张定制图/)
    fireEvent.click(button(/退款协议/))
    await screen.findByText(/每张定制图 80 点，同一张图再次下载不重复扣点/)
  })

  test('the page shows the price that the server names, and a purchase at another price shows the new one and keeps all input', async () => {
    recordOpenedWindows()
    const creditPrice = { unit: 1000, fen: 600, originalFen: 1000 }
    const { server } = openScreen('/app/pay/recharge', { creditPrice })
    await screen.findByText(/^1,000 点 6 元（原价 10 元）/)
    expect(button(/6,000 点/).textContent).toContain('36 元')
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: '充值点数' })
    fireEvent.change(field, { target: { value: '7' } })
    await screen.findByText('42.00')
    await agree()
    server.creditPrice = { ...creditPrice, fen: 700 }
    await click('立即支付')
    await screen.findByText('价格已变为 49 元')
    await screen.findByText('49.00')
    expect(field.value).toBe('7')
    await click('立即支付')
    await screen.findByText('等待支付…')
    screen.getByText('49.00 元')
    expect(requestsTo(server, 'GET /api/account_credits/payment_form')).toEqual([
      'GET /api/account_credits/payment_form?credits=7000&amount=4200',
      'GET /api/account_credits/payment_form?credits=7000&amount=4900',
    ])
  })

  test('the price is shown while thousands are typed, and an amount that cannot be bought is refused', async () => {
    recordOpenedWindows()
    const { server } = openScreen('/app/pay/recharge')
    const field = await screen.findByRole('textbox', { name: '充值点数' })
    expect(button(/6,000 点/).getAttribute('aria-pressed')).toBe('true')
    fireEvent.change(field, { target: { value: '10000000' } })
    await screen.findByText('50,000,000.00')
    screen.getByText('10,000,000,000 点，约可下载 166,666,666 张定制图')
    await agree()
    for (const [typed, problem] of [
      ['1.5', '请输入整数，单位是千点'],
      ['10000001', '一次最多充值 10,000,000 千点（10,000,000,000 点）'],
      ['', '请输入充值点数'],
    ] as const) {
      fireEvent.change(field, { target: { value: typed } })
      await click('立即支付')
      await screen.findByText(problem)
      expect(document.activeElement).toBe(field)
    }
    fireEvent.keyDown(field, { key: 'ArrowUp' })
    await screen.findByText('即 1,000 点')
    await click(/30,000 点/)
    expect((field as HTMLInputElement).value).toBe('30')
    expect(requestsTo(server, 'GET /api/account_credits/payment_form')).toEqual([])
  })
})

describe('a payment', () => {
  const startPayment = async (initial: Parameters<typeof renderWithServer>[2] = {}) => {
    const opened = openScreen('/app/pay/recharge', initial)
    await agree()
    fireEvent.click(button('立即支付'))
    return opened
  }

  test('repeated clicks open one window with one request, and the payment form is rebuilt without its scripts', async () => {
    const { state, sent } = recordOpenedWindows()
    const { server } = await startPayment()
    fireEvent.click(button(/立即支付/))
    await screen.findByText('等待支付…')
    expect(requestsTo(server, 'GET /api/account_credits/payment_form')).toEqual([
      'GET /api/account_credits/payment_form?credits=6000&amount=3000',
    ])
    expect(sent).toEqual([{ action: 'https://pay.example/gateway?sign=a%2Bb', method: 'post', fields: [['biz', '"1"']] }])
    expect(state.opened).toHaveLength(1)
    expect(state.opened[0]?.opener).toBeNull()
    expect(state.opened[0]?.document.querySelector('script')).toBeNull()
    expect('ran' in globalThis).toBe(false)
  })

  test('a payment is polled every second, and its success shows the new balance and leads to the records', async () => {
    recordOpenedWindows()
    const { server } = await startPayment({ hasRecharged: false, credits: 0, records: [] })
    await screen.findByText('等待支付…')
    const pollCount = () => requestsTo(server, 'GET /api/credit_recharge_records/9/sync_payment_status').length
    const countBefore = pollCount()
    await advance(3000)
    expect(pollCount() - countBefore).toBeGreaterThanOrEqual(2)
    Object.assign(server, { status: 2, credits: 6000, hasRecharged: true, records: [rechargeOf(9)] })
    await advance(1000)
    const dialog = await screen.findByRole('dialog', { name: '支付成功' })
    await within(dialog).findByText(/当前余额/)
    const countAtEnd = pollCount()
    await advance(5000)
    expect(pollCount()).toBe(countAtEnd)
    fireEvent.click(within(dialog).getByRole('button', { name: '查看充值记录' }))
    await screen.findByRole('tab', { name: '充值记录', selected: true })
    expect(location.pathname).toBe('/app/pay')
    within(await screen.findByRole('table', { name: '充值记录' })).getByText('已支付')
  })

  test('a closed payment and one that is not made yet are both explained', async () => {
    recordOpenedWindows()
    const { server } = await startPayment()
    await click('已完成支付')
    await screen.findByText(/还没有查到付款/)
    server.failing.set('rechargeRecords.syncStatus', brokenServer)
    await advance(1100)
    await screen.findByText(/没有查到支付结果，正在重试/)
    server.failing.clear()
    server.status = 3
    await click('已完成支付')
    await screen.findByRole('dialog', { name: '未付款交易超时关闭' })
    screen.getByText(/没有扣款/)
    expect(server.dialogs).toEqual([])
  })

  test('a blocked payment window is replaced by the platform’s link, and another click opens it', async () => {
    const { state, sent } = recordOpenedWindows({ blocked: true })
    const { links, server } = await startPayment()
    await screen.findByText(/支付页面可能被浏览器拦截了/)
    expect(links).toEqual(['https://pay.example/gateway?sign=a%2Bb&biz=%221%22'])
    state.blocked = false
    await click('重新打开支付页面')
    expect(sent).toHaveLength(1)
    await waitFor(() => expect(screen.queryByText(/支付页面可能被浏览器拦截了/)).toBeNull())
    expect(requestsTo(server, 'GET /api/account_credits/payment_form')).toHaveLength(1)
  })

  test('a payment that cannot begin closes its window with the reason, and a retry repeats its idempotency key', async () => {
    const { state } = recordOpenedWindows()
    const opened = openScreen('/app/pay/recharge')
    opened.server.failing.set('credits.paymentForm', offline)
    await agree()
    await click('立即支付')
    await screen.findByText('请检查您的网络设置，请求发送失败！')
    expect(state.opened[0]?.close).toHaveBeenCalled()
    opened.server.failing.clear()
    await click('立即支付')
    await screen.findByText('等待支付…')
    const [first, second] = opened.server.calls
      .filter(({ name }) => name === 'credits.paymentForm')
      .map(({ idempotencyKey }) => idempotencyKey)
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
  })

  test('a payment form whose address is not http(s) is refused', async () => {
    const { state, sent } = recordOpenedWindows()
    await startPayment({ form: '<form action="javascript:alert(1)"></form>' })
    await screen.findByText(/支付页面的内容不完整/)
    expect([sent, state.opened[0]?.close.mock.calls.length]).toEqual([[], 1])
  })

  test('a cancelled payment is no longer polled and stays in the list', async () => {
    recordOpenedWindows()
    const { server } = await startPayment({ records: [rechargeOf(9, { paymentStatus: 1, paidAt: null, expiresAt: null })] })
    await click('取消')
    await screen.findByText(/请点「同步订单」/)
    const countBefore = requestsTo(server, 'GET /api/credit_recharge_records/9').length
    await advance(5000)
    expect(requestsTo(server, 'GET /api/credit_recharge_records/9')).toHaveLength(countBefore)
    // Another payment can be started.
    await waitFor(() => expect(screen.queryByText('等待支付…')).toBeNull())
    fireEvent.click(button('立即支付'))
    await screen.findByText('等待支付…')
  })
})

describe('充值记录', () => {
  const week = { initial: Date.UTC(2026, 10, 14, 16), end: Date.UTC(2026, 10, 21, 16) - 1 }

  test('the list shows payments of the last seven days in every status, and syncs a waiting one', async () => {
    const { server } = openScreen('/app/pay', {
      records: ([1, 2, 3, 4, 5] as const).map((paymentStatus) => rechargeOf(paymentStatus, { paymentStatus })),
    })
    const table = await screen.findByRole('table', { name: '充值记录' })
    expect(requestsTo(server, 'GET /api/credit_recharge_records?')).toEqual([
      `GET /api/credit_recharge_records?pageNo=1&pageSize=10&createdAtStart=${week.initial}&createdAtEnd=${week.end}`,
    ])
    for (const label of ['未支付', '已支付', '未付款交易超时关闭', '已退款', '交易结束']) within(table).getByText(label)
    expect(within(table).getAllByText('30.00')).toHaveLength(5)
    const sync = within(table).getAllByRole('button', { name: /同步订单/ })
    expect(sync).toHaveLength(1)
    server.status = 2
    fireEvent.click(sync[0] as HTMLElement)
    fireEvent.click(sync[0] as HTMLElement)
    await screen.findByText('同步完成：已支付')
    expect(requestsTo(server, 'GET /api/credit_recharge_records/1/')).toHaveLength(1)
  })

  test('days and page size are stored in the address, and 重置 returns to the last seven days', async () => {
    const { server } = openScreen('/app/pay?date=2026-11-01_2026-11-02&pageSize=30')
    await screen.findByRole('table', { name: '充值记录' })
    expect(server.requests()[0]).toBe(
      `GET /api/credit_recharge_records?pageNo=1&pageSize=30&createdAtStart=${Date.UTC(2026, 9, 31, 16)}&createdAtEnd=${Date.UTC(2026, 10, 2, 16) - 1}`,
    )
    await click('今天')
    await waitFor(() => expect(location.search).toBe('?date=2026-11-21_2026-11-21&pageSize=30'))
    await click('重置')
    await waitFor(() => expect(location.search).toBe('?pageSize=30'))
    await waitFor(() => expect(server.requests().at(-1)).toContain(`createdAtStart=${week.initial}`))
    // The same filters read the list again.
    const countBefore = server.requests().length
    await click('查询')
    await waitFor(() => expect(server.requests()).toHaveLength(countBefore + 1))
    expect([location.search, server.requests().at(-1)]).toEqual(['?pageSize=30', server.requests().at(-2)])
  })

  test('an empty result offers all time, and a failed request shows its reason and can be retried', async () => {
    const { server } = openScreen('/app/pay', { records: [] })
    await screen.findByText('2026-11-15 至 2026-11-21 没有充值记录。')
    server.failing.set('rechargeRecords.list', brokenServer)
    await click('清空筛选')
    await screen.findByText('服务器出错', { selector: 'h2' })
    server.failing.clear()
    server.records = [rechargeOf(1, { addedCredits: 10_000_000_000, amount: 5_000_000_000 })]
    await click('重试')
    await screen.findByText('10,000,000,000')
    screen.getByText('50,000,000.00')
    expect(location.search).toBe('?date=all')
  })

  test('刷新 reads the balance again', async () => {
    const { server } = openScreen()
    await screen.findByText('6,000')
    server.credits = 5940
    await click('刷新')
    await screen.findByText('刷新完成')
    screen.getByText('5,940')
  })
})

describe('扣点记录', () => {
  test('the filters apply on 查询, not before, and an invalid number is refused', async () => {
    const { server } = openScreen('/app/pay/usage')
    const table = await screen.findByRole('table', { name: '扣点记录' })
    await within(table).findByText('晨曦手机壳（淘宝）')
    const lists = () => requestsTo(server, 'GET /api/credit_usage_records?')
    expect(lists()).toEqual(['GET /api/credit_usage_records?pageNo=1&pageSize=10'])
    const number = screen.getByRole('textbox', { name: '定制编号' })
    fireEvent.change(number, { target: { value: '50a' } })
    fireEvent.change(screen.getByRole('textbox', { name: '平台订单号' }), { target: { value: ' 2400 ' } })
    await click('查询')
    await screen.findByText('定制编号是一串数字')
    expect([document.activeElement, lists().length]).toEqual([number, 1])
    fireEvent.change(number, { target: { value: '5001' } })
    await click('查询')
    await waitFor(() =>
      expect(lists().at(-1)).toBe('GET /api/credit_usage_records?pageNo=1&pageSize=10&orderId=5001&orderOriginalId=2400'),
    )
    expect(location.search).toBe('?order=5001&no=2400')
  })

  test('a deduction names its order, its sum and every picture with its cost', async () => {
    openScreen('/app/pay/usage')
    await click('详情「240001112223334445」')
    const dialog = await screen.findByRole('dialog', { name: '扣点详情' })
    await within(dialog).findByText('5001')
    within(dialog).getByText('120 点')
    expect(within(dialog).getAllByText('60 点')).toHaveLength(2)
    within(dialog).getByText('图片已不在')
    expect(location.search).toBe('?dialog=detail&id=7')
    fireEvent.click(within(dialog).getByRole('button', { name: '查看第 1 张定制图' }))
    await screen.findByRole('img', { name: '第 1 张定制图' })
  })
})

describe('支付结果', () => {
  const open = (search: string) => renderWithServer(<PaymentResult />, `/app/payment_result${search}`)

  test('the result page counts down to the credits and shows the balance read from the server', async () => {
    open('?out_trade_no=1')
    screen.getByText('支付成功')
    screen.getByText(/是否到账以点数余额为准/)
    await screen.findByText('6,000 点')
    await waitFor(() => expect(screen.getByText(/秒后返回点数充值/).textContent).toMatch(/^(10|9) 秒/))
    await advance(8000)
    expect(location.pathname).toBe('/app/payment_result')
    await advance(3000)
    expect([location.pathname, location.search]).toEqual(['/app/pay', ''])
  })

  test('the result page shows a failure as text, not as HTML', () => {
    open(`?error=${encodeURIComponent('<img src=x onerror="globalThis.ran=1"> 余额不足')}`)
    screen.getByText('支付失败')
    expect(screen.getByText(/余额不足/).textContent).toBe('<img src=x onerror="globalThis.ran=1"> 余额不足')
    expect(document.querySelector('img')).toBeNull()
  })

  test('the result page closes a window that was opened for paying', async () => {
    sessionStorage.setItem('kejiang.payWindow', '1')
    const close = vi.spyOn(window, 'close').mockImplementation(() => {})
    open('')
    screen.getByText(/秒后关闭此页面/)
    await advance(11_000)
    expect(close).toHaveBeenCalledTimes(1)
    expect(location.pathname).toBe('/app/pay')
  })
})
