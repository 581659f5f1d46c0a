/** Finds the PSDs among files by their bytes: names and MIME types say nothing certain. */
import type { LocalFile } from '../../../adapters/platform'
import { sniffPicture } from '../../base/picture-files'

/** Adobe Photoshop File Formats Specification, "File Header Section": 8BPS, then version 1 (PSD) or 2 (PSB). */
const isPsdHeader = ([a, b, c, d, high, version]: Uint8Array): boolean =>
  a === 0x38 && b === 0x42 && c === 0x50 && d === 0x53 && high === 0 && (version === 1 || version === 2)

/**
 * Whether the PSD dialogs are to judge a file: its bytes are those of a PSD, or its name says so and it is no picture either, so
 * that their reader can say what is wrong with it. False for a file that cannot be read.
 */
async function isForPsdDialog({ name, blob }: LocalFile): Promise<boolean> {
  try {
    if (isPsdHeader(new Uint8Array(await blob.slice(0, 6).arrayBuffer()))) return true
    return /\.ps[db]$/i.test(name) && (await sniffPicture(blob)) === null
  } catch {
    // Who takes the other files reads it again and reports why that fails.
    return false
  }
}

/** Separates files for the PSD dialogs from the others; both keep their order. Never rejects. */
export async function separatePsds<T extends LocalFile>(
  files: readonly T[],
): Promise<{ readonly psds: readonly T[]; readonly others: readonly T[] }> {
  const judged = await Promise.all(files.map(isForPsdDialog))
  return { psds: files.filter((_, i) => judged[i]), others: files.filter((_, i) => !judged[i]) }
}
