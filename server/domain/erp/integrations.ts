/** An account's keys of factories' programs: verified when they are saved, and never returned. */
import type { ErpKind } from '../../../contract/constants'
import type { ErpIntegration } from '../../../contract/types'
import type { Ctx, Db } from '../../kernel/context'
import { Failure, invalid, notFound } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { type Erp, type ErpFactory, ErpFailure, type ErpKey } from '../../ports/erp'
import { ownFloorKind } from '../print-floor/own-factory'
import { storeFactories } from './factories'
import { erpFailure } from './failures'
import { sealKey } from './keys'
import { keyTyped, namedErp, refusalPath, type TypedKey } from './programs'

/** Without the account's own print floor, which has no key. */
const select = (db: Db, accountId: number) =>
  db
    .selectFrom('erp_integration')
    .select(['id', 'erp', 'token_tail', 'problem'])
    .where('account_id', '=', accountId)
    .where('erp', '<>', ownFloorKind)

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const toIntegration = ({ id, erp, token_tail: tail, problem }: Row): ErpIntegration => ({
  id,
  erp,
  apiAccessToken: `••••••••${tail}`,
  problem,
})

export async function listIntegrations({ db, actor }: Ctx): Promise<ErpIntegration[]> {
  const rows = await select(db, actor.accountId).orderBy('id').execute()
  return rows.map(toIntegration)
}

async function readIntegration(ctx: Ctx, id: number): Promise<ErpIntegration> {
  return toIntegration(await requireOwned(ctx, 'erp_integration', id, '工厂授权'))
}

/**
 * Returns the factories that this key opens. When the program refuses the key, rejects on the field with the program's message.
 */
async function verifyKey(erp: Erp, key: ErpKey): Promise<readonly ErpFactory[]> {
  try {
    return await erp.factories(key)
  } catch (error) {
    if (!(error instanceof ErpFailure)) throw error
    if (error.kind === 'lost') {
      const failure = erpFailure(error)
      throw failure instanceof Failure ? new Failure(failure.code, `暂时无法验证 key，没有保存：${failure.message}`) : failure
    }
    throw invalid(refusalPath(erp.program), error.message)
  }
}

const alreadyAuthorized = (): Failure => new Failure('conflict', '已授权过该工厂程序，如需更换请修改原来的 key')

/** Saves a key that the program accepts, with the factories that it opens. */
export async function createIntegration(
  ctx: Ctx,
  { erp: kind, ...typed }: TypedKey & { readonly erp: ErpKind },
): Promise<ErpIntegration> {
  const { actor } = ctx
  const erp = namedErp(ctx, kind)
  const key = keyTyped(erp.program, typed)
  const existing = await select(ctx.db, actor.accountId).where('erp', '=', kind).executeTakeFirst()
  if (existing) throw alreadyAuthorized()
  const factories = await verifyKey(erp, key)
  return transact(ctx, async (inner) => {
    const created = await inner.db
      .insertInto('erp_integration')
      .values({ account_id: actor.accountId, erp: kind, created_at: inner.clock.now(), ...sealKey(ctx, erp.program, key) })
      .onConflict((conflict) => conflict.columns(['account_id', 'erp']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) throw alreadyAuthorized()
    await storeFactories(inner, created.id, factories)
    return readIntegration(inner, created.id)
  })
}

/** Replaces the key. Its factories replace the former ones; those that only the old key opened count as no longer listed. */
export async function updateIntegration(ctx: Ctx, id: number, typed: TypedKey): Promise<ErpIntegration> {
  const erp = namedErp(ctx, (await readIntegration(ctx, id)).erp)
  const key = keyTyped(erp.program, typed)
  const factories = await verifyKey(erp, key)
  return transact(ctx, async (inner) => {
    const changed = await inner.db
      .updateTable('erp_integration')
      .set(sealKey(ctx, erp.program, key))
      .where('id', '=', id)
      .where('account_id', '=', inner.actor.accountId)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw notFound('工厂授权')
    await storeFactories(inner, id, factories)
    return readIntegration(inner, id)
  })
}
