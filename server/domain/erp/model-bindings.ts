/** Bindings of phone models to a factory's codes: by hand one at a time, or the matcher's results all at once. */
import type { ModelBinding } from '../../../contract/types'
import type { Ctx, Db } from '../../kernel/context'
import { Failure, invalid, notFound } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { readModelBindings } from './bindings'
import { readFactory, requireListedFactory } from './factories'

export async function listModelBindings(
  ctx: Ctx,
  { factoryId, phoneBrandId }: { readonly factoryId: number; readonly phoneBrandId?: number | undefined },
): Promise<ModelBinding[]> {
  const factory = await readFactory(ctx, factoryId)
  const brand = phoneBrandId === undefined ? undefined : await requireOwned(ctx, 'phone_brand', phoneBrandId, '品牌')
  return readModelBindings(ctx, factory, brand)
}

/** Returns those of `ids` that are the account's, and prevents their deletion until the end of the transaction. */
async function lockModels({ db, actor }: Ctx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('phone_model')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

async function findListedCodes(db: Db, factoryId: number, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('factory_phone_model')
    .select('code')
    .where('factory_id', '=', factoryId)
    .where('gone_since', 'is', null)
    .where('code', 'in', [...new Set(codes)])
    .execute()
  return new Set(rows.map(({ code }) => code))
}

const unlistedText = (code: string): string => `工厂没有列出机型“${code}”，请同步机型后重新选择`

export interface ModelBindingPut {
  readonly phoneModelId: number
  readonly erpPhoneModelCode: string
}

/** Binds a model by hand, replacing its former binding. */
export function putModelBinding(
  ctx: Ctx,
  { factoryId, phoneModelId, erpPhoneModelCode: code }: ModelBindingPut & { readonly factoryId: number },
): Promise<ModelBinding> {
  return transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    await requireListedFactory(inner, factoryId)
    await requireOwned(inner, 'phone_model', phoneModelId, '型号', { lock: 'key share' })
    if (!(await findListedCodes(db, factoryId, [code])).has(code)) throw invalid('erpPhoneModelCode', unlistedText(code))
    const columns = { code, automatic: false, bound_at: clock.now() }
    await db
      .insertInto('factory_model_binding')
      .values({ account_id: actor.accountId, factory_id: factoryId, phone_model_id: phoneModelId, ...columns })
      .onConflict((conflict) => conflict.columns(['factory_id', 'phone_model_id']).doUpdateSet(columns))
      .execute()
    return { factoryId, phoneModelId, erpPhoneModelCode: code, automatic: false, gone: false }
  })
}

/**
 * Saves the matcher's results, or with `automatic` false what a person chose for many models: all of them or, when one entry is invalid, none. Invalid are a model of another account, a
 * duplicate model, and a code that the factory does not list. A model that is bound already keeps its binding, whoever made it
 * and whether or not its code is still listed; those are returned as `kept`.
 */
export function putMatchedBindings(
  ctx: Ctx,
  {
    factoryId,
    bindings,
    automatic = true,
  }: { readonly factoryId: number; readonly bindings: readonly ModelBindingPut[]; readonly automatic?: boolean },
): Promise<{ bound: ModelBinding[]; kept: ModelBinding[] }> {
  return transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const factory = await requireListedFactory(inner, factoryId)
    const ids = bindings.map(({ phoneModelId }) => phoneModelId)
    const models = await lockModels(inner, ids)
    const codes = await findListedCodes(
      db,
      factoryId,
      bindings.map(({ erpPhoneModelCode }) => erpPhoneModelCode),
    )
    const seenModelIds = new Set<number>()
    for (const [index, { phoneModelId, erpPhoneModelCode: code }] of bindings.entries()) {
      if (!models.has(phoneModelId)) throw invalid(`bindings.${index}.phoneModelId`, '型号不存在或已被删除')
      if (!codes.has(code)) throw invalid(`bindings.${index}.erpPhoneModelCode`, unlistedText(code))
      if (seenModelIds.has(phoneModelId)) throw duplicateModel(index)
      seenModelIds.add(phoneModelId)
    }
    const bound_at = clock.now()
    const rows = await db
      .insertInto('factory_model_binding')
      .values(
        bindings.map(({ phoneModelId, erpPhoneModelCode: code }) => ({
          account_id: actor.accountId,
          factory_id: factoryId,
          phone_model_id: phoneModelId,
          code,
          automatic,
          bound_at,
        })),
      )
      .onConflict((conflict) => conflict.columns(['factory_id', 'phone_model_id']).doNothing())
      .returning('phone_model_id')
      .execute()
    const newlyBound = new Set(rows.map((row) => row.phone_model_id))
    const requested = (await readModelBindings(inner, factory)).filter(({ phoneModelId }) => seenModelIds.has(phoneModelId))
    return {
      bound: requested.filter(({ phoneModelId }) => newlyBound.has(phoneModelId)),
      kept: requested.filter(({ phoneModelId }) => !newlyBound.has(phoneModelId)),
    }
  })
}

function duplicateModel(index: number): Failure {
  const message = '同一个型号不能同时绑定两个工厂机型'
  return new Failure('invalid', message, [{ path: `body.bindings.${index}.phoneModelId`, code: 'duplicate', message }])
}

export async function removeModelBinding(
  ctx: Ctx,
  { factoryId, phoneModelId }: { readonly factoryId: number; readonly phoneModelId: number },
): Promise<void> {
  await readFactory(ctx, factoryId)
  const deleted = await ctx.db
    .deleteFrom('factory_model_binding')
    .where('account_id', '=', ctx.actor.accountId)
    .where('factory_id', '=', factoryId)
    .where('phone_model_id', '=', phoneModelId)
    .returning('code')
    .executeTakeFirst()
  if (!deleted) throw notFound('机型绑定')
}
