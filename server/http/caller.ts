/** Determines the caller's address for rate limits. */
import { addressKey, readAddress } from '../infra/net/address'
import type { AppContext } from './environment'

/**
 * Key under which limits count a caller: the address, or the /64 network of an IPv6 address, which belongs to a single
 * subscriber. `X-Forwarded-For` is trusted only as far as trusted proxies wrote it: from the right, the first address that is not
 * a trusted proxy. Some proxies add ports.
 */
export function callerAddress(c: AppContext, isTrustedProxy: (address: string) => boolean): string {
  let address = readAddress(c.env?.incoming?.socket.remoteAddress ?? '')
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',')
  while (address !== null && isTrustedProxy(address)) {
    const previous = readAddress(forwarded.pop() ?? '')
    // A value that is no address was not written by a proxy that knows its caller.
    if (previous === null) break
    address = previous
  }
  return address === null ? 'unknown' : addressKey(address)
}
