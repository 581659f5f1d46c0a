/** What is plain to see about a picture file before it is sent; the server looks at all of its bytes. */
import { mayBeDrawing, pictureTypeOf } from '../../contract/rules/picture-type'
import { bytesText } from '../../contract/rules/sizes'

/** Picture types the canvas can draw and the server takes, each with its usual ending. */
export const pictureTypes: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/svg+xml': 'svg',
}

export interface PictureRules {
  /** Largest size, bytes. */
  readonly maxBytes: number
  /** Endings that are taken, lower case; absent: those of all picture types. */
  readonly endings?: readonly string[]
}

/** Endings of pictures that become PNGs before they are sent, where the browser can read them. */
export const convertedEndings: readonly string[] = ['avif', 'heic', 'heif']

/** Endings of the pictures that are sent as they are. */
export const allEndings: readonly string[] = [...Object.values(pictureTypes), 'jpeg']

/** The ending of a file's name, lower case, without the dot; '' when there is none. */
export const endingOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** For the `accept` of a file input. */
export const acceptOf = (endings: readonly string[] = allEndings): string => endings.map((ending) => `.${ending}`).join(',')

/** Why a picture cannot be taken, for the seller; null when it may be sent. */
export function pictureProblem(
  file: { readonly name: string; readonly blob: Blob },
  { maxBytes, endings }: PictureRules,
): string | null {
  const ending = endingOf(file.name)
  const taken = endings ?? allEndings
  // A pasted picture may have no ending; its type then says what it is.
  const known = ending === '' ? taken.includes(pictureTypes[file.blob.type] ?? '') : taken.includes(ending)
  if (!known) return `不是支持的图片格式，请上传 ${namesOf(taken)} 图片`
  if (file.blob.size === 0) return '文件是空的，请重新导出图片后上传'
  if (file.blob.size > maxBytes) return `图片超过 ${bytesText(maxBytes, 'down')}，请压缩后上传`
  return null
}

const namesOf = (endings: readonly string[]) =>
  endings
    .filter((ending) => ending !== 'jpeg')
    .map((ending) => ending.toUpperCase())
    .join('、')

const beginning = 64

/** What a file's bytes say it is, as a MIME type; null when it is no picture. Finds renamed files. */
export async function sniffPicture(blob: Blob): Promise<string | null> {
  const start = new Uint8Array(await blob.slice(0, beginning).arrayBuffer())
  return pictureTypeOf(mayBeDrawing(start) ? new Uint8Array(await blob.arrayBuffer()) : start)
}
