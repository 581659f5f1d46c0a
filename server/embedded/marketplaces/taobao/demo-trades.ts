/**
 * Orders that arrive at the demo's seller by themselves: a few each week of the past months, and occasionally a new one while the
 * server runs. All of them are derived from the time alone, so that a restart finds the same ones.
 */
import type { SimulatedShop } from './shop-methods'
import type { SimulatedLine, SimulatedTrade } from './trade-book'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Age of the oldest orders, the interval between orders, and the interval of those that arrive while the server runs. */
const oldestAgeMs = 40 * day
const intervalMs = 31 * hour
const freshIntervalMs = 4 * minute
const maxFresh = 50

/** Customizations of earlier buyers; the list may grow later. */
export type DemoDesigns = readonly Readonly<Record<string, unknown>>[]

const cyclicItem = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length]

/** Returns the text that the customization plugin writes, in the marketplace's own format. */
function customization(line: { num_iid: string; sku_id: string | null }, oid: string, design: Readonly<Record<string, unknown>>) {
  const content = { v: 1, phoneCaseCustomizationInfos: [{ ...design, id: `t${oid}` }] }
  return JSON.stringify({
    itemId: Number(line.num_iid),
    skuId: Number(line.sku_id ?? 0),
    text: [{ id: 44, content: JSON.stringify(content) }],
    pic: [],
    dingzhi: ';pluginId:182;dingzhiId:157886;',
  })
}

function linesOf(shop: SimulatedShop, designs: DemoDesigns, oid: string, index: number): SimulatedLine[] {
  const item = cyclicItem(shop.items, index)
  if (!item) return []
  const sku = cyclicItem(item.skus, index)
  const named = typeof sku?.properties_name === 'string' ? sku.properties_name : ''
  const line = {
    oid,
    num_iid: item.num_iid,
    sku_id: sku?.sku_id ?? null,
    title: item.title,
    pic_path: typeof item.pic_url === 'string' ? item.pic_url : null,
    sku_properties_name: named.replace(/-?\d+:-?\d+:/g, ''),
    num: index % 5 === 3 ? 2 : 1,
    status: index % 9 === 7 ? 'TRADE_CLOSED_BY_TAOBAO' : 'WAIT_SELLER_SEND_GOODS',
    refund_status: index % 9 === 5 ? 'WAIT_SELLER_AGREE' : 'NO_REFUND',
  }
  const design = cyclicItem(designs, index)
  return [design ? { ...line, customization: customization(line, oid, design) } : line]
}

function tradeOf(shop: SimulatedShop, designs: DemoDesigns, created: Date, index: number): SimulatedTrade {
  // The numbers exceed 2^53, like the marketplace's own.
  const tid = 3_011_032_000_000_000_000n + BigInt(Math.floor(created.getTime() / 1000)) * 10n + (index % 2 === 0 ? 0n : 5n)
  const lines = linesOf(shop, designs, String(tid + 1n), index)
  if (index % 4 === 2) lines.push(...linesOf(shop, designs, String(tid + 2n), index + 3))
  const closed = lines.every(({ status }) => status.startsWith('TRADE_CLOSED'))
  return {
    tid: String(tid),
    created,
    modified: new Date(created.getTime() + (index % 3) * minute),
    status: closed ? 'TRADE_CLOSED_BY_TAOBAO' : 'WAIT_SELLER_SEND_GOODS',
    lines,
  }
}

/** Returns the orders of `shop` as of `now`; `started` is when the server began. */
export function demoTrades(shop: SimulatedShop, designs: DemoDesigns, started: Date, now: Date): SimulatedTrade[] {
  const trades: SimulatedTrade[] = []
  const first = Math.ceil((started.getTime() - oldestAgeMs) / intervalMs)
  for (let index = first; index * intervalMs <= now.getTime(); index += 1) {
    trades.push(tradeOf(shop, designs, new Date(index * intervalMs), index))
  }
  const fresh = Math.floor((now.getTime() - started.getTime()) / freshIntervalMs)
  for (let index = 1; index <= Math.min(fresh, maxFresh); index += 1) {
    trades.push(tradeOf(shop, designs, new Date(started.getTime() + index * freshIntervalMs), index))
  }
  return trades.filter(({ modified }) => modified <= now)
}
