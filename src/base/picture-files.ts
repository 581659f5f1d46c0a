/** What is plain to see about a picture file before it is sent; the server looks at all of its bytes. */

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

const allEndings = [...Object.values(pictureTypes), 'jpeg']

/** The ending of a file's name, lower case, without the dot; '' when there is none. */
export const endingOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** For the `accept` of a file input. */
export const acceptOf = (endings: readonly string[] = allEndings): string => endings.map((ending) => `.${ending}`).join(',')

const megabytes = (bytes: number) => `${Number((bytes / 1024 / 1024).toFixed(1))} MB`

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
  if (file.blob.size > maxBytes) return `图片超过 ${megabytes(maxBytes)}，请压缩后上传`
  return null
}

const namesOf = (endings: readonly string[]) =>
  endings
    .filter((ending) => ending !== 'jpeg')
    .map((ending) => ending.toUpperCase())
    .join('、')

const starts = (bytes: Uint8Array, text: string, at = 0) =>
  bytes.length >= at + text.length && [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0))

/** What the first bytes say a file is, as a MIME type; null when it is no picture. Finds renamed files. */
export const sniffPicture = async (blob: Blob): Promise<string | null> =>
  pictureTypeOf(new Uint8Array(await blob.slice(0, sniffedBytes).arrayBuffer()))

const sniffedBytes = 1024

/** The same of bytes that are here already. */
export function pictureTypeOf(file: Uint8Array): string | null {
  const bytes = file.subarray(0, sniffedBytes)
  if (starts(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return 'image/gif'
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return 'image/webp'
  if (starts(bytes, 'BM')) return 'image/bmp'
  return /^\s*<(\?xml|!--|!DOCTYPE|svg)[\s\S]*?(<svg\b|$)/i.test(new TextDecoder().decode(bytes).replace(/^\ufeff/, ''))
    ? 'image/svg+xml'
    : null
}
