/** SKUs: one model in one colour of one material, with its wireframe, on or off shelf. */
import { type ExpressionBuilder, sql } from 'kysely'
import type { Sku } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure, invalid, notFound, refusedAt } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import { parseSkuKey } from './rules'
import { markWireframeUsed } from './unbound'
import { createWireframes, type WireframeWrite } from './wireframes'

const columns = [
  'id',
  'phone_brand_id as phoneBrandId',
  'phone_model_id as phoneModelId',
  'material_id as materialId',
  'material_color_id as materialColorId',
  'wireframe_id as wireframeId',
  'enabled',
] as const

/** The fields of a SKU that are returned: its columns, and whether its wireframe is a standard one. */
const fields = (row: ExpressionBuilder<Database, 'sku'>) => [
  ...columns,
  row
    .selectFrom('wireframe')
    .select('wireframe.standard')
    .whereRef('wireframe.id', '=', 'sku.wireframe_id')
    .whereRef('wireframe.account_id', '=', 'sku.account_id')
    .as('standard'),
]

/**
 * Returns all SKUs of these models of the account, in one query.
 *
 * @param phoneModelIds null: of all models.
 * @param onlyStandard leaves out those whose wireframe is no standard one.
 */
export function listSkus({ db, actor }: Ctx, phoneModelIds: readonly number[] | null, onlyStandard = false): Promise<Sku[]> {
  return db
    .selectFrom('sku')
    .select(fields)
    .where('account_id', '=', actor.accountId)
    .$if(phoneModelIds !== null, (query) =>
      query.where(sql<boolean>`phone_model_id = any(${[...(phoneModelIds ?? [])]}::bigint[])`),
    )
    .$if(onlyStandard, (query) =>
      query.where(sql<boolean>`exists (select from wireframe where wireframe.id = sku.wireframe_id
        and wireframe.account_id = sku.account_id and wireframe.standard is not null)`),
    )
    .orderBy('phone_model_id')
    .orderBy('material_color_id')
    .execute()
}

export async function getSku({ db, actor }: Ctx, key: string): Promise<Sku> {
  const { phoneModelId, materialColorId } = parseSkuKey(key)
  const row = await db
    .selectFrom('sku')
    .select(fields)
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

type SkuWrite = Omit<Sku, 'id' | 'standard'> & OwnWireframe

/** A SKU to create. `part` is the path of its description in the request's body, such as `items.3`; empty if it is the whole body. */
interface NewSku {
  readonly write: SkuWrite
  readonly part: string
}

/**
 * Creates a SKU. The ids must belong together: the model to the brand, the colour to the material, the wireframe to the account.
 */
export async function createSku(ctx: Ctx, write: SkuWrite): Promise<Sku> {
  const [sku] = await insertSkus(ctx, [{ write, part: '' }])
  if (!sku) throw new Error('no SKU for a write')
  return sku
}

/** Creates SKUs in their order: all of them or, when one is refused, none. */
export const createSkus = (ctx: Ctx, writes: readonly SkuWrite[]): Promise<Sku[]> =>
  insertSkus(
    ctx,
    writes.map((write, index) => ({ write, part: `items.${index}` })),
  )

/** Creates SKUs with as few statements as one SKU takes, because an import creates hundreds of them. */
function insertSkus(ctx: Ctx, skus: readonly NewSku[]): Promise<Sku[]> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const each = async (check: (write: SkuWrite) => void | Promise<void>) => {
      for (const { write, part } of skus) await refusedAt(part, () => check(write))
    }
    const writes = skus.map(({ write }) => write)
    await each(requireOneWireframe)
    if (!(await lockParents(inner, writes))) {
      await each((write) => lockModel(inner, write))
      await each((write) => lockColor(inner, write))
    }
    await each(({ wireframeId }) => (wireframeId === null ? undefined : lockWireframe(inner, wireframeId)))
    const ownWireframes = await createOwnWireframes(inner, skus)
    const rows = await db
      .insertInto('sku')
      .values(
        writes.map((write) => ({
          account_id: actor.accountId,
          phone_brand_id: write.phoneBrandId,
          phone_model_id: write.phoneModelId,
          material_id: write.materialId,
          material_color_id: write.materialColorId,
          wireframe_id: ownWireframes.get(write) ?? write.wireframeId,
          enabled: write.enabled,
        })),
      )
      .onConflict((conflict) => conflict.columns(['phone_model_id', 'material_color_id']).doNothing())
      .returning(fields)
      .execute()
    return writes.map(({ phoneModelId, materialColorId }) => {
      const row = rows.find((sku) => sku.phoneModelId === phoneModelId && sku.materialColorId === materialColorId)
      // One row that two writes describe is a conflict too.
      if (!row || rows.length < writes.length) throw new Failure('conflict', '该型号与颜色的商品已存在，请刷新后编辑已有的商品')
      return row
    })
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
    const ownWireframe = (await createOwnWireframes(inner, [{ write: change, part: '' }])).get(change)
    const wireframeId = ownWireframe ?? change.wireframeId
    const row = await db
      .updateTable('sku')
      .set(({ ref }) => ({
        enabled: change.enabled ?? ref('enabled'),
        wireframe_id: wireframeId === undefined ? ref('wireframe_id') : wireframeId,
      }))
      .where('id', '=', sku.id)
      .where('account_id', '=', actor.accountId)
      .returning(fields)
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

/** Creates the wireframes that the writes bring with them; returns their ids by write. */
async function createOwnWireframes(
  ctx: Ctx,
  writes: readonly { readonly write: OwnWireframe; readonly part: string }[],
): Promise<ReadonlyMap<OwnWireframe, number>> {
  const owners = writes.flatMap(({ write, part }) => {
    const { wireframe } = write
    return wireframe ? [{ write, wireframe: { write: wireframe, part: part === '' ? 'wireframe' : `${part}.wireframe` } }] : []
  })
  const ids = await createWireframes(
    ctx,
    owners.map(({ wireframe }) => wireframe),
  )
  return new Map(owners.map(({ write }, index) => [write, ids[index] as number]))
}

// The functions below lock what they find until the transaction ends: a concurrent deletion waits and then also deletes the new
// SKU, instead of one of the two failing with a foreign key error. Parents are locked before children, as in deletions.

/**
 * Checks and locks the brands, models, materials and colours of all these SKUs in one statement. Returns false when one of them is
 * wrong; `lockModel` and `lockColor` then find out which.
 */
async function lockParents(
  { db, actor: { accountId } }: Ctx,
  skus: readonly Pick<Sku, 'phoneBrandId' | 'phoneModelId' | 'materialId' | 'materialColorId'>[],
): Promise<boolean> {
  const ids = (of: (sku: (typeof skus)[number]) => number) => sql`${skus.map(of)}::bigint[]`
  const { rows } = await sql`
    select 1
    from unnest(${ids((sku) => sku.phoneBrandId)}, ${ids((sku) => sku.phoneModelId)}, ${ids((sku) => sku.materialId)},
      ${ids((sku) => sku.materialColorId)}) as wanted (brand_id, model_id, material_id, color_id)
    join phone_brand on phone_brand.id = wanted.brand_id and phone_brand.account_id = ${accountId}
    join phone_model on phone_model.id = wanted.model_id and phone_model.phone_brand_id = phone_brand.id
      and phone_model.account_id = ${accountId}
    join material on material.id = wanted.material_id and material.account_id = ${accountId}
    join material_color on material_color.id = wanted.color_id and material_color.material_id = material.id
      and material_color.account_id = ${accountId}
    for key share of phone_brand, phone_model, material, material_color`.execute(db)
  return rows.length === skus.length
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
