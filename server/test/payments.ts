/** The embedded cashier in a test: keys made once, and a real port for the calls of the SDK. */

import { type CashierKeys, makeCashierKeys } from '../embedded/cashier/keys'
import type { App } from '../http/environment'
import { listen } from '../http/listen'

let keys: Promise<CashierKeys> | undefined
/** Making a key pair takes up to a second, so all tests of a process share one. */
export const testCashierKeys = (): Promise<CashierKeys> => {
  keys ??= makeCashierKeys()
  return keys
}

/** Opens a port for the app when its address is first requested. */
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

/** Reads the single form in a payment form's HTML, as a browser would. */
export function readForm(html: string): { action: string; fields: URLSearchParams } {
  const action = /<form action="([^"]*)" method="post"/.exec(html)?.[1]
  if (action === undefined) throw new Error(`no form in ${html}`)
  const fields = new URLSearchParams()
  for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)) {
    fields.append(name, value.replaceAll('&quot;', '"'))
  }
  return { action, fields }
}
