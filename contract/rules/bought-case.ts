/** Detects that a buyer bought another phone model than the one that the design was made for. Pure. */

/** The words for each brand; Latin ones in lower case. */
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
/** Words that distinguish models of one generation. */
const grades = ['pro', 'promax', 'max', 'plus', 'ultra', 'mini', 'air', 'se', 'fe', 'lite', 'note', 'turbo', 'fold', 'flip', 'rs']
/** Matches a choice that names several phones. */
const several = /通用|\/|、|，|,|;|\+(?!$)|以及|系列/

export interface DesignedCase {
  readonly phoneBrandName: string
  readonly phoneModelName: string
  /** Whether the seller set the model; then it is right, whatever was bought. */
  readonly caseByHand: boolean
}

interface Phone {
  readonly brand: number | null
  /** The numbers in the name, such as 15 or 60. */
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

/** Returns the phone in a choice, such as 华为 Mate 60 in 适用手机型号:华为 Mate 60;颜色分类:黑; null if it names none. */
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
 * Returns the bought phone if it is certainly not the design's: another brand, generation or grade. Returns null otherwise, also
 * for names that cannot be read or that stand for several phones.
 *
 * @param propertiesName the product SKU's properties in the marketplace's form, `name:value;name:value`.
 */
export function boughtOtherPhone(
  propertiesName: string,
  { phoneBrandName, phoneModelName, caseByHand }: DesignedCase,
): string | null {
  if (caseByHand) return null
  const bought = boughtPhone(propertiesName)
  if (bought === null || several.test(bought)) return null
  const [boughtName, designedPhone] = [phoneOf(bought), phoneOf(`${phoneBrandName} ${phoneModelName}`)]
  if (boughtName === null || designedPhone === null) return null
  const brandDiffers = boughtName.brand !== null && designedPhone.brand !== null && boughtName.brand !== designedPhone.brand
  return brandDiffers || !same(boughtName.numbers, designedPhone.numbers) || !same(boughtName.grades, designedPhone.grades)
    ? bought
    : null
}
