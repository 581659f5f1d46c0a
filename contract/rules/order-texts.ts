/**
 * The texts of an order that are stored, compared and answered as their source gave them. A line here is all that contract, import and
 * answers need of one more; its column is made by a migration, and a marketplace's client reads it from what it is sent.
 */
export const orderTexts = {
  buyerMessage: { column: 'buyer_message', name: '买家留言', longest: 2000 },
  sellerMemo: { column: 'seller_memo', name: '卖家备注', longest: 2000 },
} as const

export type OrderTextName = keyof typeof orderTexts

/** Null for a text that there is none of. */
export type OrderTexts = { readonly [N in OrderTextName]: string | null }

export const orderTextNames = Object.keys(orderTexts) as OrderTextName[]

export type OrderTextColumn = (typeof orderTexts)[OrderTextName]['column']
export const orderTextColumns: readonly OrderTextColumn[] = orderTextNames.map((name) => orderTexts[name].column)

/** Returns a value for each text. */
export const forOrderTexts = <V>(make: (name: OrderTextName) => V): Record<OrderTextName, V> =>
  Object.fromEntries(orderTextNames.map((name) => [name, make(name)])) as Record<OrderTextName, V>

/** Returns a value for the column of each text. */
export const textColumns = <V>(make: (name: OrderTextName) => V): Record<OrderTextColumn, V> =>
  Object.fromEntries(orderTextNames.map((name) => [orderTexts[name].column, make(name)])) as Record<OrderTextColumn, V>
