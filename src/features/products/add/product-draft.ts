/** The draft of a product that is typed in by hand, and its rules. Pure. */
import { maxProductSkus } from '../../../../contract/constants'
import { textLimits } from '../../../../contract/rules/limits'
import type { NewProduct } from '../mutations'

export interface SkuDraft {
  readonly key: number
  readonly originalId: string
  readonly propertiesName: string
}

export interface ProductDraft {
  readonly originalId: string
  readonly title: string
  readonly imageUrl: string
  readonly skus: readonly SkuDraft[]
}

export const newProduct: ProductDraft = {
  originalId: '',
  title: '',
  imageUrl: '',
  skus: [{ key: 0, originalId: '', propertiesName: '' }],
}

export interface ProductProblems {
  readonly originalId?: string
  readonly title?: string
  readonly imageUrl?: string
  readonly skus?: string
  /** Problems of SKUs by the row's key. */
  readonly sku: ReadonlyMap<number, { readonly originalId?: string; readonly propertiesName?: string }>
}

function idProblem(id: string, blank: string): string | undefined {
  if (id === '') return blank
  if (id.length > textLimits.originalId) return `平台ID不能超过 ${textLimits.originalId} 个字符`
  return /^[\x21-\x7e]*$/.test(id) ? undefined : '平台ID只能包含字母、数字和符号'
}

const textProblem = (text: string, blank: string, max: number): string | undefined =>
  text === '' ? blank : [...text].length > max ? `不能超过 ${max} 个字符` : undefined

const trimmed = ({ originalId, title, imageUrl, skus }: ProductDraft): NewProduct => ({
  originalId: originalId.trim(),
  title: title.trim(),
  imageUrl: imageUrl.trim(),
  skus: skus.map((sku) => ({ originalId: sku.originalId.trim(), propertiesName: sku.propertiesName.trim() })),
})

export interface ReadProduct {
  /** null while there is a problem. */
  readonly product: NewProduct | null
  readonly problems: ProductProblems
  readonly count: number
}

export function readProduct(draft: ProductDraft): ReadProduct {
  const product = trimmed(draft)
  const sku = new Map<number, { originalId?: string; propertiesName?: string }>()
  const seenIds = new Set<string>()
  for (const [index, { key }] of draft.skus.entries()) {
    const { originalId = '', propertiesName = '' } = product.skus[index] ?? {}
    const duplicateProblem = seenIds.has(originalId) ? '这个规格的平台ID已经填过了' : undefined
    const originalIdProblem = idProblem(originalId, '必须填写商品规格的平台ID') ?? duplicateProblem
    const nameProblem = textProblem(propertiesName, '必须填写商品规格的属性名称', textLimits.propertiesName)
    seenIds.add(originalId)
    if (originalIdProblem || nameProblem)
      sku.set(key, {
        ...(originalIdProblem && { originalId: originalIdProblem }),
        ...(nameProblem && { propertiesName: nameProblem }),
      })
  }
  const originalId = idProblem(product.originalId, '必须填写商品的平台ID')
  const title = textProblem(product.title, '必须填写商品的标题', textLimits.productTitle)
  const imageUrl = urlProblem(product.imageUrl)
  const skus = skusProblem(draft.skus.length)
  const problems: ProductProblems = {
    ...(originalId && { originalId }),
    ...(title && { title }),
    ...(imageUrl && { imageUrl }),
    ...(skus && { skus }),
    sku,
  }
  const skuProblemCount = [...sku.values()].reduce((sum, one) => sum + Object.keys(one).length, 0)
  const count = Object.keys(problems).length - 1 + skuProblemCount
  return { problems, count, product: count > 0 ? null : product }
}

function urlProblem(url: string): string | undefined {
  if (url === '') return undefined
  if (!/^https?:\/\//.test(url)) return '必须以http://或者https://开头'
  return url.length > textLimits.url ? `不能超过 ${textLimits.url} 个字符` : undefined
}

function skusProblem(count: number): string | undefined {
  if (count === 0) return '请新增至少一个商品规格'
  return count > maxProductSkus ? `规格不能超过 ${maxProductSkus} 个` : undefined
}

export function addSku(draft: ProductDraft): ProductDraft {
  const key = draft.skus.reduce((most, sku) => Math.max(most, sku.key + 1), 0)
  return { ...draft, skus: [...draft.skus, { key, originalId: '', propertiesName: '' }] }
}

export const changeSku = (draft: ProductDraft, key: number, change: Partial<SkuDraft>): ProductDraft => ({
  ...draft,
  skus: draft.skus.map((sku) => (sku.key === key ? { ...sku, ...change } : sku)),
})

export const removeSku = (draft: ProductDraft, key: number): ProductDraft => ({
  ...draft,
  skus: draft.skus.filter((sku) => sku.key !== key),
})

/** Assigns the server's broken rules (`body.skus.0.originalId`) to their fields; null when one has no field. */
export function problemsOf(draft: ProductDraft, issues: readonly { readonly path: string; readonly message: string }[]) {
  const top: { originalId?: string; title?: string; imageUrl?: string; skus?: string } = {}
  const sku = new Map<number, { originalId?: string; propertiesName?: string }>()
  for (const { path, message } of issues) {
    const [, field = '', place = '', part = ''] = /^body\.(\w+)(?:\.(\d+)\.(\w+))?$/.exec(path) ?? []
    const row = place === '' ? undefined : draft.skus[Number(place)]
    if (row && (part === 'originalId' || part === 'propertiesName')) sku.set(row.key, { ...sku.get(row.key), [part]: message })
    else if (field === 'originalId' || field === 'title' || field === 'imageUrl' || field === 'skus') top[field] = message
    else return null
  }
  return { ...top, sku } satisfies ProductProblems
}
