/**
 * Layers as the buyers' page sends them. Of a layer with which the design began it sends what the buyer changed, because the rest, such
 * as an outline of megabytes, the server has. A layer may also be sent whole. Pure.
 */
import { isSame, looseFields } from './buyer-rights'

interface Known {
  readonly uuid: string
  readonly index: number
}
type Fields = Readonly<Record<string, unknown>>

/** A layer of the beginning: its identity, its position and the fields that differ. */
export type ChangedLayer<L extends Known> = Partial<L> & Known & { readonly base: true }
export type SentLayer<L extends Known> = (L & { readonly base?: false | undefined }) | ChangedLayer<L>

/** Returns layers as they are sent: without what the server has of `base`. */
export function sentLayers<L extends Known>(base: readonly Known[], layers: readonly L[]): SentLayer<L>[] {
  const known = new Map(base.map((layer) => [layer.uuid, layer as unknown as Fields]))
  return layers.map((layer) => {
    const former = known.get(layer.uuid)
    if (!former) return layer
    const now = layer as unknown as Fields
    const keys = [...new Set([...Object.keys(former), ...Object.keys(now)])]
    const changed = keys.filter((key) => !looseFields.includes(key) && !isSame(former[key], now[key]))
    const fields = Object.fromEntries(changed.map((key) => [key, now[key] ?? null]))
    return { ...fields, uuid: layer.uuid, index: layer.index, base: true } as ChangedLayer<L>
  })
}

/** Returns the whole layers; the index of the first one that `base` does not have, where one is sent as if it had. */
export function wholeLayers<L extends Known>(base: readonly L[], sent: readonly SentLayer<L>[]): readonly L[] | number {
  const known = new Map(base.map((layer) => [layer.uuid, layer]))
  const unknown = sent.findIndex(({ base: isChanged, uuid }) => isChanged === true && !known.has(uuid))
  if (unknown !== -1) return unknown
  return sent.map(({ base: isChanged, ...layer }) => ({ ...(isChanged && known.get(layer.uuid)), ...layer }) as unknown as L)
}
