/**
 * Rules of instances, the copies of components in a design: their layers are selected, moved, ordered and changed only together, or the
 * next change of the component would undo what was done to one of them.
 */
import {
  type ComponentContent,
  type Instance,
  type InstanceChange,
  instancesIn,
  placedBy,
  similarityOf,
  withChangedInstances,
} from '../../contract/rules/component'
import { scaledStroke } from '../../contract/rules/layer-stroke'
import { normaliseAngle } from '../../contract/rules/rounding'
import { boundsOfAll } from '../geometry/bounds'
import { roundLength } from '../geometry/number'
import { equalValues } from '../model/equal'
import { normalise } from '../model/invariants'
import type { DesignDoc, Layer } from '../model/types'
import { instanceKeyOf } from './blocks'

export const componentText = {
  together: '组件里的图层要一起改：请编辑组件，或先脱离组件',
  unfit: '背景、隐藏的图层和组件不能放进组件，请重新选择图层',
  noGroup: '组件不能再和其他图层组合，请先脱离组件',
} as const

/** Returns these layers and all layers of their instances, each once, in the order in which they are first named. */
export function withInstanceLayers(doc: DesignDoc, uuids: readonly string[]): readonly string[] {
  const byUuid = new Map(doc.layers.map((layer) => [layer.uuid, layer]))
  const wanted = new Set<string>()
  for (const uuid of uuids) {
    const layer = byUuid.get(uuid)
    const key = layer ? instanceKeyOf(layer) : null
    if (key === null) wanted.add(uuid)
    else for (const other of doc.layers) if (instanceKeyOf(other) === key) wanted.add(other.uuid)
  }
  return [...wanted]
}

/** Returns the instance if the layers are exactly one; null otherwise. */
export function chosenInstance(chosen: readonly Layer[]): Instance<Layer> | null {
  const [instance, ...others] = instancesIn(chosen)
  return instance && others.length === 0 && instance.layers.length === chosen.length ? instance : null
}

/** Whether a component can be made of these layers. */
export const mayBeComponent = (chosen: readonly Layer[]): boolean =>
  chosen.length > 0 && chosen.every(({ component, isBackground, hidden }) => component === null && !isBackground && !hidden)

/** Fields of a layer that an instance has of its own; the others are its component's. */
const ownFields: ReadonlySet<string> = new Set<keyof Layer>([
  ...(['left', 'top', 'width', 'height', 'rotation', 'horizontalFlip', 'stroke'] as const),
  ...(['id', 'locked', 'hidden', 'groupId', 'layoutRule'] as const),
])
/** Fields that follow from the size of a shape. */
const drawnFields: ReadonlySet<string> = new Set(['imageUrl', 'imageFileId', 'originalWidth', 'originalHeight'])

function showsSame(before: Layer, after: Layer): boolean {
  const isShape = before.type === 'IMAGE' && before.shape !== null
  const other: Readonly<Record<string, unknown>> = { ...after }
  return (
    Object.entries(before).every(
      ([key, value]) => ownFields.has(key) || (isShape && drawnFields.has(key)) || equalValues(value, other[key]),
    ) && equalValues(scaledStroke(before, after), after.stroke)
  )
}

/** Rounded angles and lengths move a layer by this much of the size of its instance, and by a tenth of a pixel. */
const shareOfSize = 0.001

function liesAsOne(pairs: readonly (readonly [Layer, Layer])[]): boolean {
  const at = similarityOf(pairs)
  if (!at) return true
  const places = pairs.flatMap(([, { left, top, width, height }]) => [left, top, left + width, top + height])
  const slack = 0.1 + shareOfSize * (Math.max(...places) - Math.min(...places))
  return pairs.every(([before, after]) => {
    const wanted = placedBy<Layer>(before, at)
    const turn = Math.abs(((wanted.rotation - after.rotation + 540) % 360) - 180)
    return (
      turn < 0.05 &&
      wanted.horizontalFlip === after.horizontalFlip &&
      (['left', 'top', 'width', 'height'] as const).every((key) => Math.abs(wanted[key] - after[key]) <= slack)
    )
  })
}

/**
 * Returns the layers of an instance mirrored as one about the middle of what they cover: left for right, or upside down. A picture that is
 * upside down is the mirrored one turned by 180 degrees, so that one flag says of every copy whether it is mirrored.
 */
export function mirroredInstance(layers: readonly Layer[], axis: 'horizontal' | 'vertical'): readonly Layer[] {
  const bounds = boundsOfAll(layers)
  if (!bounds) return layers
  return layers.map((layer) => {
    const { left, top, width, height, rotation, horizontalFlip } = layer
    const turnedBy = axis === 'horizontal' ? -rotation : 180 - rotation
    const mirrored = { ...layer, horizontalFlip: !horizontalFlip, rotation: normaliseAngle(turnedBy) }
    return axis === 'horizontal'
      ? { ...mirrored, left: roundLength(2 * bounds.x + bounds.width - left - width) }
      : { ...mirrored, top: roundLength(2 * bounds.y + bounds.height - top - height) }
  })
}

/** Whether a change keeps each instance whole: moved, scaled, turned and mirrored as one, hidden or locked as one, removed, or no instance any more. */
export function keepsInstances(before: DesignDoc, after: DesignDoc): boolean {
  if (before === after || before.layers.every(({ component }) => component === null)) return true
  const indexOf = new Map(after.layers.map(({ uuid }, index) => [uuid, index]))
  return instancesIn(before.layers).every(({ layers }) => {
    const found = layers.flatMap((layer) => {
      const index = indexOf.get(layer.uuid)
      const now = index === undefined ? undefined : after.layers[index]
      return index !== undefined && now ? [{ layer, now, index }] : []
    })
    const [first] = found
    if (!first) return true
    if (found.length < layers.length) return false
    if (found.every(({ layer, now }) => equalValues({ ...layer, component: null }, now))) return true
    if (found.some(({ index }, at) => index !== first.index + at)) return false
    if (found.every(({ layer, now }) => layer === now)) return true
    const { locked, hidden } = first.now
    return (
      found.every(({ layer, now }) => now.locked === locked && now.hidden === hidden && showsSame(layer, now)) &&
      liesAsOne(found.map(({ layer, now }) => [layer, now] as const))
    )
  })
}

/** Returns the design with the instances of one content showing another; new layers get the uuid that `uuidOf` gives to their key. */
export function withContent(doc: DesignDoc, { from, to }: InstanceChange<Layer>, uuidOf: (key: string) => string): DesignDoc {
  const isMeant = ({ id, revision }: Pick<ComponentContent<Layer>, 'id' | 'revision'>) =>
    id === from.id && revision === from.revision
  const layers = withChangedInstances(doc.layers, (one) => (isMeant(one) ? { from, to } : null), uuidOf)
  return layers === doc.layers ? doc : normalise({ ...doc, layers })
}

const asContent = ({ id, revision, layers }: Instance<Layer>): ComponentContent<Layer> => ({
  id,
  revision,
  layers: layers.map((layer) => ({ ...layer, uuid: layer.component?.layer ?? layer.uuid })),
})

/**
 * Compares a design as it was sent with the design as the server stored it. Returns each change of a component that the server applied, once,
 * and the uuids of the stored layers and groups, by the keys of the sent instances.
 */
export function storedChanges(
  sent: DesignDoc,
  stored: DesignDoc,
): { readonly changes: readonly InstanceChange<Layer>[]; readonly uuids: ReadonlyMap<string, string> } {
  const storedInstances = instancesIn(stored.layers)
  const changes = new Map<string, InstanceChange<Layer>>()
  const uuids = new Map<string, string>()
  for (const instance of instancesIn(sent.layers)) {
    const own = new Set(instance.layers.map(({ uuid }) => uuid))
    const now = storedInstances.find(({ id, layers }) => id === instance.id && layers.some(({ uuid }) => own.has(uuid)))
    if (!now || now.revision === instance.revision) continue
    const key = `${instance.id} ${instance.revision}`
    if (!changes.has(key)) changes.set(key, { from: asContent(instance), to: asContent(now) })
    uuids.set(instance.key, now.key)
    for (const { component, uuid } of now.layers) if (component) uuids.set(`${instance.key} ${component.layer}`, uuid)
  }
  return { changes: [...changes.values()], uuids }
}
