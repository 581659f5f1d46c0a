/** The demo's template for a buyer's photo and a name: a picture card over a background, decorated with stickers that stay. */
import { type FileKind, fileKind } from '../../../contract/constants'
import type { Deps } from '../../kernel/context'
import type { DemoArt, DemoFont, Picture } from './art'
import { backgroundArt, dots, hills } from './backgrounds'
import { composedArt, dataUrl, type Placed } from './compose'
import { demoCanvas, type StickerCode, stickerNames } from './designs'

/** A layer with the key of its picture. All but the name are locked, so that buyers are asked for the photo and the name alone. */
export interface PhotoTemplateLayer extends Placed {
  readonly file: string
  readonly name: string
  readonly isBackground: boolean
  readonly isUserUploadImage: boolean
  readonly locked: boolean
  /** The text of the name until a buyer changes it; null for pictures. */
  readonly text: string | null
}

export const photoTemplate = { name: '宠物拍立得', thumbnail: '缩略图-宠物拍立得', fontColor: '#e53935' } as const

const keys = {
  background: '底图-宠物拍立得',
  card: '卡片-宠物拍立得',
  photo: '照片-宠物拍立得',
  name: '名字-宠物拍立得',
} as const
const sampleName = '豆豆'
/** Size of the name, canvas px per em. */
const nameEm = 80
/** Px per em with which outlines are drawn. */
const outlineEm = 100

/** Style of the name, as the designer begins a text. */
const nameStyle = { align: 'center', letterSpacing: 0, lineHeight: 1.2 } as const
/** The same as fields of its layer. */
export const textFields = {
  fontColor: photoTemplate.fontColor,
  textAlign: nameStyle.align,
  letterSpacing: nameStyle.letterSpacing,
  lineHeight: nameStyle.lineHeight,
  verticalText: false,
  fontFamilyUrl: null,
}

const upright = { rotation: 0, horizontalFlip: false, verticalFlip: false }
const still = { ...upright, isBackground: false, isUserUploadImage: false, locked: true, text: null }

/** Boxes in canvas px; a shadow surrounds the card. The camera of the first phone covers the top left down to about 290 px. */
const card = { left: 70, top: 338, width: 400, height: 520 }
const shadow = 12
const photo = { left: 92, top: 360, width: 356, height: 356 }
const nameCentre = { x: card.left + card.width / 2, y: 786 }

const put = (code: StickerCode, x: number, y: number, size: number, rotation: number, horizontalFlip = false) => ({
  code,
  box: { ...still, left: x - size / 2, top: y - size / 2, width: size, height: size, rotation, horizontalFlip },
})
const decorations = [
  put('1f43e', 404, 118, 96, 18),
  put('1f43e', 346, 222, 66, -16),
  put('1f496', 464, 236, 70, 12),
  put('1f380', 448, 352, 128, 16),
  put('1f9b4', 90, 848, 108, -24),
  put('1f43e', 190, 958, 76, -20),
  put('1f337', 352, 984, 100, -10, true),
  put('1f337', 430, 944, 136, 8),
]

/** Stores a picture under a key. */
type Store = (key: string, kind: FileKind, bytes: Buffer, name?: string) => Promise<void>

/** Pixels of a picture per canvas px, so that its print is sharp. */
const density = 2

function cardArt(): string {
  const [width, height] = [card.width + 2 * shadow, card.height + 2 * shadow]
  // Strokes of increasing width add up to a soft shadow.
  const rings = [22, 16, 10, 5].map(
    (stroke) =>
      `<rect x="${shadow}" y="${shadow + 3}" width="${card.width}" height="${card.height - 3}" rx="16" fill="none" stroke="#7a3b2e" stroke-opacity=".06" stroke-width="${stroke}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * density}" height="${height * density}" viewBox="0 0 ${width} ${height}">${rings.join('')}<rect x="${shadow}" y="${shadow}" width="${card.width}" height="${card.height}" rx="16" fill="#fffdfa"/></svg>`
}

/** Draws the picture that a photo layer shows before it has a photo. */
function sampleArt(found: ReadonlyMap<StickerCode, Picture>): string {
  const size = { width: photo.width, height: photo.height }
  const scene = backgroundArt(hills(['#bfe6ff', '#fdf3d7'], ['#a7d98f', '#7fc37a', '#55a567']), size)
  const dog = found.get('1f436')
  const box = { ...upright, left: 58, top: 84, width: 240, height: 240, rotation: 3 }
  return composedArt(
    size,
    [
      { ...upright, ...size, left: 0, top: 0, url: dataUrl('image/svg+xml', Buffer.from(scene)) },
      ...(dog ? [{ ...box, url: dataUrl('image/png', dog.png) }] : []),
    ],
    { width: photo.width * density, height: photo.height * density },
  )
}

/**
 * Draws the template's pictures and stores them; stickers already are, under `stickerKey`. Stickers and a font that are not
 * installed are left out, with the name that needs the font.
 */
export async function drawPhotoTemplate(
  { renderer }: Pick<Deps, 'renderer'>,
  art: DemoArt,
  {
    stickers,
    font,
    stickerKey,
  }: {
    readonly stickers: ReadonlyMap<StickerCode, Picture>
    readonly font: DemoFont | null
    readonly stickerKey: (code: StickerCode) => string
  },
  store: Store,
): Promise<readonly PhotoTemplateLayer[]> {
  const layers: (PhotoTemplateLayer & { readonly url: string })[] = []
  const add = async (key: string, svg: string, layer: Omit<PhotoTemplateLayer, 'file'>) => {
    await store(key, fileKind.templateLayer, await art.draw(svg), `${layer.name}.png`)
    layers.push({ ...layer, file: key, url: dataUrl('image/svg+xml', Buffer.from(svg)) })
  }
  const background = backgroundArt(dots('#fff0e4', '#ffc9bd', 'rgba(255,255,255,.6)'), demoCanvas)
  await add(keys.background, background, { ...still, ...demoCanvas, left: 0, top: 0, name: '背景', isBackground: true })
  const frame = {
    left: card.left - shadow,
    top: card.top - shadow,
    width: card.width + 2 * shadow,
    height: card.height + 2 * shadow,
  }
  await add(keys.card, cardArt(), { ...still, ...frame, name: '卡片' })
  await add(keys.photo, sampleArt(stickers), { ...still, ...photo, name: '宠物照片', isUserUploadImage: true })
  const name = font && (await outlinedName(renderer, font))
  if (name) {
    await store(keys.name, fileKind.templateLayer, Buffer.from(name.svg), '名字.svg')
    const [width, height] = [(name.width * nameEm) / outlineEm, (name.height * nameEm) / outlineEm]
    const box = { left: nameCentre.x - width / 2, top: nameCentre.y - height / 2, width, height }
    const url = dataUrl('image/svg+xml', Buffer.from(name.svg))
    layers.push({ ...still, ...box, name: '名字', locked: false, text: sampleName, file: keys.name, url })
  }
  for (const { code, box } of decorations) {
    const picture = stickers.get(code)
    if (picture) {
      const url = dataUrl('image/png', picture.png)
      layers.push({ ...box, name: stickerNames[code], file: stickerKey(code), url })
    }
  }
  await store(photoTemplate.thumbnail, fileKind.templateThumbnail, await art.draw(composedArt(demoCanvas, layers)))
  return layers.map(({ url: _, ...layer }) => layer)
}

async function outlinedName(renderer: Deps['renderer'], font: DemoFont) {
  const drawn = await renderer.outlineText({
    owner: null,
    readFont: async () => font.bytes,
    text: sampleName,
    color: photoTemplate.fontColor,
    ...nameStyle,
    vertical: false,
    flow: null,
    weight: null,
  })
  return 'missing' in drawn ? null : drawn
}
