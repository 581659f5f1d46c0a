import type { TemplateCollection } from '../../../contract/types'
import type { ParamOf, screens } from '../../base/paths'

export const pageSizes = [24, 48, 96] as const

/** Returns the collection that the address names, otherwise the first; undefined when there is none. */
export const shownCollection = (
  collections: readonly TemplateCollection[],
  get: (name: ParamOf<typeof screens.templates>) => string,
): TemplateCollection | undefined =>
  collections.find((collection) => String(collection.id) === get('collection')) ?? collections[0]
