/** The lines a drag is caught on and the marks of equal gaps, drawn over the design. None of it can be pressed. */
import type { Gap, Guide } from '../rules/guides'
import { type Branch, group, path } from './leafer'
import type { CanvasTheme } from './theme'

export interface GuideLines {
  readonly node: Branch
  /** `zoom`: screen px per document px, so that the marks keep their size on the screen. */
  show(shown: { readonly guides: readonly Guide[]; readonly gaps: readonly Gap[] }, zoom: number): void
  hide(): void
  recolour(): void
}

/** Half the length of the stroke that ends the mark of a gap, screen px. */
const tick = 4

export function createGuideLines(theme: Pick<CanvasTheme, 'guide'>): GuideLines {
  const data = { stroke: theme.guide, strokeWidth: 1, strokeScaleFixed: true, visible: false }
  const lines = path(data)
  const gaps = path(data)
  const node = group({ hittable: false, children: [lines, gaps] })
  const draw = (one: typeof lines, shape: string) => {
    if (shape === '') {
      if (one.visible) one.visible = false
    } else one.set({ path: shape, visible: true })
  }
  return {
    node,
    show(shown, zoom) {
      draw(lines, shown.guides.map(lineOf).join(''))
      draw(gaps, shown.gaps.map((gap) => markOf(gap, tick / zoom)).join(''))
    },
    hide() {
      draw(lines, '')
      draw(gaps, '')
    },
    recolour() {
      lines.stroke = theme.guide
      gaps.stroke = theme.guide
    },
  }
}

function lineOf({ axis, at, from, to }: Guide): string {
  return axis === 'x' ? `M${at} ${from}V${to}` : `M${from} ${at}H${to}`
}

function markOf({ axis, at, from, to }: Gap, half: number): string {
  return axis === 'x'
    ? `M${from} ${at}H${to}M${from} ${at - half}V${at + half}M${to} ${at - half}V${at + half}`
    : `M${at} ${from}V${to}M${at - half} ${from}H${at + half}M${at - half} ${to}H${at + half}`
}
