/** Designs of buyers: begun from a template or empty, saved whole within what the link allows. */
import { randomInt } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { z } from 'zod'
import { defaultWireframe } from '../../../contract/constants'
import { wholeLayers } from '../../../contract/rules/buyer-layers'
import { refusalOf } from '../../../contract/rules/buyer-rights'
import { designCode } from '../../../contract/rules/design-code'
import type * as schemas from '../../../contract/schemas/buyer'
import type { BuyerDesign, TemplateLayer, TemplateLayerWrite } from '../../../contract/types'
import type { Ctx, PublicCtx } from '../../kernel/context'
import { Failure, invalid } from '../../kernel/failure'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import { arrangeLayers } from '../templates/rules'
import { getTemplate } from '../templates/service'
import { newToken, tokenHash } from '../users/tokens'
import { type DesignRow, type Link, limit, openDesign, openLink, requireOpen } from './access'
import { countDesign } from './counted'
import { type Case, requireCase, requireTemplate } from './offer'
import { originsOf } from './origins'
import { countBegin } from './proof'
import { deleteDesigns } from './retention'
import { toBuyerDesign, toStored } from './rows'
import { linkOf, lockDesign, requireRevision, requireUnlocked, staleRevision } from './state'

type Begin = z.output<typeof schemas.buyerDesignBegin>
type Save = z.output<typeof schemas.buyerDesignSave>

/** Number of random codes that are tried until one is free. */
const codeAttempts = 8
/** New designs of a shop in a day. */
const maxBeginsPerDay = 20_000
const day = 24 * 60 * 60 * 1000

export async function beginDesign(
  publicCtx: PublicCtx,
  token: string,
  { templateId, preview, proof, order, ...chosen }: Begin,
): Promise<{ secret: string; design: BuyerDesign }> {
  const { link, ctx } = await openLink(publicCtx, token)
  await countNew(publicCtx, ctx, link, proof)
  await requireTemplate(ctx, link, templateId)
  const { wireframe } = await requireCase(ctx, link, chosen)
  const template = templateId === null ? null : await getTemplate(ctx, templateId)
  const { width, height } = template ?? wireframe ?? defaultWireframe
  const secret = newToken()
  const row = await transact(ctx, async (inner) => {
    const inserted = await insertDesign(inner, {
      account_id: ctx.actor.accountId,
      shop_id: link.shopId,
      setting_id: link.id,
      secret_hash: tokenHash(secret),
      template_id: templateId,
      template_revision: template?.revision ?? null,
      width,
      height,
      base: toStored(template?.layers ?? []),
      layers: toStored(template?.layers ?? []),
      phone_model_id: chosen.phoneModelId,
      material_color_id: chosen.materialColorId,
      for_order: order?.orderOriginalId ?? null,
      platform_user: order?.userId ?? null,
      is_preview: preview,
      created_at: ctx.clock.now(),
      updated_at: ctx.clock.now(),
    })
    await keepPictures(inner, inserted.id, template?.layers ?? [])
    await countDesign(inner, inserted, 'begun')
    return inserted
  })
  return { secret, design: await toBuyerDesign(ctx, row) }
}

/** Counts a new design behind a link. Rejects outside of its dates, and beyond the limits of the address and of the shop. */
export async function countNew(publicCtx: PublicCtx, ctx: Ctx, link: Link, proof: Begin['proof']): Promise<void> {
  requireOpen(ctx, link)
  await countBegin(publicCtx, link, proof)
  await limit(publicCtx, `buyer:shop:${link.shopId}`, maxBeginsPerDay, day)
}

type NewDesign = Omit<Insertable<Database['buyer_design']>, 'code'>

/** Inserts a design under a code that no other design of the account has. */
export async function insertDesign({ db }: Ctx, values: NewDesign): Promise<DesignRow> {
  for (let attempt = 0; attempt < codeAttempts; attempt++) {
    const code = designCode(Array.from({ length: 7 }, () => randomInt(32)))
    const row = await db
      .insertInto('buyer_design')
      .values({ ...values, code })
      .onConflict((conflict) => conflict.columns(['account_id', 'code']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row) return row
  }
  throw new Failure('unavailable', '暂时无法开始新的设计，请稍后再试')
}

/** The pictures of a design stay as long as the design, whatever becomes of its template and of the shop's assets. */
async function keepPictures(
  { db, actor, clock }: Ctx,
  designId: number,
  layers: readonly Pick<TemplateLayer, 'imageFileId'>[],
): Promise<void> {
  const ids = [...new Set(layers.map(({ imageFileId }) => imageFileId))]
  await sql`
    insert into buyer_file (account_id, design_id, file_id, origin, created_at)
    select ${actor.accountId}::bigint, ${designId}::bigint, file.id, 'kept', ${clock.now()}::timestamptz
    from unnest(${ids}::bigint[]) as file (id) on conflict do nothing`.execute(db)
}

export async function getDesign(publicCtx: PublicCtx, id: number): Promise<BuyerDesign> {
  const { row, ctx } = await openDesign(publicCtx, id)
  return toBuyerDesign(ctx, row)
}

/**
 * Saves the whole design. Rejects with 'invalid' that names the layer which a buyer may not have like that, and with 'conflict' of a design
 * that is in production, whatever else speaks against the save.
 */
export async function saveDesign(publicCtx: PublicCtx, id: number, { revision, layers, ...chosen }: Save): Promise<BuyerDesign> {
  const { ctx, row: seen } = await openDesign(publicCtx, id)
  // A save is judged by the state at its revision, so it is judged before anything is locked: hundreds of buyers save at once.
  const arranged = await judge(ctx, seen, { revision, layers, ...chosen }).catch(async (refusal: unknown) => {
    await requireUnlocked(ctx, seen)
    throw refusal
  })
  const kept = new Set((seen.layers as unknown as TemplateLayer[]).map(({ imageFileId }) => imageFileId))
  const added = arranged.filter(({ imageFileId }) => !kept.has(imageFileId))
  const row = await transact(ctx, async (inner) => {
    const saved = await inner.db
      .updateTable('buyer_design')
      .set({
        layers: toStored(arranged),
        phone_model_id: chosen.phoneModelId,
        material_color_id: chosen.materialColorId,
        revision: revision + 1,
        updated_at: ctx.clock.now(),
      })
      .where('id', '=', id)
      .where('account_id', '=', ctx.actor.accountId)
      .where('revision', '=', revision)
      .returningAll()
      .executeTakeFirst()
    // The row is locked now, so nobody begins to produce it before this has ended.
    await requireUnlocked(inner, saved ?? seen)
    if (!saved) {
      // It may also have been deleted.
      await lockDesign(inner, id)
      throw staleRevision()
    }
    if (added.length > 0) await keepPictures(inner, id, added)
    return saved
  })
  // Nothing is charged or pushed of what was just saved.
  return toBuyerDesign(ctx, row, null)
}

/** Returns the layers of a save as they will be stored, of a design as it is at the save's revision. Rejects as `saveDesign` does. */
async function judge(ctx: Ctx, design: DesignRow, { revision, layers, ...chosen }: Save): Promise<TemplateLayerWrite[]> {
  requireRevision(design, revision)
  const link = await linkOf(ctx, design)
  await requireSameOrOffered(ctx, link, design, chosen)
  const arranged = arrangeLayers(completed(design, layers))
  await requireAllowed(ctx, link, design, arranged)
  return arranged
}

/** Puts back what the page left out of the layers with which the design began. */
function completed({ base }: DesignRow, sent: Save['layers']): readonly TemplateLayerWrite[] {
  const layers = wholeLayers<TemplateLayerWrite>(base as unknown as TemplateLayerWrite[], sent)
  if (typeof layers === 'number') throw invalid(`layers.${layers}.uuid`, '这个图层不在设计里，请刷新页面后重试')
  return layers
}

/** A case that was taken off sale meanwhile may stay; a submission asks again. */
async function requireSameOrOffered(ctx: Ctx, link: Link, design: DesignRow, chosen: Case): Promise<void> {
  if (chosen.phoneModelId === design.phone_model_id && chosen.materialColorId === design.material_color_id) return
  await requireCase(ctx, link, chosen)
}

async function requireAllowed(ctx: Ctx, link: Link, design: DesignRow, layers: readonly TemplateLayerWrite[]): Promise<void> {
  const base = design.base as unknown as TemplateLayerWrite[]
  const pictures = new Map(base.map(({ uuid, imageFileId }) => [uuid, imageFileId]))
  // Only pictures that the template did not bring have an origin to be judged by.
  const others = layers.filter(({ uuid, imageFileId }) => pictures.get(uuid) !== imageFileId)
  const originOf = others.length > 0 ? await originsOf(ctx, design, others) : () => null
  const saved = design.layers as unknown as TemplateLayerWrite[]
  const refusal = refusalOf<TemplateLayerWrite>({ base, layers, switches: link, saved, originOf })
  if (refusal === null) return
  const at = layers.findIndex(({ uuid }) => uuid === refusal.uuid)
  const name = layers[at]?.name ?? base.find(({ uuid }) => uuid === refusal.uuid)?.name
  throw invalid(at < 0 ? 'layers' : `layers.${at}`, name ? `「${name}」：${refusal.text}` : refusal.text)
}

/** Deletes a design with its pictures; one that an order has stays with the order. */
export async function removeDesign(publicCtx: PublicCtx, id: number): Promise<void> {
  const { ctx } = await openDesign(publicCtx, id)
  await transact(ctx, async (inner) => {
    const design = await lockDesign(inner, id)
    if (design.order_original_id !== null) throw new Failure('conflict', '这个设计已经用于订单，请联系卖家处理')
    await deleteDesigns(inner.db, [id])
  })
}
