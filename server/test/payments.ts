/** The embedded cashier in a test: keys made once, and a real port where the SDK calls it. */

import { type CashierKeys, makeCashierKeys } from '../embedded/cashier/keys'
import type { App } from '../http/environment'
import { listen } from '../http/listen'

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

/** The one form in a payment form's HTML, as a browser would read it. */
export function readForm(html: string): { action: string; fields: URLSearchParams } {
  const action = /<form action="([^"]*)" method="post"/.exec(html)?.[1]
  if (action === undefined) throw new Error(`no form in ${html}`)
  const fields = new URLSearchParams()
  for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)) {
    fields.append(name, value.replaceAll('&quot;', '"'))
  }
  return { action, fields }
}
