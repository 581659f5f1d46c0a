/**
 * Notices that a buyer changed the choice (规格) or the number of an order item after it was paid for or pushed: what is made then
 * differs from what was bought. Pure.
 */

/** The facts of an order item that decide which cases are made for it. An id or a code is null where its source does not know it. */
export interface BoughtChoice {
  readonly productOriginalId: string | null
  readonly skuOriginalId: string | null
  readonly propertiesName: string
  readonly merchantSku: string | null
  readonly quantity: number
  /** Names of the cases that the buyer's designs are for, by the key of the design. */
  readonly cases: Readonly<Record<string, string>>
}

/** How far an item was when its buyer changed it: its print file was paid for, or it was pushed to a factory. */
export const madeStages = ['paid', 'pushed'] as const
export type MadeStage = (typeof madeStages)[number]

/** An item as it was when it was paid for or pushed, and what has changed since, for the seller. */
export interface MadeAs extends BoughtChoice {
  readonly stage: MadeStage
  readonly text: string
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
const partsOf = (propertiesName: string): string => plain(propertiesName).split(';').filter(Boolean).sort().join(';')

/** A source that does not know a value says nothing about it. */
const differ = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== '' && other !== '' && one !== other

const changedCase = (was: BoughtChoice, now: BoughtChoice): string | undefined =>
  Object.keys(was.cases).find((key) => differ(plain(was.cases[key] ?? ''), plain(now.cases[key] ?? '')))

const choiceChanged = (was: BoughtChoice, now: BoughtChoice): boolean =>
  differ(partsOf(was.propertiesName), partsOf(now.propertiesName)) ||
  differ(was.skuOriginalId, now.skuOriginalId) ||
  differ(was.merchantSku, now.merchantSku) ||
  differ(was.productOriginalId, now.productOriginalId) ||
  changedCase(was, now) !== undefined

/** Names a choice so that it differs from the other in words. */
function choiceText(choice: BoughtChoice, other: BoughtChoice): string {
  const key = changedCase(choice, other) ?? ''
  const code = differ(choice.merchantSku, other.merchantSku) ? `商家编码 ${choice.merchantSku}` : ''
  const sku = differ(choice.skuOriginalId, other.skuOriginalId) ? `规格编号 ${choice.skuOriginalId}` : ''
  const product = differ(choice.productOriginalId, other.productOriginalId) ? `商品编号 ${choice.productOriginalId}` : ''
  const properties = differ(partsOf(choice.propertiesName), partsOf(other.propertiesName)) ? choice.propertiesName : ''
  return properties || choice.cases[key] || code || sku || product
}

const stageTexts = {
  paid: { when: '下载', was: '下载时', now: '生产前请确认' },
  pushed: { when: '推送', was: '推送的', now: '请联系工厂' },
} as const

/**
 * Compares an item with what it was when it was paid for or pushed, other spellings of the same choice aside. Returns null if it is
 * the same, else what to remember, with words such as 推送后买家改了规格：推送的是「…」，现在是「…」，请联系工厂.
 */
export function changeSince(stage: MadeStage, was: BoughtChoice, now: BoughtChoice): MadeAs | null {
  const pieces = was.quantity === now.quantity ? null : [` ${was.quantity} 件`, ` ${now.quantity} 件`]
  const choices = choiceChanged(was, now) ? [`「${choiceText(was, now)}」`, `「${choiceText(now, was)}」`] : null
  if (pieces === null && choices === null) return null
  const words = stageTexts[stage]
  const what = [choices && '规格', pieces && '数量'].filter(Boolean).join('和')
  const of = (at: 0 | 1) => [choices?.[at], pieces?.[at]].filter(Boolean).join('')
  return { ...was, stage, text: `${words.when}后买家改了${what}：${words.was}是${of(0)}，现在是${of(1)}，${words.now}` }
}
