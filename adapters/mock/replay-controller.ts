/** The interface between the mock adapter and the testers' page (src/app/qa), which frames the plugin and controls the replay. */
import { isFields } from '../../contract/ground/fields'
import type { Cassette, CassetteEntry } from '../cassette/cassette'
import type { PlayerEvent } from './player'

/** The interface of the mock adapter for the testers' page. */
export interface ReplayTarget {
  /** Makes the call of an entry through the plugin's platform; settles as the call does. */
  play(entry: CassetteEntry): Promise<unknown>
}

/** The interface of the testers' page for the mock adapter. */
export interface ReplayController {
  readonly cassette: Cassette
  /** Whether to skip recorded waiting times. */
  readonly instant: boolean
  /** See `PlayerHooks`. */
  beforePlay(entry: CassetteEntry, call: number): Promise<CassetteEntry>
  notify(event: PlayerEvent): void
  /** The mock adapter calls this once its platform is open. */
  onOpened(target: ReplayTarget): void
}

/** The property of `window` in which the testers' page offers its controller. */
export const replayControllerName = 'kejiangReplayController'

const methods = ['beforePlay', 'notify', 'onOpened'] as const satisfies readonly (keyof ReplayController)[]

const isReplayController = (value: unknown): value is ReplayController =>
  isFields(value) && isFields(value.cassette) && methods.every((name) => typeof value[name] === 'function')

/** Returns the controller of the parent page; null if there is none or the parent has another origin. */
export function parentController(): ReplayController | null {
  if (window.parent === window) return null
  try {
    const controller: unknown = Reflect.get(window.parent, replayControllerName)
    return isReplayController(controller) ? controller : null
  } catch {
    // The properties of a parent with another origin cannot be read.
    return null
  }
}
