/** Rows of the account's models with what each is bound to at a factory, their filters and texts. Pure. */
import { phoneName } from '../../../../contract/rules/case-names'
import { millimetresText } from '../../../../contract/rules/sizes'
import type { FactoryPhoneModel, ModelBinding, PhoneBrand, PhoneModel } from '../../../../contract/types'
import { matchPlainly, type TextMatch } from '../../../base/text-match'

/** `gone`: bound to a code that the factory no longer lists. */
export type BindingState = 'none' | 'manual' | 'automatic' | 'gone'

export interface ModelRow {
  /** Id of the account's phone model. */
  readonly id: number
  readonly brandId: number
  readonly brand: string
  readonly name: string
  readonly binding: ModelBinding | null
  /** The factory model it is bound to; null when nothing is bound or the factory no longer lists it. */
  readonly factoryModel: FactoryPhoneModel | null
  readonly state: BindingState
}

interface ModelRowsInput {
  readonly brands: readonly PhoneBrand[]
  /** The models of each brand, in the order of the brands. */
  readonly models: readonly (readonly PhoneModel[])[]
  readonly factoryModels: readonly FactoryPhoneModel[]
  readonly bindings: readonly ModelBinding[]
}

function stateOf(binding: ModelBinding | null): BindingState {
  if (binding === null) return 'none'
  if (binding.gone) return 'gone'
  return binding.automatic ? 'automatic' : 'manual'
}

/** A row for each of the account's models, in the order of the catalogue. */
export function modelRows({ brands, models, factoryModels, bindings }: ModelRowsInput): readonly ModelRow[] {
  const byCode = new Map(factoryModels.map((factoryModel) => [factoryModel.code, factoryModel]))
  const bindingByModel = new Map(bindings.map((binding) => [binding.phoneModelId, binding]))
  return brands.flatMap((brand, at) =>
    (models[at] ?? []).map(({ id, name }): ModelRow => {
      const binding = bindingByModel.get(id) ?? null
      const factoryModel = binding && !binding.gone ? (byCode.get(binding.erpPhoneModelCode) ?? null) : null
      return { id, brandId: brand.id, brand: brand.name, name, binding, factoryModel, state: stateOf(binding) }
    }),
  )
}

/** The filter by state. A binding that is gone must be bound again, so it counts neither as bound nor as unbound. */
export type StateFilter = 'all' | 'unbound' | 'bound' | 'gone'
export const stateFilters: Readonly<Record<StateFilter, string>> = {
  all: '全部',
  unbound: '未绑定',
  bound: '已绑定',
  gone: '已失效',
}

const stateMatches: Readonly<Record<StateFilter, (state: BindingState) => boolean>> = {
  all: () => true,
  unbound: (state) => state === 'none',
  bound: (state) => state === 'manual' || state === 'automatic',
  gone: (state) => state === 'gone',
}

export interface RowFilter {
  readonly brandId: number | null
  readonly state: StateFilter
  readonly searchText: string
}

/** Rows of a brand and a state whose name, or whose factory model's name or code, contains the words; ignores case and spaces. */
export function filterRows(
  rows: readonly ModelRow[],
  { brandId, state, searchText }: RowFilter,
  match: TextMatch = matchPlainly,
): readonly ModelRow[] {
  return rows.filter(
    (row) =>
      (brandId === null || row.brandId === brandId) &&
      stateMatches[state](row.state) &&
      [row.brand + row.name, row.factoryModel?.name ?? '', row.binding?.erpPhoneModelCode ?? ''].some((text) =>
        match(text, searchText),
      ),
  )
}

export const countStates = (rows: readonly ModelRow[]): Readonly<Record<StateFilter, number>> => ({
  all: rows.length,
  unbound: rows.filter(({ state }) => stateMatches.unbound(state)).length,
  bound: rows.filter(({ state }) => stateMatches.bound(state)).length,
  gone: rows.filter(({ state }) => stateMatches.gone(state)).length,
})

/** The model's name with its brand in front, unless it begins with the brand: 华为 Mate 60. */
export const fullName = ({ brand, name }: Pick<ModelRow, 'brand' | 'name'>): string => phoneName(brand, name)

/** 71.5×146.7 毫米; null where the factory gives no size. */
export const sizeText = (size: Pick<FactoryPhoneModel, 'widthMm' | 'heightMm'>): string | null =>
  size.widthMm === null || size.heightMm === null ? null : millimetresText(size)

/** 库存 12 or 缺货; null where the factory gives no stock. */
export function stockText(stock: number | null): string | null {
  if (stock === null) return null
  return stock > 0 ? `库存 ${stock}` : '缺货'
}
