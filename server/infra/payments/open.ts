/** Who takes the money on this server: Alipay where the operator has a merchant there, else the cashier of the demo, else nobody. */
import type { Deps } from '../../kernel/context'
import type { Payments } from '../../ports/payments'
import { type AlipayMerchant, createAlipay } from './alipay'
import { type Cashier, cashierPaths, createCashier, returnPath } from './cashier/cashier'
import { cashierKeys } from './cashier/keys'

export interface PaymentSettings {
  readonly alipay: { readonly merchant: AlipayMerchant; readonly gateway: string } | undefined
  /** The embedded cashier may stand in: it gives credits away for nothing. */
  readonly demo: boolean
}

export interface PaymentParts {
  readonly deps: Pick<Deps, 'db' | 'clock' | 'sealer' | 'publicUrl'>
  /** Where this server can be called from itself, once it listens. */
  readonly address: () => string
  readonly report: (error: unknown) => void
}

export interface OpenPayments {
  readonly payments: Payments | null
  readonly cashier: Cashier | undefined
  /** Where payers' browsers are sent besides this server. */
  readonly pages: readonly string[]
}

export function openPayments({ alipay, demo }: PaymentSettings, { deps, address, report }: PaymentParts): OpenPayments {
  if (alipay) {
    const settings = {
      merchant: alipay.merchant,
      gateway: alipay.gateway,
      page: alipay.gateway,
      notifyUrl: `${deps.publicUrl}${cashierPaths.notify}`,
      returnUrl: `${deps.publicUrl}${returnPath}`,
    }
    // Its gateway sends payers on to other hosts of its own.
    const pages = [new URL(alipay.gateway).origin, 'https://*.alipay.com']
    return { payments: createAlipay(async () => settings, deps.clock), cashier: undefined, pages }
  }
  if (!demo) return { payments: null, cashier: undefined, pages: [] }
  // Now, and not when the first payment asks for them: it does so inside its transaction, where no other handle may be used.
  const keys = cashierKeys(deps.db, deps.sealer)
  keys.catch(report)
  const cashier = createCashier({
    deps,
    keys: () => keys,
    address: async () => address(),
    report,
  })
  return { payments: cashier.payments, cashier, pages: [] }
}
