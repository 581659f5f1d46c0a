/** Names of folders and files as the server gives them, made safe for the disk of the printer's computer. */
import { basename, join } from 'node:path'

/** Names that Windows reserves for devices, with or without an ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
// Windows forbids these in names, and drops dots and blanks at the end.
const forbidden = /[\\/:*?"<>|\p{Cc}]/gu

/** Returns one safe part of a path: what the server says is never trusted to name a place outside of the folder. */
function safePart(name: string): string {
  const plain = name.replace(forbidden, '_').replace(/[. ]+$/, '')
  if (plain === '' || /^\.+$/.test(plain)) return '_'
  return device.test(plain) ? `_${plain}` : plain
}

/** Returns where a file of a printer lies below the agent's folder. An empty printer's folder is the agent's own. */
export function targetOf(root: string, folder: string, fileName: string): { readonly folder: string; readonly path: string } {
  const below = folder.trim() === '' ? root : join(root, safePart(folder))
  return { folder: below, path: join(below, safePart(fileName)) }
}

/**
 * Returns the path of the file while it comes: RIPs look at every file of a hot folder with an ending that they know, and skip this one. It
 * names the content, so that another one is never continued.
 */
export const partOf = (path: string, sha256: string): string => join(path, '..', `.${basename(path)}.${sha256.slice(0, 12)}.part`)
