/** Whether the choice a buyer paid for names another phone than the one the design was made for. Pure. */

/** Brands by the words that name them; Latin ones are lower case. */
const brands: readonly (readonly string[])[] = [
  ['苹果', 'iphone', 'apple'],
  ['华为', 'huawei', 'mate', 'pura', 'nova'],
  ['荣耀', 'honor', 'magic'],
  ['红米', 'redmi'],
  ['小米', 'xiaomi'],
  ['三星', 'samsung', 'galaxy'],
  ['一加', 'oneplus'],
  ['真我', 'realme'],
  ['oppo', 'reno', 'find'],
  ['vivo', 'iqoo'],
  ['魅族', 'meizu'],
]
/** Words that tell two phones of one line apart. */
const grades = ['pro', 'promax', 'max', 'plus', 'ultra', 'mini', 'air', 'se', 'fe', 'lite', 'note', 'turbo', 'fold', 'flip', 'rs']
/** Names that stand in a choice for several phones at once. */
const several = /通用|\/|、|，|,|;|\+(?!$)|以及|系列/

export interface DesignedCase {
  readonly phoneBrandName: string
  readonly phoneModelName: string
  /** The seller gave it its model: that is decided, whatever was bought. */
  readonly caseByHand: boolean
}

interface Phone {
  readonly brand: number | null
  /** Generation with its letters: 15, 60, x100. */
  readonly numbers: ReadonlySet<string>
  readonly grades: ReadonlySet<string>
}

function phoneOf(name: string): Phone | null {
  const text = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/（.*?）|\(.*?\)|【.*?】|\[.*?\]/g, ' ')
    .replace(/\+/g, 'plus')
    .replace(/pro\s*max/g, 'promax')
    .replace(/\b[45]g\b|[45]g版?/g, ' ')
  const brand = brands.findIndex((words) => words.some((word) => text.includes(word)))
  const words = text.match(/[a-z]+|\d+/g) ?? []
  const numbers = words.filter((word) => /^\d/.test(word))
  if (numbers.length === 0) return null
  return {
    brand: brand === -1 ? null : brand,
    numbers: new Set(numbers),
    grades: new Set(words.filter((word) => grades.includes(word))),
  }
}

const same = (a: ReadonlySet<string>, b: ReadonlySet<string>) => a.size === b.size && [...a].every((one) => b.has(one))

/** 适用手机型号:华为 Mate 60;颜色分类:黑 → 华为 Mate 60; null where no part of the choice is a phone. */
export function boughtPhone(propertiesName: string): string | null {
  const parts = propertiesName.split(/[;；]/).map((part) => {
    const at = part.search(/[:：]/)
    return at === -1 ? { name: '', value: part.trim() } : { name: part.slice(0, at), value: part.slice(at + 1).trim() }
  })
  const named = parts.find(({ name, value }) => /型号|机型|手机/.test(name) && value !== '')
  if (named) return named.value
  const found = parts.filter(({ value }) => (phoneOf(value)?.brand ?? null) !== null)
  return found.length === 1 ? (found[0]?.value ?? null) : null
}

/**
 * The phone that was bought where it is certainly another one than the design's: another brand, another generation, or another grade.
 * Names that cannot be read, or stand for several phones, are no mismatch.
 *
 * @param propertiesName the SKU's choices as the marketplace writes them, `name:value;name:value`.
 */
export function boughtOtherPhone(
  propertiesName: string,
  { phoneBrandName, phoneModelName, caseByHand }: DesignedCase,
): string | null {
  if (caseByHand) return null
  const bought = boughtPhone(propertiesName)
  if (bought === null || several.test(bought)) return null
  const [of, made] = [phoneOf(bought), phoneOf(`${phoneBrandName} ${phoneModelName}`)]
  if (of === null || made === null) return null
  const brandDiffers = of.brand !== null && made.brand !== null && of.brand !== made.brand
  return brandDiffers || !same(of.numbers, made.numbers) || !same(of.grades, made.grades) ? bought : null
}
