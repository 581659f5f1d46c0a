/** Folds typed Latin letters and digits to A–Z and 0–9, whichever of their many forms a keyboard or a page gave them. Pure. */

/** Letters of other scripts that look like Latin ones, as they are typed by mistake or pasted. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  ['АВСЕНІЈКМОРЅТХУЗԚԜҮѴԌԀҺӀБЧ ABCEHIJKMOPSTXY3QWYVGDHI64', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ ABEZHIKMNOPTYXCJ', 'ıƖʟØ¡ IIL0I'].flatMap((row) => {
    const [foreign = '', latin = ''] = row.split(' ')
    return [...foreign].map((letter, at) => [letter, latin[at] ?? ''] as const)
  }),
)

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const codePoint = (value: number): string => (value > 0 && value <= 0x10ffff ? String.fromCodePoint(value) : ' ')
/** Other named characters of HTML that occur in remarks are blanks and dashes. */
const withoutEntities = (text: string): string =>
  text
    .replace(/&#(\d{1,7});?/g, (_, digits: string) => codePoint(Number(digits)))
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_, digits: string) => codePoint(Number.parseInt(digits, 16)))
    .replace(/&(?:shy|zwnj|zwj|zerowidthspace|nobreak);/gi, '')
    .replace(/&nbsp;?/gi, ' ')
    .replace(/&([a-z]{2,8});/gi, (_, name: string) => named[name.toLowerCase()] ?? ' ')
const withoutTags = (text: string): string => text.replace(/<\/?[a-z][^<>]{0,200}>/gi, ' ')
/** Characters as JSON writes them, in an order's text that is JSON; elsewhere a backslash may be a dash. */
const withoutEscapes = (text: string): string =>
  /[{[]\s*"/.test(text)
    ? text.replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => codePoint(Number.parseInt(digits, 16))).replace(/\\[nrt]/g, ' ')
    : text

/** Squares and circles whose letters and digits Unicode does not call compatible: 🅺 🅚 ❼ ⓻ 🇰. */
const signs: readonly { readonly from: number; readonly to: number; readonly first: string }[] = [
  { from: 0x1f150, to: 0x1f169, first: 'A' },
  { from: 0x1f170, to: 0x1f189, first: 'A' },
  { from: 0x1f1e6, to: 0x1f1ff, first: 'A' },
  { from: 0x2776, to: 0x277e, first: '1' },
  { from: 0x24f5, to: 0x24fd, first: '1' },
  { from: 0x2780, to: 0x2788, first: '1' },
  { from: 0x278a, to: 0x2792, first: '1' },
  { from: 0x24ff, to: 0x24ff, first: '0' },
]

/** Digits of a script stand in a row from 0 to 9. */
function digitOf(character: string): string {
  const value = character.codePointAt(0) ?? 0
  let zero = value
  while (value - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String(value - zero)
}

function foldedCharacter(character: string): string {
  const value = character.codePointAt(0) ?? 0
  const sign = signs.find(({ from, to }) => value >= from && value <= to)
  if (sign) return String.fromCharCode(sign.first.charCodeAt(0) + value - sign.from)
  if (/\p{Nd}/u.test(character)) return digitOf(character)
  return lookAlikes.get(character) ?? character
}

/**
 * Returns a text in upper case, without hidden characters, accents, tags and entities of HTML; circled, mathematical, full-width and
 * foreign forms of letters and digits are the plain ones. Everything else stays.
 */
export const folded = (text: string): string =>
  withoutTags(withoutEscapes(withoutEntities(text)))
    .normalize('NFKD')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{M}\p{Cf}]|(?!\s)\p{Cc}/gu, '')
    .toUpperCase()
    .replace(/〇/g, '0')
    .replace(/(?!\p{Script=Han})\P{ASCII}/gu, foldedCharacter)
