/** The share card: a picture of the case with the shop's name and the QR code of the share link, to be saved or sent. Loaded on demand. */
import type { Look } from '../contract/rules/look'
import type { Wireframe } from '../contract/types'
import type { DesignDoc } from '../design/model/types'
import { createCasePainter } from '../design/print/case-picture'
import { qrCode } from '../imaging/qr/qr-code'

export interface CardOf {
  readonly doc: DesignDoc
  readonly wireframe: Wireframe
  /** CSS colour of the case. */
  readonly paper: string
  readonly look: Look
  readonly shopName: string
  /** The share link. */
  readonly address: string
}

/** Size of the card, px: the proportions in which chats show a picture whole. */
const [width, height] = [1080, 1440]
const font = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'
/** Height of the strip with the words, px. */
const footHeight = 280
const qrSide = 200

/** Rejects with words for the buyer where the case cannot be drawn. */
export async function makeShareCard({ doc, wireframe, paper, look, shopName, address }: CardOf): Promise<Blob> {
  const painter = createCasePainter((url) => url)
  try {
    const lit = await createImageBitmap(await painter.make({ doc, wireframe, paper, look, pose: 'standing' }))
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (!context) throw new Error('这台手机的浏览器不能做分享图，请发分享地址')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    cover(context, lit, { left: 0, top: 0, width, height: height - footHeight })
    lit.close()
    words(context, shopName)
    code(context, address)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('分享图没有做成，请再试一次'))), 'image/jpeg', 0.92),
    )
  } finally {
    painter.dispose()
  }
}

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Draws the whole picture in the box, before the colour of its own backdrop. */
function cover(context: CanvasRenderingContext2D, picture: ImageBitmap, { left, top, width, height }: Box): void {
  // The backdrop of the picture runs on to both sides: its outermost columns are drawn wider.
  const scale = Math.min(width / picture.width, height / picture.height)
  const [w, h] = [picture.width * scale, picture.height * scale]
  const [x, y] = [left + (width - w) / 2, top + (height - h) / 2]
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, 1, picture.height, left, y, Math.ceil(x - left) + 1, h)
  context.drawImage(picture, picture.width - 1, 0, 1, picture.height, x + w - 1, y, Math.ceil(x - left) + 2, h)
  context.drawImage(picture, x, y, w, h)
}

function words(context: CanvasRenderingContext2D, shopName: string): void {
  const left = 72
  const room = width - left - qrSide - 72 * 2
  const middle = height - footHeight / 2
  context.fillStyle = '#1d2129'
  context.textBaseline = 'middle'
  context.font = `700 52px ${font}`
  context.fillText('我设计的手机壳', left, middle - 36, room)
  context.fillStyle = '#5a6270'
  context.font = `400 36px ${font}`
  context.fillText(`${shopName} · 扫码看看，也做一个`, left, middle + 40, room)
}

function code(context: CanvasRenderingContext2D, address: string): void {
  const grid = qrCode(address)
  if (!grid) return
  const border = 4
  const px = Math.floor(qrSide / (grid.length + 2 * border))
  const side = px * (grid.length + 2 * border)
  const [left, top] = [width - side - 64, height - footHeight / 2 - side / 2]
  context.fillStyle = '#fff'
  context.fillRect(left, top, side, side)
  context.fillStyle = '#000'
  for (const [row, line] of grid.entries())
    for (const [column, dark] of line.entries())
      if (dark) context.fillRect(left + (column + border) * px, top + (row + border) * px, px, px)
}
