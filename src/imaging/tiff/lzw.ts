/**
 * Compresses with TIFF's LZW (TIFF 6.0, section 13): codes most significant bit first, 9 to 12 bits, 256 clears the table, 257
 * ends the strip. The reader's table is one entry behind the writer's, so the code width grows when the writer has made entry
 * 512, 1024, 2048, and the table is cleared before entry 4094 is used: with an off-by-one error readers report "code not yet in
 * table".
 */
const clearCode = 256
const endCode = 257
const firstFree = 258
const lastFree = 4094
/** Hash slots: a prime above twice the number of entries keeps probes short. */
const slots = 9001

/** Largest compressed size of `length` bytes: 12 bits per byte, plus the clear and end codes. */
const worstCase = (length: number): number => Math.ceil(length * 1.5) + Math.ceil(length / 2000) * 2 + 16

/** Creates a compressor that reuses its tables between strips. */
export function createLzw(): (bytes: Uint8Array) => Uint8Array<ArrayBuffer> {
  /** Hash table: prefix << 8 | byte, or -1 for an empty slot, and the code of that sequence. */
  const keys = new Int32Array(slots)
  const codes = new Int16Array(slots)

  return (bytes) => {
    const out = new Uint8Array(worstCase(bytes.length))
    let at = 0
    let pendingBits = 0
    let pendingBitCount = 0
    let width = 9
    let nextCode = firstFree
    const writeCode = (code: number) => {
      pendingBits = (pendingBits << width) | code
      pendingBitCount += width
      while (pendingBitCount >= 8) {
        pendingBitCount -= 8
        out[at++] = pendingBits >>> pendingBitCount
      }
      // At most seven bits remain, so the next code cannot overflow 32 bits.
      pendingBits &= (1 << pendingBitCount) - 1
    }
    keys.fill(-1)
    writeCode(clearCode)
    let prefix = bytes[0] ?? -1
    for (let i = 1; i < bytes.length; i += 1) {
      const byte = bytes[i] as number
      const key = (prefix << 8) | byte
      let slot = ((byte << 5) ^ (prefix * 7)) % slots
      while (keys[slot] !== -1 && keys[slot] !== key) slot = slot === slots - 1 ? 0 : slot + 1
      if (keys[slot] === key) {
        prefix = codes[slot] as number
        continue
      }
      writeCode(prefix)
      keys[slot] = key
      codes[slot] = nextCode
      nextCode += 1
      prefix = byte
      if (nextCode === lastFree) {
        writeCode(clearCode)
        keys.fill(-1)
        nextCode = firstFree
        width = 9
      } else if (nextCode === 1 << width) width += 1
    }
    if (prefix >= 0) {
      writeCode(prefix)
      nextCode += 1
      if (nextCode === 1 << width && width < 12) width += 1
    }
    writeCode(endCode)
    if (pendingBitCount > 0) out[at++] = (pendingBits << (8 - pendingBitCount)) & 0xff
    return out.subarray(0, at)
  }
}
