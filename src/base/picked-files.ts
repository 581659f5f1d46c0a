/** Reads files that a seller chose, dropped or pasted, including whole folders. */

export interface PickedFile {
  readonly name: string
  readonly blob: Blob
  /** Its path in the chosen folder: 苹果/前景图.png; only the name for single files. */
  readonly path: string
}

/** Whether it is a file that operating systems create in folders by themselves. */
const isSystemFile = (path: string) => /(^|\/)(\.[^/]*|Thumbs\.db|desktop\.ini|__MACOSX\/.*)$/i.test(path)

const picked = (file: File, path: string): PickedFile => ({ name: file.name, blob: file, path })

/** Returns the files of an `<input type=file>`, with or without `webkitdirectory`. */
export function filesOfInput(files: ArrayLike<File> | null): readonly PickedFile[] {
  return Array.from(files ?? [])
    .map((file) => picked(file, file.webkitRelativePath || file.name))
    .filter(({ path }) => !isSystemFile(path))
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** The browser returns the entries of a folder in several batches, and an empty batch at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (batch.length === 0) return entries
    entries.push(...batch)
  }
}

async function filesOfEntry(entry: FileSystemEntry, folder: string): Promise<readonly PickedFile[]> {
  const path = folder === '' ? entry.name : `${folder}/${entry.name}`
  if (isSystemFile(path)) return []
  if (entry.isFile) return [picked(await fileOf(entry as FileSystemFileEntry), path)]
  const files: PickedFile[] = []
  for (const inner of await entriesOf(entry as FileSystemDirectoryEntry)) files.push(...(await filesOfEntry(inner, path)))
  return files
}

/**
 * Returns the files of a drop or a paste. Must be called during the event, because the transfer is empty afterwards.
 *
 * @throws the browser's error when a dropped folder cannot be read.
 */
export async function filesOfTransfer(transfer: DataTransfer): Promise<readonly PickedFile[]> {
  const entries = Array.from(transfer.items ?? []).flatMap((item) => {
    const entry = item.kind === 'file' ? (item.webkitGetAsEntry?.() ?? null) : null
    return entry === null ? [] : [entry]
  })
  // A pasted picture has no file system entry.
  if (entries.length === 0) return filesOfInput(transfer.files)
  const found: PickedFile[] = []
  for (const entry of entries) found.push(...(await filesOfEntry(entry, '')))
  return found
}
