/** CRC-32 (IEEE). It reads four bytes per step so that checking a file of 20 MB does not make the screen stutter. */
const tables: readonly Uint32Array[] = (() => {
  const first = new Uint32Array(256)
  for (let i = 0; i < 256; i += 1) {
    let c = i
    for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1
    first[i] = c >>> 0
  }
  const all = [first]
  for (let t = 1; t < 4; t += 1) {
    const before = all[t - 1] as Uint32Array
    all.push(before.map((c) => (first[c & 255] as number) ^ (c >>> 8)))
  }
  return all
})()

/** Returns the CRC-32 of `bytes`, 0 to 2³²−1; `seed` is the CRC of the bytes before them. */
export function crc32(bytes: Uint8Array, seed = 0): number {
  const [t0, t1, t2, t3] = tables as [Uint32Array, Uint32Array, Uint32Array, Uint32Array]
  const length = bytes.length
  const whole = length & ~3
  let c = ~seed
  let i = 0
  for (; i < whole; i += 4) {
    c ^=
      (bytes[i] as number) | ((bytes[i + 1] as number) << 8) | ((bytes[i + 2] as number) << 16) | ((bytes[i + 3] as number) << 24)
    c = (t3[c & 255] as number) ^ (t2[(c >>> 8) & 255] as number) ^ (t1[(c >>> 16) & 255] as number) ^ (t0[c >>> 24] as number)
  }
  for (; i < length; i += 1) c = (t0[(c ^ (bytes[i] as number)) & 255] as number) ^ (c >>> 8)
  return ~c >>> 0
}

/** Returns the CRC of one piece of a file. It covers index and count, so an intact piece in the wrong place does not match. */
export function chunkCrc(index: number, count: number, bytes: Uint8Array): number {
  const header = new Uint8Array(8)
  for (let i = 0; i < 4; i += 1) {
    header[i] = index >>> (i * 8)
    header[i + 4] = count >>> (i * 8)
  }
  return crc32(bytes, crc32(header))
}
