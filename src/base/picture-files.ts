/** Quick checks of a picture file before its upload; the server checks all of its bytes. */
import { mayBeDrawing, pictureTypeOf } from '../../contract/rules/picture-type'
import { bytesText } from '../../contract/rules/sizes'

/** Picture types that the canvas can draw and the server accepts, each with its usual ending. */
export const pictureTypes: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/svg+xml': 'svg',
}

export interface PictureRules {
  /** Maximum size, bytes. */
  readonly maxBytes: number
  /** Accepted endings, lower case; absent: those of all picture types. */
  readonly endings?: readonly string[]
}

/** Endings of pictures that are converted before the upload, if the browser can read them. */
export const convertedEndings: readonly string[] = ['avif', 'heic', 'heif']

/** Endings of pictures that are uploaded unchanged. */
export const allEndings: readonly string[] = [...Object.values(pictureTypes), 'jpeg']

/** Returns the ending of a file name in lower case, without the dot; '' when there is none. */
export const endingOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Returns the value for the `accept` attribute of a file input. */
export const acceptOf = (endings: readonly string[] = allEndings): string => endings.map((ending) => `.${ending}`).join(',')

/** Returns why a picture is refused, for the seller; null when it may be uploaded. */
export function pictureProblem(
  file: { readonly name: string; readonly blob: Blob },
  { maxBytes, endings }: PictureRules,
): string | null {
  const ending = endingOf(file.name)
  const accepted = endings ?? allEndings
  // A pasted picture may have no ending; then its type decides.
  const isAccepted = ending === '' ? accepted.includes(pictureTypes[file.blob.type] ?? '') : accepted.includes(ending)
  if (!isAccepted) return `不是支持的图片格式，请上传 ${namesOf(accepted)} 图片`
  if (file.blob.size === 0) return '文件是空的，请重新导出图片后上传'
  if (file.blob.size > maxBytes) return `图片超过 ${bytesText(maxBytes, 'down')}，请压缩后上传`
  return null
}

const namesOf = (endings: readonly string[]) =>
  endings
    .filter((ending) => ending !== 'jpeg')
    .map((ending) => ending.toUpperCase())
    .join('、')

const sniffedBytes = 64

/** Detects the MIME type of a file from its bytes; null when it is no picture. Finds files with a wrong ending. */
export async function sniffPicture(blob: Blob): Promise<string | null> {
  const start = new Uint8Array(await blob.slice(0, sniffedBytes).arrayBuffer())
  return pictureTypeOf(mayBeDrawing(start) ? new Uint8Array(await blob.arrayBuffer()) : start)
}
