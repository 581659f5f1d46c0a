/** Looks for the holes of the foregrounds of an import, one after another, beside whatever else the check step does. */
import type { PrintArea } from '../../../../contract/types'
import type { Size } from '../print-area'
import type { Picture } from './groups'
import type { Foreground } from './row-area'

/** The check step is drawn again once for so many holes. */
const holesTogether = 10

export type FindHoles = (picture: Blob, size: Size) => Promise<readonly PrintArea[]>

/**
 * @param onFound is given the holes by SHA-256 of the foreground's file; none for a picture that cannot be read.
 * @returns a function that replaces the list of what is looked for; what was found before is not looked for again.
 */
export function createHoleSearch<P extends Picture & { readonly blob: Blob }>(
  find: FindHoles,
  onFound: (holes: readonly (readonly [string, readonly PrintArea[]])[]) => void,
): (wanted: readonly Foreground<P>[]) => void {
  const asked = new Set<string>()
  let queue: readonly Foreground<P>[] = []
  let isRunning = false

  const run = async () => {
    isRunning = true
    const found: (readonly [string, readonly PrintArea[]])[] = []
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      const { picture, sha256, size } = next
      queue = queue.slice(1)
      if (asked.has(sha256)) continue
      asked.add(sha256)
      found.push([sha256, await find(picture.blob, size).catch(() => [])])
      if (found.length >= holesTogether) onFound(found.splice(0))
    }
    isRunning = false
    if (found.length > 0) onFound(found)
  }
  return (wanted) => {
    queue = wanted.filter(({ sha256 }) => !asked.has(sha256))
    if (!isRunning && queue.length > 0) void run()
  }
}
