/** Commands for the lines that the seller aligns layers to. */
import { clamp } from '../../contract/ground/number'
import { maxGuides } from '../../contract/rules/limits'
import { roundLength } from '../geometry/number'
import type { DesignDoc, Guides } from '../model/types'
import { type Command, done, refuse } from './command'

export type GuideAxis = keyof Guides

/** Adds a line, or moves the one that is at `from`; `to` null removes it. Canvas px. */
export const setGuide: Command<{ readonly axis: GuideAxis; readonly from: number | null; readonly to: number | null }> = {
  id: 'setGuide',
  label: '参考线',
  run(doc, { axis, from, to }) {
    const others = doc.guides[axis].filter((at) => at !== from)
    if (to === null) return done(withGuides(doc, axis, others), { label: '删除参考线' })
    if (others.length >= maxGuides) return refuse(`每个方向最多 ${maxGuides} 条参考线，请先删除一些`)
    const lines = [...new Set([...others, guidePlace(doc, axis, to)])].sort((a, b) => a - b)
    return done(withGuides(doc, axis, lines), { label: from === null ? '添加参考线' : '移动参考线' })
  },
}

export const clearGuides: Command<Record<never, never>> = {
  id: 'clearGuides',
  label: '清除参考线',
  run: (doc) => done(doc.guides.x.length + doc.guides.y.length === 0 ? doc : { ...doc, guides: { x: [], y: [] } }),
}

/** Returns the place that a line gets which is put at `to`: on the canvas, to the precision of lengths. Canvas px. */
export function guidePlace(doc: Pick<DesignDoc, 'width' | 'height'>, axis: GuideAxis, to: number): number {
  return roundLength(clamp(to, 0, axis === 'x' ? doc.width : doc.height))
}

function withGuides(doc: DesignDoc, axis: GuideAxis, lines: readonly number[]): DesignDoc {
  const isSame = lines.length === doc.guides[axis].length && lines.every((at, i) => at === doc.guides[axis][i])
  return isSame ? doc : { ...doc, guides: { ...doc.guides, [axis]: lines } }
}
