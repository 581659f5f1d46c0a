/** Keeps what the seller has ticked and changed of the proposals, and turns it into the call. Pure. */
import type { SkuModel } from '../../../../contract/library/sku-models'
import { phoneName } from '../../../../contract/rules/case-names'
import type { SkuWordsApply } from '../../../../contract/types'
import { type SkuRow, targetOf } from '../sku-rows'
import type { CaseChoice, Choice, Proposals, ReadSku } from './proposals'

export interface WordsDraft {
  /** Ids of SKU rows and names of models that the seller unticked. */
  readonly offRows: ReadonlySet<number>
  readonly offModels: ReadonlySet<string>
  /** Other models than the proposed ones, by the proposed name. */
  readonly models: ReadonlyMap<string, SkuModel>
  /** By the key of the case. */
  readonly cases: ReadonlyMap<string, CaseChoice>
  readonly wireframes: boolean
  readonly enabled: boolean
}

export const untouched = (cases: ReadonlyMap<string, CaseChoice>): WordsDraft => ({
  ...{ offRows: new Set(), offModels: new Set(), models: new Map(), cases, wireframes: true, enabled: true },
})

/** A SKU that will be set up. */
export interface PlannedSku {
  readonly row: SkuRow
  readonly models: readonly SkuModel[]
  readonly choice: CaseChoice | null
}

export const isOffered = ({ refusal }: ReadSku): boolean => refusal === null

/** The models that a SKU gets: those proposed for it that are ticked, or what the seller chose instead. */
export function modelsFor({ models: names }: ReadSku, { models: found }: Proposals, draft: WordsDraft): readonly SkuModel[] {
  const chosen = names.flatMap((name) => (draft.offModels.has(name) ? [] : (draft.models.get(name) ?? found.get(name) ?? [])))
  return [...new Map(chosen.map((model) => [model.name, model])).values()]
}

export const planOf = (proposals: Proposals, draft: WordsDraft): readonly PlannedSku[] =>
  proposals.skus.flatMap((sku) => {
    const models = modelsFor(sku, proposals, draft)
    if (!isOffered(sku) || draft.offRows.has(sku.row.id) || models.length === 0) return []
    return [{ row: sku.row, models, choice: sku.caseKey === null ? null : (draft.cases.get(sku.caseKey) ?? null) }]
  })

const nameKey = (choice: Choice | null): string => (choice === null ? '' : `${choice.id ?? ''} ${choice.name}`)

/** The positions of things in a list that has each once. */
function listed<T>(keyOf: (one: T) => string) {
  const items: T[] = []
  const positions = new Map<string, number>()
  const positionOf = (one: T): number => {
    const key = keyOf(one)
    const known = positions.get(key)
    if (known !== undefined) return known
    positions.set(key, items.length)
    return items.push(one) - 1
  }
  return { items, positionOf }
}

const modelName = ({ own, name }: SkuModel): string => (own ? phoneName(own.brand, own.name) : name)

export function bodyOf(
  plan: readonly PlannedSku[],
  { wireframes, enabled }: WordsDraft,
  run: Pick<SkuWordsApply, 'shopId' | 'runKey'>,
): SkuWordsApply {
  const models = listed(modelName)
  const cases = listed<CaseChoice>(({ material, color }) => `${nameKey(material)}/${nameKey(color)}`)
  const skus = plan.map(({ row, models: chosen, choice }) => ({
    ...targetOf(row),
    models: chosen.map(models.positionOf),
    case: choice?.material ? cases.positionOf(choice) : null,
  }))
  return {
    ...run,
    models: models.items.map(({ own, name }) => ({ phoneModelId: own?.phoneModelId ?? null, phone: own ? null : name })),
    cases: cases.items.map(({ material, color }) => ({
      materialId: material?.id ?? null,
      materialName: material?.id === null ? material.name : null,
      materialColorId: color?.id ?? null,
      colorName: color?.id === null ? color.name : null,
    })),
    skus,
    ...{ wireframes, enabled },
  }
}

/** Says what would be created, for the note beside the button. */
export function planText(plan: readonly PlannedSku[]): string {
  const names = (of: (sku: PlannedSku) => readonly (string | null)[]) =>
    new Set(plan.flatMap(of).filter((name) => name !== null)).size
  const models = names(({ models: chosen }) => chosen.map(({ own, name }) => (own ? null : name)))
  const materials = names(({ choice }) => [choice?.material?.id === null ? choice.material.name : null])
  const colors = names(({ choice }) =>
    choice?.material && choice.color?.id === null ? [`${nameKey(choice.material)} ${choice.color.name}`] : [],
  )
  const parts = [
    models > 0 && `${models} 个型号`,
    materials > 0 && `${materials} 种材质`,
    colors > 0 && `${colors} 种颜色`,
  ].filter((part) => part !== false)
  if (plan.length === 0) return '请勾选要配置的规格'
  return parts.length === 0 ? '型号、材质和颜色都已经有了' : `会新建 ${parts.join('、')}`
}
