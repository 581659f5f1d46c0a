/** MIME types of stored files by the extension that their examination gives them. A Map, because a name may end with `.__proto__`. */
export const storedTypes: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['svg', 'image/svg+xml'],
  ['ttf', 'font/ttf'],
  ['otf', 'font/otf'],
  ['icc', 'application/vnd.iccprofile'],
])

/** Those that a name may claim as well, or that an older backup may hold. */
const otherTypes: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['bmp', 'image/bmp'],
  ['icm', 'application/vnd.iccprofile'],
])

/** Returns the type that a name claims, which proves nothing about the content. */
export function typeByName(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return storedTypes.get(extension) ?? otherTypes.get(extension) ?? 'application/octet-stream'
}
