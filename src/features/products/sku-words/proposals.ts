/** Reads what the SKUs of products say, and groups it into what the dialog proposes: models, cases, and which SKU gets which. Pure. */
import { modelFinder, type OwnModel, type SkuModel } from '../../../../contract/library/sku-models'
import { colorKey, onlyBrand, readSkuWords, type SkuWords } from '../../../../contract/rules/sku-words'
import type { PhoneCaseMaterial } from '../../../../contract/types'
import type { SkuRow } from '../sku-rows'

/** Why a SKU is not offered: it has a setting, sells no case, or names no model that is known. */
export type Refusal = 'configured' | 'no-case' | 'unknown'

export interface ReadSku {
  readonly row: SkuRow
  readonly text: string
  /** Names of the models that it is for. */
  readonly models: readonly string[]
  /** Key of its case; null if it names neither material nor colour. */
  readonly caseKey: string | null
  readonly unread: readonly string[]
  readonly refusal: Refusal | null
  /** Why its model is not known, for the seller; null for others. */
  readonly reason: string | null
}

/** A material and a colour as SKUs name them; one of the two may be missing. */
export interface NamedCase {
  readonly key: string
  readonly material: string | null
  readonly color: string | null
  readonly count: number
}

export interface Proposals {
  readonly skus: readonly ReadSku[]
  /** By name, in the order in which SKUs name them. */
  readonly models: ReadonlyMap<string, SkuModel>
  readonly cases: readonly NamedCase[]
}

/** Reads the rows whose settings are known. @param models of the seller's catalogue. */
export function proposalsOf(rows: readonly SkuRow[], models: readonly OwnModel[]): Proposals {
  const find = modelFinder(models)
  const found = new Map<string, SkuModel>()
  const cases = new Map<string, NamedCase>()
  const brands = new Map<string, string>()
  const skus = rows.flatMap((row): ReadSku[] => {
    if (row.sku === null) return []
    const { title } = row.product
    const brand = brands.get(title) ?? onlyBrand(title)
    brands.set(title, brand)
    const text = row.sku.propertiesName
    const words = readSkuWords(text, brand)
    const phones = words.choice ? find(words.choice) : { models: [], isWhole: false }
    const refusal = row.setting ? 'configured' : !words.isCase ? 'no-case' : phones.isWhole ? null : 'unknown'
    const caseKey =
      words.material === null && words.color === null ? null : `${words.material ?? ''}/${colorKey(words.color ?? '')}`
    if (refusal === null) {
      for (const model of phones.models) if (!found.has(model.name)) found.set(model.name, model)
      if (caseKey !== null) {
        const count = (cases.get(caseKey)?.count ?? 0) + 1
        cases.set(caseKey, { key: caseKey, material: words.material, color: words.color, ...cases.get(caseKey), count })
      }
    }
    const reason = refusal === 'unknown' ? reasonOf(words) : null
    return [{ row, text, models: phones.models.map(({ name }) => name), caseKey, unread: words.unread, refusal, reason }]
  })
  return { skus, models: found, cases: [...cases.values()] }
}

/** Why no model is taken for what a SKU says. */
function reasonOf({ choice }: SkuWords): string {
  if (choice === null) return '没有写机型'
  if (choice.phones.some(({ brand }) => brand === null)) return '没有写品牌'
  if (/系列|所有|全部|任意/.test(choice.text)) return '写的是一个系列'
  if (choice.edition !== null) return `不认识「${choice.edition}版」`
  return '您的型号和常用机型里都没有，或者没有全读懂'
}

/** A material or a colour that a case gets: one of the catalogue's by id, or a new one by name. */
export type Choice = { readonly id: number; readonly name: string } | { readonly id: null; readonly name: string }

export interface CaseChoice {
  /** Null: buyers choose from all materials. */
  readonly material: Choice | null
  readonly color: Choice | null
}

/** The name of a material by which 磨砂, 磨砂壳 and 磨砂手机壳 are one. */
const materialKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/(?<=.)(?:手机壳|保护壳|手机套|保护套|材质|壳|套|款)$/, '')

export const colorIn = (material: PhoneCaseMaterial | undefined, name: string): Choice | undefined => {
  const color = material?.colors.find((one) => colorKey(one.name) === colorKey(name))
  return color && { id: color.id, name: color.name }
}

/**
 * Returns what a named case gets at first: the catalogue's material and colour of that name, else new ones. A colour without a material is that
 * of the only material that has it; else no material is guessed.
 */
export function firstChoice({ material, color }: NamedCase, materials: readonly PhoneCaseMaterial[]): CaseChoice {
  if (material === null) {
    const having = materials.filter((one) => colorIn(one, color ?? ''))
    const [only] = having
    if (having.length !== 1 || only === undefined)
      return { material: null, color: color === null ? null : { id: null, name: color } }
    return { material: { id: only.id, name: only.name }, color: colorIn(only, color ?? '') ?? null }
  }
  const own = materials.find(({ name }) => materialKey(name) === materialKey(material))
  return {
    material: own ? { id: own.id, name: own.name } : { id: null, name: material },
    color: color === null ? null : (colorIn(own, color) ?? { id: null, name: color }),
  }
}
