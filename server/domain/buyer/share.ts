/** Showing a design to others: a token that reads and nothing else, until the buyer takes it back. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { beginRefusal } from '../../../contract/rules/link-dates'
import { guessLook, type Look } from '../../../contract/rules/look'
import type { BuyerSharedDesign } from '../../../contract/types'
import type { Ctx, PublicCtx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { newToken, tokenHash } from '../users/tokens'
import { type DesignRow, openDesign, openSharedDesign } from './access'
import { isShowable, judgeDesign } from './moderation'
import { toBuyerDesign } from './rows'
import { shownLinkOf } from './state'

/** The same for one design until it is taken back. Nobody can make it of what the database holds. */
const shareToken = (secret: string, salt: string): string =>
  createHmac('sha256', secret).update(`share ${salt}`).digest('base64url')

const unjudgedText = '这个设计里有店家还没有看过的内容，暂时不能给别人看'

/**
 * Returns the token with which others may look at a design. Rejects with 'invalid' when something in it is not allowed, and with 'conflict'
 * while the seller has to look at it: it would be shown on the shop's own address.
 */
export async function shareDesign(publicCtx: PublicCtx, id: number): Promise<{ token: string }> {
  const { row, ctx } = await openDesign(publicCtx, id)
  if (await judgeDesign(ctx, row)) throw new Failure('conflict', unjudgedText)
  const secret = publicCtx.bearer ?? ''
  const salt = row.share_salt ?? newToken()
  // Of two calls at once the first salt stays, so both return the same token.
  const { share_salt } = await ctx.db
    .updateTable('buyer_design')
    .set({ share_salt: sql<string>`coalesce(share_salt, ${salt})` })
    .where('id', '=', id)
    .returning('share_salt')
    .executeTakeFirstOrThrow()
  const token = shareToken(secret, share_salt ?? salt)
  await ctx.db
    .updateTable('buyer_design')
    .set({ share_hash: tokenHash(token) })
    .where('id', '=', id)
    .execute()
  return { token }
}

/** Takes the token back: nobody can look at the design with it any more. */
export async function unshareDesign(publicCtx: PublicCtx, id: number): Promise<void> {
  const { ctx } = await openDesign(publicCtx, id)
  await ctx.db.updateTable('buyer_design').set({ share_salt: null, share_hash: null }).where('id', '=', id).execute()
}

/** Returns what others see of a design: its picture and its case, but neither its code nor its order. */
export async function readShared(publicCtx: PublicCtx, id: number): Promise<BuyerSharedDesign> {
  const { row, ctx } = await openSharedDesign(publicCtx, id)
  // The design may have changed since it was shared.
  if (!(await isShowable(ctx, row))) throw new Failure('conflict', unjudgedText)
  const { width, height, layers, wireframe } = await toBuyerDesign(ctx, row, null)
  const { shopName, material, look, ...shownCase } = await readCase(ctx, row)
  return {
    shopName,
    closedText: await closedText(ctx, row),
    width,
    height,
    layers,
    wireframe,
    ...shownCase,
    material,
    look: look ?? guessLook(material),
  }
}

interface CaseRow {
  readonly shopName: string
  readonly model: string
  readonly material: string
  readonly color: string
  readonly paper: string | null
  readonly look: Look | null
}

/** The names of the case, which may be off sale by now. */
async function readCase({ db }: Ctx, { id }: DesignRow): Promise<CaseRow> {
  const { rows } = await sql<CaseRow>`
    select shop.name as "shopName", coalesce(model.name, '') as model, coalesce(material.name, '') as material,
      coalesce(color.name, '') as color, color.default_background_color as paper, material.look
    from buyer_design design join shop on shop.id = design.shop_id
    left join phone_model model on model.id = design.phone_model_id
    left join material_color color on color.id = design.material_color_id
    left join material on material.id = color.material_id
    where design.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`the design ${id} has no shop`)
  return row
}

/** Why whoever looks cannot begin a design of their own; null while they can. */
async function closedText(ctx: Ctx, row: DesignRow): Promise<string | null> {
  try {
    return beginRefusal((await shownLinkOf(ctx, row)).dates, ctx.clock.now().getTime())
  } catch (error) {
    if (error instanceof Failure && error.code === 'conflict') return '这个定制链接已经失效'
    throw error
  }
}
