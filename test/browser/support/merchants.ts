/**
 * Merchants that the product of all browser tests is started with, beside the demo: a file that needs a shop to itself, or an
 * empty one, has its own here instead of starting a server of its own.
 */
export const merchants = [
  '机型店',
  '材质店',
  '线框店',
  '线框空店',
  '素材店',
  '素材空店',
  '导入店',
  '字体店',
  '订单店',
  '下载店',
  '千牛店',
] as const
export type Merchant = (typeof merchants)[number]
export const merchantPassword = 'jixing-2026'
