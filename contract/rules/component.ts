/**
 * Components: layers that many designs show, drawn once. A design has a whole copy of the layers, an instance, so that it is shown and
 * printed by whoever knows no components; a mark on each layer names what it is a copy of. Pure.
 */

import { scaledStroke } from './layer-stroke'
import { normaliseAngle, round } from './rounding'

/** Names the original of a layer: the component, the revision of it, and the uuid of the layer there. */
export interface ComponentMark {
  readonly id: number
  readonly revision: number
  readonly layer: string
}

interface Placed {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly rotation: number
  readonly horizontalFlip?: boolean | undefined
}

/** The fields of a layer that the rules of components need. */
export interface ComponentLayer extends Placed {
  readonly uuid: string
  readonly id: number | null
  readonly groupId?: string | null | undefined
  readonly locked: boolean
  readonly hidden?: boolean | undefined
  readonly layoutRule?: unknown
  readonly component?: ComponentMark | null | undefined
  readonly stroke?: { readonly width: number; readonly offset: number; readonly width2?: number | undefined } | null | undefined
}

/** One copy of a component in a design. */
export interface Instance<L> {
  /** Its group; the uuid of its layer where it has only one, because no group has one layer. */
  readonly key: string
  readonly id: number
  readonly revision: number
  /** From the bottom to the top. */
  readonly layers: readonly [L, ...L[]]
}

/** Returns the instances among the layers of a design, in the order of their lowest layers. */
export function instancesIn<L extends ComponentLayer>(layers: readonly L[]): readonly Instance<L>[] {
  const found = new Map<string, { mark: ComponentMark; key: string; layers: [L, ...L[]] }>()
  for (const layer of layers) {
    const { component: mark } = layer
    if (!mark) continue
    const key = layer.groupId ?? layer.uuid
    const one = found.get(`${mark.id} ${mark.revision} ${key}`)
    if (one) one.layers.push(layer)
    else found.set(`${mark.id} ${mark.revision} ${key}`, { mark, key, layers: [layer] })
  }
  return [...found.values()].map(({ mark, ...one }) => ({ ...one, id: mark.id, revision: mark.revision }))
}

/** How an instance lies: the layers of its component mirrored, left for right, then scaled, then turned about the origin, then moved. */
export interface Similarity {
  /** False where it is not said. */
  readonly mirrored?: boolean | undefined
  readonly scale: number
  /** Degrees, clockwise. */
  readonly rotation: number
  readonly x: number
  readonly y: number
}

const centreOf = ({ left, top, width, height }: Placed, mirrored: boolean) => {
  const x = left + width / 2
  return { x: mirrored ? -x : x, y: top + height / 2 }
}

function turned({ x, y }: { readonly x: number; readonly y: number }, scale: number, degrees: number) {
  const sin = degrees === 0 ? 0 : Math.sin((degrees * Math.PI) / 180)
  const cos = degrees === 0 ? 1 : Math.cos((degrees * Math.PI) / 180)
  return { x: scale * (x * cos - y * sin), y: scale * (x * sin + y * cos) }
}

const longerSide = ({ width, height }: Placed): number => Math.max(width, height)

/** Lengths are rounded to a thousandth; two that differ by the rounding of both are equal. */
const slack = 0.0021

/** Returns how the second placements lie to the first ones; null without any. The longest side, which is measured best, gives the scale. */
export function similarityOf(pairs: readonly (readonly [from: Placed, to: Placed])[]): Similarity | null {
  const [largest] = [...pairs].sort(([a], [b]) => longerSide(b) - longerSide(a))
  if (!largest) return null
  const [from, to] = largest
  const isSameSize = Math.abs(from.width - to.width) <= slack && Math.abs(from.height - to.height) <= slack
  const scale = isSameSize ? 1 : from.width >= from.height ? to.width / from.width : to.height / from.height
  const mirrored = (from.horizontalFlip ?? false) !== (to.horizontalFlip ?? false)
  const rotation = normaliseAngle(mirrored ? to.rotation + from.rotation : to.rotation - from.rotation)
  const moves = pairs.map(([a, b]) => {
    const at = turned(centreOf(a, mirrored), scale, rotation)
    const centre = centreOf(b, false)
    return { x: centre.x - at.x, y: centre.y - at.y }
  })
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return { mirrored, scale, rotation, x: mean(moves.map(({ x }) => x)), y: mean(moves.map(({ y }) => y)) }
}

/** Returns the layer as it lies in the instance. */
export function placedBy<L extends Placed & Pick<ComponentLayer, 'stroke'>>(
  layer: L,
  { mirrored = false, scale, rotation, x, y }: Similarity,
): L {
  const width = scale === 1 ? layer.width : round(layer.width * scale, 3)
  const height = scale === 1 ? layer.height : round(layer.height * scale, 3)
  const centre = turned(centreOf(layer, mirrored), scale, rotation)
  return {
    ...layer,
    width,
    height,
    left: round(centre.x + x - width / 2, 3),
    top: round(centre.y + y - height / 2, 3),
    rotation: normaliseAngle(mirrored ? rotation - layer.rotation : layer.rotation + rotation),
    ...(mirrored && { horizontalFlip: !layer.horizontalFlip }),
    ...(layer.stroke && {
      stroke: scaledStroke({ width: layer.width, height: layer.height, stroke: layer.stroke }, { width, height }),
    }),
  }
}

/** Layers of a component, each with the mark of its copies as `component`. */
export interface ComponentContent<L> {
  readonly id: number
  readonly revision: number
  readonly layers: readonly L[]
}

const markOf = ({ id, revision }: Omit<ComponentContent<unknown>, 'layers'>, { uuid }: ComponentLayer): ComponentMark => ({
  id,
  revision,
  layer: uuid,
})

/** Returns the layers of a new instance. */
export function newInstance<L extends ComponentLayer>(
  content: ComponentContent<L>,
  at: Similarity,
  newUuid: () => string,
): readonly L[] {
  const groupId = content.layers.length > 1 ? newUuid() : null
  return content.layers.map((layer) => ({
    ...placedBy(layer, at),
    ...{ uuid: newUuid(), id: null, groupId, locked: false, component: markOf(content, layer) },
  }))
}

/** The content that an instance shows, and the one that it is to show. */
export interface InstanceChange<L> {
  readonly from: ComponentContent<L>
  readonly to: ComponentContent<L>
}

/**
 * Returns the layers of an instance with the content `to`: at the place, in the size and the rotation in which it shows `from`. Layers
 * that stay keep their identity; lock, visibility and the rule of the layout are the instance's own.
 */
function rewritten<L extends ComponentLayer>(
  { key, layers: instance }: Instance<L>,
  { from, to }: InstanceChange<L>,
  uuidOf: (key: string) => string,
): readonly L[] {
  const known = new Map(instance.map((layer) => [layer.component?.layer, layer]))
  const pairs = from.layers.flatMap((layer) => {
    const copy = known.get(layer.uuid)
    return copy ? [[layer, copy] as const] : []
  })
  const [first] = instance
  // An instance of which no layer is left, written by another program, gets its content at its corner.
  const at = similarityOf(pairs) ?? { scale: 1, rotation: 0, x: first.left, y: first.top }
  const groupId = to.layers.length > 1 ? (first.groupId ?? uuidOf(key)) : null
  const { locked, hidden, layoutRule } = first
  return to.layers.map((layer) => {
    const copy = known.get(layer.uuid)
    return {
      ...placedBy(layer, at),
      ...{ uuid: copy?.uuid ?? uuidOf(`${key} ${layer.uuid}`), id: copy?.id ?? null, groupId, locked, hidden, layoutRule },
      component: markOf(to, layer),
    }
  })
}

/**
 * Returns the layers of a design with its instances changed, each at the place of its highest layer; the same list where none is.
 *
 * @param changeOf returns null for an instance that stays.
 * @param uuidOf returns a new uuid for a layer or a group that an instance did not have, named by the instance and the layer.
 */
export function withChangedInstances<L extends ComponentLayer>(
  layers: readonly L[],
  changeOf: (instance: Instance<L>) => InstanceChange<L> | null,
  uuidOf: (key: string) => string,
): readonly L[] {
  const atTop = new Map<L, readonly L[]>()
  const replaced = new Set<L>()
  for (const instance of instancesIn(layers)) {
    const change = changeOf(instance)
    const top = instance.layers[instance.layers.length - 1]
    if (!change || !top) continue
    for (const layer of instance.layers) replaced.add(layer)
    atTop.set(top, rewritten(instance, change, uuidOf))
  }
  if (replaced.size === 0) return layers
  return layers.flatMap((layer) => atTop.get(layer) ?? (replaced.has(layer) ? [] : [layer]))
}
