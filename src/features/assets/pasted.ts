import type { PickedFile } from '../../base/picked-files'

/** Names a pasted screenshot by the time of day: browsers name every screenshot image.png. */
export function nameScreenshot(file: PickedFile, now: Date): PickedFile {
  if (!/^image\.\w+$/.test(file.name)) return file
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const time = `${twoDigits(now.getHours())}${twoDigits(now.getMinutes())}${twoDigits(now.getSeconds())}`
  return { ...file, name: `粘贴 ${time}.${file.name.slice('image.'.length)}` }
}

const naturalOrder = new Intl.Collator('zh-CN', { numeric: true })

/** Sorts the files of a folder by name, 2.png before 10.png. Files picked one by one keep their order. */
export const inUploadOrder = (files: readonly PickedFile[]): readonly PickedFile[] =>
  files.some(({ path }) => path.includes('/')) ? [...files].sort((a, b) => naturalOrder.compare(a.path, b.path)) : files
