/** Draws the print file of a design, and stores print files and effect images as files of the account. */
import { fileKind } from '../../../../contract/constants'
import { mmPerInch } from '../../../../contract/rules/lengths'
import { printDpi } from '../../../../contract/rules/print-resolution'
import type { Ctx } from '../../../kernel/context'
import { isOutage } from '../../../kernel/outage'
import { transact } from '../../../kernel/transact'
import type { RenderInput } from '../../../ports/renderer'
import { newFileSecret } from '../../files/names'
import { assertQuota } from '../../files/quota'
import { storeExamined } from '../../files/service'
import { readStored } from '../picture-bytes'
import type { StoredDesign, StoredLayer } from './stored-design'

export type DrawnDesign = Pick<StoredDesign, 'canvas' | 'widthMm' | 'heightMm'> & { readonly layers: readonly StoredLayer[] }

/**
 * Draws the design on the whole case, at 300 dpi unless another resolution is given; without the case's size, at the pixels of its canvas. Rejects with a Failure
 * that names the layer whose picture cannot be drawn.
 */
export const drawPrint = (ctx: Ctx, design: DrawnDesign, options: PrintOptions = {}): Promise<Buffer> =>
  ctx.renderer.render(printOf(ctx, design, options))

export interface PrintOptions {
  readonly dpi?: number
  readonly readPicture?: (layer: StoredLayer) => Promise<Buffer>
}

/** Returns what the renderer draws for the print file of a design. */
export function printOf(
  ctx: Ctx,
  design: DrawnDesign,
  { dpi = printDpi.assumed, readPicture = ({ imageKey }) => readStored(ctx, imageKey) }: PrintOptions = {},
): RenderInput<StoredLayer> {
  const { canvas, widthMm, heightMm, layers } = design
  const perPixel =
    widthMm !== null ? widthMm / canvas.width : heightMm !== null ? heightMm / canvas.height : mmPerInch / printDpi.assumed
  return {
    canvas,
    layers,
    print: { widthMm: widthMm ?? canvas.width * perPixel, heightMm: heightMm ?? canvas.height * perPixel, dpi },
    owner: ctx.actor.accountId,
    readPicture,
  }
}

export interface StoredPrint {
  readonly fileId: number
  readonly key: string
}

/**
 * Stores a picture as a private file of the account. It counts as unused until a customization names it.
 *
 * @param keep writes in the transaction of the file's row who else needs it; what it rejects with leaves nothing stored.
 */
export async function storePicture(
  ctx: Ctx,
  name: string,
  bytes: Buffer,
  keep: (inner: Ctx, fileId: number) => Promise<void> = async () => undefined,
): Promise<StoredPrint> {
  await assertQuota(ctx, bytes.length)
  const examined = await storeExamined(ctx, {
    owner: ctx.actor.accountId,
    kind: fileKind.order,
    source: bytes,
    secret: newFileSecret(true),
  })
  const file = { account_id: ctx.actor.accountId, kind: fileKind.order, name, status: 'ready', ...examined } as const
  try {
    const fileId = await transact(ctx, async (inner) => {
      const row = { ...file, created_at: ctx.clock.now() }
      const { id } = await inner.db.insertInto('file').values(row).returning('id').executeTakeFirstOrThrow()
      await keep(inner, id)
      return id
    })
    return { fileId, key: examined.storage_key }
  } catch (error) {
    // After an outage the row may have been stored although its answer was lost.
    if (!isOutage(error)) await ctx.storage.remove(examined.storage_key)
    throw error
  }
}
