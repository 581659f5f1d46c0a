import { createHash, timingSafeEqual } from 'node:crypto'

/** Hex SHA-256 over `name=value` of all parameters but `sign`, sorted by name, joined by `&`, with the key before and after. */
export function signature(params: Readonly<Record<string, string>>, key: string): string {
  const text = Object.keys(params)
    .filter((name) => name !== 'sign')
    .sort()
    .map((name) => `${name}=${params[name]}`)
    .join('&')
  return createHash('sha256').update(`${key}${text}${key}`).digest('hex')
}

export function isSigned(params: Readonly<Record<string, string>>, key: string): boolean {
  const given = Buffer.from(params.sign ?? '')
  const expected = Buffer.from(signature(params, key))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
