/** Who takes the money on this server: Alipay where the operator has a merchant there, else the cashier of the demo, else nobody. */
import { type Cashier, createCashier } from '../embedded/cashier/cashier'
import { cashierKeys } from '../embedded/cashier/keys'
import { mountCashier } from '../embedded/cashier/routes'
import type { Mount } from '../http/environment'
import { merchantAddresses } from '../infra/payments/addresses'
import { type AlipayMerchant, createAlipay } from '../infra/payments/alipay'
import type { Deps } from '../kernel/context'
import type { Payments } from '../ports/payments'

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
  /** Routes of the embedded cashier, where it stands in. */
  readonly mount: Mount | undefined
  /** Where payers' browsers are sent besides this server. */
  readonly pages: readonly string[]
}

/** Resolves when the cashier has its keys: a form is made inside a transaction, which must not wait for another query. */
export async function openPayments(
  { alipay, demo }: PaymentSettings,
  { deps, address, report }: PaymentParts,
): Promise<OpenPayments> {
  if (alipay) {
    const settings = {
      merchant: alipay.merchant,
      gateway: alipay.gateway,
      page: alipay.gateway,
      ...merchantAddresses(deps.publicUrl),
    }
    // Its gateway sends payers on to other hosts of its own.
    const { origin, hostname } = new URL(alipay.gateway)
    const pages = [origin, `https://*.${hostname.split('.').slice(-2).join('.')}`]
    return { payments: createAlipay(async () => settings, deps.clock), cashier: undefined, mount: undefined, pages }
  }
  if (!demo) return { payments: null, cashier: undefined, mount: undefined, pages: [] }
  const keys = await cashierKeys(deps.db, deps.sealer)
  const cashier = createCashier({
    deps,
    keys: async () => keys,
    address: async () => address(),
    report,
  })
  return { payments: cashier.payments, cashier, mount: (app) => mountCashier(app, cashier), pages: [] }
}
