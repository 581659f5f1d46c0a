import type { Cassette, CassetteEntry } from '../cassette/cassette'
import { isRecord } from '../cassette/json'
import type { PlayerEvent } from './player'

/** The mock door, as the page around the plugin works it. */
export interface DeckDoor {
  /** Makes the call of an entry through the plugin's platform; rejects with what the plugin would be told. */
  play(entry: CassetteEntry): Promise<unknown>
}

/** A page around the plugin that decides what its mock door plays and when. */
export interface Deck {
  readonly cassette: Cassette
  /** Recorded times pass at once. */
  readonly instant: boolean
  hold(entry: CassetteEntry, call: number): Promise<CassetteEntry>
  tell(event: PlayerEvent): void
  /** The plugin has opened its door and can be played to. */
  opened(door: DeckDoor): void
}

/** Under which name a page of this very origin offers its deck. */
export const deckName = 'kejiangDeck'

const isDeck = (value: unknown): value is Deck =>
  isRecord(value) && isRecord(value.cassette) && typeof value.hold === 'function' && typeof value.opened === 'function'

/** The deck of the page around this one; null where there is none, or a page of another origin. */
export function deckAround(): Deck | null {
  if (window.parent === window) return null
  try {
    const deck: unknown = Reflect.get(window.parent, deckName)
    return isDeck(deck) ? deck : null
  } catch {
    // Another origin: its window may not be looked at.
    return null
  }
}
