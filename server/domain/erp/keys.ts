/** The key a seller was given by the factories' program: kept sealed, opened for one call, marked when the program refuses it. */
import type { Ctx, Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { type Erp, ErpFailure } from '../../ports/erp'

const shownChars = 4
/** Of a shorter key the end would tell too much. */
const minShownLength = 12

const owner = (accountId: number): string => `erp-key:${accountId}`

/** The columns of a key. */
export function sealKey({ sealer, actor }: Pick<Ctx, 'sealer' | 'actor'>, key: string) {
  return {
    token_sealed: sealer.seal(key, owner(actor.accountId)),
    token_tail: key.length < minShownLength ? '' : key.slice(-shownChars),
    problem: null,
  }
}

/** An opened key, and where it came from. Never goes into an answer or a log. */
export interface OpenKey {
  readonly integrationId: number
  readonly sealed: string
  readonly key: string
}

/** The program; a Failure 'unavailable' where this server has none. */
export function requireErp({ erp }: Pick<Deps, 'erp'>): Erp {
  if (!erp) throw new Failure('unavailable', '本站尚未开通工厂对接，请联系客服')
  return erp
}

const lostKey = '保存的 key 已无法读取，请重新填写 key'

/** Rejects with 'invalid', and marks the integration, when the key was sealed with another secret of this server. */
export async function openKey(ctx: Ctx, row: { readonly id: number; readonly token_sealed: string }): Promise<OpenKey> {
  const of = { integrationId: row.id, sealed: row.token_sealed }
  const key = ctx.sealer.open(row.token_sealed, owner(ctx.actor.accountId))
  if (key === null) {
    await mark(ctx, of, lostKey)
    throw new Failure('invalid', lostKey)
  }
  return { ...of, key }
}

/** Under the key it was told of: one that was saved meanwhile is another one, and has its own word. */
async function mark({ db, actor }: Ctx, of: Omit<OpenKey, 'key'>, problem: string | null): Promise<void> {
  await db
    .updateTable('erp_integration')
    .set({ problem })
    .where('id', '=', of.integrationId)
    .where('account_id', '=', actor.accountId)
    .where('token_sealed', '=', of.sealed)
    .where('problem', 'is distinct from', problem)
    .execute()
}

/**
 * Runs calls of the program with a key. When it refuses the key, the integration is marked with its words; a call that goes well takes the
 * mark away. Rejects as the port does: `erpFailure` makes of it what sellers are told. Never inside a transaction: the embedded database
 * would stand still until the factory has answered.
 */
export async function withKey<T>(ctx: Ctx, of: OpenKey, work: (erp: Erp) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) throw new Error('withKey: no call of a factory inside a transaction')
  const erp = requireErp(ctx)
  try {
    const result = await work(erp)
    await mark(ctx, of, null)
    return result
  } catch (error) {
    if (error instanceof ErpFailure && error.kind === 'key') await mark(ctx, of, error.message)
    throw error
  }
}
