/** Rows of the account's materials and colours with what each is bound to at a factory. Pure. */
import type { ColorBinding, FactoryMaterial, MaterialBinding, MaterialColor, PhoneCaseMaterial } from '../../../../contract/types'

type FactoryColor = FactoryMaterial['colors'][number]

interface RowBase {
  /** Unique in the table, although materials and colours have ids of their own that overlap. */
  readonly id: number
  readonly name: string
  readonly state: 'none' | 'bound' | 'gone'
}

export interface MaterialRow extends RowBase {
  readonly kind: 'material'
  readonly material: PhoneCaseMaterial
  readonly binding: MaterialBinding | null
  /** The factory material it is bound to; null when nothing is bound or the factory no longer lists it. */
  readonly target: FactoryMaterial | null
  /** A factory material with nearly the same name, for a person to confirm. */
  readonly suggestion: FactoryMaterial | null
  /** Number of its colours that are bound. */
  readonly boundColors: number
}

export interface ColorRow extends RowBase {
  readonly kind: 'color'
  readonly material: PhoneCaseMaterial
  readonly color: MaterialColor
  readonly binding: ColorBinding | null
  readonly target: FactoryColor | null
  readonly suggestion: FactoryColor | null
  /** Colours of the factory material that the row's material is bound to; null until the material is bound. */
  readonly choices: readonly FactoryColor[] | null
}

export type BoardRow = MaterialRow | ColorRow

interface BoardInput {
  readonly materials: readonly PhoneCaseMaterial[]
  readonly offered: readonly FactoryMaterial[]
  readonly materialBindings: readonly MaterialBinding[]
  readonly colorBindings: readonly ColorBinding[]
}

const commonWords = /手机壳|保护壳|保护套|外壳|壳|套|材质|颜色|色|\s|[-_·.,，。()（）]/g
/** A name without the words that most materials or colours share (壳, 色). */
const withoutCommonWords = (text: string) => text.normalize('NFKC').toLowerCase().replace(commonWords, '')

/** True if the letters of `part` occur in this order in `whole`, perhaps with others between them: 磨砂硬 in 磨砂PC硬. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0
  for (const letter of whole) if (letter === part[at]) at += 1
  return at === part.length
}

/**
 * The candidate that a name probably means: it is equal but for words like 壳 and 色, or it is the only one whose letters run
 * through the other's. Null when none or several fit, so that no guess is suggested.
 */
export function likelyCandidate<T extends { readonly name: string; readonly code: string }>(
  name: string,
  candidates: readonly T[],
): T | null {
  const bareName = withoutCommonWords(name)
  if (bareName === '') return null
  const equalCandidates = candidates.filter(
    (one) => withoutCommonWords(one.name) === bareName || withoutCommonWords(one.code) === bareName,
  )
  if (equalCandidates.length > 0) return equalCandidates.length === 1 ? (equalCandidates[0] ?? null) : null
  const similarCandidates = candidates.filter((one) => {
    const candidateName = withoutCommonWords(one.name)
    return (
      candidateName.length > 1 &&
      bareName.length > 1 &&
      (isSubsequence(bareName, candidateName) || isSubsequence(candidateName, bareName))
    )
  })
  return similarCandidates.length === 1 ? (similarCandidates[0] ?? null) : null
}

const stateOf = (binding: { readonly gone: boolean } | null, target: unknown): RowBase['state'] => {
  if (binding === null) return 'none'
  return binding.gone || target === null ? 'gone' : 'bound'
}

/** A row for each material, followed by rows for its colours, in the order of the catalogue. */
export function boardRows({ materials, offered, materialBindings, colorBindings }: BoardInput): readonly BoardRow[] {
  const byId = new Map(offered.map((one) => [one.id, one]))
  const bindingByMaterial = new Map(materialBindings.map((binding) => [binding.materialId, binding]))
  const bindingByColor = new Map(colorBindings.map((binding) => [binding.materialColorId, binding]))
  return materials.flatMap((material): BoardRow[] => {
    const binding = bindingByMaterial.get(material.id) ?? null
    const target = (binding && !binding.gone && byId.get(binding.erpMaterialId)) || null
    const colors = material.colors.map((color): ColorRow => {
      const colorBinding = bindingByColor.get(color.id) ?? null
      const colorTarget =
        (colorBinding && !colorBinding.gone && target?.colors.find(({ id }) => id === colorBinding.erpMaterialColorId)) || null
      return {
        kind: 'color',
        id: color.id * 2 + 1,
        name: `${material.name} · ${color.name}`,
        material,
        color,
        binding: colorBinding,
        target: colorTarget,
        state: stateOf(colorBinding, colorTarget),
        suggestion: colorTarget || !target ? null : likelyCandidate(color.name, target.colors),
        choices: target?.colors ?? null,
      }
    })
    const materialRow: MaterialRow = {
      kind: 'material',
      id: material.id * 2,
      name: material.name,
      material,
      binding,
      target,
      state: stateOf(binding, target),
      suggestion: target ? null : likelyCandidate(material.name, offered),
      boundColors: colors.filter((color) => color.binding !== null).length,
    }
    return [materialRow, ...colors]
  })
}

/** Counts what is left to bind: materials, and colours of bound materials where the factory distinguishes colours. */
export function countUnbound(rows: readonly BoardRow[]): { readonly materials: number; readonly colors: number } {
  return {
    materials: rows.filter((row) => row.kind === 'material' && row.state !== 'bound').length,
    colors: rows.filter((row) => row.kind === 'color' && row.state !== 'bound' && (row.choices?.length ?? 0) > 0).length,
  }
}
