/** A seller's key of a factories' program: stored sealed, opened for one call, marked when the program refuses it. */
import type { ErpKind } from '../../../contract/constants'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { openStored } from '../../kernel/sealed'
import { type Erp, ErpFailure, type ErpKey, type ErpProgram } from '../../ports/erp'
import { erpOf } from './programs'

const shownChars = 4
/** The end of a shorter key would reveal too much of it. */
const minShownLength = 12

/** Sealed into the text: a key copied to another account cannot be opened there. */
export const erpSealOwner = (accountId: number): string => `erp-key:${accountId}`

/** The text that is sealed: a key of one field is its text, one of several is JSON. */
const textOf = ({ keyFields: [first, ...others] }: ErpProgram, key: ErpKey): string =>
  others.length === 0 ? (key[first.name] ?? '') : JSON.stringify(key)
const keyOf = ({ keyFields: [first, ...others] }: ErpProgram, text: string): ErpKey =>
  others.length === 0 ? { [first.name]: text } : JSON.parse(text)

/** Columns that store a key. */
export function sealKey({ sealer, actor }: Pick<Ctx, 'sealer' | 'actor'>, program: ErpProgram, key: ErpKey) {
  const shown = key[program.keyFields[0].name] ?? ''
  return {
    token_sealed: sealer.seal(textOf(program, key), erpSealOwner(actor.accountId)),
    token_tail: shown.length < minShownLength ? '' : shown.slice(-shownChars),
    problem: null,
  }
}

/** An opened key and its integration. It must never be written to a response or a log. */
export interface OpenKey {
  readonly integrationId: number
  readonly kind: ErpKind
  readonly sealed: string
  readonly key: ErpKey
}

const lostKeyText = '保存的 key 已无法读取，请重新填写 key'

/**
 * Opens a key. Rejects with an OperatorFailure when it cannot be opened here, and with 'invalid' when the operator gave it up together with
 * the secret that sealed it, which is an empty key.
 */
export async function openKey(
  ctx: Ctx,
  { id, erp, token_sealed: sealed }: { readonly id: number; readonly erp: ErpKind; readonly token_sealed: string },
): Promise<OpenKey> {
  const text = openStored(ctx.sealer, sealed, { owner: erpSealOwner(ctx.actor.accountId), what: '工厂 key ' })
  if (text === '') {
    await setProblem(ctx, { integrationId: id, sealed }, lostKeyText)
    throw new Failure('invalid', lostKeyText)
  }
  return { integrationId: id, kind: erp, sealed, key: keyOf(erpOf(ctx, erp).program, text) }
}

/** Marks the integration, only if it still has this key: a key that was saved meanwhile is not affected. */
async function setProblem(
  { db, actor }: Ctx,
  sealedKey: Pick<OpenKey, 'integrationId' | 'sealed'>,
  problem: string | null,
): Promise<void> {
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
 * Runs calls of a key's program with it. When it refuses the key, the integration is marked with its message; a successful call
 * removes the mark. Rejects like the port: `erpFailure` translates that for sellers. Never call it inside a transaction: the
 * embedded database would be blocked until the factory responds.
 */
export async function withKey<T>(ctx: Ctx, key: OpenKey, work: (erp: Erp) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) throw new Error('withKey: no call of a factory inside a transaction')
  const erp = erpOf(ctx, key.kind)
  try {
    const result = await work(erp)
    await setProblem(ctx, key, null)
    return result
  } catch (error) {
    if (error instanceof ErpFailure && error.kind === 'key') await setProblem(ctx, key, error.message)
    throw error
  }
}
