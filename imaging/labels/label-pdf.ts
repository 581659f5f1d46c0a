/** Labels as a PDF, a page each, of exactly their size: any label printer prints it from the system's dialog. */
import { zlibSync } from 'fflate'
import { mmToPx, pointsPerInch } from '../../contract/rules/lengths'
import { bytesStream, pdfFile } from '../plates/pdf-file'
import type { LabelBitmap } from './label-bitmap'

const points = (mm: number): string => mmToPx(mm, pointsPerInch).toFixed(4)

/** A file of labels that are added one after another, so that a page may answer in between. */
export interface LabelFile<Part> {
  add(label: LabelBitmap): void
  /** Returns the file; nothing is added afterwards. */
  end(): readonly Part[]
}

/** @param size of each label, mm. */
export function labelsPdf({
  widthMm,
  heightMm,
}: {
  readonly widthMm: number
  readonly heightMm: number
}): LabelFile<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const file = pdfFile((bytes) => parts.push(bytes.slice()))
  const [root, pages] = [file.reserve(), file.reserve()]
  const [width, height] = [points(widthMm), points(heightMm)]
  const kids: number[] = []
  return {
    add(label) {
      // In DeviceGray 0 is black, and a bit of 1 is black here.
      const facts = `/Width ${label.width} /Height ${label.height} /BitsPerComponent 1 /ColorSpace /DeviceGray /Decode [1 0] /Filter /FlateDecode`
      const picture = file.add(`/Type /XObject /Subtype /Image ${facts}`, bytesStream(zlibSync(label.bits)))
      const content = file.add('', bytesStream(new TextEncoder().encode(`q ${width} 0 0 ${height} 0 0 cm /L Do Q`)))
      kids.push(
        file.add(
          `/Type /Page /Parent ${pages} 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R /Resources << /XObject << /L ${picture} 0 R >> >>`,
        ),
      )
    },
    end() {
      file.write(pages, `/Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length}`)
      file.write(root, `/Type /Catalog /Pages ${pages} 0 R`)
      file.end(root)
      return parts
    },
  }
}
