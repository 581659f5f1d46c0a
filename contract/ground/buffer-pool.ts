/**
 * Memory of pictures that are no longer needed, for the next ones. Without it each picture takes memory of its own until the browser
 * collects the garbage, which it puts off for some 64 MB in the page and in every worker.
 */

/** A pool keeps no more memory than this for later pictures, bytes. */
const mostBytes = 40 << 20

export interface BufferPool {
  /** Returns memory of at least so many bytes, with any content. */
  take(bytes: number): ArrayBuffer
  /** Gives memory back that nobody uses any more. */
  give(memory: ArrayBuffer): void
  /** Keeps none of it any longer. */
  clear(): void
}

export function createBufferPool(): BufferPool {
  /** Smallest first. */
  let kept: ArrayBuffer[] = []
  let bytesKept = 0
  return {
    take(bytes) {
      const at = kept.findIndex((memory) => memory.byteLength >= bytes)
      const memory = kept.splice(at, at < 0 ? 0 : 1)[0]
      bytesKept -= memory?.byteLength ?? 0
      return memory ?? new ArrayBuffer(bytes)
    },
    give(memory) {
      if (memory.byteLength > mostBytes) return
      kept.push(memory)
      kept.sort((a, b) => a.byteLength - b.byteLength)
      bytesKept += memory.byteLength
      // The large pieces serve every picture.
      while (bytesKept > mostBytes) bytesKept -= kept.shift()?.byteLength ?? 0
    },
    clear() {
      kept = []
      bytesKept = 0
    },
  }
}
