/** Cutting out for buyers: a ticket for one photo of a design, in the buyers' own queue and within limits of their own. */
import type { z } from 'zod'
import type * as schemas from '../../../contract/schemas/buyer'
import type { BuyerCutout } from '../../../contract/types'
import type { PublicCtx } from '../../kernel/context'
import { Failure, notFound } from '../../kernel/failure'
import type { CutoutRequest } from '../cutout/ticket'
import { issueTicketOf, type TicketSettings } from '../cutout/tickets'
import { fileAddress } from '../files/addresses'
import { limit, openDesign } from './access'
import { linkOf, requireUnlocked } from './state'

const hour = 60 * 60 * 1000
/** Tickets of one design in a day, and of one address in an hour. */
const maxPerDesign = 6
const maxPerAddress = 30

/**
 * Issues a ticket for a photo of this design. Returns also what the host is to be asked for. Rejects with 'not-found' for any
 * other picture, also of the same shop.
 */
export async function issueBuyerTicket(
  publicCtx: PublicCtx,
  settings: TicketSettings | null,
  id: number,
  { imageFileId, type }: z.output<typeof schemas.buyerCutoutBody>,
): Promise<BuyerCutout> {
  const { row, ctx } = await openDesign(publicCtx, id)
  if (!settings) throw new Failure('unavailable', '卖家没有开通抠图')
  await requireUnlocked(ctx, row)
  if (!(await linkOf(ctx, row)).imageUploadEnabled) throw new Failure('forbidden', '卖家没有开放上传图片')
  const picture = await ctx.db
    .selectFrom('buyer_file')
    .innerJoin('file', 'file.id', 'buyer_file.file_id')
    .select(['file.name', 'file.content_type', 'file.size', 'file.width', 'file.height', 'file.storage_key'])
    .where('buyer_file.design_id', '=', id)
    .where('buyer_file.origin', '=', 'photo')
    .where('file.id', '=', imageFileId)
    .where('file.status', '=', 'ready')
    .executeTakeFirst()
  if (!picture?.size || !picture.width || !picture.height) throw notFound('照片')
  await limit(publicCtx, `buyer:cutout:${id}`, maxPerDesign, 24 * hour)
  await limit(publicCtx, `buyer:cutout-from:${publicCtx.address}`, maxPerAddress, hour)
  const request: CutoutRequest = {
    imageUrl: fileAddress(ctx, picture.storage_key),
    type,
    fileName: picture.name,
    fileSize: picture.size,
    width: picture.width,
    height: picture.height,
    outputImageFormat: 'png',
  }
  return { ...issueTicketOf(ctx, settings, { request, picture, forClass: 'buyer' }), request }
}
