/**
 * Photos that the buyer chose and the server does not have yet, kept on the phone so that a reload loses none. Where the page has no
 * database, or its disk is full, a photo is kept only as long as the page is open.
 */
import { pageDatabase } from '../adapters/storage/database'
import type { AiCutoutType } from '../contract/constants'
import type { Crop } from '../contract/rules/appearance'
import type { Size } from '../design/model/types'

/** A photo with the layer for which it was chosen. */
export interface ChosenPhoto {
  /** uuid of the layer that gets the photo; where `isAdded`, of a layer that is still to be added. */
  readonly slot: string
  readonly isAdded: boolean
  /** The subject that is cut out of it after the upload; null for none. */
  readonly cutout: AiCutoutType | null
  readonly blob: Blob
  readonly name: string
  /** px */
  readonly size: Size
  /** The part of it that the buyer chose, px of the photo; without one it covers its place. */
  readonly crop?: Crop
}

const database = pageDatabase('kejiang-buyer-photos', 'photos')

interface KeptPhoto {
  readonly photo: ChosenPhoto
  /** Time of the choice, ms. */
  readonly at: number
}

/** After this time a buyer does not come back for a photo, ms. */
const lifeMs = 7 * 24 * 60 * 60 * 1000
/** The most that the photos of all designs take of the phone, bytes; the oldest go first. */
const maxBytes = 100 * 1024 * 1024

const prefixOf = (designId: number): string => `${designId}/`
const keyOf = (designId: number, slot: string): string => `${prefixOf(designId)}${slot}`

/** Runs a call to the database; `instead` is the result where the page has none. */
const orElse = <T>(call: Promise<T>, instead: T): Promise<T> => call.catch(() => instead)

let lastAt = 0

/** Keeps a photo, and removes old ones of whichever design. */
export function keepPhoto(designId: number, photo: ChosenPhoto): Promise<void> {
  // Photos that are chosen together keep their order.
  lastAt = Math.max(Date.now(), lastAt + 1)
  const kept: KeptPhoto = { photo, at: lastAt }
  return orElse(
    database.set(keyOf(designId, photo.slot), kept).then(() => prune()),
    undefined,
  )
}

async function prune(): Promise<void> {
  const newestFirst = (await database.entries<KeptPhoto>()).sort(([, a], [, b]) => b.at - a.at)
  let bytes = 0
  const unwanted = newestFirst.filter(([, { photo, at }]) => {
    bytes += photo.blob.size
    return at < Date.now() - lifeMs || bytes > maxBytes
  })
  await database.delMany(unwanted.map(([key]) => key))
}

/** Removes a photo that was sent, refused or taken back. */
export const dropPhoto = (designId: number, slot: string): Promise<void> => orElse(database.del(keyOf(designId, slot)), undefined)

/** Returns the kept photos of a design, in the order in which they were chosen. */
export async function readPhotos(designId: number): Promise<readonly ChosenPhoto[]> {
  const entries = await orElse(database.entries<KeptPhoto>(), [])
  return entries
    .filter(([key, { at }]) => key.startsWith(prefixOf(designId)) && at >= Date.now() - lifeMs)
    .sort(([, a], [, b]) => a.at - b.at)
    .map(([, { photo }]) => photo)
}

/** Removes the photos of a design. */
export async function forgetPhotos(designId: number): Promise<void> {
  const keys = await orElse(database.keys(), [])
  await orElse(database.delMany(keys.filter((key) => key.startsWith(prefixOf(designId)))), undefined)
}
