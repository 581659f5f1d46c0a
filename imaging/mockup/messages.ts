/** Messages between the page and the worker that draws the light on cases and puts cases into poses. */

import type { WireframePixels } from './case-mask'
import type { LightOptions, LitCase } from './light'
import type { MockupInput } from './mockup'
import type { Pixels } from './warp'

export type LightRequest = { readonly id: number } & (
  | { readonly kind: 'light'; readonly pixels: WireframePixels; readonly options: LightOptions }
  | { readonly kind: 'mockup'; readonly input: MockupInput; readonly inside: Uint8Array }
)

export type LightReply = { readonly id: number } & (
  | { readonly light: LitCase }
  | { readonly picture: Pixels }
  | { readonly error: string }
)
