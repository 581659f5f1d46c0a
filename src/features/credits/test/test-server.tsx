/** The screens of credits over the fake API, with an account whose balance, records and price a test changes. */
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { Route } from 'wouter'
import { shopRow } from '../../../../contract/test/shops'
import type { AccountCredits, RechargeRecord, UsageDetail } from '../../../../contract/types'
import { fakeApi, Refusal } from '../../../api/test/fake-api'
import { fakePlatform } from '../../../api/test/fake-platform'
import { renderScreen } from '../../../api/test/render-screen'

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

interface CreditServer {
  credits: number
  creditsPerImage: number
  creditPrice: AccountCredits['creditPrice']
  hasRecharged: boolean
  records: RechargeRecord[]
  /** The response to the next poll of a payment. */
  status: RechargeRecord['paymentStatus']
  form: string
}

/** Renders the screen over such an account at an address. */
export function renderWithServer(screen: ReactNode, address: string, initial: Partial<CreditServer> = {}) {
  const server: CreditServer = {
    credits: 6000,
    creditsPerImage: 60,
    creditPrice: { unit: 1000, fen: 500, originalFen: 1000 },
    hasRecharged: true,
    records: [rechargeOf(1)],
    status: 1,
    form: paymentForm,
    ...initial,
  }
  const fake = fakeApi({
    credits: {
      current() {
        const { credits, creditsPerImage, creditPrice, hasRecharged } = server
        return { credits, creditsPerImage, creditPrice, hasRecharged, nextExpiry: null }
      },
      paymentForm({ query }) {
        const amount = (query.credits / server.creditPrice.unit) * server.creditPrice.fen
        if (query.amount !== amount) return new Refusal('price-changed', `价格已变为 ${amount / 100} 元`)
        return { rechargeRecordId: 9, paymentForm: server.form, amount }
      },
    },
    rechargeRecords: {
      list: () => ({ items: server.records, totalItems: server.records.length }),
      syncStatus: () => ({ paymentStatus: server.status }),
    },
    usageRecords: { list: { items: [usage], totalItems: 1 }, get: usage },
    shops: { list: [shopRow({ name: '晨曦手机壳', type: 'TAOBAO' })] },
  })
  const links: string[] = []
  const { unmount } = renderScreen(
    <>
      <Route path="/app/pay/:type?">{screen}</Route>
      <Route path="/app/payment_result">{screen}</Route>
    </>,
    { api: fake.api, platform: fakePlatform({ openLink: async (url) => void links.push(url) }), address },
  )
  /** Every call in order, except reads of the balance. */
  const requests = () => fake.calls.filter(({ name }) => name !== 'credits.current').map(({ request }) => request)
  return { server: Object.assign(server, fake, { requests }), links, unmount }
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
