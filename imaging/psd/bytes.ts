/** Reads a file section by section, so that only the needed bytes are in memory. */
import { PsdError } from './types'

export interface Source {
  readonly size: number
  /** Reads exactly these bytes, or fewer at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
}

/** @param cause error of the library that failed to read the file; for developers. */
export const damaged = (why: string, cause?: unknown): PsdError =>
  new PsdError('damaged', `PSD文件已损坏（${why}），请在Photoshop中打开后重新存储再导入`, cause)

export function blobSource(blob: Blob): Source {
  return {
    size: blob.size,
    async read(offset, length) {
      if (offset >= blob.size || length <= 0) return new Uint8Array(0)
      try {
        return new Uint8Array(await blob.slice(offset, Math.min(blob.size, offset + length)).arrayBuffer())
      } catch (error) {
        throw new PsdError('unreadable', '无法读取文件，可能已被移动、修改或占用，请重新选择文件', error)
      }
    },
  }
}

/** Bytes that are read at once: records are small and adjacent. */
const windowSize = 256 * 1024

/** Reads a source forwards; every read is checked against the given end. */
export class Cursor {
  #window: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  #from = 0

  constructor(
    readonly source: Source,
    public offset: number,
    readonly end: number,
  ) {}

  get left(): number {
    return this.end - this.offset
  }

  /** Returns a view that is valid until the next call. @throws PsdError when fewer bytes are left. */
  async take(length: number): Promise<DataView> {
    if (length < 0 || length > this.left) throw damaged('数据不完整')
    const at = this.offset - this.#from
    if (at < 0 || at + length > this.#window.byteLength) {
      this.#window = await this.source.read(this.offset, Math.min(this.left, Math.max(length, windowSize)))
      this.#from = this.offset
      if (this.#window.byteLength < length) throw damaged('文件不完整')
    }
    const view = new DataView(this.#window.buffer, this.#window.byteOffset + this.offset - this.#from, length)
    this.offset += length
    return view
  }

  /** Reads a length field: 4 bytes, or 8 where the PSB format has wide ones. */
  async length(wide: boolean): Promise<number> {
    const view = await this.take(wide ? 8 : 4)
    return wide ? view.getUint32(0) * 2 ** 32 + view.getUint32(4) : view.getUint32(0)
  }

  /** @throws PsdError when fewer bytes are left than skipped. */
  skip(length: number): void {
    if (length < 0 || length > this.left) throw damaged('数据不完整')
    this.offset += length
  }
}

export const textOf = (view: DataView, at: number, length: number): string => {
  let text = ''
  for (let i = 0; i < length; i++) text += String.fromCharCode(view.getUint8(at + i))
  return text
}
