/** Routes of the embedded cashier: its gateway and its pages. Mounted only where no payment provider is configured. */
import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type { App, AppContext, AppEnv } from '../../http/environment'
import { readForm } from '../../http/form-fields'
import { type Listening, listen } from '../../http/listen'
import { noticePath } from '../../infra/payments/addresses'
import { type Cashier, cashierPaths } from './cashier'
import { type Page, refusalPage, tradePage } from './page'

/** Mounts the routes. The pages link to each other relatively, because a proxy may serve them below a path. */
export function mountCashier(app: App, cashier: Cashier): void {
  // A notice passes the same route as one from outside, but without a network.
  cashier.setDelivery(async (url, form) => {
    if (!url.endsWith(noticePath)) throw new Error(`演示收银台只通知本站，不通知 ${url}`)
    const headers = { 'content-type': form.contentType }
    const reply = await app.request(noticePath, { method: 'POST', headers, body: form.body })
    return reply.text()
  })

  const gateway = async (c: AppContext): Promise<Response> => {
    const answer = await cashier.call((await readForm(c, true)).text)
    if (answer.kind === 'answer') return c.text(answer.text, 200, { 'Content-Type': 'application/json; charset=utf-8' })
    if (answer.kind === 'raw') return new Response(answer.body, { status: answer.status })
    if (answer.kind === 'refused') return show(c, refusalPage(answer.reason, newNonce()), 400)
    return c.redirect(`pay/${answer.trade.token}`, 303)
  }
  app.post(cashierPaths.gateway, gateway)
  app.get(cashierPaths.gateway, gateway)

  app.get(`${cashierPaths.page}/:token`, async (c) => {
    const token = c.req.param('token')
    const trade = await cashier.trade(token)
    return trade ? show(c, tradePage(trade, newNonce())) : show(c, refusalPage('没有这笔订单', newNonce()), 404)
  })
  app.post(`${cashierPaths.page}/:token`, async (c) => {
    const token = c.req.param('token')
    const trade = await cashier.trade(token)
    if (!trade) return show(c, refusalPage('没有这笔订单', newNonce()), 404)
    const { do: action } = (await readForm(c, false)).text
    if (action === 'fail') {
      return c.redirect(
        `${trade.return_url}?${new URLSearchParams({ error: '支付未完成：演示收银台模拟了支付失败，没有扣款' })}`,
        303,
      )
    }
    if (action !== 'pay') return show(c, refusalPage('没有这个操作', newNonce()), 400)
    // The trade was closed or refunded meanwhile, which its page shows.
    return c.redirect((await cashier.pay(token)) ?? token, 303)
  })
}

const newNonce = (): string => randomBytes(16).toString('base64')

function show(c: AppContext, { html, policy }: Page, status: 200 | 400 | 404 = 200): Response {
  c.header('Content-Security-Policy', policy)
  c.header('Cache-Control', 'no-store')
  return c.html(html, status)
}

/** Serves only the cashier on a free local port, for a command that calls its gateway while no server needs to run. */
export function serveCashier(cashier: Cashier): Promise<Listening> {
  const app = new Hono<AppEnv>()
  mountCashier(app, cashier)
  return listen(app, { host: '127.0.0.1', port: 0 })
}
