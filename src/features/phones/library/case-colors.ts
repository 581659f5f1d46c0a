/** The colours in which cases are added: those of the catalogue, and three common materials that are created when ticked. Pure. */
import type { PhoneCaseMaterial } from '../../../../contract/types'
import type { CheckItem } from '../../../ui/check-list'
import type { CaseChoice } from './library-task'

type NewMaterial = CaseChoice['materials'][number]

/** Common materials of printed cases, each with the colour that is sold most; which ones are, is our judgement. */
const commonMaterials: readonly NewMaterial[] = [
  { name: '透明软壳', colors: [{ name: '透明', defaultBackgroundColor: '#e9edf1' }] },
  { name: '黑边磨砂壳', colors: [{ name: '黑色', defaultBackgroundColor: '#232427' }] },
  { name: '亮面硬壳', colors: [{ name: '白色', defaultBackgroundColor: '#f6f5f2' }] },
]

export interface ColorOption extends CheckItem {
  /** Set for a colour that is created with its material. */
  readonly material: NewMaterial | null
}

/** The colours to choose from; those that are created have ids below 0. */
export function colorOptions(materials: readonly PhoneCaseMaterial[]): readonly ColorOption[] {
  const own = materials.flatMap((material) =>
    material.colors.map(({ id, name }) => ({ id, name: `${material.name} · ${name}`, material: null })),
  )
  const names = new Set(own.map(({ name }) => name))
  const common = commonMaterials.map((material, at) => ({
    id: -1 - at,
    name: `${material.name} · ${material.colors[0]?.name}`,
    material,
  }))
  return [
    ...own,
    ...common.filter(({ name }) => !names.has(name)).map((option) => ({ ...option, name: `${option.name}（新建）` })),
  ]
}

/** Few own colours are all ticked; of many, those of the first material; without any, the first common one. */
export function firstColors(materials: readonly PhoneCaseMaterial[]): readonly number[] {
  const own = materials.flatMap(({ colors }) => colors.map(({ id }) => id))
  if (own.length === 0) return [-1]
  const first = materials.find(({ colors }) => colors.length > 0)
  return own.length <= 3 ? own : (first?.colors.map(({ id }) => id) ?? [])
}

export const caseChoice = (
  options: readonly ColorOption[],
  chosen: readonly number[],
): Pick<CaseChoice, 'colorIds' | 'materials'> => ({
  colorIds: chosen.filter((id) => id > 0),
  materials: options.flatMap(({ id, material }) => (material !== null && chosen.includes(id) ? [material] : [])),
})
