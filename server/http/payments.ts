/** Takes the payment provider's notices. */
import { takeNotice } from '../domain/credits/sync'
import { noticePath } from '../infra/payments/addresses'
import { Failure } from '../kernel/failure'
import type { App, HttpDeps } from './environment'
import { readFields } from './form-fields'

/** The provider sends a notice again until it reads `success`; anything else, and it is not believed or could not be kept. */
export function mountNotices(app: App, deps: HttpDeps): void {
  const { settings, ...services } = deps
  app.post(noticePath, async (c) => {
    try {
      await takeNotice(services, await readFields(c, false))
      return c.text('success')
    } catch (error) {
      // Anybody can send one: what is merely refused takes one line.
      settings.log.error(`[${c.get('traceId')}] 支付通知未被接受`, error instanceof Failure ? error.message : error)
      return c.text('failure')
    }
  })
}
