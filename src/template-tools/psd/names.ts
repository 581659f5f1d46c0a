/** Names for templates made of artboards. */
import { fittingName } from '../../../design/model/create'

interface Named {
  readonly fileName: string
  readonly artboard: { readonly name: string; readonly whole: boolean }
}

/** Returns a file's name without .psd or .psb. */
export const bareFileName = (fileName: string): string => fileName.replace(/\.ps[db]$/i, '').trim()

/** Returns an artboard's name, or the file's where the artboard is the whole canvas. */
export const boardName = ({ fileName, artboard }: Named): string => {
  const own = artboard.whole ? bareFileName(fileName) : artboard.name.replace(/\s+/g, ' ').trim()
  return own || bareFileName(fileName)
}

/**
 * Returns names for templates: the artboard's, or the file's where the whole canvas is taken. Names that several files share
 * ("画板 1") are prefixed with the file's name. At most 100 characters, in the given order.
 */
export function templateNames(boards: readonly Named[]): readonly string[] {
  const files = new Map<string, Set<string>>()
  for (const board of boards) {
    const name = boardName(board)
    files.set(name, (files.get(name) ?? new Set()).add(board.fileName))
  }
  return boards.map((board) => {
    const name = boardName(board)
    const shared = (files.get(name)?.size ?? 0) > 1 && !board.artboard.whole
    return fittingName(shared ? `${bareFileName(board.fileName)} ${name}` : name)
  })
}
