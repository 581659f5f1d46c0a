/** Whether the names of two colours speak of different colours. Pure. */

/** Words of one hue, as sellers and factories write them; English words and codes stand alone. */
const hues: readonly (readonly [hue: string, words: RegExp])[] = [
  ['black', /黑|墨|曜石|\b(?:black|bk|blk)\b/],
  ['white', /白|\b(?:white|wh|wt)\b/],
  ['grey', /灰|石墨|\b(?:gr[ae]y|gy)\b/],
  ['red', /红|\b(?:red|rd)\b/],
  ['pink', /粉|樱|\b(?:pink|pk)\b/],
  ['orange', /橙|橘|\b(?:orange|og)\b/],
  ['yellow', /黄|\b(?:yellow|ye|yl)\b/],
  ['green', /绿|\b(?:green|gn)\b/],
  ['blue', /蓝|青|\b(?:blue|bu|bl)\b/],
  ['purple', /紫|\b(?:purple|violet|pu)\b/],
  ['brown', /棕|褐|咖|\b(?:brown|bn)\b/],
  ['gold', /金|\b(?:gold|gd)\b/],
  ['silver', /银|\b(?:silver|sv)\b/],
  ['clear', /透明|\b(?:clear|transparent|tr)\b/],
]

const huesOf = (text: string): readonly string[] => {
  const normalized = text.normalize('NFKC').toLowerCase()
  return hues.flatMap(([hue, words]) => (words.test(normalized) ? hue : []))
}

/** True where both names say a hue and none is the same: 曜石黑 and 白色 WH. A pale or dark tone of one hue is no disagreement. */
export function disagree(name: string, other: string): boolean {
  const [one, two] = [huesOf(name), huesOf(other)]
  return one.length > 0 && two.length > 0 && !one.some((hue) => two.includes(hue))
}
