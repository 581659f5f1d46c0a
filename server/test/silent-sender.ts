/** Sends events to nobody: no name is resolved, so that no test depends on a network. */
import { createEventSender } from '../infra/net/event-sender'

export const silentSender = createEventSender({
  allowsHttp: false,
  isAllowed: () => false,
  resolve: ((host: string, _options: object, done: (error: Error) => void) =>
    done(Object.assign(new Error(host), { code: 'ENOTFOUND' }))) as never,
})
