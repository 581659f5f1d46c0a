/** Brings pictures into sRGB by the profiles they bring. */
import type { Sharp } from 'sharp'

/**
 * Converts to sRGB and keeps no profile. The library by itself ignores the profile of pictures with 16 bits a channel (measured with
 * 0.35.5); naming the profile of the result makes it convert them, too, and changes no value of a picture that is in sRGB already.
 */
export const inSrgb = (image: Sharp): Sharp => image.toColourspace('srgb').withIccProfile('srgb', { attach: false })
