/**
 * Returns an upper bound of the bytes that a JSON text takes on the wire. The client stringifies a message up to three times,
 * each text inside the next, so a quote or backslash grows from one byte to two and then four. Measured: an SVG doubles, JSON in
 * JSON triples. If even four bytes per letter stay within `limit`, that bound is returned without reading the letters.
 */
export function wireSize(json: string, limit = 0): number {
  const upperBound = json.length * 4
  if (upperBound <= limit) return upperBound
  let size = json.length
  for (let i = 0; i < json.length; i += 1) {
    const code = json.charCodeAt(i)
    if (code === 34 || code === 92) size += 3
    else if (code > 127) size += code > 2047 ? 2 : 1
  }
  return size
}
