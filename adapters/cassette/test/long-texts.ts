/** Texts for which a badly written pattern would take hours; the time of `redact` must be linear in their length. */

const filled = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

function nestedJson(length: number): string {
  let text = JSON.stringify({ title: '壳' })
  while (2 * text.length < length) text = JSON.stringify({ a: text, b: 'y' })
  return text
}

/** Returns texts of about `length` letters, keyed by their content. */
export const longTexts = (length: number): Readonly<Record<string, string>> => ({
  'open braces': filled('{', length),
  'open objects in lists': filled('[{"', length),
  'braces in braces': '{'.repeat(length / 2) + '}'.repeat(length / 2),
  'lists in lists': '['.repeat(length / 2) + ']'.repeat(length / 2),
  'objects in a row': filled('{"nick":"某店"} ', length),
  'JSON in JSON': nestedJson(length),
  'Chinese words': filled('适用于这款手机的磁吸外壳标题', length),
  'words of places': filled('市区县路街道', length),
  'doors of houses': filled('路1号11', length),
  base64: filled('QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo', length),
  'base64 of words': Buffer.from(filled('hello {"a":1} ', length)).toString('base64').slice(0, length),
  'percent-encoding': filled('%E6%88%91', length),
  'percent signs encoded again and again': filled('%25252525', 9) + filled('25', length - 9),
  digits: filled('1234567890', length),
  hexadecimal: filled('0123456789abcdef', length),
  'one letter': filled('a', length),
  'a bearer and nothing but spaces': `Bearer${filled(' ', length)}`,
  'beginnings of web tokens': filled('eyJ-', length),
  'long names with dots': filled('abcdefghijklmnopqrst12345.', length),
  'beginnings of e-mail addresses': filled('a@b.', length),
  'a list of headers': filled('X-Trace: abc\r\nAccept: */*\r\n', length),
  'a query': filled('a=b&', length),
  'fields that never end': filled('(a:"', length),
})
