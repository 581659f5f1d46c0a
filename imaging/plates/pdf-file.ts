/** Writes the objects of a PDF one after another (PDF 32000-1, 7.5), so that a file of any length is never in memory. */

/** Bytes of a stream, whose number is known before they are read. */
export interface PdfStream {
  readonly length: number
  /** Returns all bytes in parts; each is valid until the next one is asked for. */
  chunks(): Iterable<Uint8Array>
}

export interface PdfFile {
  /** Returns the number of an object that is written later. */
  reserve(): number
  /** Writes an object; `dictionary` is what stands between its brackets. */
  write(number: number, dictionary: string, stream?: PdfStream): void
  /** Writes an object and returns its number. */
  add(dictionary: string, stream?: PdfStream): number
  /** Writes the table of objects. @throws RangeError when the file is too large for its table. */
  end(root: number): void
}

const encoder = new TextEncoder()
const headerBytes = Uint8Array.of(0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a)

/** A stream of bytes that are in memory. */
export const bytesStream = (bytes: Uint8Array): PdfStream => ({ length: bytes.length, chunks: () => [bytes] })

/** @param put takes the next bytes, which are valid during the call alone. */
export function pdfFile(put: (bytes: Uint8Array) => void): PdfFile {
  const offsets: number[] = []
  let length = 0
  const write = (piece: Uint8Array | string) => {
    const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece
    put(bytes)
    length += bytes.length
  }
  write('%PDF-1.6\n')
  write(headerBytes)
  const file: PdfFile = {
    reserve: () => offsets.push(0),
    write(number, dictionary, stream) {
      offsets[number - 1] = length
      write(`${number} 0 obj\n<< ${dictionary}${stream === undefined ? '' : ` /Length ${stream.length}`} >>\n`)
      if (stream !== undefined) {
        write('stream\n')
        for (const chunk of stream.chunks()) write(chunk)
        write('\nendstream\n')
      }
      write('endobj\n')
    },
    add(dictionary, stream) {
      const number = file.reserve()
      file.write(number, dictionary, stream)
      return number
    },
    end(root) {
      const table = length
      // An offset has ten digits.
      if (table >= 10 ** 10) throw new RangeError('the file is too large for PDF')
      const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
      write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`)
      write(`trailer\n<< /Size ${offsets.length + 1} /Root ${root} 0 R >>\nstartxref\n${table}\n%%EOF\n`)
    },
  }
  return file
}
