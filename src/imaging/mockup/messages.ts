/** Messages between the page and the worker that computes the light on a case. */
import type { LightOptions, LightPicture } from './light'
import type { CaseMask } from './regions'

export interface LightRequest extends LightOptions {
  readonly id: number
  readonly mask: CaseMask
}

export type LightReply = { readonly id: number } & ({ readonly light: LightPicture } | { readonly error: string })
