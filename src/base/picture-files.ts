/** Quick checks of a picture file before its upload, by its bytes; the server checks all of them. */
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
  /** Accepted MIME types; absent: all picture types. */
  readonly types?: readonly string[]
}

/** Endings of pictures that are converted before the upload, if the browser can read them. */
export const convertedEndings: readonly string[] = ['avif', 'heic', 'heif', 'ico']

/** Other endings that programs give to pictures of the same types. */
export const otherEndings: readonly string[] = ['jpeg', 'jpe', 'jfif', 'jif', 'pjpeg', 'pjp', 'dib', 'apng']

/** Returns the ending of a file name in lower case, without the dot; '' when there is none. */
export const endingOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Returns the value for the `accept` attribute of a file input. */
export const acceptOf = (endings: readonly string[]): string => endings.map((ending) => `.${ending}`).join(',')

/** `accept` of inputs for pictures: a dialog hides no picture, whatever its name; what it holds is judged by its bytes. */
export const pictureAccept = `image/*,${acceptOf([...Object.values(pictureTypes), ...otherEndings, ...convertedEndings])}`

/** Returns why a file is refused for its size alone, for the seller; null when it is not. */
export function sizeProblem({ size }: Blob, maxBytes: number): string | null {
  if (size === 0) return '文件是空的，请重新导出图片后上传'
  return size > maxBytes ? `图片超过 ${bytesText(maxBytes, 'down')}，请压缩后上传` : null
}

/** Returns why a picture is refused, for the seller; null when it may be uploaded. Rejects when the file cannot be read. */
export async function pictureProblem(
  { blob }: { readonly blob: Blob },
  { maxBytes, types = Object.keys(pictureTypes) }: PictureRules,
): Promise<string | null> {
  const problem = sizeProblem(blob, maxBytes)
  if (problem !== null) return problem
  const type = await uploadType(blob)
  if (type !== null && types.includes(type)) return null
  return `不是支持的图片格式，请上传 ${types.map((one) => pictureTypes[one]?.toUpperCase()).join('、')} 图片`
}

const sniffedBytes = 64

/** Detects the MIME type of a file from its bytes; null when it is no picture. Finds files with a wrong ending. */
export async function sniffPicture(blob: Blob): Promise<string | null> {
  const start = new Uint8Array(await blob.slice(0, sniffedBytes).arrayBuffer())
  return pictureTypeOf(mayBeDrawing(start) ? new Uint8Array(await blob.arrayBuffer()) : start)
}

/** The same for the upload: the server repairs drawings that are not well-formed, and says what is wrong with others. */
async function uploadType(blob: Blob): Promise<string | null> {
  const type = await sniffPicture(blob)
  if (type !== null || !mayBeDrawing(new Uint8Array(await blob.slice(0, sniffedBytes).arrayBuffer()))) return type
  return /<(?:[\w-]+:)?svg[\s/>]/i.test(await blob.text()) ? 'image/svg+xml' : null
}
