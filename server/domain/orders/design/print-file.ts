/** Draws the print file of a design, and stores print files and effect images as files of the account. */
import { fileKind } from '../../../../contract/constants'
import { mmPerInch } from '../../../../contract/rules/lengths'
import { printDpi } from '../../../../contract/rules/print-resolution'
import type { Ctx } from '../../../kernel/context'
import { newFileSecret } from '../../files/names'
import { assertQuota } from '../../files/quota'
import { storeExamined } from '../../files/service'
import { readStored } from '../picture-bytes'
import type { StoredDesign, StoredLayer } from './stored-design'

export type DrawnDesign = Pick<StoredDesign, 'canvas' | 'widthMm' | 'heightMm'> & { readonly layers: readonly StoredLayer[] }

/**
 * Draws the design at 300 dpi on the whole case; without the case's size, at the pixels of its canvas. Rejects with a Failure
 * that names the layer whose picture cannot be drawn.
 */
export function drawPrint(ctx: Ctx, design: DrawnDesign): Promise<Buffer> {
  const dpi = printDpi.assumed
  const { canvas, widthMm, heightMm, layers } = design
  const perPixel = widthMm !== null ? widthMm / canvas.width : heightMm !== null ? heightMm / canvas.height : mmPerInch / dpi
  return ctx.renderer.render({
    canvas,
    layers,
    print: { widthMm: widthMm ?? canvas.width * perPixel, heightMm: heightMm ?? canvas.height * perPixel, dpi },
    owner: ctx.actor.accountId,
    readPicture: ({ imageKey }) => readStored(ctx, imageKey),
  })
}

export interface StoredPrint {
  readonly fileId: number
  readonly key: string
}

/** Stores a picture as a private file of the account. It counts as unused until a customization names it. */
export async function storePicture(ctx: Ctx, name: string, bytes: Buffer): Promise<StoredPrint> {
  await assertQuota(ctx, bytes.length)
  const examined = await storeExamined(ctx, {
    owner: ctx.actor.accountId,
    kind: fileKind.order,
    source: bytes,
    secret: newFileSecret(true),
  })
  const { id } = await ctx.db
    .insertInto('file')
    .values({
      account_id: ctx.actor.accountId,
      kind: fileKind.order,
      name,
      status: 'ready',
      created_at: ctx.clock.now(),
      ...examined,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { fileId: id, key: examined.storage_key }
}
