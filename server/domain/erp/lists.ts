/**
 * Reads and replaces the lists of what a factory can print on, as its program listed it last. Bound codes stay after the program
 * stopped listing them.
 */
import { sql } from 'kysely'
import type { FactoryMaterial, FactoryPhoneModel } from '../../../contract/types'
import { putRows } from '../../kernel/columns'
import type { Ctx } from '../../kernel/context'
import type { ErpMaterial, ErpPhoneModel } from '../../ports/erp'
import { type OwnFactory, readFactory } from './factories'
import { storableName, withCodes } from './texts'

export interface StoredModel extends FactoryPhoneModel {
  /** No longer listed; retained because something is bound to it. */
  readonly gone: boolean
}

/** Returns a factory's models in its own order, including those no longer listed. */
export async function readModels({ db, actor }: Ctx, factory: OwnFactory): Promise<StoredModel[]> {
  const rows = await db
    .selectFrom('factory_phone_model')
    .select(['code', 'name', 'width_mm as widthMm', 'height_mm as heightMm', 'stock', 'gone_since'])
    .where('account_id', '=', actor.accountId)
    .where('factory_id', '=', factory.id)
    .orderBy('place')
    .orderBy('code')
    .execute()
  return rows.map(({ gone_since, ...model }) => ({ ...model, gone: gone_since !== null }))
}

export interface StoredMaterial {
  readonly originalId: string
  readonly code: string
  readonly name: string
  readonly colors: readonly { readonly originalId: string; readonly code: string; readonly name: string }[]
  readonly gone: boolean
}

/** Returns a factory's materials in its own order, including those no longer listed. */
export async function readMaterials({ db, actor }: Ctx, factory: OwnFactory): Promise<StoredMaterial[]> {
  const rows = await db
    .selectFrom('factory_material')
    .select(['original_id as originalId', 'code', 'name', 'colors', 'gone_since'])
    .where('account_id', '=', actor.accountId)
    .where('factory_id', '=', factory.id)
    .orderBy('place')
    .orderBy('original_id')
    .execute()
  return rows.map(({ gone_since, ...material }) => ({ ...material, gone: gone_since !== null }))
}

export async function listModels(ctx: Ctx, factoryId: number): Promise<FactoryPhoneModel[]> {
  const models = await readModels(ctx, await readFactory(ctx, factoryId))
  return models.flatMap(({ gone, ...model }) => (gone ? [] : [model]))
}

export async function listMaterials(ctx: Ctx, factoryId: number): Promise<FactoryMaterial[]> {
  const materials = await readMaterials(ctx, await readFactory(ctx, factoryId))
  return materials.flatMap(({ gone, originalId, code, name, colors }) =>
    gone ? [] : [{ id: originalId, code, name, colors: colors.map(({ originalId: id, ...color }) => ({ id, ...color })) }],
  )
}

const listedAgain = sql`, gone_since = null`
const maxStock = 2_147_483_647
const codeOf = ({ code }: { readonly code: string }): string => code
const idOf = ({ originalId }: { readonly originalId: string }): string => originalId

/** Replaces the factory's models, inside a transaction. Returns their number. */
export async function replaceModels(ctx: Ctx, factory: OwnFactory, listed: readonly ErpPhoneModel[]): Promise<number> {
  const { db, actor, clock } = ctx
  const rows = withCodes(listed, codeOf).map(({ code, name, widthMm, heightMm, stock }, index) => ({
    account_id: actor.accountId,
    factory_id: factory.id,
    code,
    name: storableName(name) || code,
    width_mm: widthMm,
    height_mm: heightMm,
    stock: stock === null ? null : Math.min(Math.max(0, Math.floor(stock)), maxStock),
    place: index + 1,
  }))
  await putRows(db, 'factory_phone_model', rows, { key: ['factory_id', 'code'], also: listedAgain })
  await sql`
    update factory_phone_model set gone_since = ${clock.now()}
    where account_id = ${actor.accountId} and factory_id = ${factory.id} and gone_since is null
      and code not in (select unnest(${rows.map(({ code }) => code)}::text[]))`.execute(db)
  await sql`
    delete from factory_phone_model model
    where account_id = ${actor.accountId} and factory_id = ${factory.id} and gone_since is not null and not exists (
      select from factory_model_binding bound where bound.factory_id = model.factory_id and bound.code = model.code)`.execute(db)
  return rows.length
}

/** Replaces the factory's materials, inside a transaction. Returns their number. */
export async function replaceMaterials(ctx: Ctx, factory: OwnFactory, listed: readonly ErpMaterial[]): Promise<number> {
  const { db, actor, clock } = ctx
  const rows = withCodes(listed, idOf, codeOf).map(({ originalId, code, name, colors }, index) => ({
    account_id: actor.accountId,
    factory_id: factory.id,
    original_id: originalId,
    code,
    name: storableName(name) || code,
    colors: withCodes(colors, idOf, codeOf).map((color) => ({ ...color, name: storableName(color.name) || color.code })),
    place: index + 1,
  }))
  await putRows(db, 'factory_material', rows, { key: ['factory_id', 'original_id'], also: listedAgain })
  await sql`
    update factory_material set gone_since = ${clock.now()}
    where account_id = ${actor.accountId} and factory_id = ${factory.id} and gone_since is null
      and original_id not in (select unnest(${rows.map((row) => row.original_id)}::text[]))`.execute(db)
  await sql`
    delete from factory_material material
    where account_id = ${actor.accountId} and factory_id = ${factory.id} and gone_since is not null and not exists (
      select from factory_material_binding bound
      where bound.factory_id = material.factory_id and bound.original_id = material.original_id)`.execute(db)
  return rows.length
}
