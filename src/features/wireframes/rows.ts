/** Rows of the wireframe screen's table: one per model and colour of a material, with or without a SKU. Pure. */
import { phoneName } from '../../../contract/rules/case-names'
import type { MaterialColor, PhoneBrand, PhoneCaseMaterial, PhoneModel, Sku } from '../../../contract/types'

export interface WireframeRow {
  /** Identifies the row for ticks and React keys while the page is open; see `createRowIds`. */
  readonly id: number
  /** `{phoneModelId}-{materialColorId}`, as the API addresses a SKU. */
  readonly key: string
  readonly brand: PhoneBrand
  readonly model: PhoneModel
  readonly material: PhoneCaseMaterial
  readonly color: MaterialColor
  /** null when nothing has been uploaded for this combination yet. */
  readonly sku: Sku | null
}

/** States by which sellers filter the list: 缺线框图, 待上架, 已上架, and besides one of these 标准线框. */
export const rowStates = ['missing', 'off', 'on', 'standard'] as const
export type RowState = (typeof rowStates)[number]
export const stateNames: Readonly<Record<RowState, string>> = {
  missing: '缺线框图',
  off: '有线框图，未上架',
  on: '已上架',
  standard: '标准线框，待核对',
}

export const skuKey = (phoneModelId: number, materialColorId: number): string => `${phoneModelId}-${materialColorId}`

export const nameOfRow = ({ brand, model, material, color }: WireframeRow): string =>
  `${phoneName(brand.name, model.name)} ${material.name} ${color.name}`

/** The part of a row that tasks persist, sufficient to give the row a wireframe. */
export interface RowTarget {
  readonly key: string
  readonly phoneBrandId: number
  readonly phoneModelId: number
  readonly materialId: number
  readonly materialColorId: number
  readonly sku: Sku | null
}

export const targetOf = ({ key, brand, model, material, color, sku }: WireframeRow): RowTarget => ({
  key,
  phoneBrandId: brand.id,
  phoneModelId: model.id,
  materialId: material.id,
  materialColorId: color.id,
  sku,
})

export const hasWireframe = ({ sku }: WireframeRow): boolean => sku !== null && sku.wireframeId !== null
export const isOnShelf = ({ sku }: WireframeRow): boolean => sku?.enabled ?? false

const stateTests: Readonly<Record<RowState, (row: WireframeRow) => boolean>> = {
  missing: (row) => !hasWireframe(row),
  off: (row) => hasWireframe(row) && !isOnShelf(row),
  on: isOnShelf,
  standard: ({ sku }) => (sku?.standard ?? null) !== null,
}
export const isInState = (row: WireframeRow, state: RowState): boolean => stateTests[state](row)

/** Assigns a number to each key, always the same for the same key: tables tick rows by numbers, and a row has two ids. */
export function createRowIds(): (key: string) => number {
  const ids = new Map<string, number>()
  return (key) => {
    const known = ids.get(key)
    if (known !== undefined) return known
    ids.set(key, ids.size + 1)
    return ids.size
  }
}

interface RowSources {
  readonly brand: PhoneBrand
  readonly models: readonly PhoneModel[]
  readonly materials: readonly PhoneCaseMaterial[]
  readonly skus: readonly Sku[]
}

/** A row for each colour of each material of each model, in the order of the lists. */
export function rowsOf({ brand, models, materials, skus }: RowSources, idOf: (key: string) => number): WireframeRow[] {
  const skuOf = new Map(skus.map((sku) => [skuKey(sku.phoneModelId, sku.materialColorId), sku]))
  return models.flatMap((model) =>
    materials.flatMap((material) =>
      material.colors.map((color) => {
        const key = skuKey(model.id, color.id)
        return { id: idOf(key), key, brand, model, material, color, sku: skuOf.get(key) ?? null }
      }),
    ),
  )
}

export interface ShelfPlan {
  /** Rows to change. */
  readonly change: readonly WireframeRow[]
  /** Number of rows that are in that state already. */
  readonly same: number
  /** Number of rows that cannot go on shelf: without a wireframe, buyers would see nothing. */
  readonly missing: number
}

/** Plans putting rows on or off shelf; rows in that state already and rows without a wireframe are skipped. */
export function planShelf(rows: readonly WireframeRow[], enabled: boolean): ShelfPlan {
  const rowsToChange = rows.filter((row) => isOnShelf(row) !== enabled)
  const change = enabled ? rowsToChange.filter(hasWireframe) : rowsToChange
  return { change, same: rows.length - rowsToChange.length, missing: rowsToChange.length - change.length }
}

/** 跳过 3 个已上架、2 个没有线框图; empty when nothing is skipped. */
export function skippedText({ same, missing }: ShelfPlan, enabled: boolean): string {
  const parts = [
    ...(same > 0 ? [`${same} 个${enabled ? '已上架' : '未上架'}`] : []),
    ...(missing > 0 ? [`${missing} 个没有线框图`] : []),
  ]
  return parts.length === 0 ? '' : `跳过 ${parts.join('、')}`
}
