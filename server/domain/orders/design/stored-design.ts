/**
 * Reads the design of a customization as layers that the designer opens and the renderer draws. Designs come from outside, so
 * each layer is parsed; one that cannot be read makes the whole design unreadable, because without it another picture would be
 * printed.
 */
import { sql } from 'kysely'
import { layer } from '../../../../contract/schemas/templates'
import type { CustomizationDesign, TemplateLayer } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { Failure, notFound } from '../../../kernel/failure'
import { fileAddress } from '../../files/addresses'
import { designIdOf } from '../attached-id'
import { mayShowFile, previewUrl } from '../pay-wall'
import { layerPicture, type StoredSnapshot } from '../snapshot'

/** A layer of a stored design, with the storage key of its picture. */
export type StoredLayer = TemplateLayer & { readonly imageKey: string }

export interface StoredDesign {
  readonly id: number
  readonly shopId: number
  readonly version: number
  readonly snapshot: StoredSnapshot
  readonly canvas: { readonly width: number; readonly height: number }
  /** From the bottom to the top. */
  readonly layers: readonly StoredLayer[]
  readonly phoneModelId: number | null
  readonly materialColorId: number | null
  readonly materialId: number | null
  readonly materialName: string
  /** Size of the whole case, mm. */
  readonly widthMm: number | null
  readonly heightMm: number | null
  /** The stored address and the key of the present print file. */
  readonly url: string | null
  readonly storageKey: string | null
  readonly isPaid: boolean
  readonly isPushed: boolean
  /** A newer submission of its buyer is being drawn, and will take its place. */
  readonly isDrawing: boolean
}

type Row = Omit<StoredDesign, 'canvas' | 'layers'>

/** Rejects with 'not-found', or with 'conflict' when the customization has only a picture or its layers cannot be read. */
export async function readDesign(ctx: Ctx, id: number): Promise<StoredDesign> {
  const { rows } = await sql<Row>`
    select customization.id, shop_id as "shopId", version, snapshot, phone_model_id as "phoneModelId",
      material_color_id as "materialColorId", material_id as "materialId", material_name as "materialName", width_mm as "widthMm", height_mm as "heightMm",
      customized_image_url as url, file.storage_key as "storageKey",
      exists (select from usage_line line where line.account_id = customization.account_id
        and line.customization_id = customization.id) as "isPaid",
      exists (select from push_line line where line.account_id = customization.account_id
        and line.customization_id = customization.id and line.status <> 'failed') as "isPushed",
      exists (select from buyer_drawing drawing where drawing.account_id = customization.account_id
        and drawing.design_id = ${designIdOf(sql.ref('customization'))} and drawing.status in ('waiting', 'drawing')) as "isDrawing"
    from customization left join file on file.id = customized_file_id and file.status = 'ready'
    where customization.account_id = ${ctx.actor.accountId} and customization.id = ${id}
      and exists (select from order_item_customization link where link.customization_id = customization.id)`.execute(ctx.db)
  const row = rows[0]
  if (!row) throw notFound('定制')
  const { canvas, layers } = row.snapshot
  if (layers === null || layers.length === 0 || canvas === null)
    throw new Failure('conflict', '这个定制随订单只带来了图片，没有设计图层，不能修改或重新生成')
  return { ...row, canvas, layers: await readLayers(ctx, layers) }
}

async function readLayers({ db, actor }: Ctx, layers: NonNullable<StoredSnapshot['layers']>): Promise<StoredLayer[]> {
  const keys = layers.flatMap(({ [layerPicture]: key }) => (typeof key === 'string' ? [key] : []))
  const files = await db
    .selectFrom('file')
    .select(['id', 'storage_key'])
    .where('account_id', '=', actor.accountId)
    .where('status', '=', 'ready')
    .where(sql<boolean>`storage_key = any(${keys}::text[])`)
    .execute()
  const idOf = new Map(files.map(({ id, storage_key }) => [storage_key, id]))
  return layers
    .map((stored, at) => {
      // A design that was ordered follows no component.
      const { [layerPicture]: key, component: _, ...fields } = stored
      const imageFileId = typeof key === 'string' ? idOf.get(key) : undefined
      if (typeof key !== 'string' || imageFileId === undefined) throw unreadable(at, '的图片不在本系统里')
      // The designer needs a row id, which a layer of an order does not have.
      const parsed = layer.safeParse({ ...fields, id: at + 1, imageFileId, imageUrl: `/files/${key}` })
      if (!parsed.success) throw unreadable(at, '不是本系统的格式')
      return { ...parsed.data, imageKey: key }
    })
    .sort((a, b) => a.index - b.index)
}

const unreadable = (at: number, reason: string): Failure =>
  new Failure('conflict', `这个定制的设计不能修改或重新生成：第 ${at + 1} 个图层${reason}`)

/** Why the design cannot be changed any more; null while it can. */
export const lockOf = ({ isPaid, isPushed }: Pick<StoredDesign, 'isPaid' | 'isPushed'>): CustomizationDesign['lock'] =>
  isPushed ? 'pushed' : isPaid ? 'charged' : null

const lockTexts = {
  charged: '这张定制图已经下载（扣点），打印的须是已付款的那一张，不能再修改',
  pushed: '这张定制图已经推送到工厂，不能再修改；请先联系工厂取消',
} as const

export function requireUnlocked(design: Pick<StoredDesign, 'isPaid' | 'isPushed' | 'isDrawing'>): void {
  const lock = lockOf(design)
  if (lock !== null) throw new Failure('conflict', lockTexts[lock])
  if (design.isDrawing) throw new Failure('conflict', '买家刚提交了设计，正在生成打印文件，请生成后再修改')
}

export function requireVersion({ version }: Pick<StoredDesign, 'version'>, seen: number): void {
  if (version === seen) return
  throw new Failure(
    'stale-revision',
    `这个定制在您打开之后又有了新的版本（当前第 ${version} 版，您看到的是第 ${seen} 版），本次没有保存；请重新打开后再改`,
  )
}

/**
 * Returns a design as a response may show it: until it is paid for, pictures that only the buyer brought are shown as previews.
 */
export async function toShownDesign(ctx: Ctx, design: StoredDesign): Promise<CustomizationDesign> {
  const shownIds = design.isPaid ? null : await findOwnPictures(ctx, design.layers)
  return {
    customizationId: design.id,
    version: design.version,
    lock: lockOf(design),
    ...design.canvas,
    layers: design.layers.map(({ imageKey, ...fields }) => ({
      ...fields,
      imageUrl:
        shownIds === null || shownIds.has(fields.imageFileId)
          ? fileAddress(ctx, imageKey)
          : previewUrl(ctx, { id: design.id, url: `/files/${imageKey}` }),
    })),
    phoneModelId: design.phoneModelId,
    materialColorId: design.materialColorId,
  }
}

/** Returns which pictures the seller's own templates and assets use, so that their addresses are known already. */
async function findOwnPictures({ db, actor }: Ctx, layers: readonly StoredLayer[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('file')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where(sql<boolean>`id = any(${layers.map(({ imageFileId }) => imageFileId)}::bigint[])`)
    .where(mayShowFile)
    .where(
      sql<boolean>`(exists (select from template_layer where template_layer.image_file_id = file.id)
        or exists (select from asset where asset.file_id = file.id))`,
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}
