/** Who calls, as far as an address tells it. */
import { addressKey, readAddress } from '../infra/net/address'
import type { AppContext } from './environment'

/**
 * What limits count a caller by: the address, or the /64 network of an IPv6 one, which a single subscriber has whole. `X-Forwarded-For`
 * is believed only as far as trusted proxies wrote it: from the right, the first address that is not one of them. Some proxies add ports.
 */
export function callerAddress(c: AppContext, isTrustedProxy: (address: string) => boolean): string {
  let address = readAddress(c.env?.incoming?.socket.remoteAddress ?? '')
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',')
  while (address !== null && isTrustedProxy(address)) {
    const previous = readAddress(forwarded.pop() ?? '')
    // What is no address was not written by a proxy that knows its caller.
    if (previous === null) break
    address = previous
  }
  return address === null ? 'unknown' : addressKey(address)
}
