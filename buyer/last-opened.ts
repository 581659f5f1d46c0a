/** What was opened last behind a link, as the server answered it, so that it opens again without a network. */
import { localValues } from '../adapters/storage/values'
import type { BuyerDesign, BuyerLink } from '../contract/types'

interface Opened {
  readonly link: BuyerLink
  readonly design: BuyerDesign
}

const storedUnder = (token: string) => `kejiang.buyer.opened.${token}`

/** Where the browser keeps nothing, the page opens with a network only. */
export const keepOpened = (token: string, opened: Opened): void => {
  localValues.setItem(storedUnder(token), JSON.stringify(opened))
}

/** Returns what was kept of a design; null for none. */
export function lastOpened(token: string, designId: number): Opened | null {
  try {
    const kept = JSON.parse(localValues.getItem(storedUnder(token)) ?? 'null') as Opened | null
    return kept?.design.id === designId ? kept : null
  } catch {
    return null
  }
}

export const forgetOpened = (token: string): void => localValues.removeItem(storedUnder(token))
