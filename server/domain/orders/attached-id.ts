/** Names buyers' designs in the content of order items, and the customizations that they become. */
import { type RawBuilder, sql } from 'kysely'

/** Ids of attached designs within the content of an item begin with this. */
export const attachedPrefix = 'buyer-'
/** Returns the id of a buyer's design in the content of an order item. */
export const attachedId = (designId: number): string => `${attachedPrefix}${designId}`

/** Key of the customization that a bound design becomes, as the content's id gives it. */
export const customizationKey = (designId: number): string => `id:${attachedId(designId)}`

/** SQL expression: the id of the buyer's design whose customization this row is; null for any other. */
export const designIdOf = (customization: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql<number | null>`substring(${customization}.key from ${sql.lit(`^id:${attachedPrefix}([0-9]+)$`)})::bigint`
