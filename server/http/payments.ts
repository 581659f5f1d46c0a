/** Doors of payment: the provider's notices, and the embedded cashier's own gateway and pages where it stands in for the provider. */
import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { takeNotice } from '../domain/credits/sync'
import { type Cashier, cashierPaths } from '../embedded/cashier/cashier'
import { type Page, refusalPage, tradePage } from '../embedded/cashier/page'
import { Failure } from '../kernel/failure'
import { readBody } from './body'
import type { App, AppContext, AppEnv, HttpDeps } from './environment'
import { type Listening, listen } from './listen'

/** A notice or a call of the gateway is a few KB. */
const maxFormBytes = 64 * 1024

/** Fields of a form body, and of the query where asked. Rejects with 'invalid' when a field comes twice: which one was signed? */
async function readFields(c: AppContext, withQuery: boolean): Promise<Record<string, string>> {
  const body = new URLSearchParams((await readBody(c.req.raw, maxFormBytes)).toString('utf8'))
  const query = withQuery ? new URL(c.req.url).searchParams : new URLSearchParams()
  const fields = new Map<string, string>()
  for (const [name, value] of [...query, ...body]) {
    if (fields.has(name)) throw new Failure('invalid', `参数 ${name} 重复`)
    fields.set(name, value)
  }
  return Object.fromEntries(fields)
}

/** The provider sends a notice again until it reads `success`; anything else, and it is not believed or could not be kept. */
export function mountNotices(app: App, deps: HttpDeps): void {
  const { settings, ...services } = deps
  app.post(cashierPaths.notify, async (c) => {
    try {
      await takeNotice(services, await readFields(c, false))
      return c.text('success')
    } catch (error) {
      // Anybody can send one: what is merely refused takes one line.
      settings.log.error(`[${c.get('traceId')}] 支付通知未被接受`, error instanceof Failure ? error.message : error)
      return c.text('failure')
    }
  })
}

/** Routes of the embedded cashier; mounted only where no provider is configured. Its pages name each other relatively: a proxy may serve them below a path. */
export function mountCashier(app: App, cashier: Cashier): void {
  // A notice takes the same way in as one from outside, only without a network.
  cashier.deliverBy(async (url, form) => {
    if (!url.endsWith(cashierPaths.notify)) throw new Error(`演示收银台只通知本站，不通知 ${url}`)
    const reply = await app.request(cashierPaths.notify, { method: 'POST', body: form })
    return reply.text()
  })

  const gateway = async (c: AppContext): Promise<Response> => {
    const answer = await cashier.call(await readFields(c, true))
    if (answer.kind === 'answer') return c.text(answer.text, 200, { 'Content-Type': 'application/json; charset=utf-8' })
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
    const { do: what } = await readFields(c, false)
    if (what === 'fail') {
      return c.redirect(
        `${trade.return_url}?${new URLSearchParams({ error: '支付未完成：演示收银台模拟了支付失败，没有扣款' })}`,
        303,
      )
    }
    if (what !== 'pay') return show(c, refusalPage('没有这个操作', newNonce()), 400)
    // Closed or refunded meanwhile: its page says so.
    return c.redirect((await cashier.pay(token)) ?? token, 303)
  })
}

const newNonce = (): string => randomBytes(16).toString('base64')

function show(c: AppContext, { html, policy }: Page, status: 200 | 400 | 404 = 200): Response {
  c.header('Content-Security-Policy', policy)
  c.header('Cache-Control', 'no-store')
  return c.html(html, status)
}

/** The cashier alone on a free local port: for a command that asks its gateway while no server needs to run. */
export function serveCashier(cashier: Cashier): Promise<Listening> {
  const app = new Hono<AppEnv>()
  mountCashier(app, cashier)
  return listen(app, { host: '127.0.0.1', port: 0 })
}
