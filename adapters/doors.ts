/** Doors beside the product's three: other programs that carry the plugin. adapters/README.md tells how to write one. */
import { passesThrough, type Surroundings, wishesOf } from './detect'
import type { AdapterServices } from './files-api'
import type { Platform } from './platform'

export interface DoorServices extends AdapterServices {
  /** Version of the plugin, told to the client. */
  readonly appVersion: string
}

export interface AddedDoor {
  /** Asked for by `?platform=name`, and the environment that its platform tells: small letters, digits and dashes. */
  readonly name: string
  /** Whether this page came in by it, decided from what the page sees. */
  isHere(seen: Surroundings): boolean
  /** Loads and opens it. */
  open(services: DoorServices): Promise<Platform>
}

/** The added doors of this build. */
export const addedDoors: readonly AddedDoor[] = []

/** The added door a page came in by; undefined where the product's own decide. A wish of the program or the address goes first. */
export function addedDoorFor(doors: readonly AddedDoor[], seen: Surroundings): AddedDoor | undefined {
  const wishes = wishesOf(seen)
  const asked = seen.forced ?? (passesThrough(wishes) ? null : wishes.get('platform'))
  if (asked === null) return doors.find((door) => door.isHere(seen))
  return doors.find(({ name }) => name === asked)
}
