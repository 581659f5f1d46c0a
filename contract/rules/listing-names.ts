/** Names of listing pictures in their archive: template, model, pose and size. Pure. */
import { type Pose, poseNames } from './look'

export interface NamedPicture {
  readonly template: string
  readonly model: string
  /** Material and colour, where a model is shown in several; null otherwise. */
  readonly color: string | null
  readonly pose: Pose
  readonly width: number
  readonly height: number
}

/** Longest part of a name, characters: the whole stays below what every file system takes. */
const maxPart = 40

/** Returns a part of a file name that Windows accepts. */
function part(text: string): string {
  const safe = [
    ...text
      .normalize('NFC')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: file names must not contain these
      .replace(/[\u0000-\u001f\u007f-\u009f<>:"/\\|?*]/g, ' ')
      .replace(/[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|\p{Surrogate}/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
  return safe.slice(0, maxPart).join('').trim() || '未命名'
}

/** Returns a name for each picture; no two are the same where upper and lower case are. */
export function listingNames(pictures: readonly NamedPicture[]): string[] {
  const taken = new Set<string>()
  return pictures.map(({ template, model, color, pose, width, height }) => {
    const parts = [part(template), part(model), ...(color === null ? [] : [part(color)]), poseNames[pose], `${width}x${height}`]
    const stem = parts.join(' - ')
    let name = `${stem}.jpg`
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem} (${number}).jpg`
    taken.add(name.toLowerCase())
    return name
  })
}
