/**
 * Saves a wireframe and the SKU that shows it: two calls, of which the second may fail. `SaveProgress` remembers what the first made,
 * so that a retry continues from there and never makes a second wireframe. Changes that another window saved since the form was
 * opened are not overwritten without the seller's consent.
 */

import { ConflictError, NotFoundError } from '../../../contract/call-errors'
import type { Wireframe, WireframeWrite } from '../../../contract/types'
import type { Api } from '../../api/services'
import { sameArea } from './print-area'
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

/** The results of earlier attempts of the same form. */
export interface SaveProgress {
  /** Idempotency key of the create and the body it belongs to: a retry with that body repeats the response. */
  create?: { readonly key: string; readonly body: string }
  /** The wireframe made by this form, and the body it was stored with. */
  created?: { readonly id: number; readonly body: string }
  /** The wireframe as this form itself stored it, to tell it from changes of other windows. */
  stored?: Wireframe
}

type Calls = Pick<Api, 'wireframes' | 'phoneCaseSkus'>

const quiet = { quiet: true } as const

function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `wireframe-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * @param saved state of the form across attempts; this function updates it.
 * @throws ApiError of the call that failed; calling again continues. ChangedElsewhereError, unless `overwrite`.
 */
export async function saveWireframe(api: Calls, input: SaveInput, saved: SaveProgress): Promise<void> {
  const { row, write, enabled } = input
  if (input.overwrite !== true) await requireUnchanged(api, input, saved)
  const current = row.sku?.wireframeId ?? null
  if (current !== null) saved.stored = await api.wireframes.update({ params: { id: current }, body: write }, quiet)
  const wireframeId = current ?? (await createWireframe(api, write, saved))
  const { sku } = row
  if (sku !== null && sku.wireframeId === wireframeId && sku.enabled === enabled) return
  await bindSku(api, targetOf(row), wireframeId, enabled)
}

/** Compares wireframes without loading their pictures: each picture has an address of its own. */
const sameWireframe = (one: Wireframe, other: Wireframe): boolean =>
  one.width === other.width &&
  one.height === other.height &&
  one.widthMm === other.widthMm &&
  one.heightMm === other.heightMm &&
  sameArea(one.printArea, other.printArea) &&
  JSON.stringify(one.layers.map(({ imageUrl }) => imageUrl)) === JSON.stringify(other.layers.map(({ imageUrl }) => imageUrl))

async function requireUnchanged(api: Calls, { row, opened }: SaveInput, saved: SaveProgress): Promise<void> {
  const id = row.sku?.wireframeId ?? null
  if (id !== null) {
    const expected = saved.stored ?? opened
    const current = await api.wireframes.get({ params: { id } }, quiet)
    if (expected !== null && !sameWireframe(current, expected)) throw new ChangedElsewhereError()
    return
  }
  // Read by the list, since a missing SKU is usual and must not appear as an error in the console.
  const skus = await api.phoneCaseSkus.list({ query: { phoneModelIds: String(row.model.id) } }, quiet)
  const wireframeId = skus.find((sku) => sku.materialColorId === row.color.id)?.wireframeId ?? null
  if (wireframeId !== null && wireframeId !== saved.created?.id) throw new ChangedElsewhereError()
}

async function createWireframe(api: Calls, write: WireframeWrite, saved: SaveProgress): Promise<number> {
  const body = JSON.stringify(write)
  if (saved.created) {
    const { id } = saved.created
    if (saved.created.body !== body) {
      await api.wireframes.update({ params: { id }, body: write }, quiet)
      saved.created = { id, body }
    }
    return id
  }
  if (saved.create?.body !== body) saved.create = { key: newIdempotencyKey(), body }
  const { id } = await api.wireframes.create({ body: write }, { ...quiet, idempotencyKey: saved.create.key })
  saved.created = { id, body }
  return id
}

/**
 * Gives a row this wireframe. Another window, or an attempt whose response was lost, may have made or deleted the SKU since the
 * list was read.
 */
export async function bindSku(
  api: Pick<Calls, 'phoneCaseSkus'>,
  { key, sku, ...ids }: RowTarget,
  wireframeId: number,
  enabled: boolean,
): Promise<void> {
  const change = () => api.phoneCaseSkus.update({ params: { key }, body: { wireframeId, enabled } }, quiet)
  const create = () => api.phoneCaseSkus.create({ body: { ...ids, wireframeId, enabled } }, quiet)
  const [tryFirst, fallback, ExpectedError] = sku === null ? [create, change, ConflictError] : [change, create, NotFoundError]
  try {
    await tryFirst()
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error
    await fallback()
  }
}
