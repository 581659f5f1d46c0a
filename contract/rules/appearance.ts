/**
 * The appearance of a layer: how its picture is drawn besides its place. Names and meanings follow Photoshop's layer styles and
 * adjustments, so that a PSD keeps them. Lengths are canvas px, angles are degrees, shares run from 0 to 1. Every field is
 * optional; an absent one changes nothing.
 */

/** Photoshop's blend modes; formulas in `imaging/pixels/blend.ts`. */
export const blendModes = [
  'normal',
  'dissolve',
  'darken',
  'multiply',
  'color burn',
  'linear burn',
  'darker color',
  'lighten',
  'screen',
  'color dodge',
  'linear dodge',
  'lighter color',
  'overlay',
  'soft light',
  'hard light',
  'vivid light',
  'linear light',
  'pin light',
  'hard mix',
  'difference',
  'exclusion',
  'subtract',
  'divide',
  'hue',
  'saturation',
  'color',
  'luminosity',
] as const
export type BlendMode = (typeof blendModes)[number]

export const gradientForms = ['linear', 'radial', 'angle', 'reflected', 'diamond'] as const

export interface GradientStop {
  /** Position along the gradient, a share. */
  readonly at: number
  /** #rrggbb. */
  readonly color: string
  /** A share. */
  readonly opacity: number
}

/** Colours between two stops are mixed linearly. */
export interface Gradient {
  readonly form: (typeof gradientForms)[number]
  /** Direction in which the gradient runs: 0 to the right, 90 upwards, as in Photoshop. */
  readonly angle: number
  /** Length relative to the box that it fills; 1 spans it. */
  readonly scale: number
  /** Ascending by `at`; at least one. */
  readonly stops: readonly GradientStop[]
  /** Shift of the centre, shares of the box's width and height. */
  readonly offset?: { readonly x: number; readonly y: number }
}

export type Paint =
  | { readonly kind: 'solid'; readonly color: string }
  | { readonly kind: 'gradient'; readonly gradient: Gradient }

interface EffectBase {
  readonly opacity: number
  readonly blend: BlendMode
}

/** A shadow's light comes from `angle` (0 from the right, 90 from above); it does not turn with the layer. */
interface ShadowBase extends EffectBase {
  readonly color: string
  readonly angle: number
  readonly distance: number
  /** Width of the blur. */
  readonly size: number
  /** Share of the size that is solid instead of blurred. */
  readonly spread: number
}

interface GlowBase extends EffectBase {
  readonly paint: Paint
  readonly size: number
  /** Share of the size that is solid instead of blurred. */
  readonly spread: number
  /** Follows the exact distance from the edge instead of a blur. */
  readonly precise?: boolean
}

/**
 * One effect of a layer. They are drawn in a fixed order, whatever their order in the list: drop shadows and outer glows under
 * the layer; gradient overlays, colour overlays, inner glows and inner shadows on it; strokes on top. Of several effects of one
 * kind the first lies on top.
 */
export type Effect =
  | ({ readonly kind: 'dropShadow' } & ShadowBase)
  | ({ readonly kind: 'innerShadow' } & ShadowBase)
  | ({ readonly kind: 'outerGlow' } & GlowBase)
  | ({ readonly kind: 'innerGlow'; readonly from: 'edge' | 'centre' } & GlowBase)
  | ({ readonly kind: 'colorOverlay'; readonly color: string } & EffectBase)
  | ({ readonly kind: 'gradientOverlay'; readonly gradient: Gradient } & EffectBase)
  | ({
      readonly kind: 'stroke'
      readonly paint: Paint
      readonly size: number
      readonly position: 'outside' | 'inside' | 'centre'
    } & EffectBase)

/** A point of a curve: input and output, 0 to 255. */
export type CurvePoint = readonly [input: number, output: number]

/** Input and output levels of a channel, 0 to 255. */
export interface Levels {
  readonly black: number
  readonly white: number
  /** 0.1 to 9.99. */
  readonly gamma: number
  readonly outBlack: number
  readonly outWhite: number
}

/** Cyan to red, magenta to green, yellow to blue; each −100 to 100. */
export type Balance = readonly [red: number, green: number, blue: number]

/** Inks of a selective colour, −100 to 100. */
export type InkShift = readonly [cyan: number, magenta: number, yellow: number, black: number]

export const selectiveColors = [
  'reds',
  'yellows',
  'greens',
  'cyans',
  'blues',
  'magentas',
  'whites',
  'neutrals',
  'blacks',
] as const

/** One colour adjustment. A layer applies its adjustments in the order of its list. */
export type Adjustment =
  /** −150 to 150 and −50 to 100; `legacy` shifts and scales as Photoshop did before CS3, −100 to 100. */
  | { readonly kind: 'brightnessContrast'; readonly brightness: number; readonly contrast: number; readonly legacy?: boolean }
  | {
      readonly kind: 'levels'
      readonly rgb?: Levels
      readonly red?: Levels
      readonly green?: Levels
      readonly blue?: Levels
    }
  | {
      readonly kind: 'curves'
      readonly rgb?: readonly CurvePoint[]
      readonly red?: readonly CurvePoint[]
      readonly green?: readonly CurvePoint[]
      readonly blue?: readonly CurvePoint[]
    }
  /** Stops −20 to 20, offset −0.5 to 0.5, gamma 0.01 to 9.99; `light` is the gamma by which levels become light, 2.2 by default. */
  | {
      readonly kind: 'exposure'
      readonly exposure: number
      readonly offset: number
      readonly gamma: number
      readonly light?: number
    }
  /** −100 to 100. */
  | { readonly kind: 'vibrance'; readonly vibrance: number; readonly saturation: number }
  /** Hue −180 to 180, the others −100 to 100; `colorize` gives everything one hue (0 to 360) and saturation (0 to 100). */
  | {
      readonly kind: 'hueSaturation'
      readonly hue: number
      readonly saturation: number
      readonly lightness: number
      readonly colorize?: boolean
      /** Changes of the colours around a hue: full between `from` and `to`, fading out until `fadeFrom` and `fadeTo`. */
      readonly ranges?: readonly {
        readonly fadeFrom: number
        readonly from: number
        readonly to: number
        readonly fadeTo: number
        readonly hue: number
        readonly saturation: number
        readonly lightness: number
      }[]
    }
  | {
      readonly kind: 'colorBalance'
      readonly shadows: Balance
      readonly midtones: Balance
      readonly highlights: Balance
      readonly preserveLuminosity: boolean
    }
  /** Weights of the six hues, −200 to 300; `tint` colours the gray. */
  | {
      readonly kind: 'blackWhite'
      readonly reds: number
      readonly yellows: number
      readonly greens: number
      readonly cyans: number
      readonly blues: number
      readonly magentas: number
      readonly tint?: string
    }
  /** A colour filter in front of the lens; `density` is a share. */
  | { readonly kind: 'photoFilter'; readonly color: string; readonly density: number; readonly preserveLuminosity: boolean }
  /** Shares of the source channels and a constant, −2 to 2, for each output channel. */
  | {
      readonly kind: 'channelMixer'
      readonly monochrome: boolean
      readonly red: readonly [number, number, number, number]
      readonly green: readonly [number, number, number, number]
      readonly blue: readonly [number, number, number, number]
    }
  | { readonly kind: 'invert' }
  | { readonly kind: 'posterize'; readonly levels: number }
  /** 1 to 255. */
  | { readonly kind: 'threshold'; readonly level: number }
  /** Colours by luminosity: a duotone with two stops. */
  | { readonly kind: 'gradientMap'; readonly stops: readonly GradientStop[]; readonly reverse: boolean }
  | {
      readonly kind: 'selectiveColor'
      readonly relative: boolean
      readonly colors: Readonly<Partial<Record<(typeof selectiveColors)[number], InkShift>>>
    }
  /** Warmer (positive) or cooler, −100 to 100. */
  | { readonly kind: 'warmth'; readonly warmth: number }

/** The part of a picture that its layer shows, px of the picture before the rotation. */
export interface Crop {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Clockwise turn of the picture behind the frame, about the frame's centre. */
  readonly angle: number
}

/** A shape that fills a layer's box. */
export type Form =
  /** `radius` of the corners, canvas px. */
  | { readonly kind: 'rect'; readonly radius: number }
  | { readonly kind: 'ellipse' }
  | { readonly kind: 'polygon'; readonly sides: number }
  /** `inner` radius as a share of the outer one. */
  | { readonly kind: 'star'; readonly points: number; readonly inner: number }
  | { readonly kind: 'heart' }
  /** `tail` is the position of the tip below the bubble, a share of the width. */
  | { readonly kind: 'bubble'; readonly radius: number; readonly tail: number }
  /** A bar of the box's height along its width. */
  | { readonly kind: 'line' }
  /** `head` is the length of each head as a share of the height. */
  | { readonly kind: 'arrow'; readonly head: number; readonly both: boolean }
  /** SVG path data within `width` × `height`, stretched to the box; overlapping parts by the even-odd rule. */
  | { readonly kind: 'path'; readonly d: string; readonly width: number; readonly height: number }

/** Repeats the picture over the whole box. */
export interface Pattern {
  readonly layout: 'grid' | 'brick' | 'scatter'
  /** Width of one repetition, canvas px. */
  readonly tile: number
  /** Space between repetitions, share of the tile. */
  readonly gap: number
  /** Turn of each repetition. */
  readonly angle: number
  /** Scatter: the arrangement; every number gives another. */
  readonly seed: number
}

export interface LayerAppearance {
  readonly opacity?: number
  /** Opacity of the picture without its effects. */
  readonly fillOpacity?: number
  readonly blend?: BlendMode
  /** Shown only where the next lower layer that is not clipped is opaque. */
  readonly clipped?: boolean
  readonly crop?: Crop
  readonly mask?: Form
  readonly pattern?: Pattern
  readonly adjustments?: readonly Adjustment[]
  /** The layer is not drawn: where it is opaque, its adjustments apply to what lies below. */
  readonly adjustsBelow?: boolean
  /** Standard deviation of a Gaussian blur of the picture, canvas px. */
  readonly blur?: number
  readonly effects?: readonly Effect[]
  /** No white ink lies under it (透底), so that the bare case shines through its colours. */
  readonly bare?: boolean
}

/** Forms of gradients that an SVG can hold. */
export const shapeGradientForms = ['linear', 'radial', 'reflected'] as const

export type ShapeFill =
  | { readonly kind: 'solid'; readonly color: string }
  | { readonly kind: 'gradient'; readonly gradient: Gradient & { readonly form: (typeof shapeGradientForms)[number] } }

/** A drawn shape: its picture, an SVG, is made of these fields. */
export interface Shape {
  readonly form: Form
  /** Null leaves the inside empty. */
  readonly fill: ShapeFill | null
  /** Drawn inside the edge; width in canvas px. */
  readonly border: { readonly color: string; readonly width: number } | null
}

/** How the lines of a text run; absent: straight. */
export type TextFlow =
  /** Along a part of a circle: `bend` −100 to 100 %, positive upwards in the middle; 100 is half a circle. */
  | { readonly kind: 'arc'; readonly bend: number }
  /** Around a whole circle, beginning at the top; `inside` puts the letters' feet outwards. */
  | { readonly kind: 'circle'; readonly inside: boolean }
  /** Broken into lines that fill a shape. */
  | { readonly kind: 'shape'; readonly form: 'ellipse' | 'heart' | 'diamond' | 'triangle' }
