/** What a seller types where a number is wanted: a number or a small sum, 100+50 or (340-20)/2, in half or full width. */

const fullWidth: Readonly<Record<string, string>> = {
  '，': '.',
  '。': '.',
  '．': '.',
  '＋': '+',
  '－': '-',
  '×': '*',
  '＊': '*',
  '÷': '/',
  '／': '/',
  '（': '(',
  '）': ')',
}

/** The value; null for what is neither. */
export function readNumber(typed: string): number | null {
  const plain = [...typed].map((sign) => fullWidth[sign] ?? sign).join('')
  const signs = plain.match(/\d+\.?\d*|\.\d+|\S/g) ?? []
  let at = 0
  const next = () => signs[at]

  const factor = (): number => {
    const sign = signs[at++]
    if (sign === '-') return -factor()
    if (sign === '+') return factor()
    if (sign === '(') {
      const value = sum()
      return signs[at++] === ')' ? value : Number.NaN
    }
    return sign === undefined || !/^[\d.]/.test(sign) ? Number.NaN : Number(sign)
  }
  const product = (): number => {
    let value = factor()
    while (next() === '*' || next() === '/') value = signs[at++] === '*' ? value * factor() : value / factor()
    return value
  }
  const sum = (): number => {
    let value = product()
    while (next() === '+' || next() === '-') value = signs[at++] === '+' ? value + product() : value - product()
    return value
  }

  const value = sum()
  return at === signs.length && Number.isFinite(value) ? value : null
}
