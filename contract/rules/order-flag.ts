/** The flags that sellers set on orders at their marketplaces, in one vocabulary. Pure. */

export const orderFlags = ['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple', 'grey'] as const
export type OrderFlag = (typeof orderFlags)[number]

/** The colours for sellers; 红旗 is `flagName('red')`. */
const colorNames: Readonly<Record<OrderFlag, string>> = {
  red: '红',
  orange: '橙',
  yellow: '黄',
  green: '绿',
  cyan: '青',
  blue: '蓝',
  purple: '紫',
  grey: '灰',
}
export const flagName = (flag: OrderFlag): string => `${colorNames[flag]}旗`

/** Choices of the list of orders; `none`: no flag that is known. */
export const flagChoices = [...orderFlags, 'none'] as const
export type FlagChoice = (typeof flagChoices)[number]
export const flagChoiceName = (choice: FlagChoice): string => (choice === 'none' ? '没有旗帜' : flagName(choice))

/** The flag of an order, as a source says it. */
export interface FlagFacts {
  /** Null: none, or one that is not known. */
  readonly flag: OrderFlag | null
  /** The words that the seller or the marketplace gives beside it, or those of a flag that is not known. */
  readonly flagText: string | null
}

export const noFlag: FlagFacts = { flag: null, flagText: null }
export const maxFlagText = 100

/** Other words for a colour in files of orders. */
const sameColors: Readonly<Record<string, OrderFlag>> = { 粉: 'purple', 浅蓝: 'cyan', 蓝绿: 'cyan' }
const colorOf: ReadonlyMap<string, OrderFlag> = new Map([
  ...orderFlags.map((flag) => [colorNames[flag], flag] as const),
  ...Object.entries(sameColors),
])

/** Reads a flag's words, such as 红, 红色, 红旗 or `红色旗帜`; words that name no colour are kept as its text. */
export function flagOfWords(words: string): FlagFacts {
  const text = words.trim()
  if (/^(?:-|无|没有|未标记|无旗帜)?$/.test(text)) return noFlag
  const flag = colorOf.get(text.replace(/(?:色?(?:小?旗帜?|星标?)|色)$/, ''))
  return flag === undefined ? { flag: null, flagText: text.slice(0, maxFlagText) } : { flag, flagText: null }
}
