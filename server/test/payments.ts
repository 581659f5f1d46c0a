/** The embedded cashier in a test: keys made once, and a real port where the SDK calls it. */

import type { App } from '../http/environment'
import { listen } from '../http/listen'
import { type CashierKeys, makeCashierKeys } from '../infra/payments/cashier/keys'

let keys: Promise<CashierKeys> | undefined
/** Making a pair takes up to a second; one will do for every test. */
export const testCashierKeys = (): Promise<CashierKeys> => {
  keys ??= makeCashierKeys()
  return keys
}

/** Opens a port for the app when its address is asked for first. */
export function selfAddress(app: () => App): { address(): Promise<string>; close(): Promise<void> } {
  let listening: ReturnType<typeof listen> | undefined
  return {
    async address() {
      listening ??= listen(app(), { host: '127.0.0.1', port: 0 })
      return `http://127.0.0.1:${(await listening).port}`
    },
    async close() {
      await (await listening)?.close(0)
    },
  }
}
