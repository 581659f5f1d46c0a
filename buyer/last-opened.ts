/** The design and the link that were opened last, as the server answered them, so that they open again without a network. */
import { localValues } from '../adapters/storage/values'
import type { BuyerDesign, BuyerLink } from '../contract/types'

interface Opened {
  readonly link: BuyerLink
  readonly design: BuyerDesign
}

const storedUnder = (token: string) => `kejiang.buyer.opened.${token}`

/** Stores the opened design. In a browser without storage, the page opens only with a network. */
export const keepOpened = (token: string, opened: Opened): void => {
  localValues.setItem(storedUnder(token), JSON.stringify(opened))
}

/** Returns the stored answers about a design; null for none. */
export function lastOpened(token: string, designId: number): Opened | null {
  try {
    const kept = JSON.parse(localValues.getItem(storedUnder(token)) ?? 'null') as Opened | null
    return kept?.design.id === designId ? kept : null
  } catch {
    return null
  }
}

export const forgetOpened = (token: string): void => localValues.removeItem(storedUnder(token))
