/** Pure rules of the catalogue: they take values and throw a Failure whose text the form fields show. */
import type { MaterialColor, PrintArea } from '../../../contract/types'
import { invalid } from '../../kernel/failure'

/** A colour of a material that needs a background must have a default background colour. */
export function requireBackground(color: string | null): void {
  if (color === null) throw invalid('defaultBackgroundColor', '背景色设置必填')
}

/** A material may need a background only when each of its colours has a default one. */
export function requireBackgrounds(colors: readonly Pick<MaterialColor, 'name' | 'defaultBackgroundColor'>[]): void {
  const names = colors.filter((color) => color.defaultBackgroundColor === null).map((color) => color.name)
  if (names.length > 0) throw invalid('needBackground', `背景色设置必填：请先为颜色“${names.join('”“')}”设置背景色`)
}

/** Parses `{phoneModelId}-{materialColorId}`; the contract's schema has checked the format. */
export function parseSkuKey(key: string): { phoneModelId: number; materialColorId: number } {
  const [phoneModelId = 0, materialColorId = 0] = key.split('-').map(Number)
  return { phoneModelId, materialColorId }
}

/** Margins as a form holds them: each may be empty. */
export interface Margins {
  readonly left: number | null
  readonly top: number | null
  readonly right: number | null
  readonly bottom: number | null
}

/** If any margin is set the empty ones become 0; all empty means no print area. */
export function toPrintArea({ left, top, right, bottom }: Margins): PrintArea | null {
  if (left === null && top === null && right === null && bottom === null) return null
  return { left: left ?? 0, top: top ?? 0, right: right ?? 0, bottom: bottom ?? 0 }
}

export function checkPrintArea(area: PrintArea | null, width: number, height: number): void {
  if (!area) return
  if (area.left + area.right > width) throw invalid('printAreaRight', '打印区域不能超过背景图宽度')
  if (area.top + area.bottom > height) throw invalid('printAreaBottom', '打印区域不能超过背景图高度')
}

/** Stored facts about a picture. An SVG's size is only a default: it has no pixels of its own. */
export interface PictureSize {
  readonly width: number | null
  readonly height: number | null
  readonly contentType: string | null
}

/**
 * A wireframe has a foreground, a background or both: the bulk import creates one-layer wireframes of either kind, so the form's
 * own rule (请上传前景图) applies here only when an existing foreground would be removed.
 */
export function checkPictures(
  pictures: { readonly foreground: PictureSize | null; readonly background: PictureSize | null },
  size: { readonly width: number; readonly height: number },
): void {
  const { foreground, background } = pictures
  if (!foreground && !background) throw invalid('foregroundImageFileId', '请上传背景图或前景图')
  if (foreground && background && (foreground.width !== background.width || foreground.height !== background.height)) {
    throw invalid('backgroundImageFileId', '背景图宽高和前景图宽高必须相等')
  }
  for (const picture of [background, foreground]) {
    if (!picture || picture.contentType === 'image/svg+xml') continue
    if (picture.width === null || picture.height === null) continue
    if (picture.width !== size.width || picture.height !== size.height) {
      throw invalid(
        'width',
        `线框图宽高必须与图片一致：图片为 ${picture.width}×${picture.height}，填写的是 ${size.width}×${size.height}`,
      )
    }
  }
}

export function requireForegroundStays(hadForeground: boolean, next: number | null): void {
  if (hadForeground && next === null) throw invalid('foregroundImageFileId', '请上传前景图')
}
