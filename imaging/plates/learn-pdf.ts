/** Reads from a PDF that printed well how its like are written: its spot colours, and the pictures that lie in them. */
import { unzlibSync } from 'fflate'
import { type Plate, type PrintProfile, printProfileLimits, usualProfile } from '../../contract/rules/print-profile'
import { artByInks, learnPlate, roleOf } from './learn-plate'
import type { Learned } from './learned'

/** Names of spot colours along which cutters cut; other makers have others. */
const cutWords = /cut|contour|刀|切/i

const processInks = ['Cyan', 'Magenta', 'Yellow', 'Black']

interface PdfObject {
  readonly text: string
  readonly stream: Uint8Array | null
}

/** Streams of more bytes than this are not looked into. */
const mostStreamBytes = 512 * 1024 * 1024

const latin = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return text
}

function inflate(bytes: Uint8Array): Uint8Array | null {
  try {
    return unzlibSync(bytes)
  } catch {
    return null
  }
}

/** Objects by number: those of the file itself, then those inside of object streams. A later one replaces an earlier one. */
function objectsOf(file: Uint8Array): Map<number, PdfObject> {
  const text = latin(file)
  const found = new Map<number, PdfObject>()
  const starts = /(?:^|[\r\n\s])(\d{1,9})\s+\d{1,5}\s+obj\b/g
  for (let start = starts.exec(text); start !== null; start = starts.exec(text)) {
    const from = starts.lastIndex
    const streamAt = /stream\r?\n/g
    streamAt.lastIndex = from
    const end = text.indexOf('endobj', from)
    const stream = streamAt.exec(text)
    if (stream === null || (end >= 0 && stream.index > end)) {
      found.set(Number(start[1]), { text: text.slice(from, end < 0 ? undefined : end), stream: null })
      continue
    }
    const head = text.slice(from, stream.index)
    const length = /\/Length\s+(\d+)\b(?!\s+\d+\s+R)/.exec(head)
    const begin = streamAt.lastIndex
    const close = length === null ? text.indexOf('endstream', begin) : begin + Number(length[1])
    if (close < 0 || close > file.length || close - begin > mostStreamBytes) continue
    found.set(Number(start[1]), { text: head, stream: file.subarray(begin, close) })
    starts.lastIndex = close
  }
  for (const { text: head, stream } of [...found.values()]) {
    if (stream === null || !/\/Type\s*\/ObjStm/.test(head)) continue
    const plain = inflate(stream)
    const first = Number(/\/First\s+(\d+)/.exec(head)?.[1] ?? Number.NaN)
    if (plain === null || Number.isNaN(first)) continue
    const numbers = latin(plain.subarray(0, first)).trim().split(/\s+/).map(Number)
    const body = latin(plain.subarray(first))
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      const [number = -1, offset = 0] = numbers.slice(index, index + 2)
      if (!found.has(number)) found.set(number, { text: body.slice(offset, numbers[index + 3] ?? undefined), stream: null })
    }
  }
  return found
}

/** Replaces references inside of a value by what they stand for, a few levels deep. */
function resolved(value: string, objects: ReadonlyMap<number, PdfObject>, depth = 3): string {
  if (depth === 0) return value
  return value.replace(/(\d{1,9})\s+\d{1,5}\s+R\b/g, (_, number: string) =>
    resolved(objects.get(Number(number))?.text ?? 'null', objects, depth - 1),
  )
}

const nameOf = (escaped: string): string => {
  const bytes = Uint8Array.from(
    escaped.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    (letter) => letter.charCodeAt(0),
  )
  return new TextDecoder().decode(bytes)
}

/** Names of the inks of a DeviceN colour space (PDF 32000-1, 8.6.6.5). */
const inksOf = (text: string): readonly string[] =>
  (/\/DeviceN\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '')
    .split('/')
    .slice(1)
    .map((name) => nameOf(name.trim()))

interface Picture {
  readonly width: number
  readonly height: number
  /** The Separation in which it lies; null for a picture in colours. */
  readonly separation: string | null
  /** The inks of a picture that holds plates beside its colours (DeviceN), in the order of its samples; otherwise none. */
  readonly inks: readonly string[]
  readonly inverted: boolean
  /** Interleaved samples of 8 bits; null where they are stored in another way, such as JPEG. */
  readonly samples: Uint8Array | null
  readonly step: number
}

function pictureOf({ text, stream }: PdfObject, objects: ReadonlyMap<number, PdfObject>): Picture | null {
  if (stream === null || !/\/Subtype\s*\/Image/.test(text)) return null
  const number = (name: string, fallback: number) => Number(new RegExp(`/${name}\\s+(\\d+)`).exec(text)?.[1] ?? fallback)
  const [width, height] = [number('Width', 0), number('Height', 0)]
  const space = resolved(/\/ColorSpace\s*(\[[^\]]*\]|\/\w+|\d+\s+\d+\s+R)/.exec(text)?.[1] ?? '', objects)
  const separation = /\/Separation\s*\/([^\s/[\]<>()]+)/.exec(space)?.[1]
  const inks = inksOf(space)
  const components =
    inks.length > 0 ? inks.length : Number(/\/N\s+(\d)/.exec(space)?.[1] ?? (/CMYK/.test(space) ? 4 : /RGB/.test(space) ? 3 : 1))
  const step = separation === undefined ? components : 1
  const isPlain = /\/Filter\s*\[?\s*\/FlateDecode\s*\]?/.test(text) && number('BitsPerComponent', 8) === 8
  const predictor = number('Predictor', 1)
  const isBare = !/\/Filter\b/.test(text) && number('BitsPerComponent', 8) === 8
  const plain = isBare ? Uint8Array.from(stream) : isPlain && predictor <= 2 ? inflate(stream) : null
  const samples = plain !== null && plain.length >= width * height * step ? plain : null
  if (samples !== null && !isBare && predictor === 2) {
    for (let row = 0; row < height; row++) {
      for (let at = row * width * step + step; at < (row + 1) * width * step; at++) {
        samples[at] = (samples[at] as number) + (samples[at - step] as number)
      }
    }
  }
  const isInverted = /\/Decode\s*\[\s*1(?:\.0*)?\s+0/.test(text)
  return {
    width,
    height,
    separation: separation === undefined ? null : nameOf(separation),
    inks,
    inverted: isInverted,
    samples,
    step,
  }
}

/** The samples of one ink of a picture, a byte per px. */
function plateSamples({ samples, step, inks, width, height }: Picture, name: string): Uint8Array | null {
  const at = Math.max(0, inks.indexOf(name))
  return samples === null ? null : Uint8Array.from({ length: width * height }, (_, px) => samples[px * step + at] as number)
}

/** How opaque a picture in colours is: wherever it has ink. */
function artOf({ samples, step, width, height, inks }: Picture): Uint8Array | null {
  if (samples === null || step < 3) return null
  const colors = inks.length > 0 ? processInks.map((name) => inks.indexOf(name)).filter((at) => at >= 0) : [...Array(step).keys()]
  const isInk = step >= 4 || inks.length > 0
  return artByInks(samples.subarray(0, width * height * step), step, colors, isInk)
}

/** Rejects with words for the seller when the file is no PDF or has no picture. */
export function learnPdf(file: Uint8Array): Learned {
  if (latin(file.subarray(0, 1024)).indexOf('%PDF-') < 0) throw new Error('这不是 TIFF 也不是 PDF，请选一个以前打得好的打印文件')
  const objects = objectsOf(file)
  if ([...objects.values()].some(({ text }) => /\/Filter\s*\/Standard\b/.test(text)))
    throw new Error('这个 PDF 加了密码，请去掉密码再试')
  const pictures = [...objects.values()].flatMap((one) => pictureOf(one, objects) ?? [])
  const main = pictures.filter(({ separation }) => separation === null).sort((a, b) => b.width * b.height - a.width * a.height)[0]
  if (main === undefined) throw new Error('这个 PDF 里没有图片，不像打印文件')
  const doubts: string[] = []
  const box = [...objects.values()]
    .map(({ text }) => /\/MediaBox\s*\[\s*([-\d.]+)\s+([-\d.]+)\s+([-\d.]+)\s+([-\d.]+)/.exec(text))
    .find(Boolean)
  const pageWidth = box ? Number(box[3]) - Number(box[1]) : 0
  const dpi = pageWidth > 0 ? Math.round((main.width / pageWidth) * 72 * 100) / 100 : 300
  if (pageWidth === 0) doubts.push('读不出页面尺寸，先按 300 dpi，请核对')
  const art = artOf(main)
  // Spot colours of drawings have no picture; their names count all the same.
  const everywhere = [...objects.values()].map(({ text }) => text).join('\n')
  const names = [...everywhere.matchAll(/\/Separation\s*\/([^\s/[\]<>()]+)/g)].map(([, name = '']) => nameOf(name))
  const mixed = [...everywhere.matchAll(/\/DeviceN\s*\[[^\]]*\]/g)].flatMap(([space]) => inksOf(space))
  const spots = [...new Set([...main.inks, ...names, ...mixed])].filter((name) => !['All', 'None', ...processInks].includes(name))
  const cut = spots.find((name) => cutWords.test(name))
  if (cut !== undefined) doubts.push(`“${cut}”像是刀线，先按贴着图案的边缘，请核对`)
  if (spots.length > printProfileLimits.plates)
    throw new Error(`这个 PDF 有 ${spots.length} 个专色，最多支持 ${printProfileLimits.plates} 个`)
  const order = [...main.inks, ...pictures.flatMap(({ separation }) => separation ?? [])]
  const plates = spots
    .filter((name) => name !== cut)
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((name, index): Plate => {
      const role = roleOf(name, 0, index === 0)
      const own = pictures.find(({ separation }) => separation === name) ?? (main.inks.includes(name) ? main : undefined)
      const samples = own === undefined ? null : plateSamples(own, name)
      if (art === null || own === undefined || samples === null || own.width !== main.width || own.height !== main.height) {
        doubts.push(`看不出专色“${name}”的范围是怎样做的，先按透明度生成，请核对`)
        return {
          name,
          role,
          source: 'alpha',
          inverted: false,
          threshold: 128,
          chokeMm: role === 'white' ? 0.2 : 0,
          extraSample: 0,
        }
      }
      const ink = own.inverted ? samples.map((value) => 255 - value) : samples
      const { isCertain, ...learned } = learnPlate({ width: own.width, height: own.height, art, plate: ink, dpi })
      if (!isCertain) doubts.push(`“${name}”在这个文件里处处一样，看不出范围是怎样做的，请核对`)
      return { name, role, extraSample: 0, ...learned, inverted: false }
    })
  const profile: PrintProfile = {
    ...usualProfile,
    container: 'pdf',
    colors: main.step === 4 || main.inks.length > 0 ? 'cmyk' : 'rgb',
    plates,
    dpi,
    cutLine: cut === undefined ? null : { name: cut, offsetMm: 0 },
  }
  return { profile, doubts, icc: null }
}
