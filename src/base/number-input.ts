/** Reads number inputs: a number or a simple calculation, 100+50 or (340-20)/2, in half-width or full-width characters. */

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

/** Returns the value; null for any other text. */
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
