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
/** Hash slots: a power of two above twice the number of entries keeps probes short, and the table in the processor's first cache. */
const slotBits = 13
const slotMask = (1 << slotBits) - 1

/** Largest compressed size of `length` bytes: 12 bits per byte, plus the clear and end codes. */
const worstCase = (length: number): number => Math.ceil(length * 1.5) + Math.ceil(length / 2000) * 2 + 16

/** Creates a compressor that reuses its table and its output buffer: the bytes that it returns are valid until the next call. */
export function createLzw(): (bytes: Uint8Array) => Uint8Array<ArrayBuffer> {
  /**
   * Hash table: the sequence (prefix << 8 | byte, 20 bits) above its code (12 bits). No sequence has code 0, so 0 is an empty
   * slot. One array instead of two halves the memory that is read for each byte.
   */
  const table = new Int32Array(1 << slotBits)

  let room = new Uint8Array(0)

  return (bytes) => {
    if (room.length < worstCase(bytes.length)) room = new Uint8Array(worstCase(bytes.length))
    const out = room
    let at = 0
    // At most seven bits wait from before, so that 32 bits hold them and the next code.
    let pending = clearCode
    let waiting = 9
    let width = 9
    let nextCode = firstFree
    table.fill(0)
    let prefix = bytes[0] ?? -1
    for (let i = 1; i < bytes.length; i += 1) {
      const byte = bytes[i] as number
      const sequence = (prefix << 8) | byte
      let slot = Math.imul(sequence, 0x9e3779b1) >>> (32 - slotBits)
      let entry = table[slot] as number
      while (entry !== 0 && entry >>> 12 !== sequence) {
        slot = (slot + 1) & slotMask
        entry = table[slot] as number
      }
      if (entry !== 0) {
        prefix = entry & 0xfff
        continue
      }
      pending = (pending << width) | prefix
      waiting += width
      while (waiting >= 8) {
        waiting -= 8
        out[at++] = pending >>> waiting
      }
      table[slot] = (sequence << 12) | nextCode
      nextCode += 1
      prefix = byte
      if (nextCode === lastFree) {
        pending = (pending << width) | clearCode
        waiting += width
        table.fill(0)
        nextCode = firstFree
        width = 9
      } else if (nextCode === 1 << width) width += 1
    }
    const last = prefix < 0 ? [] : [prefix]
    for (const code of [...last, endCode]) {
      while (waiting >= 8) {
        waiting -= 8
        out[at++] = pending >>> waiting
      }
      pending = (pending << width) | code
      waiting += width
      nextCode += 1
      if (nextCode === 1 << width && width < 12) width += 1
    }
    while (waiting >= 8) {
      waiting -= 8
      out[at++] = pending >>> waiting
    }
    if (waiting > 0) out[at++] = (pending << (8 - waiting)) & 0xff
    return out.subarray(0, at)
  }
}
