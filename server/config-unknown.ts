/** Names of the environment that look like settings of this product and are none: nobody would read them, and nothing would say so. */

/** Beginnings of names that only this product's settings have. */
const ownPrefixes =
  /^(?:KEJIANG|ALIPAY|API_LIMIT|BACKUP|CUTOUT|DEMO|DOUYIN|ERP|MAINTENANCE|METRICS|MODERATION|OPERATOR|STORAGE|TOP|WECHAT_STORE)_/

/** Variables that Kubernetes and Docker make for every service near by, for example `ERP_SERVICE_HOST` or `STORAGE_PORT_80_TCP`. */
const serviceLink = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT(?:_\d+_(?:TCP|UDP)(?:_\w+)?)?|NAME|ENV_\w+)$/

/** Names shorter than this are too common in other programs to be taken for a mistyped one. */
const minLength = 6

const plain = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Number of letters to insert, leave out, change or swap with their neighbour to make one text of the other. */
export function typingDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((row[j - 1] ?? 0) + (same ? 0 : 1), (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      next.push(cost)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

/** Returns the setting that a name is a misspelling of: about one letter of five may be wrong. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const letters = plain(name)
  if (letters.length < minLength) return undefined
  return known
    .filter((each) => plain(each).length >= minLength)
    .map((each) => ({ each, distance: typingDistance(letters, plain(each)), most: Math.max(1, Math.floor(each.length / 5)) }))
    .filter(({ distance, most }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)[0]?.each
}

/**
 * Returns a sentence for each variable that looks like a setting and is not one of `known`: it begins as only this product's settings do,
 * or it is a misspelling of one that is not set. `ignored` are names that the operator means for other programs.
 */
export function unknownSettings(given: readonly string[], known: readonly string[], ignored: readonly string[]): string[] {
  const isSet = new Set(given)
  return given
    .filter((name) => !known.includes(name) && !ignored.includes(name))
    .flatMap((name) => {
      const meant = meantBy(name, known)
      const isOwn = ownPrefixes.test(name) && !serviceLink.test(name)
      if (!isOwn && (meant === undefined || isSet.has(meant))) return []
      const advice = meant === undefined ? '请查对名称' : `是不是 ${meant}`
      return [`环境变量 ${name} 不是本程序的设置，不会有人读它：${advice}；确是给别的程序用的，把名称写进 IGNORE_SETTINGS`]
    })
}
