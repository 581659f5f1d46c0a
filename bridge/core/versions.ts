/** The highest version both ranges hold, or undefined when they do not meet. */
export function commonVersion(a: readonly [number, number], b: readonly [number, number]): number | undefined {
  const highest = Math.min(a[1], b[1])
  return highest >= Math.max(a[0], b[0]) ? highest : undefined
}
