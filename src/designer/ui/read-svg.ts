/** Reads the SVG drawings of layers as text. */

import { dataUrlBlob } from '../../../design/model/picture-url'
import { resolveFileUrl } from '../../api/file-url'

/** Rejects when the drawing cannot be loaded. */
export async function readSvg(url: string): Promise<string> {
  if (url.startsWith('data:')) return dataUrlBlob(url).text()
  const reply = await fetch(resolveFileUrl(url))
  if (!reply.ok) throw new Error(`${reply.status}`)
  return reply.text()
}

/**
 * Returns the text that a drawing shows as text, not as outlines; '' when there is none. The server refuses such drawings, but has
 * some that were uploaded before it did.
 */
export function liveTextOf(svg: string): string {
  if (!/<(?:[\w-]+:)?text[\s>]/.test(svg)) return ''
  // A parsed document that is never inserted loads nothing and runs no scripts.
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml')
  return [...root.querySelectorAll('*')]
    .filter(({ localName }) => localName === 'text')
    .filter((text) => text.closest('defs, [display="none"]') === null)
    .map((text) => (text.textContent ?? '').replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(' ')
}
