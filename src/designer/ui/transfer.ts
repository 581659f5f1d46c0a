/** Finds the pictures in what is dropped or pasted: files, drawings as text, and pictures of web pages by their addresses. */
import type { LocalFile } from '../../../adapters/platform'
import { sha256Of } from '../../../contract/ground/sha256'
import { sniffPicture } from '../../base/picture-files'

export interface Transferred {
  readonly files: readonly LocalFile[]
  /** Addresses of pictures, where there is no file. */
  readonly addresses: readonly string[]
}

/** The texts of a drop or paste that are read; empty where it holds no such text. */
export interface TransferText {
  readonly html: string
  readonly uriList: string
  readonly text: string
}

/** Must be called during the event, because the transfer is empty afterwards. */
export function readTransfer(transfer: Pick<DataTransfer, 'files' | 'getData'>, pastedName?: string): Transferred {
  const files = [...transfer.files].map((file) => ({ name: file.name || pastedName || '图片', blob: file }))
  const [html, uriList, text] = ['text/html', 'text/uri-list', 'text/plain'].map((type) => transfer.getData(type))
  return withPictures(files, { html: html ?? '', uriList: uriList ?? '', text: text ?? '' })
}

/** Files come first: programs add the same picture as a page and as an address. */
export function withPictures(files: readonly LocalFile[], texts: TransferText): Transferred {
  if (files.length > 0) return { files, addresses: [] }
  const drawing = drawingIn(texts.text)
  if (drawing) return { files: [drawing], addresses: [] }
  const inPage = picturesOfPage(texts.html)
  return { files: [], addresses: inPage.length > 0 ? inPage : addressesIn(texts) }
}

/** The text of an SVG, as design programs copy it. */
function drawingIn(text: string): LocalFile | null {
  if (!/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<(?:[\w-]+:)?svg[\s>]/i.test(text)) return null
  return { name: '粘贴的图形.svg', blob: new Blob([text], { type: 'image/svg+xml' }) }
}

/** Attributes in which pages keep the address of a picture that they load later. */
const lazyAttributes = ['data-src', 'data-original', 'data-lazy-src', 'data-lazyload', 'data-ks-lazyload', 'data-lazy']

function picturesOfPage(html: string): readonly string[] {
  // A parsed document that is never inserted loads no pictures and runs no scripts.
  const page = new DOMParser().parseFromString(html, 'text/html')
  const addresses = [...page.querySelectorAll('img')].map((image) => {
    const [lazy] = lazyAttributes.map((name) => image.getAttribute(name)).filter((value) => value)
    return absolute(lazy ?? image.getAttribute('src') ?? largest(image.getAttribute('srcset') ?? ''))
  })
  return [...new Set(addresses.filter((address) => address !== null))]
}

/** The last address of a `srcset`, which authors sort by size. */
const largest = (srcset: string): string => srcset.split(/,\s+/).at(-1)?.trim().split(/\s/)[0] ?? ''

function addressesIn({ uriList, text }: TransferText): readonly string[] {
  const lines = uriList.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  // Text that is nothing but the address of a picture.
  if (lines.length === 0 && /^(?:https?:)?\/\/\S+\.(?:png|jpe?g|webp|gif|svg|bmp|avif)\S*$|^data:image\/\S+$/i.test(text.trim()))
    lines.push(text)
  return lines.map(absolute).filter((address) => address !== null)
}

/** Returns an address of its own; null for one that only its page could resolve. */
function absolute(address: string): string | null {
  const whole = address.trim().replace(/^\/\//, 'https://')
  return /^(?:https?|data|blob|file):/i.test(whole) ? whole : null
}

/** Reads the pictures of addresses; null for one that this page cannot read. */
export const readAddresses = (addresses: readonly string[]): Promise<readonly (LocalFile | null)[]> =>
  Promise.all(addresses.map((address) => readAddress(address).catch(() => null)))

async function readAddress(address: string): Promise<LocalFile | null> {
  // Pages of TLS may not read others.
  const reply = await fetch(address.replace(/^http:/i, 'https:'), { credentials: 'omit', referrerPolicy: 'no-referrer' })
  if (!reply.ok) return null
  const blob = await reply.blob()
  // An address may be that of a page; what browsers open besides these types has one of a picture.
  if (!blob.type.startsWith('image/') && (await sniffPicture(blob)) === null) return null
  return { name: nameOf(address), blob }
}

function nameOf(address: string): string {
  const last = /^https?:[^?#]*\/([^/?#]+)(?:[?#]|$)/i.exec(address)?.[1]
  try {
    return last ? decodeURIComponent(last) : '网页图片'
  } catch {
    return last ?? '网页图片'
  }
}

/** Kinds of one copied picture, the sharpest first. */
const kinds = ['image/svg+xml', 'image/png']
const rank = ({ blob }: LocalFile) => (kinds.indexOf(blob.type) + kinds.length + 1) % (kinds.length + 1)
/** Browsers name what another program copied "image", whatever it is. */
const isUnnamed = ({ name }: LocalFile, pastedName: string) => /^image\.\w+$/i.test(name) || name === pastedName

/** Returns pasted files without those that show the same picture: the same bytes, or one picture in several formats. */
export async function distinctPictures(files: readonly LocalFile[], pastedName: string): Promise<readonly LocalFile[]> {
  const [best] = files.filter((file) => isUnnamed(file, pastedName)).sort((one, other) => rank(one) - rank(other))
  const hashes = new Set<string>()
  const distinct: LocalFile[] = []
  for (const file of files) {
    if (best && isUnnamed(file, pastedName) && file.blob.type !== best.blob.type) continue
    const hash = await sha256Of(new Uint8Array(await file.blob.arrayBuffer()))
    if (!hashes.has(hash)) distinct.push(file)
    hashes.add(hash)
  }
  return distinct
}
