/** Commands that move, scale and rotate layers. They leave locked layers and the background in place. */
import { scaledStroke } from '../../contract/rules/layer-stroke'
import { layersOf, mapLayers, movable, withFields } from '../model/queries'
import type { DesignDoc, Layer } from '../model/types'
import { planScaleStep } from '../rules/key-steps'
import { shiftInReach } from '../rules/move'
import type { LayerPlacement } from '../rules/placement'
import { movableOf, refusalText } from '../rules/refusal'
import { planRotate } from '../rules/rotation'
import { type Command, done, type Outcome, refuse } from './command'

export const transformText = { move: '移动图层', scale: '缩放图层', rotate: '旋转图层' } as const

/** Writes the placements that a gesture ended with. Unknown uuids are ignored. */
export const transformLayers: Command<{ readonly placements: readonly LayerPlacement[] }> = {
  id: 'transformLayers',
  label: transformText.move,
  run(doc, { placements }) {
    const free = movableOf(layersOfPlacements(doc, placements))
    if (!free.ok) return refuse(free.message)
    return done(withPlacements(doc, placements), { label: labelOf(doc, placements) })
  },
  enabled: hasMovable,
}

/** Moves the selection by whole steps, document px. It does not snap, because keys are used for exact positions. */
export const nudge: Command<{ readonly uuids: readonly string[]; readonly dx: number; readonly dy: number }> = {
  id: 'nudge',
  label: transformText.move,
  run(doc, { uuids, dx, dy }) {
    const free = movableOf(layersOf(doc, uuids))
    return free.ok ? done(withPlacements(doc, shiftInReach(free.layers, doc, dx, dy))) : refuse(free.message)
  },
  enabled: hasMovable,
}

/** Scales the selection about its centre. */
export const scaleStep: Command<{ readonly uuids: readonly string[]; readonly factor: number }> = {
  id: 'scaleStep',
  label: transformText.scale,
  run(doc, { uuids, factor }): Outcome {
    const free = movableOf(layersOf(doc, uuids))
    if (!free.ok) return refuse(free.message)
    const next = withPlacements(doc, planScaleStep(free.layers, factor))
    return next === doc && factor < 1 ? refuse(refusalText.smallest) : done(next)
  },
  enabled: hasMovable,
}

/** Rotates the selection as one body. Degrees, clockwise. */
export const rotateLayers: Command<{ readonly uuids: readonly string[]; readonly degrees: number }> = {
  id: 'rotateLayers',
  label: transformText.rotate,
  run(doc, { uuids, degrees }) {
    const free = movableOf(layersOf(doc, uuids))
    return free.ok ? done(withPlacements(doc, planRotate(free.layers, degrees))) : refuse(free.message)
  },
  enabled: hasMovable,
}

function hasMovable(doc: DesignDoc, selection: readonly string[]): boolean {
  return layersOf(doc, selection).some(movable)
}

function layersOfPlacements(doc: DesignDoc, placements: readonly LayerPlacement[]): readonly Layer[] {
  return layersOf(
    doc,
    placements.map(({ uuid }) => uuid),
  )
}

/** Returns the document with the named layers at their new placements; layers that may not move stay. */
function withPlacements(doc: DesignDoc, placements: readonly LayerPlacement[]): DesignDoc {
  const byUuid = new Map(placements.map((placement) => [placement.uuid, placement]))
  return mapLayers(doc, [...byUuid.keys()], (layer) => {
    const placement = byUuid.get(layer.uuid)
    if (!placement || !movable(layer)) return layer
    const { left, top, width, height, rotation } = placement
    return withFields<Layer>(layer, { left, top, width, height, rotation, stroke: scaledStroke(layer, placement) })
  })
}

/** A rotation and a scaling also move layers, so the step is named after the rarer change. */
function labelOf(doc: DesignDoc, placements: readonly LayerPlacement[]): string {
  const before = new Map(doc.layers.map((layer) => [layer.uuid, layer]))
  const differs = (keys: readonly ('width' | 'height' | 'rotation')[], slack: number) =>
    placements.some((placement) => {
      const was = before.get(placement.uuid)
      return was !== undefined && keys.some((key) => Math.abs(was[key] - placement[key]) > slack)
    })
  if (differs(['width', 'height'], 0.01)) return transformText.scale
  return differs(['rotation'], 0.005) ? transformText.rotate : transformText.move
}
