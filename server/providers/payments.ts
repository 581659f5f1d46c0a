/**
 * Chooses the payment provider of this server: Alipay where a merchant is configured, otherwise the demo's cashier, otherwise
 * none.
 */
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
  /** Whether the embedded cashier may be used, which grants credits for free. */
  readonly demo: boolean
  /** Whether the embedded cashier simulates faults on request. */
  readonly demoFaults: boolean
}

export interface PaymentParts {
  readonly deps: Pick<Deps, 'db' | 'clock' | 'sealer' | 'publicUrl'>
  /** Returns the address at which this server can call itself, once it listens. */
  readonly address: () => string
  readonly report: (error: unknown) => void
}

export interface OpenPayments {
  readonly payments: Payments | null
  readonly cashier: Cashier | undefined
  /** Routes of the embedded cashier, where it is used. */
  readonly mount: Mount | undefined
  /** Further origins that payers' browsers are sent to. */
  readonly pages: readonly string[]
}

/** Resolves when the cashier has its keys: a form is made inside a transaction, which must not wait for another query. */
export async function openPayments(
  { alipay, demo, demoFaults }: PaymentSettings,
  { deps, address, report }: PaymentParts,
): Promise<OpenPayments> {
  if (alipay) {
    const settings = {
      merchant: alipay.merchant,
      gateway: alipay.gateway,
      page: alipay.gateway,
      ...merchantAddresses(deps.publicUrl),
    }
    // Alipay's gateway redirects payers to other hosts of its own.
    const { origin, hostname } = new URL(alipay.gateway)
    const pages = [origin, `https://*.${hostname.split('.').slice(-2).join('.')}`]
    return { payments: createAlipay(async () => settings, deps.clock), cashier: undefined, mount: undefined, pages }
  }
  if (!demo) return { payments: null, cashier: undefined, mount: undefined, pages: [] }
  const keys = await cashierKeys(deps.db, deps.sealer)
  // Imported only on request, so that a production server has no code that pays twice.
  const { createCashierFaults, mountCashierFaults } = demoFaults ? await import('../embedded/cashier/faults') : {}
  const faults = createCashierFaults?.()
  const cashier = createCashier({ deps, keys: async () => keys, address: async () => address(), report, faults })
  const mount: Mount = (app) => {
    mountCashier(app, cashier)
    if (faults) mountCashierFaults?.(app, cashier, faults, deps)
  }
  return { payments: cashier.payments, cashier, mount, pages: [] }
}
