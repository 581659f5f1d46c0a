/** Removes from texts what may be a person's data or a secret, because error messages quote values. */

/** Names of code and schema, which PostgreSQL and V8 quote after these words. */
const nameBefore =
  /(?:\b(?:column|constraint|function|index|operator|relation|schema|table|type|trigger|property|reading|setting) )$/

const patterns: readonly RegExp[] = [
  // Data inside a URL: the user and password, and everything after the path.
  /(?<=:\/\/)[^\s/@]+@/g,
  /(?<=https?:\/\/[^\s?#]*)[?#]\S*/g,
  /\b(?:Bearer|Basic)\s+\S+/gi,
  // The value in NAME=VALUE and NAME: VALUE when the name says that it is secret or personal.
  /(?<=\b\w*(?:password|passwd|secret|token|session|cookie|authorization|signature|sign|key|phone|mobile|address|receiver\w*|buyer\w*)["']?\s*[=:]\s*)[^\s,;&]+/gi,
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  // Telephone numbers, and other numbers that are long enough to name one person.
  /(?<!\d)(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d)/g,
  /\d{11,}/g,
]

/** Keys, tokens, hashes and signatures. */
const key = /(?=[\w+/=-]*\d)[\w+/=-]{20,}/g
/** Names of migrations, and paths as programs are installed at: what an operator looks for, and no person's data. */
const plainName = /(?<![\w+/=:.-])(?:\d{4}_[a-z]+(?:_[a-z]+)*|(?:\.{1,2}|[A-Za-z]:)?(?:\/[a-z0-9._-]{1,40})+\/?)(?![\w+/=])/g

/** Masks keys, also those that are a part of a path. */
function maskKeys(text: string): string {
  let masked = ''
  let at = 0
  for (const { 0: name, index } of text.matchAll(plainName)) {
    masked += text.slice(at, index).replace(key, '…') + name.split('/').map(maskSegment).join('/')
    at = index + name.length
  }
  return masked + text.slice(at).replace(key, '…')
}

/** A part of a path stays unless it is as long and mixed as a hash. */
const maskSegment = (segment: string): string => (/^(?=.*\d)[a-z0-9]{16,}/.test(segment) ? '…' : segment)

const quoted = /"[^"]*"|(?<!\w)'[^']*'(?!\w)|`[^`]*`|“[^”]*”|‘[^’]*’|「[^」]*」|『[^』]*』|《[^》]*》/g

/** Returns the text with `…` in place of quoted values, secrets, long numbers and addresses. Quoted names of code and schema stay. */
export function redact(text: string): string {
  const unquoted = text.replace(quoted, (value, offset: number) => {
    const isName = /^.[\w$.]{1,63}.$/.test(value) && nameBefore.test(text.slice(0, offset).replace(/\($/, ''))
    return isName ? value : `${value[0]}…${value.at(-1)}`
  })
  return maskKeys(patterns.reduce((rest, pattern) => rest.replace(pattern, '…'), unquoted))
}
