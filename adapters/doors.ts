/** Registers platform adapters besides the product's three. adapters/README.md explains how to write one. */
import { passesThrough, type Surroundings, wishesOf } from './detect'
import type { AdapterServices } from './files-api'
import type { Platform } from './platform'

export interface DoorServices extends AdapterServices {
  /** Version of the plugin, sent to the client. */
  readonly appVersion: string
}

export interface AddedDoor {
  /** `?platform=name` selects the adapter, and its `HostInfo.environment` is this name: small letters, digits and dashes. */
  readonly name: string
  /** Whether this page runs in the adapter's program. */
  isHere(seen: Surroundings): boolean
  /** Loads the adapter and opens its platform. */
  open(services: DoorServices): Promise<Platform>
}

/** The added adapters of this build. */
export const addedDoors: readonly AddedDoor[] = []

/** Returns the added adapter to use; undefined for the product's own. What the program or the address demands has priority. */
export function addedDoorFor(doors: readonly AddedDoor[], seen: Surroundings): AddedDoor | undefined {
  const wishes = wishesOf(seen)
  const asked = seen.forced ?? (passesThrough(wishes) ? null : wishes.get('platform'))
  if (asked === null) return doors.find((door) => door.isHere(seen))
  return doors.find(({ name }) => name === asked)
}
