/** The bed of a 6090 printer with as many cases as it takes. */
export const bed = { widthMm: 600, heightMm: 900 }
const [across, down] = [7, 5]
const piece = { widthMm: 80, heightMm: 165 }
export const cases = Array.from({ length: across * down }, (_, at) => at)

/** Returns the place of a case, mm. */
export const placeOf = (at) => ({ ...piece, xMm: 5 + (at % across) * 84, yMm: 10 + Math.floor(at / across) * 175 })
