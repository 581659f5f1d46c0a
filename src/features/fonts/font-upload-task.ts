/** Fonts on their way into the shop: the file, the two pictures of its name, and then the font itself. */
import type { QueryClient } from '@tanstack/react-query'
import type { Platform } from '../../../adapters/platform'
import { fileKind } from '../../../contract/constants'
import { fontKeys } from '../../api/queries/fonts'
import type { Api } from '../../api/services'
import { InvalidError } from '../../base/errors'
import type { TaskContext, TaskKind } from '../../base/tasks/types'
import type { FontPreviews } from './font-press'

export const fontUploadKind = 'font-upload'
/** Where uploads are found. */
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

/** Names of the pictures' files; nobody sees them. */
const pictureNames = { normal: 'font-preview.png', active: 'font-preview-active.png' } as const

/** Uploads the pictures of a name. */
export async function uploadPreviews(
  platform: Pick<Platform, 'uploadFile'>,
  { normal, active }: Pick<FontPreviews, 'normal' | 'active'>,
  signal?: AbortSignal,
): Promise<{ readonly previewImageFileId: number; readonly activePreviewImageFileId: number }> {
  const send = async (name: string, blob: Blob) =>
    (await platform.uploadFile({ name, blob }, fileKind.templateThumbnail, { ...(signal && { signal }) })).fileId
  return {
    previewImageFileId: await send(pictureNames.normal, normal),
    activePreviewImageFileId: await send(pictureNames.active, active),
  }
}

interface Sent {
  readonly fontFileId: number
  readonly previewImageFileId: number
  readonly activePreviewImageFileId: number
}

const isId = (value: unknown) => typeof value === 'number'

/** What the last try left behind; anything else in its place is not believed. */
function sentBefore(saved: unknown): Sent | null {
  if (typeof saved !== 'object' || saved === null) return null
  const { fontFileId, previewImageFileId, activePreviewImageFileId } = saved as Readonly<Record<string, unknown>>
  return isId(fontFileId) && isId(previewImageFileId) && isId(activePreviewImageFileId) ? (saved as Sent) : null
}

/** The server does not have a file of an earlier try any more: it clears away what belonged to nothing for days. */
const fileIsGone = (error: unknown): boolean =>
  error instanceof InvalidError && error.issues.some(({ path }) => path.endsWith('FileId'))

async function send(input: FontUpload, context: TaskContext, platform: FontTaskServices['platform']): Promise<Sent> {
  const { signal } = context
  const { fileId } = await platform.uploadFile({ name: input.fileName, blob: input.file }, fileKind.font, {
    signal,
    onProgress: ({ loaded, total = input.file.size }) => context.progress(loaded, total),
  })
  const sent = { fontFileId: fileId, ...(await uploadPreviews(platform, input.previews, signal)) }
  // Before the font is made: whoever comes back from a reload makes it of these files and sends nothing again.
  await context.checkpoint(sent)
  return sent
}

const fontUpload: TaskKind<FontUpload, { readonly fontId: number }, FontTaskServices> = {
  kind: fontUploadKind,
  // One line does not get faster by being shared, and the fonts stand in the order they were picked.
  atOnce: 1,
  async run(input, context, { api, platform }) {
    const add = async (sent: Sent) => {
      const { id } = await api.shopFonts.create(
        { body: { name: input.name, ...sent } },
        // A repeated call after a lost answer finds the font that the first one made.
        { quiet: true, signal: context.signal, idempotencyKey: `font-file-${sent.fontFileId}` },
      )
      return { fontId: id }
    }
    const before = sentBefore(context.saved)
    if (before === null) return add(await send(input, context, platform))
    try {
      return await add(before)
    } catch (error) {
      if (!fileIsGone(error)) throw error
      return add(await send(input, context, platform))
    }
  },
  ended: (_, { queries }) => void queries.invalidateQueries({ queryKey: fontKeys.all }),
}

export default fontUpload
