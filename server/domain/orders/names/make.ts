/** Makes one row of a name list: its print file and effect image, as the design of a line of an order by hand. */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { isFields } from '../../../../contract/ground/fields'
import type * as schemas from '../../../../contract/schemas/name-lists'
import type { Ctx } from '../../../kernel/context'
import { Failure, notFound } from '../../../kernel/failure'
import { requireOwned } from '../../../kernel/owned'
import { transact } from '../../../kernel/transact'
import { storeWords } from '../../fonts/text-pictures'
import { attachDesign } from '../attach-design'
import { readContent } from '../content'
import { drawWithEffect } from '../design/effect-image'
import { storePicture } from '../design/print-file'
import { readStoredItems } from '../made-as'
import { designOfLine } from '../manual-lines'
import { lockManualOrder, stageWords } from '../manual-orders'
import { type FilledLayer, fillTemplate, openNameSource } from './filled-template'
import { readShownCase } from './look'

type Draw = z.output<typeof schemas.nameDraw>

interface Line {
  readonly orderId: number
  /** The line's number in its order, from 1. */
  readonly line: number
}

/**
 * Draws a row and puts it into its line; a line that has it already stays as it is, so that a call whose answer was lost is repeated.
 * Rejects with 'not-found', 'stale-revision' (the template was saved since the check), or 'conflict' (what cannot be drawn; a line that is
 * paid for or pushed).
 */
export async function drawNameLine(ctx: Ctx, of: Line, { templateId, revision, row }: Draw): Promise<void> {
  const made = createHash('sha256')
    .update(JSON.stringify([templateId, revision, row]))
    .digest('hex')
  const { originalId, shopId, content } = await readLine(ctx, of)
  if (madeOf(content, originalId) === made) return
  const source = await openNameSource(ctx, templateId)
  if (source.template.revision !== revision)
    throw new Failure('stale-revision', '模板在检查之后又保存过，这一行没有生成；请回到名单重新检查，再生成没有做完的行')
  const filled = await fillTemplate(ctx, source, row)
  const missing = filled.texts.flatMap((text) => text.missing)
  if (missing.length > 0) throw new Failure('conflict', `字体没有「${[...new Set(missing)].join('')}」，请换一个字体或改文字`)
  if (filled.layers.length === 0) throw new Failure('conflict', '这一行没有可以打印的内容')
  const shownCase = await readShownCase(ctx, row.phoneModelId, row.materialColorId)
  const layers = await Promise.all(filled.layers.map((layer) => stored(ctx, layer)))
  const { print, effect } = await drawWithEffect(ctx, { canvas: filled.canvas, layers, ...shownCase }, shownCase)
  const printFile = await storePicture(ctx, `name-${originalId}.png`, print)
  const effectFile = effect && (await storePicture(ctx, `name-${originalId}.webp`, effect))
  await transact(ctx, async (inner) => {
    await lockManualOrder(inner, of.orderId)
    const item = (await readStoredItems(inner, [of.orderId])).find((one) => one.original_id === originalId)
    if (!item) throw notFound('订单里的这一件')
    if (item.stage !== null) throw new Failure('conflict', `这一件${stageWords[item.stage]}，不能换定制图`)
    const design = await designOfLine(inner, originalId, row)
    await attachDesign(inner, {
      shopId,
      itemOriginalId: originalId,
      id: design.id,
      info: {
        ...design,
        customizedImageUrl: `/files/${printFile.key}`,
        previewImageUrl: effectFile && `/files/${effectFile.key}`,
        design: {
          templateId,
          templateRevision: revision,
          canvas: filled.canvas,
          layers: layers.map(({ imageKey, ...layer }) => ({ ...layer, imageUrl: `/files/${imageKey}` })),
        },
        made,
      },
    })
  })
}

async function readLine(ctx: Ctx, { orderId, line }: Line) {
  const order = await requireOwned(ctx, 'shop_order', orderId, '订单')
  const originalId = `${order.original_id}-${line}`
  const item = (await readStoredItems(ctx, [orderId])).find((one) => one.original_id === originalId)
  if (!item) throw notFound('订单里的这一件')
  return { originalId, shopId: order.shop_id, content: item.content }
}

/** Returns what the present design of a line was made from; null for any other design. */
function madeOf(content: string | null, originalId: string): string | null {
  if (content === null || readContent(content, originalId).length === 0) return null
  const json: unknown = JSON.parse(content)
  const infos = isFields(json) && Array.isArray(json.phoneCaseCustomizationInfos) ? json.phoneCaseCustomizationInfos : []
  const found = infos.filter(isFields).find(({ made }) => typeof made === 'string')
  return typeof found?.made === 'string' ? found.made : null
}

/** Stores the drawing of a text that is not stored yet. */
async function stored(ctx: Ctx, { svg, ...layer }: FilledLayer): Promise<Omit<FilledLayer, 'svg'>> {
  if (svg === null) return layer
  const { fileId, key } = await storeWords(ctx, svg)
  return { ...layer, imageFileId: fileId, imageKey: key }
}
