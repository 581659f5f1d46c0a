/** Registers platform adapters besides the product's three. adapters/README.md explains how to write one. */
import { isPassThrough, type Surroundings, selectionOf } from './detect'
import type { AdapterServices } from './files-api'
import type { Platform } from './platform'

export interface AddedAdapterServices extends AdapterServices {
  /** Version of the plugin, sent to the client. */
  readonly appVersion: string
}

export interface AddedAdapter {
  /** `?platform=name` selects the adapter, and its `HostInfo.environment` is this name: small letters, digits and dashes. */
  readonly name: string
  /** Whether this page runs in the adapter's program. */
  isHere(surroundings: Surroundings): boolean
  /** Loads the adapter and opens its platform. */
  open(services: AddedAdapterServices): Promise<Platform>
}

/** The added adapters of this build. */
export const addedAdapters: readonly AddedAdapter[] = []

/** Returns the added adapter to use; undefined for the product's own. What the program or the address demands has priority. */
export function addedAdapterFor(added: readonly AddedAdapter[], surroundings: Surroundings): AddedAdapter | undefined {
  const selection = selectionOf(surroundings)
  const requested = surroundings.forced ?? (isPassThrough(selection) ? null : selection.get('platform'))
  if (requested === null) return added.find((adapter) => adapter.isHere(surroundings))
  return added.find(({ name }) => name === requested)
}
