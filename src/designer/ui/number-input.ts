/**
 * Reads number inputs: a number or a simple calculation, 100+50 or (340-20)/2, in half-width or full-width characters. Per cent
 * alone are those of the present value, 50% is half of it; added or subtracted they are those of what stands before, 100+10% is
 * 110; multiplied they are a share.
 */

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
  '％': '%',
}

interface Term {
  readonly value: number
  /** Whether it is a number of per cent and nothing else. */
  readonly isPercent: boolean
}

/**
 * Returns the value; null for any other text.
 *
 * @param present the value that the field shows; null if it shows none: then per cent alone cannot be read.
 */
export function readNumber(typed: string, present: number | null = null): number | null {
  const plain = [...typed].map((character) => fullWidth[character] ?? character).join('')
  const tokens = plain.match(/\d+\.?\d*|\.\d+|\S/g) ?? []
  let index = 0
  const peek = () => tokens[index]

  const factor = (): Term => {
    const token = tokens[index++]
    if (token === '-' || token === '+') {
      const { value, isPercent } = factor()
      return { value: token === '-' ? -value : value, isPercent }
    }
    if (token === '(') {
      const value = sum()
      return { value: tokens[index++] === ')' ? value : Number.NaN, isPercent: false }
    }
    const value = token === undefined || !/^[\d.]/.test(token) ? Number.NaN : Number(token)
    if (peek() !== '%') return { value, isPercent: false }
    index++
    return { value: value / 100, isPercent: true }
  }
  const product = (): Term => {
    const first = factor()
    if (peek() !== '*' && peek() !== '/') return first
    let { value } = first
    while (peek() === '*' || peek() === '/') value = tokens[index++] === '*' ? value * factor().value : value / factor().value
    return { value, isPercent: false }
  }
  const sum = (): number => {
    const first = product()
    let value = first.isPercent ? first.value * (present ?? Number.NaN) : first.value
    while (peek() === '+' || peek() === '-') {
      const sign = tokens[index++] === '+' ? 1 : -1
      const term = product()
      value += sign * (term.isPercent ? value * term.value : term.value)
    }
    return value
  }

  const value = sum()
  return index === tokens.length && Number.isFinite(value) ? value : null
}
