import { zlibSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { learnPdf } from './learn-pdf'

const width = 120
const height = 1400
/** Ink of a rectangle, and of what a choke of 0.3 mm at 254 dpi leaves of it. */
const within = (x: number, y: number, less: number) => x >= 20 + less && x < 100 - less && y >= 100 + less && y < 1300 - less
const channels = (of: (x: number, y: number) => readonly number[]): Uint8Array =>
  Uint8Array.from(Array.from({ length: width * height }, (_, px) => of(px % width, Math.floor(px / width))).flat())

interface PdfPicture {
  readonly space: string
  readonly samples: Uint8Array
  readonly filter?: string
}

/** A PDF of one page of 12 × 140 mm, with pictures that cover it. */
function pdf(...pictures: readonly PdfPicture[]): Uint8Array {
  const size = [width, height].map((px) => ((px / 254) * 72).toFixed(4)).join(' ')
  const head = `%PDF-1.6\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] >>\nendobj\n`
  const parts: Buffer[] = [Buffer.from(head)]
  pictures.forEach(({ space, samples, filter = 'FlateDecode' }, index) => {
    const data = zlibSync(samples)
    const dictionary = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace ${space} /Filter /${filter} /Length ${data.length} >>`
    parts.push(
      Buffer.from(`${index + 4} 0 obj\n${dictionary}\nstream\n`),
      Buffer.from(data),
      Buffer.from('\nendstream\nendobj\n'),
    )
  })
  return new Uint8Array(Buffer.concat(parts))
}
const tint = '/DeviceCMYK << /FunctionType 4 >>'

describe('a PDF of another program', () => {
  test('a PDF with colours and white in one picture (DeviceN) gives its white, its choke and its resolution', () => {
    const samples = channels((x, y) => [0, within(x, y, 0) ? 200 : 0, 0, 0, within(x, y, 3) ? 255 : 0])
    const { profile, doubts } = learnPdf(pdf({ space: `[/DeviceN [/Cyan /Magenta /Yellow /Black /White] ${tint}]`, samples }))
    expect(profile).toMatchObject({ container: 'pdf', colors: 'cmyk', dpi: 254 })
    expect(profile.plates).toMatchObject([{ name: 'White', role: 'white', source: 'alpha', inverted: false, chokeMm: 0.3 }])
    expect(doubts).toEqual([])
  })

  test('a PDF whose picture is a JPEG names its spot colours and says what it cannot see', () => {
    const white = { space: `[/Separation /RDG_WHITE ${tint}]`, samples: channels(() => [255]) }
    const { profile, doubts } = learnPdf(
      pdf({ space: '/DeviceCMYK', samples: channels(() => [0, 0, 0, 0]), filter: 'DCTDecode' }, white),
    )
    expect(profile.plates).toMatchObject([{ name: 'RDG_WHITE', role: 'white' }])
    expect(doubts).toEqual(['看不出专色“RDG_WHITE”的范围是怎样做的，先按透明度生成，请核对'])
  })

  test('a PDF whose names are Chinese or have blanks gives them as they are read', () => {
    const colors = { space: '/DeviceCMYK', samples: channels((x, y) => [0, 0, 0, within(x, y, 0) ? 255 : 0]) }
    const plate = (name: string, less: number) => ({
      space: `[/Separation /${name} ${tint}]`,
      samples: channels((x, y) => [within(x, y, less) ? 255 : 0]),
    })
    const { profile } = learnPdf(pdf(plate('#E7#99#BD#E5#A2#A8', 0), plate('Spot#201', 2), colors))
    expect(profile.plates.map(({ name, role, chokeMm }) => [name, role, chokeMm])).toEqual([
      ['白墨', 'white', 0],
      ['Spot 1', 'white', 0.2],
    ])
  })

  test.each([
    ['a PDF of no pictures', pdf(), '这个 PDF 里没有图片'],
    ['a file that is none', new Uint8Array(40), '这不是 TIFF 也不是 PDF'],
    ['a file that is empty', new Uint8Array(), '这不是 TIFF 也不是 PDF'],
  ])('%s is refused in words', (_, file, words) => {
    expect(() => learnPdf(file)).toThrow(words)
  })

  test('a PDF that is cut or changed at any place fails in words only', () => {
    const whole = pdf({ space: '/DeviceCMYK', samples: channels((x, y) => [0, within(x, y, 0) ? 9 : 0, 0, 0]) })
    for (let at = 0; at < whole.length; at += 41) {
      const broken = Uint8Array.from(whole)
      broken[at] = (broken[at] ?? 0) ^ 0xff
      for (const file of [whole.subarray(0, at), broken]) {
        try {
          learnPdf(file)
        } catch (error) {
          expect((error as Error).message).toMatch(/[\u4e00-\u9fff]/)
        }
      }
    }
  })
})
