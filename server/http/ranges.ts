import type { ByteRange } from '../ports/storage'

/**
 * Parses a Range header with one range: null when it is absent or not understood (send everything), 'unsatisfiable' when it lies
 * outside the object.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const first = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const last = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  if (first >= size || first > last || (match[1] === '' && Number(match[2]) === 0)) return 'unsatisfiable'
  return { start: first, end: last }
}

/** Returns whether an If-None-Match header names the entity tag (weak comparison). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((entry) => entry.trim() === '*' || entry.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''))
}
