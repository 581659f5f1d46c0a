/** Files out of a file field, a drop or the clipboard; folders are read to their last file. */
import type { LocalFile } from '../../../adapters/platform'
import { pictureFormats } from './picture-check'

/** What the file dialog offers first; the bytes decide later. */
export const pictureAccept = `${pictureFormats.map((format) => `.${format.toLowerCase()}`).join(',')},.jpeg,image/*`

// What systems leave in every folder.
const litter = /^(?:\.|Thumbs\.db$|desktop\.ini$|__MACOSX$)/i

const inOrder = new Intl.Collator('zh-CN', { numeric: true })
const byName = (a: LocalFile, b: LocalFile) => inOrder.compare(a.name, b.name)

const local = (file: File): LocalFile => ({ name: file.name, blob: file })

/** Of a file field; one for folders lists what systems leave behind too. */
export function filesOfField(list: FileList | null): readonly LocalFile[] {
  const files = [...(list ?? [])]
  const isFolder = files.some((file) => file.webkitRelativePath !== '')
  return isFolder
    ? files
        .filter(({ webkitRelativePath }) => !webkitRelativePath.split('/').some((part) => litter.test(part)))
        .map(local)
        .sort(byName)
    : files.map(local)
}

const readBatch = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))

async function filesOfEntry(entry: FileSystemEntry): Promise<readonly LocalFile[]> {
  if (litter.test(entry.name)) return []
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return [local(file)]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: LocalFile[] = []
  // A reader hands out at most 100 entries a time, and an empty list at the end.
  for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) {
    for (const one of batch) found.push(...(await filesOfEntry(one)))
  }
  return found.sort(byName)
}

/** Of a drop, folders opened. The entries must be taken before the event is over, so call it in the handler itself. */
export function filesOfDrop(data: DataTransfer): Promise<readonly LocalFile[]> {
  const entries = [...data.items].map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
  const plain = [...data.files].map(local)
  if (!entries.some((entry) => entry?.isDirectory)) return Promise.resolve(plain)
  return Promise.all(entries.map((entry) => (entry ? filesOfEntry(entry) : []))).then((lists) => lists.flat())
}

/** Of the clipboard: copied files, or a screenshot, which has no name of its own. */
export function filesOfClipboard(data: DataTransfer | null, now: Date): readonly LocalFile[] {
  return [...(data?.files ?? [])].map((file) =>
    /^image\.\w+$/.test(file.name) ? { name: pastedName(file.name, now), blob: file } : local(file),
  )
}

function pastedName(name: string, now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`
  return `粘贴 ${time}.${name.split('.').pop()}`
}
