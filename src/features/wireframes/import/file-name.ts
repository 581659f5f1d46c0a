/**
 * What a file's name says: brand-model-material-color-前景图 or 背景图. Pure: a name in, its five parts or the reason out.
 */

export const layerKinds = ['foreground', 'background'] as const
export type LayerKind = (typeof layerKinds)[number]
export const layerWords: Readonly<Record<LayerKind, string>> = { foreground: '前景图', background: '背景图' }

/** What one wireframe is for, in the seller's own names. */
export interface Combination {
  readonly brand: string
  readonly model: string
  readonly material: string
  readonly color: string
}

export interface ParsedName extends Combination {
  readonly layer: LayerKind
}

/** Heading over the names that break the rule. */
export const namingRefusal = '图片命名不符合规则'
export const extensions = ['gif', 'jpg', 'jpeg', 'png', 'bmp', 'svg'] as const
/** Longest brand, model, material and colour the server takes, UTF-16 units. */
const maxPartLength = 100

const partWords = ['品牌', '型号', '材质', '颜色'] as const

/** Composed characters and no space around: a Mac writes é as two characters, and the catalogue may hold either. */
export const tidyName = (name: string): string => name.normalize('NFC').trim()

/** The file's own name without the folders it lies in, however those are written. */
export const baseName = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

const litter = /^(?:__MACOSX|\..*|Thumbs\.db|desktop\.ini)$/i

/** What systems leave in folders and zip files by themselves; nobody means to import it. */
export const isLitter = (path: string): boolean => path.split(/[\\/]/).some((part) => litter.test(part))

/** Identifies a combination; no part holds a hyphen, so that two different ones never read the same. */
export const combinationKey = ({ brand, model, material, color }: Combination): string =>
  [brand, model, material, color].join('-')

/** The name a picture of this layer must bear. */
export const fileNameOf = (combination: Combination, layer: LayerKind, extension = 'png'): string =>
  `${combinationKey(combination)}-${layerWords[layer]}.${extension}`

const problem = (why: string) => ({ problem: why })

/**
 * The parts of a file's name, tidied; folders before it are ignored.
 *
 * @returns what the name says, or why it says nothing.
 */
export function parseFileName(path: string): ParsedName | { readonly problem: string } {
  const name = tidyName(baseName(path))
  const dot = name.lastIndexOf('.')
  const extension = name.slice(dot + 1).toLowerCase()
  if (dot < 0 || !extensions.some((known) => known === extension)) {
    return problem(`扩展名应为 ${extensions.join('、')} 之一`)
  }
  const parts = name.slice(0, dot).split('-').map(tidyName)
  const [brand = '', model = '', material = '', color = '', word = ''] = parts
  if (parts.length !== 5) {
    return problem(`应由 4 个英文短横线“-”分成 5 段，现在是 ${parts.length} 段`)
  }
  for (const [at, text] of [brand, model, material, color].entries()) {
    const part = partWords[at]
    if (text.length > maxPartLength) return problem(`${part}最多 ${maxPartLength} 个字`)
    // As the server judges it: something must be there to see.
    if (!/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text)) return problem(`第 ${at + 1} 段（${part}）是空的`)
    // The server would store something else than what was asked for, and the next import would not find it.
    if (/[\p{Cc}\p{Cs}]/u.test(text)) return problem(`${part}里有无法保存的字符`)
  }
  const layer = layerKinds.find((kind) => layerWords[kind] === word)
  if (!layer) return problem(`最后一段应为“前景图”或“背景图”，现在是“${word.slice(0, 20)}”`)
  return { brand, model, material, color, layer }
}
