/** Draws the marks of a sheet: a QR code, and small text beside or below it. Runs in a picture process. */
import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { mmToPx } from '../../../../contract/rules/lengths'
import { qrCode } from '../../../../imaging/qr/qr-code'
import { turnedPixels, turnedSize } from '../../../../imaging/sheets/turn'
import { Failure } from '../../../kernel/failure'
import { freeCanvas, newCanvas } from '../canvas'
import { readOwnFont } from '../own-font'
import type { MarkPlace } from './sheet-work'

/** The light modules around a code (ISO/IEC 18004), and as few as readers take where its modules would be small: marks stand alone. */
const quiet = { usual: 4, least: 2 } as const
/** The module that the cameras of phones read surely, and the smallest that is printed: guesses. */
const moduleMm = { sure: 0.25, least: 0.12 } as const
/** Heights of the text; guesses for what is read at an arm's length. */
const mostTextMm = 3
const leastTextMm = 1
const lineHeight = 1.25
const ownFamily = 'kejiang-sheet'
/** Plain faces where a machine has them; the product's own has all usual characters. */
const families = `"Noto Sans CJK SC", "Source Han Sans SC", "Microsoft YaHei", "PingFang SC", "${ownFamily}", sans-serif`

let hasOwnFont: Promise<void> | null = null

async function registerOwnFont(): Promise<void> {
  const font = await readOwnFont()
  if (font !== null) GlobalFonts.register(font.bytes, ownFamily)
}

/** Returns the ink of a mark in its turned box, a byte a px. Rejects with words for the seller when its code would be too small. */
export async function drawMark(mark: MarkPlace, dpi: number): Promise<Uint8Array> {
  const { width, height } = turnedSize(mark, mark.turn)
  const { canvas, context } = newCanvas(width, height)
  try {
    context.fillStyle = '#000'
    const code = mark.qr === '' ? null : drawCode(context, mark.qr, width, height, dpi)
    const isWide = width >= height
    const used = code ?? 0
    const room = isWide ? { x: used, y: 0, width: width - used, height } : { x: 0, y: used, width, height: height - used }
    if (mark.lines.length > 0) {
      hasOwnFont ??= registerOwnFont()
      await hasOwnFont
      drawLines(context, mark.lines, room, dpi)
    }
    const { data } = context.getImageData(0, 0, width, height)
    const ink = Uint8Array.from({ length: width * height }, (_, px) => data[px * 4 + 3] as number)
    return turnedPixels(ink, { width, height }, 1, mark.turn)
  } finally {
    freeCanvas(canvas)
  }
}

/** Draws the code with whole px for each module, and returns the side of its square with the light border. */
function drawCode(context: SKRSContext2D, text: string, width: number, height: number, dpi: number): number {
  const grid = qrCode(text)
  if (grid === null) throw new Failure('unsupported-file', `二维码内容太长：${text.slice(0, 20)}…`)
  const side = Math.min(width, height)
  const usual = Math.floor(side / (grid.length + 2 * quiet.usual))
  const module = usual >= mmToPx(moduleMm.sure, dpi) ? usual : Math.floor(side / (grid.length + 2 * quiet.least))
  if (module < Math.max(1, mmToPx(moduleMm.least, dpi))) {
    const wanted = Math.ceil((grid.length + 2 * quiet.usual) * moduleMm.sure)
    const words = `二维码的位置太小，会扫不出来：请至少留 ${wanted} × ${wanted} 毫米，或提高打印配置的分辨率（现在 ${dpi} dpi）`
    throw new Failure('unsupported-file', words)
  }
  const free = Math.floor((side - module * grid.length) / 2)
  grid.forEach((line, row) => {
    line.forEach((dark, column) => {
      if (dark) context.fillRect(free + column * module, free + row * module, module, module)
    })
  })
  return side
}

interface Room {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Draws lines as large as the room allows; what does not fit at the least size ends with an ellipsis. */
function drawLines(context: SKRSContext2D, lines: readonly string[], room: Room, dpi: number): void {
  if (room.width < 1 || room.height < 1) return
  const set = (px: number) => {
    // Thin strokes are lost between the dots of a printer.
    context.font = `500 ${px}px ${families}`
  }
  const most = Math.min(mmToPx(mostTextMm, dpi), room.height / (lines.length * lineHeight))
  set(100)
  const widest = Math.max(...lines.map((line) => context.measureText(line).width), 1)
  const size = Math.max(Math.min(most, (room.width / widest) * 100), Math.min(mmToPx(leastTextMm, dpi), most))
  set(size)
  context.textBaseline = 'middle'
  const top = room.y + (room.height - lines.length * lineHeight * size) / 2
  lines.forEach((line, at) => {
    context.fillText(shortened(context, line, room.width), room.x, top + (at + 0.5) * lineHeight * size)
  })
}

function shortened(context: SKRSContext2D, line: string, width: number): string {
  if (context.measureText(line).width <= width) return line
  const letters = [...line]
  while (letters.length > 0 && context.measureText(`${letters.join('')}…`).width > width) letters.pop()
  return `${letters.join('')}…`
}
