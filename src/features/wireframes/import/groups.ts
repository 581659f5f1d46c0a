/** Groups pictures by combination: at most a foreground and a background each. Pure. */
import { sidesText } from '../../../../contract/rules/sizes'
import { type Combination, combinationKey, type LayerKind, layerNames, namingRefusal, parseFileName } from './file-name'

/** The result of examining a file's bytes. */
export interface PictureFacts {
  /** px, in upright orientation. */
  readonly width: number
  readonly height: number
  /** SHA-256 of the whole file, lower-case hex. */
  readonly sha256: string
}

export interface Picture {
  /** Unique in the import. */
  readonly id: string
  /** File name without folders. */
  readonly name: string
  /** Null when the file is no picture. */
  readonly facts: PictureFacts | null
  /** The problem with the file, worded for the seller; only where `facts` is null. */
  readonly trouble?: string
}

/** The reason why something is not imported: a sentence and its details. */
export interface Refusal {
  readonly text: string
  readonly detail?: string
}

/** The whole reason in one line, for the table of results. */
export const reasonOf = ({ text, detail }: Refusal): string => (detail ? `${text}（${detail}）` : text)

export const refusals = {
  tooMany: '同一品牌型号材质颜色线框图最多只能上传2张哦~',
  pair: '当前添加的线框图前后景图片大小不一致或图片有问题，请检查，谢谢~',
  single: '当前添加的线框图图片有问题，请检查，谢谢~',
} as const

export interface Group<P extends Picture = Picture> {
  /** The combination's key, or the id of a picture whose name is invalid. */
  readonly key: string
  readonly combination: Combination | null
  /** All of its files, valid or not. */
  readonly pictures: readonly P[]
  readonly layers: { readonly [K in LayerKind]?: P }
  /** The reason why it cannot be imported, whatever the catalogue holds; null when it can. */
  readonly refusal: Refusal | null
}

interface LayerPicture<P> {
  readonly picture: P
  readonly layer: LayerKind
}

const describePicture = ({ picture, layer }: LayerPicture<Picture>): string =>
  `${layerNames[layer]} ${picture.facts ? sidesText(picture.facts) : (picture.trouble ?? '无法打开')}`

function refusalOf(layerPictures: readonly LayerPicture<Picture>[]): Refusal | null {
  const names = layerPictures.map(({ picture }) => picture.name).join('、')
  if (layerPictures.length > 2) return { text: refusals.tooMany, detail: `现在有 ${layerPictures.length} 张：${names}` }
  const [first, second] = layerPictures
  if (!first) return { text: refusals.single }
  if (!second)
    return first.picture.facts ? null : { text: refusals.single, ...(first.picture.trouble && { detail: first.picture.trouble }) }
  if (first.layer === second.layer) {
    return { text: `有 2 张${layerNames[first.layer]}，请只保留 1 张`, detail: names }
  }
  const [a, b] = [first.picture.facts, second.picture.facts]
  if (a && b && a.width === b.width && a.height === b.height) return null
  return { text: refusals.pair, detail: `${describePicture(first)}，${describePicture(second)}` }
}

/** Groups pictures in the order of their first picture; every picture is in exactly one group. */
export function groupPictures<P extends Picture>(pictures: readonly P[]): readonly Group<P>[] {
  const found = new Map<
    string,
    { combination: Combination | null; layerPictures: LayerPicture<P>[]; refusal: Refusal | null; pictures: P[] }
  >()
  for (const picture of pictures) {
    const parsed = parseFileName(picture.name)
    if ('problem' in parsed) {
      const refusal = { text: namingRefusal, detail: parsed.problem }
      found.set(`?${picture.id}`, { combination: null, layerPictures: [], refusal, pictures: [picture] })
      continue
    }
    const { layer, ...combination } = parsed
    const key = combinationKey(combination)
    const group = found.get(key) ?? { combination, layerPictures: [], refusal: null, pictures: [] }
    group.layerPictures.push({ picture, layer })
    group.pictures.push(picture)
    found.set(key, group)
  }
  return [...found].map(([key, { combination, layerPictures, refusal, pictures: groupedPictures }]) => {
    const effectiveRefusal = refusal ?? refusalOf(layerPictures)
    const layers = Object.fromEntries(effectiveRefusal ? [] : layerPictures.map(({ picture, layer }) => [layer, picture]))
    return { key, combination, pictures: groupedPictures, layers, refusal: effectiveRefusal }
  })
}
