/** Validates, uploads and registers placeholder pictures. Independent of React. */
import type { Platform } from '../../../../adapters/platform'
import { type AiCutoutType, fileKind, fileSizeLimit } from '../../../../contract/constants'
import type { Api } from '../../../api/services'
import { pictureProblem } from '../../../base/picture-files'
import { FinalFailure } from '../../../base/tasks/types'

/** Maximum size of a placeholder picture, bytes. */
export const maxPlaceholderBytes = fileSizeLimit[fileKind.designAsset]
const placeholderTypes = ['image/png', 'image/jpeg'] as const

export const placeholderText = {
  tooLarge: '图片大小不能超过3M',
  uploaded: '上传成功',
  removed: '删除成功',
  question: '确定删除占位图像吗?',
  warning: '正在使用这张占位图像的模板可能会显示异常，删除后不能恢复。',
} as const

interface NamedFile {
  readonly name: string
  readonly blob: Blob
}

/** Returns why a file cannot be a placeholder picture; null when it can. Reads the bytes, so that a renamed file is detected. */
export async function placeholderProblem(file: NamedFile): Promise<string | null> {
  if (file.blob.size > maxPlaceholderBytes) return placeholderText.tooLarge
  return pictureProblem(file, { maxBytes: maxPlaceholderBytes, types: placeholderTypes })
}

/** Validates, uploads and registers one picture; rejects with a message for the seller. */
export async function addPlaceholder(
  file: NamedFile,
  type: AiCutoutType,
  { api, platform }: { readonly api: Pick<Api, 'cutoutPlaceholders'>; readonly platform: Pick<Platform, 'uploadFile'> },
): Promise<void> {
  const problem = await placeholderProblem(file)
  if (problem !== null) throw new FinalFailure(problem)
  const { url } = await platform.uploadFile(file, fileKind.templateLayer)
  await api.cutoutPlaceholders.create({ body: { aiCutoutType: type, url } }, { quiet: true })
}
