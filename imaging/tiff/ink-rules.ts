/**
 * Rules of print shops for inks beyond the colours of a profile. A profile mixes black of all four inks: the edges of black letters
 * get coloured where the plates or heads are a little off, and much ink runs. So neutral pixels are printed with black ink alone, and
 * no pixel with more ink than a print takes.
 */

/**
 * Samples of a neutral pixel differ by at most this much of 255: what JPEG and the rounding of colours make of gray. A guess, as is the
 * next figure.
 */
const neutralWithin = 2
/** From this difference on a pixel is a colour, mixed as the profile says; between both the mixtures pass into each other. */
const colorFrom = 10
/** Most ink of a pixel, all four together, where no print profile says another: 300 %, the limit of "ISO Coated v2 300 %" (ECI). */
export const mostInk = 3 * 255

/** Names what this file does to the inks of a profile: files made by other rules are other files. */
export const inkRules = `black alone within ${neutralWithin} to ${colorFrom}, at most ${mostInk}`

/**
 * Returns how much black ink alone shows each gray, 0 to 255, with the steps between white and black ink kept in proportion.
 *
 * @param grays brightness of a neutral pixel of each value, evenly spaced to the eye, growing.
 * @param blacks brightness of the paper with each amount of black ink, in the same measure, falling.
 */
export function blackForGrays(grays: ArrayLike<number>, blacks: ArrayLike<number>): Uint8Array {
  const at = (values: ArrayLike<number>, index: number) => values[index] ?? 0
  const [darkest, paper] = [at(blacks, 255), at(blacks, 0)]
  const [black, white] = [at(grays, 0), at(grays, 255)]
  return Uint8Array.from({ length: 256 }, (_, gray) => {
    const wanted = darkest + ((paper - darkest) * (at(grays, gray) - black)) / (white - black)
    let ink = 0
    while (ink < 255 && at(blacks, ink) > wanted) ink++
    // The one before may be nearer.
    return ink > 0 && at(blacks, ink - 1) - wanted < wanted - at(blacks, ink) ? ink - 1 : ink
  })
}

/**
 * Changes inks, four samples per px, 255 = full ink, to what is printed of them.
 *
 * @param rgb the pixels of which the inks were mixed, three samples per px.
 * @param blackOf {@link blackForGrays}.
 * @param most ink of a pixel, 255 for each full ink.
 */
export function applyInkRules(inks: Uint8Array, rgb: Uint8Array, blackOf: Uint8Array, most = mostInk): void {
  for (let ink = 0, at = 0; ink < inks.length; ink += 4, at += 3) {
    const [red, green, blue] = [rgb[at] as number, rgb[at + 1] as number, rgb[at + 2] as number]
    const difference = Math.max(red, green, blue) - Math.min(red, green, blue)
    if (difference < colorFrom) {
      const share = Math.max(0, difference - neutralWithin) / (colorFrom - neutralWithin)
      const black = blackOf[Math.round((red + green + blue) / 3)] as number
      for (let one = ink; one < ink + 3; one++) inks[one] = Math.round((inks[one] as number) * share)
      inks[ink + 3] = Math.round((inks[ink + 3] as number) * share + black * (1 - share))
    }
    const [colors, black] = [
      (inks[ink] as number) + (inks[ink + 1] as number) + (inks[ink + 2] as number),
      inks[ink + 3] as number,
    ]
    if (colors + black <= most) continue
    // Black ink stays, and the colours keep their proportion.
    const kept = Math.max(0, most - black) / colors
    for (let one = ink; one < ink + 3; one++) inks[one] = Math.floor((inks[one] as number) * kept)
  }
}
