/** Who may have which picture cut out. */
import { type FileKind, fileKind, fileSizeLimit } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Reply } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { fileAt } from '../files/service'
import { maxCutoutPixels } from './limits'
import { type CutoutRequest, issueTicket } from './ticket'

/** The admin API's side of cutting out. */
export interface TicketOffice {
  /** Shared with the host. */
  readonly secret: string
  /** Base address of the host; null when this server is the host. */
  readonly host: string | null
}

/** Pictures that can be a layer. */
const kinds: readonly FileKind[] = [fileKind.designAsset, fileKind.templateLayer]
const formats: ReadonlySet<string | null> = new Set(['image/png', 'image/jpeg', 'image/webp'])

/** A ticket for one picture of the caller's. Rejects with 'invalid' when there is no such picture or it cannot be cut out. */
export async function giveTicket(
  ctx: Ctx,
  office: TicketOffice,
  request: CutoutRequest,
): Promise<Reply<AppContract['cutouts']['token']>> {
  const file = await fileAt(ctx, request.imageUrl)
  if (!file || !kinds.some((kind) => kind === file.kind)) throw invalid('imageUrl', '图片不存在或尚未上传完成，请重新上传')
  if (!formats.has(file.content_type)) throw invalid('imageUrl', '矢量图不能抠图，请使用 PNG、JPG 或 WebP 图片')
  // What the caller says of the picture is for the host's information; what counts is the file itself.
  if ((file.size ?? 0) > fileSizeLimit[fileKind.templateLayer]) throw invalid('fileSize', '图片文件过大，不能抠图')
  if ((file.width ?? 0) * (file.height ?? 0) > maxCutoutPixels) {
    throw invalid('width', `图片像素过大，抠图最多 ${maxCutoutPixels / 10_000} 万像素，请缩小后重新上传`)
  }
  const of = { accountId: ctx.actor.accountId, source: file.storage_key }
  return { token: issueTicket(request, of, { secret: office.secret, now: ctx.clock.now() }), host: office.host }
}
