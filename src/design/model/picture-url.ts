/**
 * Addresses of pictures: which are drawings, and data: addresses with the bytes they hold, read here because a page's policy may keep
 * `fetch` from them.
 */

/** An SVG as an address a picture element takes. */
export function svgDataUrl(svg: string): string {
  // Only what would end or change the address is written otherwise: outlines are mostly digits, and stay short.
  return `data:image/svg+xml;charset=utf-8,${svg.replace(/[%#"<>\r\n\t]|[^\x20-\x7e]+/g, encodeURIComponent)}`
}

/** @throws when the address is no data: address or its content is broken. */
export function dataUrlBlob(url: string): Blob {
  const comma = url.indexOf(',')
  const head = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+=[\w.+-]+)*)(;base64)?$/i.exec(url.slice(0, comma))
  if (comma < 0 || !head) throw new Error('图片数据已损坏，请删除这个图层后重新添加')
  const type = (head[1] ?? 'text/plain').toLowerCase()
  const content = url.slice(comma + 1)
  try {
    if (!head[3]) return new Blob([decodeURIComponent(content)], { type })
    return new Blob([Uint8Array.from(atob(content), (character) => character.charCodeAt(0))], { type })
  } catch (cause) {
    throw new Error('图片数据已损坏，请删除这个图层后重新添加', { cause })
  }
}

/** Whether the picture at this address is drawn in lines (SVG): sharp at any size. */
export function isDrawing(url: string): boolean {
  return /^data:image\/svg\+xml[;,]|\.svg(?:[?#]|$)/i.test(url)
}
