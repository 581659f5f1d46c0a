/**
 * Content of the demo's asset library: stickers by theme, backgrounds drawn by this project, and complete pictures composed of
 * both.
 */
import { type AssetType, assetType } from '../../../contract/constants'
import { backgroundArt, dots, gingham, hills, night, scales, stripes } from './backgrounds'
import { type DemoDesign, demoCanvas, demoCollections, type StickerCode } from './designs'

interface Collection<T> {
  readonly name: string
  readonly of: readonly T[]
}

export const stickerCollections: readonly Collection<StickerCode>[] = [
  {
    name: '萌宠动物',
    of: ['1f431', '1f63b', '1f436', '1f430', '1f43c', '1f98a', '1f42f', '1f427', '1f984', '1f98b', '1f420', '1f43e', '1f9b4'],
  },
  {
    name: '甜品水果',
    of: [
      '1f353',
      '1f352',
      '1f349',
      '1f34b',
      '1f34a',
      '1f951',
      '1f370',
      '1f382',
      '1f366',
      '1f369',
      '1f36d',
      '1f36b',
      '1f9cb',
      '1f9ca',
    ],
  },
  { name: '国潮节日', of: ['1f432', '1f3ee', '1f9e7', '1f38f', '1f96e', '1f315', '1f38b', '1f389', '1f381'] },
  { name: '花草自然', of: ['1f338', '1f337', '1f339', '1f33b', '1f341', '1f33f', '1f308', '2601-fe0f'] },
  { name: '心情派对', of: ['1f496', '1f60d', '1f970', '1f60e', '1f973', '1f451', '1f48e', '1f380', '2728', '1f525'] },
  { name: '星空宇宙', of: ['1f680', '1f6f8', '1fa90', '1f319', '2b50'] },
]

export interface DemoBackground {
  readonly name: string
  readonly svg: string
}

const drawn = (name: string, draw: Parameters<typeof backgroundArt>[0]): DemoBackground => ({
  name,
  svg: backgroundArt(draw, demoCanvas),
})

/** Backgrounds that no template uses; the library also has those of the templates. */
export const plainBackgrounds: Collection<DemoBackground> = {
  name: '简约百搭',
  of: [
    drawn('雾蓝格纹', gingham('#f4f8ff', '#93b7ea')),
    drawn('薄荷波点', dots('#eafaf3', '#b9e8d3', 'rgba(255,255,255,.7)')),
    drawn('奶咖条纹', stripes('#faf3ea', '#ecd9c2', '#d9b998')),
    drawn('黛青海波', scales('#35506b', '#1c2c40', '#7fa3c2')),
    drawn('晚霞山野', hills(['#ffb38a', '#ffe1b0'], ['#d98373', '#a75a6a', '#6d4560'])),
    drawn('午夜星河', night(['#0b1026', '#1c2a5a', '#4b3f85'], 47)),
  ],
}

/** Collections of templates whose designs are also in the library as complete pictures. */
export const pictureCollections: readonly Collection<DemoDesign>[] = demoCollections
  .filter((_, index) => index !== 1)
  .map(({ name, designs }) => ({ name: `${name.slice(-2)}插画`, of: designs }))

export interface DemoKeys {
  sticker(code: string): string
  templateBackground(design: DemoDesign): string
  plainBackground(background: DemoBackground): string
  picture(design: DemoDesign): string
}

export interface DemoCollection {
  readonly type: AssetType
  readonly name: string
  /** Keys of its pictures, in order. */
  readonly keys: readonly string[]
}

/** Returns all collections of the library, each with the keys of its pictures. */
export const demoLibrary = (keys: DemoKeys): DemoCollection[] => [
  ...pictureCollections.map(({ name, of }) => ({ type: assetType.image, name, keys: of.map(keys.picture) })),
  ...stickerCollections.map(({ name, of }) => ({ type: assetType.sticker, name, keys: of.map(keys.sticker) })),
  ...demoCollections.map(({ name, designs }) => ({
    type: assetType.background,
    name,
    keys: designs.map(keys.templateBackground),
  })),
  { type: assetType.background, name: plainBackgrounds.name, keys: plainBackgrounds.of.map(keys.plainBackground) },
]
