/** The parts of which names of downloaded files are made. */
export const downloadRuleParts = [
  'ORDER_ID',
  'CUSTOMIZATION_INFO',
  'ORIGINAL_ID',
  'ORDER_ITEM_INDEX',
  'SKU_INDEX',
  'QUANTITY',
] as const
export type DownloadRulePart = (typeof downloadRuleParts)[number]
