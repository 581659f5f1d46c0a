/** Issues cutout tickets for the caller's own pictures. */
import type { Selectable } from 'kysely'
import { type FileKind, fileKind, fileSizeLimit } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Reply } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import type { Database } from '../../kernel/tables'
import { addressedKey } from '../files/addresses'
import { findFileAt } from '../files/service'
import type { CutoutClass } from './classes'
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

type Picture = Pick<Selectable<Database['file']>, 'content_type' | 'size' | 'width' | 'height' | 'storage_key'>

/** Rejects with 'invalid' when a picture cannot be cut out. */
function requireCuttable({ content_type, size, width, height }: Picture): void {
  if (!formats.has(content_type)) throw invalid('imageUrl', '矢量图不能抠图，请使用 PNG、JPG 或 WebP 图片')
  if ((size ?? 0) > fileSizeLimit[fileKind.templateLayer]) throw invalid('fileSize', '图片文件过大，不能抠图')
  if ((width ?? 0) * (height ?? 0) > maxCutoutPixels) {
    throw invalid('width', `图片像素过大，抠图最多 ${maxCutoutPixels / 10_000} 万像素，请缩小后重新上传`)
  }
}

/** Issues a ticket for a picture of the account that the caller has checked. */
export function issueTicketOf(
  ctx: Pick<Ctx, 'actor' | 'clock' | 'fileSecret'>,
  { secret, host }: TicketSettings,
  { request, picture, forClass }: { request: CutoutRequest; picture: Picture; forClass: CutoutClass },
): Reply<AppContract['cutouts']['token']> {
  requireCuttable(picture)
  const source = { accountId: ctx.actor.accountId, class: forClass, source: addressedKey(ctx, picture.storage_key) }
  return { token: issueTicket(request, source, { secret, now: ctx.clock.now() }), host }
}

/**
 * Issues a ticket for one of the caller's pictures. Rejects with 'invalid' when there is no such picture or it cannot be cut out.
 */
export async function issueTicketFor(
  ctx: Ctx,
  settings: TicketSettings,
  request: CutoutRequest,
): Promise<Reply<AppContract['cutouts']['token']>> {
  const picture = await findFileAt(ctx, request.imageUrl)
  if (!picture || !kinds.some((kind) => kind === picture.kind)) throw invalid('imageUrl', '图片不存在或尚未上传完成，请重新上传')
  // The caller's description of the picture only informs the host; the limits are checked on the file itself.
  return issueTicketOf(ctx, settings, { request, picture, forClass: 'seller' })
}
