/** Task that adds a font to the shop: it uploads the file and the two pictures of its name, then creates the font. */
import type { QueryClient } from '@tanstack/react-query'
import type { Platform } from '../../../adapters/platform'
import { InvalidError } from '../../../contract/call-errors'
import { fileKind } from '../../../contract/constants'
import { fitting, integer, type Of, object } from '../../../contract/ground/schema'
import { fontKeys } from '../../api/queries/fonts'
import type { Api } from '../../api/services'
import type { ItemContext, TaskKind } from '../../base/tasks/types'
import type { FontPreviews } from './font-preview-renderer'

export const fontUploadKind = 'font-upload'
/** Task scope of the uploads. */
export const fontUploadScope = 'font-upload'

export interface FontUpload {
  readonly name: string
  readonly fileName: string
  readonly file: Blob
  readonly previews: Pick<FontPreviews, 'normal' | 'active'>
}

export interface FontTaskServices {
  readonly api: Pick<Api, 'shopFonts'>
  readonly platform: Pick<Platform, 'uploadFile'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}

/** File names of the pictures; they are not shown anywhere. */
const pictureNames = { normal: 'font-preview.png', active: 'font-preview-active.png' } as const

/** Uploads the two pictures of a name. */
export async function uploadPreviews(
  platform: Pick<Platform, 'uploadFile'>,
  { normal, active }: Pick<FontPreviews, 'normal' | 'active'>,
  signal?: AbortSignal,
): Promise<{ readonly previewImageFileId: number; readonly activePreviewImageFileId: number }> {
  const uploadPicture = async (name: string, blob: Blob) =>
    (await platform.uploadFile({ name, blob }, fileKind.templateThumbnail, { ...(signal && { signal }) })).fileId
  return {
    previewImageFileId: await uploadPicture(pictureNames.normal, normal),
    activePreviewImageFileId: await uploadPicture(pictureNames.active, active),
  }
}

const uploads = object({ fontFileId: integer, previewImageFileId: integer, activePreviewImageFileId: integer })
type UploadedFiles = Of<typeof uploads>

/** True if the server deleted a file of an earlier attempt: it deletes files that belong to nothing after some days. */
const fileIsGone = (error: unknown): boolean =>
  error instanceof InvalidError && error.issues.some(({ path }) => path.endsWith('FileId'))

async function uploadFont(
  input: FontUpload,
  context: ItemContext,
  platform: FontTaskServices['platform'],
): Promise<UploadedFiles> {
  const { signal } = context
  const { fileId } = await platform.uploadFile({ name: input.fileName, blob: input.file }, fileKind.font, {
    signal,
    onProgress: ({ loaded, total = input.file.size }) => context.progress(loaded, total),
  })
  const uploadedFiles = { fontFileId: fileId, ...(await uploadPreviews(platform, input.previews, signal)) }
  // Checkpoint before the font is created: a retry after a reload uses these files and uploads nothing again.
  await context.checkpoint(uploadedFiles)
  return uploadedFiles
}

const fontUpload: TaskKind<FontUpload, { readonly fontId: number }, FontTaskServices> = {
  kind: fontUploadKind,
  // Parallel uploads would share one connection and not be faster; in sequence the fonts keep the order of the selection.
  concurrency: 1,
  async run(input, context, { api, platform }) {
    const add = async (uploadedFiles: UploadedFiles) => {
      const { id } = await api.shopFonts.create(
        { body: { name: input.name, ...uploadedFiles } },
        // With this key, a retry after a lost response returns the font that the first call created.
        { quiet: true, signal: context.signal, idempotencyKey: `font-file-${uploadedFiles.fontFileId}` },
      )
      return { fontId: id }
    }
    const earlierFiles = fitting(uploads, context.saved)
    if (earlierFiles === null) return add(await uploadFont(input, context, platform))
    try {
      return await add(earlierFiles)
    } catch (error) {
      if (!fileIsGone(error)) throw error
      return add(await uploadFont(input, context, platform))
    }
  },
  onEnded: (_, { queries }) => void queries.invalidateQueries({ queryKey: fontKeys.all }),
}

export default fontUpload
