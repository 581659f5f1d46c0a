/** The text in which a keyword is searched to find orders. Pure. */
import { readContent } from './content'
import type { ItemWrite } from './items'

/** Text for keyword search, in lower case: numbers, titles, specifications and models. */
export function searchText({
  originalId,
  orderItems,
}: {
  readonly originalId: string
  readonly orderItems: readonly ItemWrite[]
}): string {
  const words = orderItems.flatMap((item) => [
    item.originalId,
    item.productOriginalId ?? '',
    item.skuOriginalId ?? '',
    item.merchantSku ?? '',
    item.title,
    item.propertiesName,
    ...readContent(item.content, item.originalId).flatMap((read) => [
      read.phoneBrandName,
      read.phoneModelName,
      read.materialName,
    ]),
  ])
  return [...new Set([originalId, ...words])].filter(Boolean).join('\n').toLowerCase()
}
