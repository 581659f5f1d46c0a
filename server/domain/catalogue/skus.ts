/** SKUs: one model in one colour of one material, with its wireframe, on or off shelf. */
import { sql } from 'kysely'
import type { Sku } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure, invalid, notFound } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { parseSkuKey } from './rules'
import { markWireframeUsed } from './unbound'
import { createWireframe, type WireframeWrite } from './wireframes'

const columns = [
  'id',
  'phone_brand_id as phoneBrandId',
  'phone_model_id as phoneModelId',
  'material_id as materialId',
  'material_color_id as materialColorId',
  'wireframe_id as wireframeId',
  'enabled',
] as const

/** Returns all SKUs of these models of the account, in one query. */
export function listSkus({ db, actor }: Ctx, phoneModelIds: readonly number[]): Promise<Sku[]> {
  return db
    .selectFrom('sku')
    .select(columns)
    .where('account_id', '=', actor.accountId)
    .where(sql<boolean>`phone_model_id = any(${[...phoneModelIds]}::bigint[])`)
    .orderBy('phone_model_id')
    .orderBy('material_color_id')
    .execute()
}

export async function getSku({ db, actor }: Ctx, key: string): Promise<Sku> {
  const { phoneModelId, materialColorId } = parseSkuKey(key)
  const row = await db
    .selectFrom('sku')
    .select(columns)
    .where('account_id', '=', actor.accountId)
    .where('phone_model_id', '=', phoneModelId)
    .where('material_color_id', '=', materialColorId)
    .executeTakeFirst()
  if (!row) throw notFound('该型号与颜色的商品')
  return row
}

interface OwnWireframe {
  /** A wireframe to create in the same transaction, so that none is left over when the SKU is refused. */
  readonly wireframe?: WireframeWrite | undefined
}

type SkuWrite = Omit<Sku, 'id'> & OwnWireframe

/**
 * Creates a SKU. The ids must belong together: the model to the brand, the colour to the material, the wireframe to the account.
 */
export function createSku(ctx: Ctx, write: SkuWrite): Promise<Sku> {
  return transact(ctx, async (inner) => {
    requireOneWireframe(write)
    const { db, actor } = inner
    if (!(await lockAll(inner, write))) {
      await lockModel(inner, write)
      await lockColor(inner, write)
      if (write.wireframeId !== null) await lockWireframe(inner, write.wireframeId)
    }
    const row = await db
      .insertInto('sku')
      .values({
        account_id: actor.accountId,
        phone_brand_id: write.phoneBrandId,
        phone_model_id: write.phoneModelId,
        material_id: write.materialId,
        material_color_id: write.materialColorId,
        wireframe_id: write.wireframe ? await createOwnWireframe(inner, write.wireframe) : write.wireframeId,
        enabled: write.enabled,
      })
      .onConflict((conflict) => conflict.columns(['phone_model_id', 'material_color_id']).doNothing())
      .returning(columns)
      .executeTakeFirst()
    if (!row) throw new Failure('conflict', '该型号与颜色的商品已存在，请刷新后编辑已有的商品')
    return row
  })
}

/** Creates SKUs in their order: all of them or, when one is refused, none. */
export function createSkus(ctx: Ctx, writes: readonly SkuWrite[]): Promise<Sku[]> {
  return transact(ctx, async (inner) => {
    const created: Sku[] = []
    for (const [index, write] of writes.entries()) {
      created.push(await refusedAt(`items.${index}`, () => createSku(inner, write)))
    }
    return created
  })
}

export function updateSku(
  ctx: Ctx,
  key: string,
  change: OwnWireframe & { readonly enabled?: boolean | undefined; readonly wireframeId?: number | null | undefined },
): Promise<Sku> {
  return transact(ctx, async (inner) => {
    requireOneWireframe(change)
    const { db, actor } = inner
    const { phoneModelId, materialColorId } = parseSkuKey(key)
    // The SKU is locked before the wireframe, as in deletions.
    const sku = await db
      .selectFrom('sku')
      .select('id')
      .where('account_id', '=', actor.accountId)
      .where('phone_model_id', '=', phoneModelId)
      .where('material_color_id', '=', materialColorId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!sku) throw notFound('该型号与颜色的商品')
    if (typeof change.wireframeId === 'number') await lockWireframe(inner, change.wireframeId)
    const wireframeId = change.wireframe ? await createOwnWireframe(inner, change.wireframe) : change.wireframeId
    const row = await db
      .updateTable('sku')
      .set(({ ref }) => ({
        enabled: change.enabled ?? ref('enabled'),
        wireframe_id: wireframeId === undefined ? ref('wireframe_id') : wireframeId,
      }))
      .where('id', '=', sku.id)
      .where('account_id', '=', actor.accountId)
      .returning(columns)
      .executeTakeFirstOrThrow()
    return row
  })
}

function requireOneWireframe({
  wireframe,
  wireframeId,
}: OwnWireframe & { readonly wireframeId?: number | null | undefined }): void {
  if (wireframe && typeof wireframeId === 'number') throw invalid('wireframeId', '不能同时选择已有的线框图和新建线框图')
}

/** Runs the work on a part of the body: the fields of a refusal are those of this part. */
async function refusedAt<T>(part: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure) || !error.issues) throw error
    const issues = error.issues.map((issue) => ({ ...issue, path: issue.path.replace(/^body\./, `body.${part}.`) }))
    throw new Failure(error.code, error.message, issues)
  }
}

const createOwnWireframe = async (ctx: Ctx, write: WireframeWrite): Promise<number> =>
  (await refusedAt('wireframe', () => createWireframe(ctx, write))).id

// The functions below lock what they find until the transaction ends: a concurrent deletion waits and then also deletes the new
// SKU, instead of one of the two failing with a foreign key error. Parents are locked before children, as in deletions.

/**
 * Checks and locks everything in one statement, because an import creates SKUs by the hundred. Returns false when something is
 * wrong; the functions below then find out what.
 */
async function lockAll({ db, actor: { accountId } }: Ctx, ids: Omit<Sku, 'id' | 'enabled'>): Promise<boolean> {
  const { wireframeId } = ids
  const wireframe = wireframeId === null ? sql`` : sql`join wireframe on wireframe.id = ${wireframeId}`
  const owned = wireframeId === null ? sql`` : sql`and wireframe.account_id = ${accountId}`
  const { rows } = await sql<{ unbound: boolean }>`
    select ${wireframeId === null ? sql`false` : sql`wireframe.unbound_since is not null`} as unbound
    from phone_brand
    join phone_model on phone_model.phone_brand_id = phone_brand.id and phone_model.id = ${ids.phoneModelId}
    join material on material.id = ${ids.materialId}
    join material_color on material_color.material_id = material.id and material_color.id = ${ids.materialColorId}
    ${wireframe}
    where phone_brand.id = ${ids.phoneBrandId} and phone_brand.account_id = ${accountId}
    and phone_model.account_id = ${accountId} and material.account_id = ${accountId}
    and material_color.account_id = ${accountId} ${owned}
    for key share`.execute(db)
  const [row] = rows
  if (row?.unbound && wireframeId !== null) await markWireframeUsed(db, wireframeId)
  return row !== undefined
}

/** Prevents deletion of the row until the transaction ends. */
const preventDeletion = { lock: 'key share' } as const

async function lockModel(ctx: Ctx, ids: Pick<Sku, 'phoneBrandId' | 'phoneModelId'>): Promise<void> {
  await requireOwned(ctx, 'phone_brand', ids.phoneBrandId, invalid('phoneBrandId', '品牌不存在或已被删除'), preventDeletion)
  const missing = invalid('phoneModelId', '型号不存在或已被删除')
  const model = await requireOwned(ctx, 'phone_model', ids.phoneModelId, missing, preventDeletion)
  if (model.phone_brand_id !== ids.phoneBrandId) throw invalid('phoneModelId', '型号不属于所选的品牌')
}

async function lockColor(ctx: Ctx, ids: Pick<Sku, 'materialId' | 'materialColorId'>): Promise<void> {
  await requireOwned(ctx, 'material', ids.materialId, invalid('materialId', '材质不存在或已被删除'), preventDeletion)
  const missing = invalid('materialColorId', '颜色不存在或已被删除')
  const color = await requireOwned(ctx, 'material_color', ids.materialColorId, missing, preventDeletion)
  if (color.material_id !== ids.materialId) throw invalid('materialColorId', '颜色不属于所选的材质')
}

async function lockWireframe(ctx: Ctx, id: number): Promise<void> {
  const row = await requireOwned(ctx, 'wireframe', id, invalid('wireframeId', '线框图不存在或已被删除'), preventDeletion)
  // A wireframe unbound from here on has a week, and is bound again by then.
  if (row.unbound_since !== null) await markWireframeUsed(ctx.db, id)
}
