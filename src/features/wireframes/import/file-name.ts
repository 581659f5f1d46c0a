/**
 * Parses a file's name: brand-model-material-color-前景图 or 背景图. Pure: returns the five parts or the reason why it cannot.
 */
import { textLimits } from '../../../../contract/rules/limits'
import { otherEndings } from '../../../base/picture-files'

export const layerKinds = ['foreground', 'background'] as const
export type LayerKind = (typeof layerKinds)[number]
export const layerNames: Readonly<Record<LayerKind, string>> = { foreground: '前景图', background: '背景图' }

/** The brand, model, material and colour of a wireframe, as the seller names them. */
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
/** Whether a name ends like a picture of these types, also by an ending that only some programs give. */
export const isPictureEnding = (ending: string): boolean => [...extensions, ...otherEndings].includes(ending)

const partNames = ['品牌', '型号', '材质', '颜色'] as const

/** The name in NFC and trimmed: macOS decomposes é into two characters, and the catalogue may hold either form. */
export const normalizeName = (name: string): string => name.normalize('NFC').trim()

/** The file's name without its folders, separated by / or \. */
export const baseName = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

const systemFileName = /^(?:__MACOSX|\..*|Thumbs\.db|desktop\.ini)$/i

/** Files that operating systems add to folders and zip files; they are never imported. */
export const isSystemFile = (path: string): boolean => path.split(/[\\/]/).some((part) => systemFileName.test(part))

/** A key of the combination. It is unambiguous, since no part contains a hyphen. */
export const combinationKey = ({ brand, model, material, color }: Combination): string =>
  [brand, model, material, color].join('-')

/** The required file name of a picture of this layer. */
export const fileNameOf = (combination: Combination, layer: LayerKind, extension = 'png'): string =>
  `${combinationKey(combination)}-${layerNames[layer]}.${extension}`

const problem = (why: string) => ({ problem: why })

/**
 * Parses a file's name into normalised parts; folders are ignored.
 *
 * @returns the parts, or the reason why the name has none.
 */
export function parseFileName(path: string): ParsedName | { readonly problem: string } {
  const name = normalizeName(baseName(path))
  const dot = name.lastIndexOf('.')
  const extension = name.slice(dot + 1).toLowerCase()
  if (dot < 0 || !isPictureEnding(extension)) {
    return problem(`扩展名应为 ${extensions.join('、')} 之一`)
  }
  const parts = name.slice(0, dot).split('-').map(normalizeName)
  const [brand = '', model = '', material = '', color = '', layerName = ''] = parts
  if (parts.length !== 5) {
    return problem(`应由 4 个英文短横线“-”分成 5 段，现在是 ${parts.length} 段`)
  }
  for (const [at, text] of [brand, model, material, color].entries()) {
    const part = partNames[at]
    if (text.length > textLimits.name) return problem(`${part}最多 ${textLimits.name} 个字`)
    // The server's rule: at least one character must be visible.
    if (!/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text)) return problem(`第 ${at + 1} 段（${part}）是空的`)
    // The server would store another text, and the next import would not find the row.
    if (/[\p{Cc}\p{Cs}]/u.test(text)) return problem(`${part}里有无法保存的字符`)
  }
  const layer = layerKinds.find((kind) => layerNames[kind] === layerName)
  if (!layer) return problem(`最后一段应为“前景图”或“背景图”，现在是“${layerName.slice(0, 20)}”`)
  return { brand, model, material, color, layer }
}
