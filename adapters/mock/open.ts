import desktopClient from '../../fixtures/cassettes/desktop-client.json'
import { pageStorage } from '../browser/layered-storage'
import { readCassette } from '../cassette/cassette'
import type { AdapterServices } from '../files-api'
import { pause } from '../upload/retry'
import type { Clock } from './clock'
import { createMockPlatform, type MockPlatform } from './mock-platform'

/** Recorded pauses take as long as they took: progress bars can be watched. */
const realClock: Clock = { now: () => performance.now(), wait: pause }

/** The mock door of the running plugin, over the cassette of an everyday client. */
export const openMock = (services: AdapterServices): MockPlatform =>
  createMockPlatform({
    ...services,
    cassette: readCassette(desktopClient),
    clock: realClock,
    storage: pageStorage('kejiang.mock.'),
  })
