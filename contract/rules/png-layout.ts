/** How PNG lays out its pixels, as the specification says (PNG, third edition). Pure. */

/** Samples of a px by colour type (§11.2.1). */
export const pngChannels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** First column and row of each pass of Adam7, and the steps to the next ones (§8.1). */
export const pngPasses = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
