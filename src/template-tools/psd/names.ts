/** What templates made of artboards are called. */
import { fittingName } from '../../design/model/create'

interface Named {
  readonly fileName: string
  readonly artboard: { readonly name: string; readonly whole: boolean }
}

/** A file's name without .psd or .psb. */
export const bareFileName = (fileName: string): string => fileName.replace(/\.ps[db]$/i, '').trim()

/** PSD files by their name: systems give them no type, or several. */
export const isPsdName = (fileName: string): boolean => /\.ps[db]$/i.test(fileName)

/** What an artboard is called: by its own name, or by its file's where it is the whole canvas. */
export const boardName = ({ fileName, artboard }: Named): string => {
  const own = artboard.whole ? bareFileName(fileName) : artboard.name.replace(/\s+/g, ' ').trim()
  return own || bareFileName(fileName)
}

/**
 * The artboard's name, or the file's where the whole canvas is taken. Names that several files share ("画板 1") are told apart by
 * the file's name before them. At most 100 characters, in the order given.
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
