/** Light and signal of sRGB, both 0 to 1 (IEC 61966-2-1). */

/** Encodes linear light as a signal. */
export const encodeLight = (light: number): number => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)

/** Decodes a signal to linear light. */
export const decodeLight = (signal: number): number => (signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4)
