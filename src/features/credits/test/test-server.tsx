/** A simulated account for screen tests: the API client, queries and router are real, the transport's answers are not. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { Route } from 'wouter'
import type { HttpRequest, Platform } from '../../../../adapters/platform'
import { shopRow } from '../../../../contract/test/shops'
import type { AccountCredits, RechargeRecord, UsageDetail } from '../../../../contract/types'
import { createApi } from '../../../api/client'
import { ServicesProvider } from '../../../api/services'

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export const refused: Answer = { status: 500, body: { traceId: 'tr-9', code: 'internal', message: '服务器出错' } }

export const rechargeOf = (id: number, change: Partial<RechargeRecord> = {}): RechargeRecord => ({
  id,
  createdAt: Date.UTC(2026, 10, 21, 2),
  paidAt: Date.UTC(2026, 10, 21, 2, 1),
  addedCredits: 6000,
  amount: 3000,
  rechargeOperator: '小雪',
  paymentStatus: 2,
  expiresAt: Date.UTC(2027, 10, 21, 2),
  refund: null,
  unbooked: null,
  ...change,
})

export const usage: UsageDetail = {
  id: 7,
  orderId: 5001,
  orderOriginalId: '240001112223334445',
  shopId: 1,
  createdAt: Date.UTC(2026, 10, 21, 3),
  usedCredits: 120,
  correctedCredits: 0,
  lines: [
    { customizationId: 71, customizedImageUrl: '/a.png', usedCredits: 60, corrected: false },
    { customizationId: 72, customizedImageUrl: null, usedCredits: 60, corrected: false },
  ],
}

/** A payment form as a provider's SDK writes it, with a script that must not run. */
const paymentForm = `<form action="https://pay.example/gateway?sign=a%2Bb" method="post"><input type="hidden" name="biz" value="&quot;1&quot;"></form>
<script>globalThis.ran = true</script>`

interface TestServer {
  credits: number
  creditsPerImage: number
  creditPrice: AccountCredits['creditPrice']
  hasRecharged: boolean
  records: RechargeRecord[]
  /** The response to the next poll of a payment. */
  status: number
  form: string
  /** Every call in order, except reads of the balance. */
  requests: string[]
  idempotencyKeys: (string | undefined)[]
  /** Failing calls by the beginning of their text; 'offline' fails without a response. */
  failures: Map<string, Answer | 'offline'>
  /** Failures that the app shows in a dialog. */
  dialogs: string[]
}

/** Renders the screen over such an account at an address. */
export function renderWithServer(screen: ReactNode, address: string, initial: Partial<TestServer> = {}) {
  const server: TestServer = {
    credits: 6000,
    creditsPerImage: 60,
    creditPrice: { unit: 1000, fen: 500, originalFen: 1000 },
    hasRecharged: true,
    records: [rechargeOf(1)],
    status: 1,
    form: paymentForm,
    requests: [],
    idempotencyKeys: [],
    failures: new Map(),
    dialogs: [],
    ...initial,
  }
  const answerRequest = ({ method, path, headers }: HttpRequest): Answer => {
    const call = `${method} ${path}`
    const url = new URL(path, 'http://x')
    const route = `${method} ${url.pathname}`
    if (route !== 'GET /api/account_credits/current') server.requests.push(call)
    for (const [prefix, answer] of server.failures) {
      if (!call.startsWith(prefix)) continue
      if (answer === 'offline') {
        server.idempotencyKeys.push(headers['idempotency-key'])
        throw new TypeError('Failed to fetch')
      }
      return answer
    }
    const ok = (body: unknown) => ({ status: 200, body })
    const { credits, creditsPerImage, creditPrice, hasRecharged, records } = server
    if (route === 'GET /api/account_credits/current')
      return ok({ credits, creditsPerImage, creditPrice, hasRecharged, nextExpiry: null })
    if (route === 'GET /api/account_credits/payment_form') {
      server.idempotencyKeys.push(headers['idempotency-key'])
      const [bought, seen] = ['credits', 'amount'].map((name) => Number(url.searchParams.get(name)))
      const amount = ((bought ?? 0) / creditPrice.unit) * creditPrice.fen
      const otherPrice = { code: 'price-changed', message: `价格已变为 ${amount / 100} 元`, traceId: 't' }
      if (seen !== amount) return { status: 409, body: otherPrice }
      return ok({ rechargeRecordId: 9, paymentForm: server.form, amount })
    }
    if (/\/sync_payment_status$/.test(url.pathname)) return ok({ paymentStatus: server.status })
    if (route === 'GET /api/credit_recharge_records') return ok({ items: records, totalItems: records.length })
    if (route === 'GET /api/credit_usage_records') return ok({ items: [usage], totalItems: 1 })
    if (/^\/api\/credit_usage_records\/\d+$/.test(url.pathname)) return ok(usage)
    if (route === 'GET /api/shops') return ok([shopRow({ name: '晨曦手机壳', type: 'TAOBAO' })])
    throw new Error(`nobody answers ${call}`)
  }
  const api = createApi(
    async (request) => {
      const { status, body } = answerRequest(request)
      return { status, headers: {}, body: JSON.stringify(body) }
    },
    { token: () => 't', onSessionEnded: () => {}, onFailure: (error) => server.dialogs.push(error.message) },
  )
  const links: string[] = []
  // The credits screens use only this part of the platform.
  const platform = { openLink: async (url: string) => void links.push(url) } as unknown as Platform
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  history.replaceState(null, '', address)
  const rendered = render(
    <QueryClientProvider client={queries}>
      <ServicesProvider api={api} platform={platform}>
        <Route path="/app/pay/:type?">{screen}</Route>
        <Route path="/app/payment_result">{screen}</Route>
      </ServicesProvider>
    </QueryClientProvider>,
  )
  return { server, links, unmount: rendered.unmount }
}

/** Records the windows opened by clicks and the forms submitted in them. */
export function recordOpenedWindows({ blocked = false } = {}) {
  const state = { blocked, opened: [] as { document: Document; opener: unknown; close: ReturnType<typeof vi.fn> }[] }
  const sent: { action: string; method: string; fields: (readonly [string, string])[] }[] = []
  vi.spyOn(window, 'open').mockImplementation(() => {
    if (state.blocked) return null
    const paymentWindow = {
      document: document.implementation.createHTMLDocument(''),
      opener: window,
      close: vi.fn(),
      sessionStorage: { setItem: () => {} },
    }
    state.opened.push(paymentWindow)
    return paymentWindow as unknown as Window
  })
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const fields = [...this.querySelectorAll('input')].map((field) => [field.name, field.value] as const)
    sent.push({ action: this.action, method: this.method, fields })
  })
  return { state, sent }
}
