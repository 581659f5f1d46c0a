/** Guesses the buyer's phone from what the browser tells. An iPhone never tells its model, many Androids do. */

const joined = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the only model that the browser's description names; null for none or several. The longest name decides. */
export function guessModel<M extends { readonly name: string }>(
  models: readonly M[],
  userAgent: string = navigator.userAgent,
): M | null {
  const [, described = ''] = /Android [^;]*;\s*([^;)]+?)(?:\s+Build\/|[;)])/.exec(userAgent) ?? []
  const words = joined(described)
  if (words.length < 3) return null
  const named = models.filter(({ name }) => joined(name).length >= 3 && words.includes(joined(name)))
  const longest = Math.max(0, ...named.map(({ name }) => joined(name).length))
  const best = named.filter(({ name }) => joined(name).length === longest)
  return best.length === 1 ? (best[0] ?? null) : null
}
