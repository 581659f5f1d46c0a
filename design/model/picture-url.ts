/**
 * Reads and writes data: addresses of pictures. Their bytes are decoded here because a page's content security policy may forbid
 * `fetch` for them.
 */

/** Returns an SVG as a data: address for an image element. */
export function svgDataUrl(svg: string): string {
  // Encode only characters that would end or change the address: outlines are mostly digits and stay short.
  return `data:image/svg+xml;charset=utf-8,${svg.replace(/[%#"<>\r\n\t]|[^\x20-\x7e]+/g, encodeURIComponent)}`
}

/** Returns the bytes of a data: address. @throws when the address is none or its content is broken. */
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

/** Whether the picture at this address is an SVG drawing, which is sharp at any size. */
export function isDrawing(url: string): boolean {
  return /^data:image\/svg\+xml[;,]|\.svg(?:[?#]|$)/i.test(url)
}
