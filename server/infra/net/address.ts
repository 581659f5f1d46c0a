import ipaddr from 'ipaddr.js'

/** Microsoft's address of the host of a virtual machine, which its guests alone reach although it is of a public range. */
const hostOfAzure = '168.63.129.16'

/** Returns whether an IP address belongs to the public internet; IPv4 inside IPv6 is judged as IPv4. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast' || address.toString() === hostOfAzure) return false
  // Of IPv6, 2000::/3 alone is given out; ::/96 is an old spelling of IPv4.
  return !(address instanceof ipaddr.IPv6) || (address.parts[0] ?? 0) >> 13 === 1
}

/** Returns whether a host is written as an address, in any spelling that resolvers accept: 127.1, 0x7f.1, [::1]. */
export function isAddressLiteral(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
  return bare.includes(':') || /^(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+))*$/i.test(bare)
}

/** Parses a list of addresses and networks such as `10.0.0.0/8, ::1` to a predicate. Throws an Error that names a wrong entry. */
export function parseNetworks(entries: readonly string[]): (address: string) => boolean {
  const networks = entries.map((entry) => {
    try {
      if (entry.includes('/')) return ipaddr.parseCIDR(entry)
      const address = ipaddr.process(entry)
      return [address, address.kind() === 'ipv4' ? 32 : 128] as const
    } catch {
      throw new Error(`"${entry}" 不是 IP 地址，也不是 10.0.0.0/8 这样的网段`)
    }
  })
  return (text) => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text)
    return networks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits))
  }
}

/**
 * Reads one address from a header or socket: without brackets, port and zone, IPv4 inside IPv6 as IPv4. Null for anything else.
 */
export function readAddress(text: string): string | null {
  const bare = /^"?\[([^\]]+)\](?::\d+)?"?$/.exec(text.trim())?.[1] ?? /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(text.trim())?.[1]
  const address = (bare ?? text.trim()).replace(/%.*$/, '')
  if (address.length > 64 || !ipaddr.isValid(address) || !/[.:].*[.:]/.test(address)) return null
  return ipaddr.process(address).toString()
}

/** Key of one subscriber: an IPv4 address, or the /64 network of an IPv6 address. */
export function addressKey(address: string): string {
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}
