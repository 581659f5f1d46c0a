/** Measures how much the imported layers, composed again, differ from Photoshop's own merged picture of the artboard. */
import type { Box, Raster } from '../pixels/raster'
import type { Likeness, PsdLayerReport } from './types'

/**
 * Differences in levels of a channel. The first is visible side by side; antialiased edges of two programs stay below the second.
 */
export const visible = 8
const glaring = 24
/** Largest share of different px in pictures that count as the same. */
export const strayShare = 0.002
/** Limit of compared px per artboard; a larger one is sampled in bands over its whole height. */
const mostCompared = 12_000_000
const bands = 6

/** Boxes of an artboard that are compared. */
export function comparedParts(box: Box): Box[] {
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  if (width * height <= mostCompared) return [box]
  const rows = Math.max(1, Math.floor(mostCompared / width / bands))
  return Array.from({ length: bands }, (_, band) => {
    const top = box.top + Math.floor(((height - rows) * band) / (bands - 1))
    return { ...box, top, bottom: top + rows }
  })
}

/** Accumulates the differences of boxes. The two pictures have the same size and are compared as they look on white. */
export function createLikeness() {
  let [all, different, worst] = [0, 0, 0]
  return {
    add(drawn: Raster, stored: Raster): void {
      const [a, b] = [drawn.data, stored.data]
      for (let at = 0; at < a.length; at += 4) {
        const [alpha, other] = [(a[at + 3] ?? 0) / 255, (b[at + 3] ?? 0) / 255]
        let largest = 0
        for (let c = at; c < at + 3; c++) {
          const difference = Math.abs((a[c] ?? 0) * alpha - (b[c] ?? 0) * other + 255 * (other - alpha))
          if (difference > largest) largest = difference
        }
        if (largest > visible) different++
        if (largest > worst) worst = largest
      }
      all += a.length / 4
    },
    result: (): Likeness => ({
      different: all === 0 ? 0 : different / all,
      alike: worst <= glaring && different <= all * strayShare,
    }),
  }
}

/** Shown share of a picture: at least 1 %, because a difference was found. */
export const percentOf = ({ different }: Likeness): number => Math.max(1, Math.round(different * 100))

/** Adds an entry on the whole picture to a report that expects no difference although the comparison found one. */
export function withComparison(report: readonly PsdLayerReport[], likeness: Likeness | null): readonly PsdLayerReport[] {
  if (likeness === null || likeness.alike || report.some(({ looksDifferent }) => looksDifferent)) return report
  const reason = `与 Photoshop 存储的合并图比较，约 ${percentOf(likeness)}% 的画面不同`
  return [...report, { path: [], name: '整个画面', kind: 'whole', fate: 'kept', reasons: [reason], looksDifferent: true }]
}
