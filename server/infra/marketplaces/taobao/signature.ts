/** Signs requests for the marketplace's gateway. */
import { createHash, createHmac } from 'node:crypto'

export const signMethods = ['md5', 'hmac', 'hmac-sha256'] as const
export type SignMethod = (typeof signMethods)[number]

/**
 * Returns upper-case hex over all parameters but `sign`, sorted by name, each name directly followed by its value; parameters
 * without a value are skipped.
 */
export function signature(parameters: Readonly<Record<string, string>>, secret: string, method: SignMethod): string {
  const text = Object.entries(parameters)
    .filter(([name, value]) => name !== 'sign' && name !== '' && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => name + value)
    .join('')
  const digest =
    method === 'md5'
      ? createHash('md5').update(secret + text + secret)
      : createHmac(method === 'hmac' ? 'md5' : 'sha256', secret).update(text)
  return digest.digest('hex').toUpperCase()
}
