/** The designs that were begun on this phone behind one link. Their secrets stay on the phone; the newest is opened again. */
import { localValues } from '../adapters/storage/values'
import { integer, object, storedList, such } from '../contract/ground/schema'
import type { DesignKey } from './api'

/** Number of designs that are remembered for a link, more than anybody makes; the oldest are dropped beyond it. */
const maxKnown = 20

const storedUnder = (token: string) => `kejiang.buyer.designs.${token}`

const designKey = object({
  id: integer,
  secret: such<string>('is no secret', (value) => typeof value === 'string' && /^[\w-]{20,200}$/.test(value)),
})

/** Returns the keys of the designs, the one that was opened last first. */
export const knownDesigns = (token: string): readonly DesignKey[] =>
  storedList(designKey, localValues.getItem(storedUnder(token)))

/** Stores the keys. In a browser without storage, a design can still be opened by its own address. */
function write(token: string, keys: readonly DesignKey[]): void {
  localValues.setItem(storedUnder(token), JSON.stringify(keys.slice(0, maxKnown)))
}

export const rememberDesign = (token: string, { id, secret }: DesignKey): void =>
  write(token, [{ id, secret }, ...knownDesigns(token).filter((known) => known.id !== id)])

export const forgetDesign = (token: string, id: number): void =>
  write(
    token,
    knownDesigns(token).filter((known) => known.id !== id),
  )

/** Returns the design that an address names in its fragment, which is never sent to a server; null for none. */
export function keyIn(fragment: string): DesignKey | null {
  return named('d', fragment)
}

/** Returns the shared design that an address names, with the share token as its secret; null for none. */
export const sharedKeyIn = (fragment: string): DesignKey | null => named('s', fragment)

function named(kind: 'd' | 's', fragment: string): DesignKey | null {
  const [, found, id, secret] = /^#([ds])=(\d{1,15})\.([\w-]{20,200})$/.exec(fragment) ?? []
  return found === kind && id && secret ? { id: Number(id), secret } : null
}

export const fragmentOf = ({ id, secret }: DesignKey): string => `#d=${id}.${secret}`

export const sharedFragmentOf = ({ id, secret }: DesignKey): string => `#s=${id}.${secret}`
