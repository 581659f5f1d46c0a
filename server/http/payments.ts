/** Receives the payment provider's notices. */
import { acceptNotice } from '../domain/credits/sync'
import { noticePath } from '../infra/payments/addresses'
import { Failure } from '../kernel/failure'
import type { App, HttpDeps } from './environment'
import { readForm } from './form-fields'

/**
 * The provider repeats a notice until the response is `success`; any other response means that the notice was rejected or could
 * not be stored.
 */
export function mountNotices(app: App, deps: HttpDeps): void {
  const { settings, ...services } = deps
  app.post(noticePath, async (c) => {
    try {
      await acceptNotice(services, await readForm(c, false))
      return c.text('success')
    } catch (error) {
      // Anybody can send a notice, so a refused one is logged without its stack.
      settings.log.error('支付通知未被接受', error instanceof Failure ? error.message : error, { requestId: c.get('traceId') })
      return c.text('failure')
    }
  })
}
