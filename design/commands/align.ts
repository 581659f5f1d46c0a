/** Commands that align and distribute layers. They ignore locked layers and the background. */
import { layersOf, movable } from '../model/queries'
import type { DesignDoc } from '../model/types'
import { type Axis, type Edge, planAlign, planDistribute } from '../rules/align'
import { bodiesOf } from '../rules/group'
import type { LayerPlacement } from '../rules/placement'
import { movableOf } from '../rules/refusal'
import { type Command, done, refuse } from './command'
import { transformLayers } from './transform'

export const alignText = { tooFew: '请至少选择三个图层再均匀分布' } as const

const edgeText: Readonly<Record<Edge, string>> = {
  left: '左对齐',
  centre: '水平居中',
  right: '右对齐',
  top: '顶部对齐',
  middle: '垂直居中',
  bottom: '底部对齐',
}
const axisText: Readonly<Record<Axis, string>> = { horizontal: '水平等距分布', vertical: '垂直等距分布' }

/** Aligns one layer or group with the canvas, and several with one another. */
export const alignLayers: Command<{ readonly uuids: readonly string[]; readonly edge: Edge }> = {
  id: 'alignLayers',
  label: '对齐图层',
  run(doc, { uuids, edge }) {
    const free = movableOf(layersOf(doc, uuids))
    return free.ok ? applyPlacements(doc, planAlign(free.layers, doc, edge), edgeText[edge]) : refuse(free.message)
  },
  enabled: (doc, selection) => layersOf(doc, selection).some(movable),
}

/** Makes the gaps between three or more layers equal; the two outermost layers do not move. */
export const distributeLayers: Command<{ readonly uuids: readonly string[]; readonly axis: Axis }> = {
  id: 'distributeLayers',
  label: '均匀分布图层',
  run(doc, { uuids, axis }) {
    const free = movableOf(layersOf(doc, uuids))
    if (!free.ok) return refuse(free.message)
    if (bodiesOf(free.layers).length < 3) return refuse(alignText.tooFew)
    return applyPlacements(doc, planDistribute(free.layers, axis), axisText[axis])
  },
  enabled: (doc, selection) => bodiesOf(layersOf(doc, selection).filter(movable)).length > 2,
}

function applyPlacements(doc: DesignDoc, placements: readonly LayerPlacement[], label: string) {
  if (placements.length === 0) return done(doc)
  const outcome = transformLayers.run(doc, { placements })
  return outcome.ok ? done(outcome.doc, { label }) : outcome
}
