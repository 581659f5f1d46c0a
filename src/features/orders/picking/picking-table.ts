/** The table of what is to be made: models down, materials with their colours across. Pure. */
import { materialNameOf, phoneNameOf } from '../../../../contract/rules/case-names'
import type { Picking } from '../../../../contract/rules/picking'
import { pickingOf, sumPicking } from '../../../../contract/rules/picking'
import type { PickedItem } from '../../../downloads/picked-item'

export interface PickingTable {
  /** The materials, those of the most pieces first. */
  readonly materials: readonly string[]
  readonly phones: readonly { readonly name: string; readonly pieces: readonly number[]; readonly total: number }[]
  readonly totals: readonly number[]
  readonly total: number
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

export function pickingTable({ cases }: Pick<Picking, 'cases'>): PickingTable {
  const parts = cases.map((one) => ({ phone: phoneNameOf(one), material: materialNameOf(one), pieces: one.pieces }))
  const piecesOf = (phone: string | null, material: string) =>
    sumOf(parts.filter((one) => (phone === null || one.phone === phone) && one.material === material).map(({ pieces }) => pieces))
  const materials = [...new Set(parts.map(({ material }) => material))]
    .map((name) => ({ name, pieces: piecesOf(null, name) }))
    .sort((a, b) => b.pieces - a.pieces || a.name.localeCompare(b.name, 'zh-CN'))
  const phones = [...new Set(parts.map(({ phone }) => phone))]
    .sort((a, b) => a.localeCompare(b, 'zh-CN', { numeric: true }))
    .map((name) => {
      const pieces = materials.map((material) => piecesOf(name, material.name))
      return { name, pieces, total: sumOf(pieces) }
    })
  const totals = materials.map(({ pieces }) => pieces)
  return { materials: materials.map(({ name }) => name), phones, totals, total: sumOf(totals) }
}

/** The table with its head and sums, for a file or the clipboard; a place without pieces is empty. */
export function tableCells({ materials, phones, totals, total }: PickingTable): readonly (readonly (string | number)[])[] {
  const shown = (count: number) => (count === 0 ? '' : count)
  return [
    ['型号', ...materials, '合计'],
    ...phones.map((phone) => [phone.name, ...phone.pieces.map(shown), phone.total]),
    ['合计', ...totals, total],
  ]
}

/** Counts the ticked items, those of an order together with those of its child orders. */
export function pickingOfTicked(picked: readonly PickedItem[]): Picking {
  const families = new Map<number, PickedItem[]>()
  for (const one of picked) {
    const top = one.family[0]?.id ?? one.order.id
    families.set(top, [...(families.get(top) ?? []), one])
  }
  return sumPicking(
    [...families].map(([top, items]) => {
      const itemsWhere = (isOwn: boolean) => items.filter(({ order }) => (order.id === top) === isOwn).map(({ item }) => item)
      return pickingOf(itemsWhere(true), itemsWhere(false))
    }),
  )
}

/** Says what the table leaves out; null if it has everything. */
export function leftOutText({ undecided, held, undesigned }: Picking): string | null {
  const parts = [
    undecided > 0 && `${undecided} 件还没有确定每款做几件`,
    held > 0 && `${held} 件平台提示先不要生产`,
    undesigned > 0 && `${undesigned} 件没有定制`,
  ].filter((text) => text !== false)
  return parts.length === 0 ? null : `没有算进表里：${parts.join('，')}。`
}
