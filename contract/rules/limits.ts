/**
 * The limits of fields and the defaults of an outline's second line: the API accepts what is within them, forms and sliders offer no more,
 * and imports are kept within them. Limits of the specification are in constants.ts.
 */

export interface Range {
  readonly min: number
  readonly max: number
}

/** Largest coordinate and side of a layer, canvas px. */
export const maxCoordinate = 100_000
/** Largest length of an effect, a corner or a pattern, canvas px. */
export const maxEffectLength = 10_000

/** Longest texts, UTF-16 units, as HTML's maxLength counts them. */
export const textLimits = {
  /** Of an automation rule, of a tag of orders, and of the reason of a hold. */
  ruleName: 40,
  orderTag: 20,
  /** The name of a saved view of the order list. */
  orderView: 20,
  apiKeyName: 40,
  holdReason: 200,
  webhookName: 40,
  /** A line of text in listing pictures. */
  listingText: 40,
  /** A name of the catalogue, an asset, a template or a layer. */
  name: 100,
  templateCollection: 50,
  /** A sub-account's name, without the main account's. */
  username: 40,
  /** A text that a list is searched for. */
  keyword: 100,
  /** A marketplace's id. */
  originalId: 64,
  productTitle: 200,
  /** The properties of a product SKU. */
  propertiesName: 500,
  url: 2048,
  /** Why a design is sent back, for its buyer. */
  reason: 200,
  /** A seller's note on what a factory said, or why something stays as it is. */
  note: 200,
  /** A 定制编号 or an order's number as it is typed, with spaces and words around it. */
  typedNumber: 200,
  /** A number as it is typed, with separators and spaces. */
  number: 24,
  /** A colour as it is typed. */
  color: 20,
  /** The data of a path. */
  path: 100_000,
  /** A drawing of an outline. */
  strokeSvg: 2_000_000,
} as const

/** Largest number of pieces of an order item. */
export const maxQuantity = 1_000_000
/** Longest side of a case, mm. */
export const maxCaseMm = 1000
/** Largest number of guides of one direction. */
export const maxGuides = 100

export const shareRange = { min: 0, max: 1 } as const satisfies Range
export const percentRange = { min: 0, max: 100 } as const satisfies Range
/** A change in percent, in both directions. */
export const changeRange = { min: -100, max: 100 } as const satisfies Range
/** Degrees as files may have them; a slider offers each direction once. */
export const degreesRange = { min: -360, max: 360 } as const satisfies Range
export const sliderDegrees = { min: -180, max: 180 } as const satisfies Range
/** Size of a gradient, as a share of the layer's. */
export const gradientScale = { min: 0.01, max: 10 } as const satisfies Range
/** Radius of a blur, canvas px. */
export const blurRange = { min: 0, max: 500 } as const satisfies Range
/** Distance of a pattern's tiles, as a share of their size. */
export const patternGap = { min: -0.9, max: 5 } as const satisfies Range
/** Adjustments as Photoshop limits them. */
export const brightnessRange = { min: -150, max: 150 } as const satisfies Range

/** Ranges of sliders that are narrower than those allowed: what lies beyond comes from imports only, and would make the rest hard to set. */
export const sliderRanges = {
  blur: percentRange,
  contrast: { min: -50, max: 100 },
  effectLength: percentRange,
  patternGap: { min: -0.5, max: 2 },
  head: { min: 0.3, max: 3 },
  /** Borders of shapes, and of lines and arrows, canvas px. */
  border: { min: 0, max: 60 },
  thinBorder: { min: 0, max: 20 },
} as const satisfies Readonly<Record<string, Range>>

/** An outline: lengths in canvas px, opacities in percent. */
export const strokeLimits = {
  width: { min: 1, max: 100 },
  offset: { min: 0, max: 100 },
  opacity: { min: 0, max: 100 },
} as const satisfies Readonly<Record<string, Range>>

/** The second line of a double outline where a layer does not say otherwise (product specification, catalogue §5). */
export const secondLine = { color2: '#000', width2: 10, opacity2: 100 } as const

/** Forms of a shape: corners, and the inner radius of a star and the head of an arrow as shares. */
export const shapeLimits = {
  sides: { min: 3, max: 24 },
  points: { min: 3, max: 48 },
  inner: { min: 0.05, max: 0.95 },
  head: { min: 0.1, max: 10 },
} as const satisfies Readonly<Record<string, Range>>

/** Rows of a name list, the texts that a row has of its own, the rows of one call that checks them, and the letters of the list's name. */
export const nameListLimits = { rows: 500, texts: 20, rowsPerCheck: 50, name: 60 } as const
/** Limits of an order that is written by hand: characters of its texts, its items, and the pieces of one. */
export const manualOrderLimits = { number: 64, title: 200, code: 40, lines: 100, quantity: 10_000 } as const

/** Ranges of the numbers in conditions of rules: pieces and lines of an order, minutes since its payment, its age in days. */
export const ruleRanges = {
  pieces: { min: 1, max: 10_000 },
  lines: { min: 1, max: 500 },
  paidFor: { min: 0, max: 43_200 },
  age: { min: 1, max: 365 },
} as const satisfies Readonly<Record<string, Range>>

/** Percent of a listing picture: what stays free above and below the case, of its height, and the width of the mark. */
export const listingLimits = { margin: { min: 3, max: 25 }, mark: { min: 8, max: 40 } } as const satisfies Record<string, Range>
/** Listing pictures of one run; a guess that keeps a run below a few minutes. */
export const maxListingPictures = 500
