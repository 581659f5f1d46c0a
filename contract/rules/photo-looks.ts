/**
 * Looks of a photo, each a few adjustments: the seller's designer offers them among its filters, and buyers give them to their own photos.
 * They are fields of the design document, so screen, effect image and print show the same.
 */
import type { Adjustment } from './appearance'

const saturated = (saturation: number): Adjustment => ({ kind: 'hueSaturation', hue: 0, saturation, lightness: 0 })
const light = (brightness: number, contrast: number): Adjustment => ({ kind: 'brightnessContrast', brightness, contrast })

export interface PhotoLook {
  readonly name: string
  /** None for the photo as it is. */
  readonly adjustments: readonly Adjustment[]
}

export const photoLooks: readonly PhotoLook[] = [
  { name: '原图', adjustments: [] },
  { name: '鲜明', adjustments: [light(8, 18), saturated(22)] },
  { name: '柔和', adjustments: [light(16, -22), saturated(-12)] },
  { name: '暖阳', adjustments: [{ kind: 'warmth', warmth: 32 }, light(8, 6)] },
  { name: '冷调', adjustments: [{ kind: 'warmth', warmth: -32 }, light(0, 8)] },
  {
    name: '复古',
    adjustments: [
      saturated(-28),
      { kind: 'photoFilter', color: '#ec8a00', density: 0.28, preserveLuminosity: true },
      light(6, -12),
    ],
  },
  // Photoshop's default weights.
  { name: '黑白', adjustments: [{ kind: 'blackWhite', reds: 40, yellows: 60, greens: 40, cyans: 60, blues: 20, magentas: 80 }] },
]
