/** Names and storage keys of files. A name from outside is only ever displayed; keys are only created here. */
import { randomBytes } from 'node:crypto'
import { type ThumbnailWidth, thumbnailWidths } from '../../../contract/constants'

const maxNameBytes = 255
// Control characters, lone surrogates, path separators, and characters that reverse or hide text (bidi controls, zero width,
// BOM).
const unwantedCharacters = /[\p{Cc}\p{Cs}/\\\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu

/**
 * Returns a file name that is safe to display and to put into an archive: NFC, at most 255 bytes of UTF-8, with its extension.
 */
export function cleanFileName(name: string): string {
  const clean = name.normalize('NFC').replace(unwantedCharacters, '').trim()
  const safe = /^\.*$/.test(clean) ? '未命名' : clean
  if (Buffer.byteLength(safe) <= maxNameBytes) return safe
  const dot = safe.lastIndexOf('.')
  const extension = dot > 0 && safe.length - dot <= 16 ? safe.slice(dot) : ''
  const maxStemBytes = maxNameBytes - Buffer.byteLength(extension)
  let stem = ''
  let usedBytes = 0
  for (const character of safe.slice(0, safe.length - extension.length)) {
    usedBytes += Buffer.byteLength(character)
    if (usedBytes > maxStemBytes) break
    stem += character
  }
  return stem + extension
}

/** 128 random bits as lower-case hexadecimal make a file's address unguessable; addresses of private files are signed as well. */
export const newFileSecret = (isPrivate = false): string => (isPrivate ? 'p' : '') + randomBytes(16).toString('hex')

/** Key of an upload until its bytes are examined. */
export const incomingKey = (secret: string): string => `incoming/${secret}`

/** Final key of an examined file; it contains the content's hash, so the content of a URL never changes. */
export const finalKey = (secret: string, sha256: string, extension: string): string =>
  `${secret}/${sha256.slice(0, 16)}.${extension}`

/** Key of a thumbnail of an examined picture, beside the picture. */
export const thumbnailKey = (key: string, width: ThumbnailWidth): string => `${key.replace(/\.[a-z0-9]+$/, '')}-w${width}.webp`

/** Key of the preview of an unpaid picture, beside the picture. */
export const previewKey = (key: string): string => `${key.replace(/\.[a-z0-9]+$/, '')}-preview.webp`

/** Keys of all thumbnails and the preview that a file may have. */
export const thumbnailKeys = (key: string): string[] => [
  ...thumbnailWidths.map((width) => thumbnailKey(key, width)),
  previewKey(key),
]
