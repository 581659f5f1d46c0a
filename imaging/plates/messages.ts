import type { PrintProfile } from '../../contract/rules/print-profile'
import type { BareArea } from '../png/bare-area'
import type { Learned } from './learned'
import type { PlatesLook, ProofOptions, ShownInks } from './plates-look'
import type { PrintFile } from './print-picture'

/** The pictures of a wireframe under and over the design, as files that browsers decode, and its size in px. */
export interface WireframeFiles {
  readonly width: number
  readonly height: number
  readonly under: Blob | null
  readonly over: Blob | null
}

interface InkSource {
  readonly profile: PrintProfile
  /** The printer's ICC profile, for CMYK. */
  readonly icc?: Uint8Array
}

/** A picture whose inks are shown: a file with its MIME type, or the px of one, RGBA with straight alpha, and where no white ink lies. */
export type LookedAt =
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string }
  | {
      readonly width: number
      readonly height: number
      readonly data: Uint8ClampedArray<ArrayBuffer>
      readonly bare?: BareArea
    }

/** A request to the worker of print files. */
export type PlateInput =
  | (InkSource & {
      readonly kind: 'print'
      readonly bytes: Uint8Array<ArrayBuffer>
      /** MIME type of the picture. */
      readonly type: string
      /** Size of the print, mm; null where it is not known. */
      readonly widthMm: number | null
      readonly heightMm: number | null
      /** Of the case, for a profile that cuts along it; null: it has none. */
      readonly wireframe?: WireframeFiles | null
    })
  | (InkSource & { readonly kind: 'test'; readonly name: string })
  | {
      readonly kind: 'look'
      readonly picture: LookedAt
      readonly profile: PrintProfile
      readonly widthMm: number | null
      readonly shown: ShownInks
      readonly proof: ProofOptions | null
    }
  | { readonly kind: 'learn'; readonly file: Blob }

export type PlateAnswer = { readonly file: PrintFile } | { readonly look: PlatesLook } | { readonly learned: Learned }

export type PlateRequest = PlateInput & { readonly id: number }
export type PlateReply = ({ readonly id: number } & PlateAnswer) | { readonly id: number; readonly error: string }
