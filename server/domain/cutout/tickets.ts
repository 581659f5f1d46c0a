/** Issues cutout tickets for the caller's own pictures. */
import { type FileKind, fileKind, fileSizeLimit } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Reply } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { findFileAt } from '../files/service'
import { maxCutoutPixels } from './limits'
import { type CutoutRequest, issueTicket } from './ticket'

/** The admin API's configuration for issuing tickets. */
export interface TicketSettings {
  /** Secret shared with the host. */
  readonly secret: string
  /** Base address of the host; null when this server is the host. */
  readonly host: string | null
}

/** Kinds of pictures that can become a layer. */
const kinds: readonly FileKind[] = [fileKind.designAsset, fileKind.templateLayer]
const formats: ReadonlySet<string | null> = new Set(['image/png', 'image/jpeg', 'image/webp'])

/**
 * Issues a ticket for one of the caller's pictures. Rejects with 'invalid' when there is no such picture or it cannot be cut out.
 */
export async function issueTicketFor(
  ctx: Ctx,
  settings: TicketSettings,
  request: CutoutRequest,
): Promise<Reply<AppContract['cutouts']['token']>> {
  const file = await findFileAt(ctx, request.imageUrl)
  if (!file || !kinds.some((kind) => kind === file.kind)) throw invalid('imageUrl', '图片不存在或尚未上传完成，请重新上传')
  if (!formats.has(file.content_type)) throw invalid('imageUrl', '矢量图不能抠图，请使用 PNG、JPG 或 WebP 图片')
  // The caller's description of the picture only informs the host; the limits are checked on the file itself.
  if ((file.size ?? 0) > fileSizeLimit[fileKind.templateLayer]) throw invalid('fileSize', '图片文件过大，不能抠图')
  if ((file.width ?? 0) * (file.height ?? 0) > maxCutoutPixels) {
    throw invalid('width', `图片像素过大，抠图最多 ${maxCutoutPixels / 10_000} 万像素，请缩小后重新上传`)
  }
  const picture = { accountId: ctx.actor.accountId, class: 'seller', source: file.storage_key } as const
  return { token: issueTicket(request, picture, { secret: settings.secret, now: ctx.clock.now() }), host: settings.host }
}
