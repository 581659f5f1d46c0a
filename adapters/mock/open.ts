import { delay } from '../../contract/delay'
import desktopClient from '../../fixtures/cassettes/desktop-client.json'
import { pageStorage } from '../browser/layered-storage'
import { readCassette } from '../cassette/cassette'
import { cancelled } from '../error-text'
import type { AdapterServices } from '../files-api'
import { type Clock, virtualClock } from './clock'
import { deckAround } from './deck'
import { drive } from './drive'
import { createMockPlatform, type MockPlatform } from './mock-platform'

/** Recorded pauses take as long as they took: progress bars can be watched. */
const realClock: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) => delay(ms, signal).catch(() => Promise.reject(cancelled())),
}

/** The mock door of the running plugin, over the cassette of an everyday client, or over what the page around it plays. */
export function openMock(services: AdapterServices): MockPlatform {
  const deck = deckAround()
  const storage = pageStorage('kejiang.mock.')
  if (!deck) return createMockPlatform({ ...services, cassette: readCassette(desktopClient), clock: realClock, storage })
  const platform = createMockPlatform({
    ...services,
    // Copied through JSON: the objects of another page must not outlive it here.
    cassette: readCassette(JSON.parse(JSON.stringify(deck.cassette))),
    clock: deck.instant ? virtualClock() : realClock,
    storage,
    watch: { hold: (entry, call) => deck.hold(entry, call), tell: (event) => deck.tell(event) },
  })
  deck.opened({ play: (entry) => drive(platform, entry) })
  return platform
}
