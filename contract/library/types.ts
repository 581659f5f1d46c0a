/** The phones of the library 常用机型, and how a row of it is written. Pure. */
import type { Camera } from './cameras'

export interface LibraryPhone {
  /** Name of the brand in a new catalogue. */
  readonly brand: string
  /** Name of the model in a new catalogue. */
  readonly name: string
  /** Month in which it was announced, such as 2025-09. */
  readonly since: string
  /** The body as its maker publishes it, mm. */
  readonly width: number
  readonly height: number
  readonly thickness: number
  /** The body's figures were written down from memory and not compared with a published page. */
  readonly isApproximate: boolean
  /** Radius of the body's corners, mm; a guess. */
  readonly corner: number
  /** A guess, as all of cameras.ts. */
  readonly camera: Camera
  /** Names by which sellers call it besides those that follow from brand and name. */
  readonly aliases: readonly string[]
  /** Sold most, by our judgement; no statistics are behind it. */
  readonly isHot: boolean
}

export interface LibraryBrand {
  readonly name: string
  /** Other names of the brand, for searches. */
  readonly aliases: readonly string[]
  /** The newest first. */
  readonly phones: readonly LibraryPhone[]
}

type Body = readonly [width: number, height: number, thickness: number]
type Row = Omit<LibraryPhone, 'brand'>

type More = Partial<Pick<LibraryPhone, 'aliases' | 'isHot' | 'isApproximate'>>

/** Writes a row: name, month, body in mm (width, height, thickness), the guessed corner radius and camera. */
export const phone = (
  name: string,
  since: string,
  [width, height, thickness]: Body,
  corner: number,
  camera: Camera,
  { aliases = [], isHot = false, isApproximate = false }: More = {},
): Row => ({ name, since, width, height, thickness, isApproximate, corner, camera, aliases, isHot })

export const hot = { isHot: true } as const
/** See `isApproximate`. */
export const unchecked = { isApproximate: true } as const

/** Rows of the same month stay in the order written. */
export const libraryBrand = (name: string, aliases: readonly string[], rows: readonly Row[]): LibraryBrand => ({
  name,
  aliases,
  phones: rows.map((row) => ({ brand: name, ...row })).sort((one, other) => other.since.localeCompare(one.since)),
})
