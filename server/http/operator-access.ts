/** Who may see the operator's page: whoever has OPERATOR_TOKEN, in the Authorization header. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from './environment'

/** Wrong tokens of one address in one window after which it is not listened to. */
export const maxGuesses = 10
const windowMs = 10 * 60_000
/** Addresses that are remembered; more of them at once are one attack, and all are refused. */
const maxAddresses = 10_000

export type Admission = 'admitted' | 'refused' | 'blocked'

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
/** Compares in a time that does not tell how much is right. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digestOf(a), digestOf(b))

/** Returns the token of `Bearer TOKEN`, or the password of `Basic`, for which browsers ask by themselves; null without either. */
function givenToken(header: string): string | null {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) (\S{1,1000})$/i.exec(header) ?? []
  if (/^bearer$/i.test(scheme)) return value
  const pair = /^basic$/i.test(scheme) ? Buffer.from(value, 'base64').toString() : ''
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : null
}

export interface OperatorAccess {
  /** Judges a request; wrong tokens are counted by address. */
  admit(c: AppContext, address: string): Admission
  /** The value that a form of the page carries, so that no other page can send one. */
  readonly formKey: string
  isOwnForm(c: AppContext, formKey: string): boolean
}

export function createOperatorAccess(token: string, now: () => number = () => performance.now()): OperatorAccess {
  const formKey = createHmac('sha256', token).update('operator form').digest('base64url')
  let guesses = new Map<string, number>()
  let until = 0
  const guessesOf = (address: string): number => {
    if (now() >= until) {
      guesses = new Map()
      until = now() + windowMs
    }
    return guesses.size >= maxAddresses ? maxGuesses : (guesses.get(address) ?? 0)
  }
  return {
    formKey,
    admit(c, address) {
      const used = guessesOf(address)
      if (used >= maxGuesses) return 'blocked'
      const given = givenToken(c.req.header('authorization') ?? '')
      if (given === null) return 'refused'
      if (isSame(given, token)) return 'admitted'
      guesses.set(address, used + 1)
      return 'refused'
    },
    isOwnForm(c, given) {
      const site = c.req.header('sec-fetch-site')
      return (site === undefined || site === 'same-origin') && isSame(given, formKey)
    },
  }
}
