/** Determines the caller's address for rate limits. */
import { addressKey, readAddress } from '../infra/net/address'
import type { AppContext } from './environment'

/**
 * The caller's IP address; null where it is unknown. `X-Forwarded-For` is trusted only as far as trusted proxies wrote it: from the
 * right, the first address that is not a trusted proxy. Some proxies add ports.
 */
export function callerIp(c: AppContext, isTrustedProxy: (address: string) => boolean): string | null {
  let address = readAddress(c.env?.incoming?.socket.remoteAddress ?? '')
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',')
  while (address !== null && isTrustedProxy(address)) {
    const previous = readAddress(forwarded.pop() ?? '')
    // A value that is no address was not written by a proxy that knows its caller.
    if (previous === null) break
    address = previous
  }
  return address
}

/**
 * Key under which limits count a caller: the address, or the /64 network of an IPv6 address, which belongs to a single subscriber.
 */
export function callerAddress(c: AppContext, isTrustedProxy: (address: string) => boolean): string {
  const address = callerIp(c, isTrustedProxy)
  return address === null ? 'unknown' : addressKey(address)
}
