/** A simulated account for screen tests: the API client, queries and router are real, the transport's answers are not. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { Route } from 'wouter'
import type { HttpRequest, Platform } from '../../../../adapters/platform'
import type { RechargeRecord, UsageDetail } from '../../../../contract/types'
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

interface World {
  credits: number
  hasRecharged: boolean
  records: RechargeRecord[]
  /** The response to the next poll of a payment. */
  status: number
  form: string
  /** Every call in order, except reads of the balance. */
  asked: string[]
  keys: (string | undefined)[]
  /** Failing calls by the beginning of their text; 'offline' fails without a response. */
  failing: Map<string, Answer | 'offline'>
  /** Failures that the app shows in a dialog. */
  dialogs: string[]
}

/** Renders the screen over such an account at an address. */
export function openWorld(screen: ReactNode, address: string, start: Partial<World> = {}) {
  const world: World = {
    credits: 6000,
    hasRecharged: true,
    records: [rechargeOf(1)],
    status: 1,
    form: paymentForm,
    asked: [],
    keys: [],
    failing: new Map(),
    dialogs: [],
    ...start,
  }
  const answerTo = ({ method, path, headers }: HttpRequest): Answer => {
    const call = `${method} ${path}`
    const at = new URL(path, 'http://x')
    const route = `${method} ${at.pathname}`
    if (route !== 'GET /api/account_credits/current') world.asked.push(call)
    for (const [begin, answer] of world.failing) {
      if (!call.startsWith(begin)) continue
      if (answer === 'offline') {
        world.keys.push(headers['idempotency-key'])
        throw new TypeError('Failed to fetch')
      }
      return answer
    }
    const ok = (body: unknown) => ({ status: 200, body })
    const { credits, hasRecharged, records } = world
    if (route === 'GET /api/account_credits/current') return ok({ credits, hasRecharged, nextExpiry: null })
    if (route === 'GET /api/account_credits/payment_form') {
      world.keys.push(headers['idempotency-key'])
      return ok({ rechargeRecordId: 9, paymentForm: world.form })
    }
    if (/\/sync_payment_status$/.test(at.pathname)) return ok({ paymentStatus: world.status })
    if (route === 'GET /api/credit_recharge_records') return ok({ items: records, totalItems: records.length })
    if (route === 'GET /api/credit_usage_records') return ok({ items: [usage], totalItems: 1 })
    if (/^\/api\/credit_usage_records\/\d+$/.test(at.pathname)) return ok(usage)
    if (route === 'GET /api/shops') return ok([{ id: 1, name: '晨曦手机壳', type: 'TAOBAO', boundAt: 0, authorization: null }])
    throw new Error(`nobody answers ${call}`)
  }
  const api = createApi(
    async (request) => {
      const { status, body } = answerTo(request)
      return { status, headers: {}, body: JSON.stringify(body) }
    },
    { token: () => 't', sessionEnded: () => {}, failed: (error) => world.dialogs.push(error.message) },
  )
  const links: string[] = []
  // The credits screens use only this part of the platform.
  const platform = { openLink: async (url: string) => void links.push(url) } as unknown as Platform
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  history.replaceState(null, '', address)
  const shown = render(
    <QueryClientProvider client={queries}>
      <ServicesProvider api={api} platform={platform}>
        <Route path="/app/pay/:type?">{screen}</Route>
        <Route path="/app/payment_result">{screen}</Route>
      </ServicesProvider>
    </QueryClientProvider>,
  )
  return { world, links, unmount: shown.unmount }
}

/** Records the windows opened by clicks and the forms submitted in them. */
export function openedWindows({ blocked = false } = {}) {
  const state = { blocked, opened: [] as { document: Document; opener: unknown; close: ReturnType<typeof vi.fn> }[] }
  const sent: { action: string; method: string; fields: (readonly [string, string])[] }[] = []
  vi.spyOn(window, 'open').mockImplementation(() => {
    if (state.blocked) return null
    const made = {
      document: document.implementation.createHTMLDocument(''),
      opener: window,
      close: vi.fn(),
      sessionStorage: { setItem: () => {} },
    }
    state.opened.push(made)
    return made as unknown as Window
  })
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const fields = [...this.querySelectorAll('input')].map((field) => [field.name, field.value] as const)
    sent.push({ action: this.action, method: this.method, fields })
  })
  return { state, sent }
}
