/** Pictures of many templates in one archive, made one after another. Knows nothing of canvases or screens. */
import { templateName } from '../../../contract/rules/case-names'
import { safeFileName, uniqueNames } from '../../base/file-names'
import { createZip } from '../../base/zip-writer'

export interface Previewed {
  readonly id: number
  /** What the seller calls it. */
  readonly name: string
}

export interface FailedPreview extends Previewed {
  /** For the seller. */
  readonly reason: string
}

export interface PreviewArchive {
  /** null when not one picture could be made. */
  readonly zip: Blob | null
  readonly count: number
  readonly failed: readonly FailedPreview[]
}

interface ZipPreviewsInput<T extends Previewed> {
  readonly templates: readonly T[]
  /** The picture of one. */
  readonly make: (template: T) => Promise<Blob>
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

/**
 * One that cannot be made is told of and does not keep the others back.
 *
 * @throws an AbortError when the signal says so.
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
    if (signal.aborted) throw aborted()
    try {
      const picture = await make(template)
      await zip.add(`${names[i] ?? template.id}.jpg`, picture)
    } catch (error) {
      if (signal.aborted) throw aborted()
      failed.push({
        id: template.id,
        name: templateName(template),
        reason: error instanceof Error ? error.message : String(error),
      })
    }
    onProgress(i + 1)
  }
  return { zip: zip.count === 0 ? null : zip.finish(), count: zip.count, failed }
}

const aborted = () => new DOMException('saving was given up', 'AbortError')
