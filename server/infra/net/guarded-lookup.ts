/**
 * Resolves names for connections to addresses that strangers gave: the addresses are judged at the moment of the connection, so that a
 * name that was public when it was checked, and is not any more, is never dialled.
 */
import dns from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './address'

export interface LookupOptions {
  /** Returns what the connection fails with when an address is not accepted. */
  readonly blocked: () => Error
  /** Set by tests, or by an operator who allows some inner networks. */
  readonly resolve?: typeof dns.lookup | undefined
  readonly acceptsAddress?: ((address: string) => boolean) | undefined
}

export function guardedLookup({
  blocked,
  resolve = dns.lookup,
  acceptsAddress = isPublicAddress,
}: LookupOptions): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? new Error(`${host} has no address`), '', 0)
      // One private address among public ones is enough to refuse: we do not choose which of them is dialled.
      if (!addresses.every(({ address }) => acceptsAddress(address))) return done(blocked(), '', 0)
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}
