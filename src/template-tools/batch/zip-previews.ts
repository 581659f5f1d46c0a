/** Packs pictures of many templates into one archive, made one after another. Independent of canvases and screens. */

import { safeFileName, uniqueNames } from '../../../contract/ground/file-names'
import { abortError, messageOf } from '../../../contract/ground/thrown'
import { templateName } from '../../../contract/rules/case-names'
import { createZip } from '../../base/zip-writer'

export interface Previewed {
  readonly id: number
  /** The template's name. */
  readonly name: string
}

export interface FailedPreview extends Previewed {
  /** Reason in words for the seller. */
  readonly reason: string
}

export interface PreviewArchive {
  /** Null when no picture could be made. */
  readonly zip: Blob | null
  readonly count: number
  readonly failed: readonly FailedPreview[]
}

interface ZipPreviewsInput<T extends Previewed> {
  readonly templates: readonly T[]
  /** Makes the picture of one template. */
  readonly make: (template: T) => Promise<Blob>
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

/**
 * Makes and packs all pictures. Failed ones are listed in the result and do not stop the others.
 *
 * @throws an AbortError when the signal aborts.
 */
export async function zipPreviews<T extends Previewed>({
  templates,
  make,
  signal,
  onProgress,
}: ZipPreviewsInput<T>): Promise<PreviewArchive> {
  const names = uniqueNames(templates.map(({ id, name }) => safeFileName(name, templateName({ id, name: '' }))))
  const zip = createZip()
  const failed: FailedPreview[] = []
  for (const [i, template] of templates.entries()) {
    if (signal.aborted) throw abortError()
    try {
      const picture = await make(template)
      await zip.add(`${names[i] ?? template.id}.jpg`, picture)
    } catch (error) {
      if (signal.aborted) throw abortError()
      failed.push({
        id: template.id,
        name: templateName(template),
        reason: messageOf(error),
      })
    }
    onProgress(i + 1)
  }
  return { zip: zip.count === 0 ? null : zip.finish(), count: zip.count, failed }
}
