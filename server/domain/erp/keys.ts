/** The seller's key of the factories' program: stored sealed, opened for one call, marked when the program refuses it. */
import type { Ctx, Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { openStored } from '../../kernel/sealed'
import { type Erp, ErpFailure } from '../../ports/erp'

const shownChars = 4
/** The end of a shorter key would reveal too much of it. */
const minShownLength = 12

/** Sealed into the text: a key copied to another account cannot be opened there. */
export const erpSealOwner = (accountId: number): string => `erp-key:${accountId}`

/** Columns that store a key. */
export function sealKey({ sealer, actor }: Pick<Ctx, 'sealer' | 'actor'>, key: string) {
  return {
    token_sealed: sealer.seal(key, erpSealOwner(actor.accountId)),
    token_tail: key.length < minShownLength ? '' : key.slice(-shownChars),
    problem: null,
  }
}

/** An opened key and its integration. It must never be written to a response or a log. */
export interface OpenKey {
  readonly integrationId: number
  readonly sealed: string
  readonly key: string
}

/** Returns the program's port; throws a Failure 'unavailable' when none is configured. */
export function requireErp({ erp }: Pick<Deps, 'erp'>): Erp {
  if (!erp) throw new Failure('unavailable', '本站尚未开通工厂对接，请联系客服')
  return erp
}

const lostKeyText = '保存的 key 已无法读取，请重新填写 key'

/**
 * Opens a key. Rejects with an OperatorFailure when it cannot be opened here, and with 'invalid' when the operator gave it up together with
 * the secret that sealed it, which is an empty key.
 */
export async function openKey(ctx: Ctx, row: { readonly id: number; readonly token_sealed: string }): Promise<OpenKey> {
  const sealedKey = { integrationId: row.id, sealed: row.token_sealed }
  const key = openStored(ctx.sealer, row.token_sealed, { owner: erpSealOwner(ctx.actor.accountId), what: '工厂 key ' })
  if (key === '') {
    await setProblem(ctx, sealedKey, lostKeyText)
    throw new Failure('invalid', lostKeyText)
  }
  return { ...sealedKey, key }
}

/** Marks the integration, only if it still has this key: a key that was saved meanwhile is not affected. */
async function setProblem({ db, actor }: Ctx, sealedKey: Omit<OpenKey, 'key'>, problem: string | null): Promise<void> {
  await db
    .updateTable('erp_integration')
    .set({ problem })
    .where('id', '=', sealedKey.integrationId)
    .where('account_id', '=', actor.accountId)
    .where('token_sealed', '=', sealedKey.sealed)
    .where('problem', 'is distinct from', problem)
    .execute()
}

/**
 * Runs calls of the program with a key. When it refuses the key, the integration is marked with its message; a successful call
 * removes the mark. Rejects like the port: `erpFailure` translates that for sellers. Never call it inside a transaction: the
 * embedded database would be blocked until the factory responds.
 */
export async function withKey<T>(ctx: Ctx, key: OpenKey, work: (erp: Erp) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) throw new Error('withKey: no call of a factory inside a transaction')
  const erp = requireErp(ctx)
  try {
    const result = await work(erp)
    await setProblem(ctx, key, null)
    return result
  } catch (error) {
    if (error instanceof ErpFailure && error.kind === 'key') await setProblem(ctx, key, error.message)
    throw error
  }
}
