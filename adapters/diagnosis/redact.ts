/** Removes names, ids, tokens and queries from the texts of a self-test report, because the report leaves the shop. */

/** Returns the system, products and versions in a user agent; anything else that a client adds is left out. */
export function engineText(userAgent: string): string {
  const platform = /\(([^()]*)\)/.exec(userAgent)?.[1] ?? ''
  const system = platform
    .split(';')
    .map((part) => part.trim())
    .filter((part) =>
      /^(Windows NT [\d.]+|Win64|WOW64|x64|X11|Linux [\w]+|Macintosh|Intel Mac OS X [\d_]+|Android [\d.]+)$/.test(part),
    )
  const products = [...userAgent.matchAll(/(?:^|\s)([A-Za-z]{2,20}\/\d[\d.]{0,20}[A-Z]?)(?=\s|$)/g)].map(
    (match) => match[1] ?? '',
  )
  return [system.length > 0 ? `(${system.join('; ')})` : '', ...products].filter(Boolean).join(' ').slice(0, 400)
}

const rules: readonly (readonly [RegExp, string])[] = [
  [/\bcloud:\/\/[^\s"'，。]+/g, 'cloud://…'],
  // Only scheme and host of addresses remain, which show the destination; path and query may contain ids and signatures.
  [/\b(https?|wss?|file):\/\/([^\s/"'?#]*)[^\s"'，。]*/g, '$1://$2/…'],
  [/\b[\w.+-]+@[\w-]+\.[\w.]+/g, '…'],
  [/cntaobao\S+/gi, 'cntaobao…'],
  [
    /\b(nick|nickName|user(?:Id|Name)?|openId|session(?:Key)?|token|access_?token|sign|authorization|secret|policy|signature)(["']?\s*[:=]\s*["']?)[^\s"',;}&]+/gi,
    '$1$2…',
  ],
  [/\bBearer\s+\S+/gi, 'Bearer …'],
  [/[A-Za-z]:\\Users\\[^\\\s]+/g, 'C:\\Users\\…'],
  // Long sequences of letters and digits are ids or keys.
  [/\b(?=[\w-]*\d)[\w-]{20,}\b/g, '…'],
  [/\d{8,}/g, '…'],
]

/** Longer texts are cut before they are searched, because some patterns take quadratic time; the result has 200 letters. */
const maxLetters = 4000

/** Returns a client's text without the seller's data, at most 200 letters. `names` are also removed. */
export function redactText(clientText: string, names: readonly string[] = []): string {
  let text = clientText.slice(0, maxLetters)
  for (const name of names) if (name.length > 1) text = text.split(name).join('…')
  for (const [pattern, instead] of rules) text = text.replace(pattern, instead)
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
