/** Jigs as SVG files: from design programs and Roland's PrintAutoMate, and for them. */
import { type JigLayout, jigLimits, turnedSize } from '../../../../contract/rules/jig'
import type { Jig } from '../../../../contract/types'
import { readJig } from '../../../../imaging/jigs/read-jig'
import { writeJig } from '../../../../imaging/jigs/write-jig'
import type { PickedFile } from '../../../base/picked-files'

/** The values with which a new jig begins. */
export interface JigStart {
  readonly name: string
  readonly layout: JigLayout
  /** For the seller: what to check of a file. */
  readonly problems: readonly string[]
}

const group = '通用'

/** Returns the jig of a file; rejects with why it could not be read, in words. */
export async function readJigFile({ blob, name }: PickedFile): Promise<JigStart> {
  const { widthMm, heightMm, slots, problems } = readJig(await blob.text())
  if (slots.length > jigLimits.slots) throw new Error(`文件里有 ${slots.length} 个工位，一个治具最多 ${jigLimits.slots} 个`)
  return {
    name: name.replace(/\.[^.]*$/, ''),
    layout: {
      ...{ widthMm, heightMm, groups: [{ name: group, phoneModelIds: [] }] },
      // The file's sizes are those before the turn, ours those of the slot as it lies.
      slots: slots.map(({ key, xMm, yMm, turn, ...size }) => ({ key, group, xMm, yMm, ...turnedSize(size, turn), turn })),
    },
    problems,
  }
}

const digitsOf = (key: string): string => key.replace(/\D/g, '')

/** Returns a jig as an SVG. Slots whose numbers are no numbers of their own are numbered anew, because the file names slots so. */
export function jigFile({ name, widthMm, heightMm, slots }: Jig): { readonly name: string; readonly blob: Blob } {
  const numbers = slots.map(({ key }) => digitsOf(key))
  const areNumbers = new Set(numbers).size === slots.length && !numbers.includes('')
  const written = slots.map(({ key, xMm, yMm, turn, ...size }, at) => ({
    ...{ key: areNumbers ? `S${digitsOf(key)}` : `S${at + 1}`, xMm, yMm, turn },
    ...turnedSize({ widthMm: size.widthMm, heightMm: size.heightMm }, turn),
  }))
  const text = writeJig({ widthMm, heightMm, slots: written })
  return { name: `${name}.svg`, blob: new Blob([text], { type: 'image/svg+xml' }) }
}
