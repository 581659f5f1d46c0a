/** Returns the highest version in both ranges, or undefined if they do not overlap. */
export function commonVersion(a: readonly [number, number], b: readonly [number, number]): number | undefined {
  const highest = Math.min(a[1], b[1])
  return highest >= Math.max(a[0], b[0]) ? highest : undefined
}
