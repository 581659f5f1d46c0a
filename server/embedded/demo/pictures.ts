/** Draws all pictures of the demo shop and stores them; seed.ts writes the rows that refer to them. */
import { type FileKind, fileKind } from '../../../contract/constants'
import { type ExaminedFile, storeExamined } from '../../domain/files/service'
import type { Deps } from '../../kernel/context'
import type { DemoArt, Picture } from './art'
import { backArt, frontArt } from './case-art'
import { composedArt, dataUrl, type Placed } from './compose'
import { type DemoDesign, demoCanvas, demoCollections, type StickerCode, stickerCodes, stickerNames } from './designs'
import { type DemoKeys, pictureCollections, plainBackgrounds } from './library'
import { effectArt, effectKey, type OrderedCase, orderedCases, printArt, printKey } from './order-art'
import { drawPhotoTemplate, type PhotoTemplateLayer } from './photo-template'
import { colorsFor, type DemoMaterial, type DemoModel, demoBrands, demoMaterials } from './shop-data'

/** Stored bytes whose row is not written yet. */
export interface KeptFile extends ExaminedFile {
  readonly kind: FileKind
  readonly name: string
}

/** A sticker or background as a layer refers to it. */
export interface PlacedLayer extends Placed {
  /** Key of the file in `files`. */
  readonly file: string
  readonly name: string
  readonly isBackground: boolean
}

export interface DemoPictures {
  /** Files by the keys below. */
  readonly files: ReadonlyMap<string, KeptFile>
  /** A sentence for each thing that could not be included. */
  readonly notes: readonly string[]
  layersOf(design: DemoDesign): readonly PlacedLayer[]
  /** The layers of the template for a photo and a name, from the bottom to the top. */
  readonly photoLayers: readonly PhotoTemplateLayer[]
  /** Codes of the stickers whose package is installed. */
  readonly stickers: readonly StickerCode[]
}

/** Returns the pictures of the shop with what follows from them. */
export function shopPictures(
  files: DemoPictures['files'],
  facts: Pick<DemoPictures, 'notes' | 'photoLayers' | 'stickers'>,
): DemoPictures {
  const installed = new Set<string>(facts.stickers)
  return { ...facts, files, layersOf: (design) => layersWith(design, installed) }
}

export const frontKey = (model: DemoModel): string => `前景-${model.name}`
export const backKey = (model: DemoModel, material: DemoMaterial, color: string): string =>
  `背景-${model.name}-${material.name}-${color}`
export const thumbnailKey = (design: DemoDesign): string => `缩略图-${design.name}`
const backgroundKey = (design: DemoDesign): string => `底图-${design.name}`
const stickerKey = (code: string): string => `贴纸-${code}`
export const libraryKeys: DemoKeys = {
  sticker: stickerKey,
  templateBackground: backgroundKey,
  plainBackground: ({ name }) => `背景图-${name}`,
  picture: ({ name }) => `插画-${name}`,
}
const inPictures = new Set(pictureCollections.flatMap(({ of }) => of))

type Step = () => Promise<void>

export async function drawPictures(deps: Pick<Deps, 'storage' | 'examiner' | 'renderer'>, art: DemoArt): Promise<DemoPictures> {
  const files = new Map<string, KeptFile>()
  const notes: string[] = []
  const storePicture = async (key: string, kind: FileKind, bytes: Buffer, name = `${key}.png`): Promise<void> => {
    files.set(key, { ...(await storeExamined(deps, { owner: null, kind, source: bytes })), kind, name })
  }
  const stickers = await loadStickers(art, stickerCodes)
  if (stickers.size < stickerCodes.length) {
    notes.push('未安装 @lobehub/fluent-emoji-3d，演示模板和素材库没有贴纸；安装后删除数据目录并重新启动即可补全')
  }
  let photoLayers: readonly PhotoTemplateLayer[] = []
  const steps: Step[] = [
    ...cases().map(
      ({ key, svg }) =>
        async () =>
          storePicture(key, fileKind.wireframe, await art.draw(svg)),
    ),
    ...[...stickers].map(
      ([code, { png }]) =>
        () =>
          storePicture(stickerKey(code), fileKind.designAsset, png, `${stickerNames[code]}.png`),
    ),
    ...demoCollections
      .flatMap(({ designs }) => designs)
      .map((design) => async () => {
        await storePicture(backgroundKey(design), fileKind.designAsset, await art.draw(design.background), `${design.name}.png`)
        const layers = drawable(design, stickers)
        await storePicture(thumbnailKey(design), fileKind.templateThumbnail, await art.draw(composedArt(demoCanvas, layers)))
        if (!inPictures.has(design)) return
        const picture = await art.draw(composedArt(demoCanvas, layers, demoCanvas))
        await storePicture(libraryKeys.picture(design), fileKind.designAsset, picture, `${design.name}.png`)
      }),
    ...plainBackgrounds.of.map(
      (background) => async () =>
        storePicture(
          libraryKeys.plainBackground(background),
          fileKind.designAsset,
          await art.draw(background.svg),
          `${background.name}.png`,
        ),
    ),
    async () => {
      const font = await art.font()
      photoLayers = await drawPhotoTemplate(deps, art, { stickers, font, stickerKey }, storePicture)
      if (!font) {
        notes.push('未安装 @expo-google-fonts/zcool-kuaile，演示店铺没有字体')
        return
      }
      await storePicture(fontKeys.file, fileKind.font, font.bytes, font.fileName)
      await storePicture(fontKeys.preview, fileKind.templateThumbnail, await font.preview('#333333'))
      await storePicture(fontKeys.activePreview, fileKind.templateThumbnail, await font.preview('#fd7455'))
    },
  ]
  await runSome(steps, 4)
  return shopPictures(files, { notes, photoLayers, stickers: [...stickers.keys()] })
}

/** Draws the pictures of the demo's orders; returns them by `printKey` and `effectKey`. */
export async function drawOrderPictures(
  deps: Pick<Deps, 'storage' | 'examiner'>,
  art: DemoArt,
): Promise<ReadonlyMap<string, KeptFile>> {
  const codes = new Set(orderedCases.flatMap(({ design }) => design.stickers.map(({ code }) => code).filter(isSticker)))
  const stickers = await loadStickers(art, [...codes])
  const files = new Map<string, KeptFile>()
  const drawAndStore = (key: string, draw: typeof printArt, of: OrderedCase) => async (): Promise<void> => {
    const bytes = await art.draw(draw(of, drawable(of.design, stickers)))
    files.set(key, {
      ...(await storeExamined(deps, { owner: null, kind: fileKind.order, source: bytes })),
      kind: fileKind.order,
      name: `${key}.png`,
    })
  }
  const steps = orderedCases.flatMap((of) => [
    drawAndStore(printKey(of), printArt, of),
    drawAndStore(effectKey(of), effectArt, of),
  ])
  await runSome(steps, 4)
  return files
}

/** Returns layers with their pictures as data: URLs. */
export function drawable(design: DemoDesign, stickers: ReadonlyMap<StickerCode, Picture>) {
  // Embedding the SVG markup instead of its pixels gives the same picture in a fraction of the time.
  const background = dataUrl('image/svg+xml', Buffer.from(design.background))
  return layersWith(design, stickers).map((layer) => {
    const code = codeOf(layer.file)
    const sticker = code && stickers.get(code)
    return { ...layer, url: sticker ? dataUrl('image/png', sticker.png) : background }
  })
}

/** Keys of the font and of the pictures of its name. */
export const fontKeys = { file: '字体', preview: '字体预览', activePreview: '字体预览（选中）' } as const

/** Returns all wireframe pictures: a foreground per model, a background per model and offered colour. */
function cases(): { key: string; svg: string }[] {
  const models = demoBrands.flatMap((brand) => brand.models)
  return models.flatMap((model, index) => [
    { key: frontKey(model), svg: frontArt(model) },
    ...demoMaterials.flatMap((material) =>
      colorsFor(material, index).map((color) => ({
        key: backKey(model, material, color.name),
        svg: backArt(model, material.finish, color.hex),
      })),
    ),
  ])
}

/** Returns those of the stickers whose package is installed. */
export async function loadStickers(art: DemoArt, codes: readonly StickerCode[]): Promise<Map<StickerCode, Picture>> {
  const found = new Map<StickerCode, Picture>()
  const load = (code: StickerCode) => async () => {
    const picture = await art.sticker(code)
    if (picture) found.set(code, picture)
  }
  await runSome(codes.map(load), 4)
  return found
}

const upright = { rotation: 0, horizontalFlip: false, verticalFlip: false }
const isSticker = (code: string): code is StickerCode => Object.hasOwn(stickerNames, code)
/** Returns the code of a layer's sticker; null for a background. */
const codeOf = (file: string): StickerCode | null => {
  const code = file.slice(stickerKey('').length)
  return isSticker(code) ? code : null
}

/** Returns the background first, then the stickers; stickers that are not installed are left out. */
function layersWith(design: DemoDesign, stickers: Pick<ReadonlySet<string>, 'has'>): PlacedLayer[] {
  const background = { ...upright, ...demoCanvas, left: 0, top: 0, file: backgroundKey(design), name: '背景', isBackground: true }
  const placed = design.stickers
    .filter(({ code }) => stickers.has(code))
    .map(({ code, name, x, y, size, rotation, flip }) => ({
      ...upright,
      left: x - size / 2,
      top: y - size / 2,
      width: size,
      height: size,
      rotation,
      horizontalFlip: flip,
      file: stickerKey(code),
      name,
      isBackground: false,
    }))
  return [background, ...placed]
}

/** Runs all steps, at most `width` at a time; the first failure stops the rest. */
async function runSome(steps: readonly Step[], width: number): Promise<void> {
  const waiting = steps[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (const step of waiting) await step()
  }
  await Promise.all(Array.from({ length: width }, worker))
}
