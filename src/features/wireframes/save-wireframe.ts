/**
 * Saves a wireframe and the SKU that shows it: a first one in one call, which stores both or neither; a change of one, and of its shelf
 * state, in a call each. Changes that another window saved since the form was opened are not overwritten without the seller's consent.
 */

import { ConflictError, NotFoundError } from '../../../contract/call-errors'
import type { Wireframe, WireframeWrite } from '../../../contract/types'
import type { Api } from '../../api/services'
import { printAreaFields, sameArea } from './print-area'
import { type RowTarget, targetOf, type WireframeRow } from './rows'

export interface SaveInput {
  readonly row: WireframeRow
  /** The wireframe as it was when the form was opened; null when there was none. */
  readonly opened: Wireframe | null
  readonly write: WireframeWrite
  readonly enabled: boolean
  /** The seller was told of the change elsewhere and wants to overwrite it. */
  readonly overwrite?: boolean
}

/** Another window saved this wireframe since the form was opened. Nothing has been sent yet. */
export class ChangedElsewhereError extends Error {
  override readonly name = 'ChangedElsewhere'
}

/** Results of earlier attempts of the same form, to tell it from changes of other windows. */
export interface SaveProgress {
  /** A first wireframe that was sent; its answer may have been lost. */
  sent?: WireframeWrite
  /** The wireframe as a change was stored. */
  stored?: Wireframe
}

type Calls = Pick<Api, 'wireframes' | 'phoneCaseSkus'>

const quiet = { quiet: true } as const

/**
 * @param saved state of the form across attempts; this function updates it.
 * @throws ApiError of the call that failed; calling again continues. ChangedElsewhereError, unless `overwrite`.
 */
export async function saveWireframe(api: Calls, input: SaveInput, saved: SaveProgress): Promise<void> {
  const { row, write, enabled } = input
  const { sku } = row
  const id = sku?.wireframeId ?? null
  if (input.overwrite !== true) await requireUnchanged(api, input, saved)
  if (id === null) {
    saved.sent = write
    return putSku(api, targetOf(row), { wireframe: write, enabled })
  }
  saved.stored = await api.wireframes.update({ params: { id }, body: write }, quiet)
  if (sku?.enabled !== enabled) await putSku(api, targetOf(row), { wireframeId: id, enabled })
}

const sameSize = (one: Wireframe | WireframeWrite, other: Wireframe): boolean =>
  one.width === other.width &&
  one.height === other.height &&
  (one.widthMm ?? null) === other.widthMm &&
  (one.heightMm ?? null) === other.heightMm

/** Compares wireframes without loading their pictures: each picture has an address of its own. */
const sameWireframe = (one: Wireframe, other: Wireframe): boolean =>
  sameSize(one, other) &&
  sameArea(one.printArea, other.printArea) &&
  JSON.stringify(one.layers.map(({ imageUrl }) => imageUrl)) === JSON.stringify(other.layers.map(({ imageUrl }) => imageUrl))

/** Whether a wireframe is what was sent, by the checksums of the seller's files. */
function isSent(wireframe: Wireframe, write: WireframeWrite): boolean {
  const area = printAreaFields(wireframe.printArea)
  const sums = [write.foregroundImageSha256, write.backgroundImageSha256].filter(Boolean)
  return (
    sameSize(write, wireframe) &&
    Object.entries(area).every(([name, margin]) => (write[name as keyof typeof area] ?? null) === margin) &&
    wireframe.layers.length === sums.length &&
    wireframe.layers.every(({ sha256 }) => sums.includes(sha256))
  )
}

async function requireUnchanged(api: Calls, { row, opened }: SaveInput, { sent, stored }: SaveProgress): Promise<void> {
  const id = row.sku?.wireframeId ?? null
  const read = (of: number) => api.wireframes.get({ params: { id: of } }, quiet)
  if (id !== null) {
    const expected = stored ?? opened
    const current = await read(id)
    if (expected !== null && !sameWireframe(current, expected)) throw new ChangedElsewhereError()
    return
  }
  // Read by the list, since a missing SKU is usual and must not appear as an error in the console.
  const skus = await api.phoneCaseSkus.list({ query: { phoneModelIds: String(row.model.id) } }, quiet)
  const found = skus.find((sku) => sku.materialColorId === row.color.id)?.wireframeId ?? null
  if (found !== null && !(sent && isSent(await read(found), sent))) throw new ChangedElsewhereError()
}

type SkuChange = { readonly enabled: boolean } & ({ readonly wireframeId: number } | { readonly wireframe: WireframeWrite })

/**
 * Gives a row a wireframe, of its own or one that is there. Another window, or an attempt whose response was lost, may have made or
 * deleted the SKU since the list was read.
 */
export async function putSku(api: Pick<Calls, 'phoneCaseSkus'>, { key, sku, ...ids }: RowTarget, body: SkuChange): Promise<void> {
  const change = () => api.phoneCaseSkus.update({ params: { key }, body }, quiet)
  const create = () => api.phoneCaseSkus.create({ body: { wireframeId: null, ...ids, ...body } }, quiet)
  const [tryFirst, fallback, ExpectedError] = sku === null ? [create, change, ConflictError] : [change, create, NotFoundError]
  try {
    await tryFirst()
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error
    await fallback()
  }
}
