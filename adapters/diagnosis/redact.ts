/** Makes texts of a client fit for a report that leaves the shop: no names, no ids, no tokens, no addresses with a query. */

/** Products and their versions, and what stands in brackets beside the platform; whatever else a client adds is left out. */
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
  // Addresses keep scheme and host, which say what was asked; path and query may carry ids and signatures.
  [/\b(https?|wss?|file):\/\/([^\s/"'?#]*)[^\s"'，。]*/g, '$1://$2/…'],
  [/\b[\w.+-]+@[\w-]+\.[\w.]+/g, '…'],
  [/cntaobao\S+/gi, 'cntaobao…'],
  [
    /\b(nick|nickName|user(?:Id|Name)?|openId|session(?:Key)?|token|access_?token|sign|authorization|secret|policy|signature)(["']?\s*[:=]\s*["']?)[^\s"',;}&]+/gi,
    '$1$2…',
  ],
  [/\bBearer\s+\S+/gi, 'Bearer …'],
  [/[A-Za-z]:\\Users\\[^\\\s]+/g, 'C:\\Users\\…'],
  // Long runs of letters and digits are ids or keys.
  [/\b(?=[\w-]*\d)[\w-]{20,}\b/g, '…'],
  [/\d{8,}/g, '…'],
]

/** Letters of a client's words that are looked at: some patterns take the square of the length, and 200 letters are kept. */
const mostLetters = 4000

/** A client's words without what belongs to the seller, at most 200 letters. */
export function redacted(said: string, names: readonly string[] = []): string {
  let text = said.slice(0, mostLetters)
  for (const name of names) if (name.length > 1) text = text.split(name).join('…')
  for (const [pattern, instead] of rules) text = text.replace(pattern, instead)
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
