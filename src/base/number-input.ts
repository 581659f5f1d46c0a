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
  const plain = [...typed].map((character) => fullWidth[character] ?? character).join('')
  const tokens = plain.match(/\d+\.?\d*|\.\d+|\S/g) ?? []
  let index = 0
  const peek = () => tokens[index]

  const factor = (): number => {
    const token = tokens[index++]
    if (token === '-') return -factor()
    if (token === '+') return factor()
    if (token === '(') {
      const value = sum()
      return tokens[index++] === ')' ? value : Number.NaN
    }
    return token === undefined || !/^[\d.]/.test(token) ? Number.NaN : Number(token)
  }
  const product = (): number => {
    let value = factor()
    while (peek() === '*' || peek() === '/') value = tokens[index++] === '*' ? value * factor() : value / factor()
    return value
  }
  const sum = (): number => {
    let value = product()
    while (peek() === '+' || peek() === '-') value = tokens[index++] === '+' ? value + product() : value - product()
    return value
  }

  const value = sum()
  return index === tokens.length && Number.isFinite(value) ? value : null
}
