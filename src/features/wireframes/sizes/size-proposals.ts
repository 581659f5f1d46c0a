/** Proposals of the millimetres of a wireframe: the factory's size of its model, or the phone's body of the library. Pure. */
import { caseSize } from '../../../../contract/library/case-size'
import { libraryPhoneOf } from '../../../../contract/library/library'
import type { LibraryPhone } from '../../../../contract/library/types'
import type { PrintArea, Wireframe } from '../../../../contract/types'

/** The size that a factory gives for a model of ours that is bound there. */
export interface FactorySize {
  readonly factory: string
  readonly widthMm: number
  readonly heightMm: number
}

export interface Proposal {
  readonly origin: 'factory' | 'library'
  /** Tells the seller what it is made from. */
  readonly detail: string
  readonly widthMm: number
  readonly heightMm: number
}

export const originNames: Readonly<Record<Proposal['origin'], string>> = { factory: '工厂尺寸', library: '机型库' }

/** A model by its names. */
export interface NamedModel {
  readonly brand: { readonly name: string }
  readonly model: { readonly name: string }
}

/** Reading a name takes longer than all else of a row, and the rows are made again with every key. */
const phones = new Map<string, LibraryPhone | null>()
function phoneOf({ brand, model }: NamedModel): LibraryPhone | null {
  const key = JSON.stringify([brand.name, model.name])
  const known = phones.get(key)
  if (known !== undefined) return known
  const found = libraryPhoneOf(brand.name, model.name)
  phones.set(key, found)
  return found
}

const hundredth = (mm: number): number => Math.round(mm * 100) / 100

/**
 * Returns the proposals for one wireframe, the most certain first. A factory prints the whole picture; the case of a phone of the
 * library is the printed part of the picture, so its border is added in the picture's own proportion.
 *
 * @param area the print area, or the hole of the foreground; null: the case is taken to be the whole picture.
 * @param sizes of the model at the account's factories.
 */
export function proposalsFor(
  row: NamedModel,
  { width, height }: Pick<Wireframe, 'width' | 'height'>,
  area: PrintArea | null,
  sizes: readonly FactorySize[],
): readonly Proposal[] {
  const atFactories = sizes.map(
    ({ factory, widthMm, heightMm }): Proposal => ({ origin: 'factory', detail: `「${factory}」的尺寸`, widthMm, heightMm }),
  )
  const phone = phoneOf(row)
  const printed = {
    width: width - (area?.left ?? 0) - (area?.right ?? 0),
    height: height - (area?.top ?? 0) - (area?.bottom ?? 0),
  }
  if (phone === null || printed.width <= 0 || printed.height <= 0) return atFactories
  const of = caseSize(phone)
  const body = `${phone.isApproximate ? '约 ' : ''}${phone.width}×${phone.height}`
  return [
    ...atFactories,
    {
      origin: 'library',
      detail: `机身 ${body}，加估计的壳边${area === null ? '，按整张图片算' : '和图片的边距'}`,
      widthMm: hundredth((of.widthMm * width) / printed.width),
      heightMm: hundredth((of.heightMm * height) / printed.height),
    },
  ]
}
