import type { DesignDoc, Layer } from './types'

/**
 * Whether two documents are the same design, by value. Row ids are ignored: marking a layer as cutout and unmarking it clears
 * its id but changes nothing that a seller could save.
 */
export function equalDocs(a: DesignDoc, b: DesignDoc): boolean {
  if (a === b) return true
  const { layers: layersA, ...restA } = a
  const { layers: layersB, ...restB } = b
  if (layersA.length !== layersB.length || !equalValues(restA, restB)) return false
  return layersA.every((layer, i) => {
    const other = layersB[i]
    return other !== undefined && equalLayers(layer, other)
  })
}

export function equalLayers(a: Layer, b: Layer): boolean {
  return a === b || equalValues({ ...a, id: null }, { ...b, id: null })
}

const placementFields: ReadonlySet<string> = new Set(['left', 'top', 'rotation'] satisfies (keyof Layer)[])

/**
 * Whether layers differ only in their placement (other fields by identity). Components that show no placement then ignore a
 * move.
 */
export function equalExceptPlacement(a: readonly Layer[], b: readonly Layer[]): boolean {
  if (a === b) return true
  return a.length === b.length && a.every((layer, i) => isEqualExceptPlacement(layer, b[i]))
}

function isEqualExceptPlacement(a: Layer, b: Layer | undefined): boolean {
  if (a === b || b === undefined) return a === b
  const other: Record<string, unknown> = { ...b }
  return Object.entries(a).every(([key, value]) => placementFields.has(key) || Object.is(value, other[key]))
}

/** Compares plain data by value; an absent field equals `undefined`. */
export function equalValues(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left: Record<string, unknown> = { ...a }
  const right: Record<string, unknown> = { ...b }
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) if (!equalValues(left[key], right[key])) return false
  return true
}
