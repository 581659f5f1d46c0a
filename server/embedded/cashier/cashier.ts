/**
 * The embedded cashier: a payment provider for demonstrations. It uses Alipay's wire format, so that the product runs the same
 * code with either.
 */
import { merchantAddresses } from '../../infra/payments/addresses'
import { createAlipay } from '../../infra/payments/alipay'
import { toBeijing, toYuan } from '../../infra/payments/format'
import type { Deps } from '../../kernel/context'
import type { Payments } from '../../ports/payments'
import { callGateway, demoMerchant, type GatewayAnswer, type RawAnswer } from './gateway'
import type { CashierKeys } from './keys'
import { createNoticeSender, type NoticeFaults, type Send } from './notices'
import { changeTrade, findTrade, shownNumber, type Trade } from './trades'
import { type Fields, signFields } from './wire'

export const cashierPaths = { gateway: '/cashier/gateway.do', page: '/cashier/pay' } as const

/** Differences from a cashier without faults (faults.ts). */
export interface FaultSource extends NoticeFaults {
  /** Returns the wrong answer for the next call of the gateway; undefined where the right one is due. */
  takeAnswer(): RawAnswer | undefined
}

export interface CashierOptions {
  readonly deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>
  readonly keys: () => Promise<CashierKeys>
  /** Returns the address at which this server can call itself, without a trailing slash; called with the first payment. */
  readonly address: () => Promise<string>
  readonly report: (error: unknown) => void
  /** Makes it behave worse; only for tests and demonstrations of failures. */
  readonly faults?: FaultSource | undefined
}

export interface Cashier {
  readonly payments: Payments
  /** Handles a call to the gateway. */
  call(fields: Fields): Promise<GatewayAnswer>
  /** Returns the trade by the token in the address of its page; null when there is none. */
  trade(token: string): Promise<Trade | null>
  /**
   * Pays the trade, notifies the merchant and returns the address to which the payer is redirected; null when the trade cannot be
   * paid any more.
   */
  pay(token: string): Promise<string | null>
  /** Sets how notices reach the merchant, which is this server itself. */
  setDelivery(send: Send): void
  /** Sends notices that are due, such as those from before a restart. */
  deliver(): Promise<void>
  stop(): void
}

export function createCashier({ deps, keys, address, report, faults }: CashierOptions): Cashier {
  let loadedKeys: Promise<CashierKeys> | undefined
  const loadKeys = (): Promise<CashierKeys> => {
    loadedKeys ??= keys().catch((error: unknown) => {
      loadedKeys = undefined
      throw error
    })
    return loadedKeys
  }
  let send: Send = () => Promise.reject(new Error('the cashier does not know yet how to reach the merchant'))
  const noticeSender = createNoticeSender({
    deps,
    signingKey: async () => (await loadKeys()).cashier.privateKey,
    send: (url, form) => send(url, form),
    report,
    faults,
  })
  const payments = createAlipay(async () => {
    const { merchant, cashier } = await loadKeys()
    return {
      merchant: { ...demoMerchant, privateKey: merchant.privateKey, publicKey: cashier.publicKey },
      gateway: `${await address()}${cashierPaths.gateway}`,
      page: `${deps.publicUrl}${cashierPaths.gateway}`,
      ...merchantAddresses(deps.publicUrl),
    }
  }, deps.clock)

  return {
    payments,
    async call(fields) {
      const { merchant, cashier } = await loadKeys()
      const gatewayKeys = { appId: demoMerchant.appId, merchantKey: merchant.publicKey, signingKey: cashier.privateKey }
      return callGateway(deps, gatewayKeys, fields, faults?.takeAnswer)
    },
    trade: (token) => findTrade(deps, 'token', token),
    async pay(token) {
      const found = await findTrade(deps, 'token', token)
      if (!found) return null
      const trade = await changeTrade(deps, found.out_trade_no, (now, at) =>
        now.status === 'WAIT_BUYER_PAY' ? { status: 'TRADE_SUCCESS', paid_at: at, notify_at: at, notify_tries: 0 } : null,
      )
      if (trade?.status !== 'TRADE_SUCCESS') return null
      await noticeSender.deliver().catch(report)
      return returnAddress(trade, (await loadKeys()).cashier.privateKey, deps.clock.now())
    },
    setDelivery(newSend) {
      send = newSend
    },
    deliver: noticeSender.deliver,
    stop: noticeSender.stop,
  }
}

/** Returns the merchant's return address with the parameters that Alipay adds to it. */
function returnAddress(trade: Trade, signingKey: string, now: Date): string {
  const fields = signFields(
    {
      charset: 'utf-8',
      method: 'alipay.trade.page.pay.return',
      version: '1.0',
      app_id: demoMerchant.appId,
      seller_id: demoMerchant.sellerId,
      out_trade_no: shownNumber(trade),
      trade_no: trade.trade_no,
      total_amount: toYuan(trade.total_fen),
      timestamp: toBeijing(now),
    },
    signingKey,
  )
  return `${trade.return_url}?${new URLSearchParams(fields)}`
}
