/** Files a seller chose, dropped or pasted, whole folders included. */

export interface PickedFile {
  readonly name: string
  readonly blob: Blob
  /** Where it stood in the chosen folder: 苹果/前景图.png; the name alone for single files. */
  readonly path: string
}

/** What systems put into folders by themselves. */
const isLitter = (path: string) => /(^|\/)(\.[^/]*|Thumbs\.db|desktop\.ini|__MACOSX\/.*)$/i.test(path)

const picked = (file: File, path: string): PickedFile => ({ name: file.name, blob: file, path })

/** Of an `<input type=file>`, with or without `webkitdirectory`. */
export function filesOfInput(files: ArrayLike<File> | null): readonly PickedFile[] {
  return Array.from(files ?? [])
    .map((file) => picked(file, file.webkitRelativePath || file.name))
    .filter(({ path }) => !isLitter(path))
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A folder hands its entries out in parts, and says that it is done with an empty one. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return entries
    entries.push(...part)
  }
}

async function filesOfEntry(entry: FileSystemEntry, folder: string): Promise<readonly PickedFile[]> {
  const path = folder === '' ? entry.name : `${folder}/${entry.name}`
  if (isLitter(path)) return []
  if (entry.isFile) return [picked(await fileOf(entry as FileSystemFileEntry), path)]
  const files: PickedFile[] = []
  for (const inner of await entriesOf(entry as FileSystemDirectoryEntry)) files.push(...(await filesOfEntry(inner, path)))
  return files
}

/**
 * Of a drop or a paste. To be called in the event itself: what was dropped is gone after it.
 *
 * @throws what the browser says when a dropped folder cannot be read.
 */
export async function filesOfTransfer(transfer: DataTransfer): Promise<readonly PickedFile[]> {
  const entries = Array.from(transfer.items ?? []).flatMap((item) => {
    const entry = item.kind === 'file' ? (item.webkitGetAsEntry?.() ?? null) : null
    return entry === null ? [] : [entry]
  })
  // A pasted picture is no entry of any file system.
  if (entries.length === 0) return filesOfInput(transfer.files)
  const found: PickedFile[] = []
  for (const entry of entries) found.push(...(await filesOfEntry(entry, '')))
  return found
}
