/** Opens the mock adapter in the running plugin. */
import { delay } from '../../contract/ground/delay'
import desktopClient from '../../fixtures/cassettes/desktop-client.json'
import { pageStorage } from '../browser/layered-storage'
import { readCassette } from '../cassette/cassette'
import { cancelled } from '../error-text'
import type { AdapterServices } from '../files-api'
import { type Clock, virtualClock } from './clock'
import { drive } from './drive'
import { createMockPlatform, type MockPlatform } from './mock-platform'
import { parentController } from './replay-controller'

/** Recorded waiting times take as long as in the recording, so that progress bars can be watched. */
const realClock: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) => delay(ms, signal).catch(() => Promise.reject(cancelled())),
}

/** Returns the mock platform: of the testers' page's cassette if that frames the plugin, else of a normal client. */
export function openMock(services: AdapterServices): MockPlatform {
  const controller = parentController()
  const storage = pageStorage('kejiang.mock.')
  if (!controller) return createMockPlatform({ ...services, cassette: readCassette(desktopClient), clock: realClock, storage })
  const platform = createMockPlatform({
    ...services,
    // Copied through JSON, because objects of another page must not be used after it is gone.
    cassette: readCassette(JSON.parse(JSON.stringify(controller.cassette))),
    clock: controller.instant ? virtualClock() : realClock,
    storage,
    hooks: { beforePlay: (entry, call) => controller.beforePlay(entry, call), notify: (event) => controller.notify(event) },
  })
  controller.onOpened({ play: (entry) => drive(platform, entry) })
  return platform
}
