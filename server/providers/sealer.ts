/** The keys with which secrets of this installation are sealed, and all values that are sealed with them. */
import { erpSealOwner } from '../domain/erp/keys'
import { shopSealOwner } from '../domain/shops/sessions'
import { cashierKeysName } from '../embedded/cashier/keys'
import { createSealer, secretFingerprint } from '../infra/sealer'
import { signingKey } from '../infra/storage/upload-key'
import type { Db } from '../kernel/context'
import type { Sealer } from '../ports/sealer'

/** Row of the settings with the key that the server generates where SECRET_KEY is not set. */
const generatedKeyName = 'sealing-key'
const pageSize = 200

export interface SecretKeys {
  readonly secretKey: string | undefined
  readonly oldSecretKey: string | undefined
}

async function generatedKey(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', generatedKeyName).executeTakeFirst()
  return row?.value
}

/** Returns the sealer of this installation. It opens what was sealed with the old key, or before SECRET_KEY was set. */
export async function openSealer(db: Db, { secretKey, oldSecretKey }: SecretKeys): Promise<Sealer> {
  if (secretKey === undefined) return createSealer(await signingKey(db, generatedKeyName))
  const generated = await generatedKey(db)
  return createSealer(secretKey, ...[oldSecretKey, generated].filter((key) => key !== undefined))
}

interface SealedValue {
  readonly value: string
  readonly owner: string
  /** Stores another text in its place, unless it was changed meanwhile. */
  replace(value: string): Promise<unknown>
}

/** Yields every sealed value of the database. */
async function* sealedValues(db: Db): AsyncGenerator<SealedValue> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('shop')
      .select(['id', 'account_id', 'session_sealed'])
      .where('session_sealed', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const { id, account_id, session_sealed: value } of rows) {
      after = id
      if (value === null) continue
      const replace = (session_sealed: string) =>
        db.updateTable('shop').set({ session_sealed }).where('id', '=', id).where('session_sealed', '=', value).execute()
      yield { value, owner: shopSealOwner(account_id), replace }
    }
    if (rows.length < pageSize) break
  }
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('erp_integration')
      .select(['id', 'account_id', 'token_sealed'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const { id, account_id, token_sealed: value } of rows) {
      after = id
      const replace = (token_sealed: string) =>
        db.updateTable('erp_integration').set({ token_sealed }).where('id', '=', id).where('token_sealed', '=', value).execute()
      yield { value, owner: erpSealOwner(account_id), replace }
    }
    if (rows.length < pageSize) break
  }
  const cashier = await db.selectFrom('setting').select('value').where('name', '=', cashierKeysName).executeTakeFirst()
  if (cashier) {
    const replace = (value: string) =>
      db.updateTable('setting').set({ value }).where('name', '=', cashierKeysName).where('value', '=', cashier.value).execute()
    yield { value: cashier.value, owner: cashierKeysName, replace }
  }
}

/**
 * Names the key of this installation for a backup. Rejects when there are sealed values and none of them can be opened: the command
 * was given another SECRET_KEY than the server.
 */
export async function describeKey(db: Db, keys: SecretKeys): Promise<{ fingerprint: string; inDatabase: boolean }> {
  const generated = await generatedKey(db)
  const secret = keys.secretKey ?? generated
  const sealer = secret === undefined ? null : await openSealer(db, keys)
  let unreadable = 0
  for await (const { value, owner } of sealedValues(db)) {
    if (sealer && sealer.open(value, owner) !== null) {
      unreadable = 0
      break
    }
    unreadable += 1
  }
  if (unreadable > 0)
    throw new Error(
      'SECRET_KEY 与数据库不符：数据库里的密文都无法打开，请使用与服务相同的 SECRET_KEY (SECRET_KEY does not fit the database)',
    )
  return { fingerprint: secretFingerprint(secret ?? ''), inDatabase: keys.secretKey === undefined }
}

/** Returns the reason why a backup cannot be used with these keys; null when it can. */
export function keyProblem(backup: { fingerprint: string; inDatabase: boolean }, keys: SecretKeys): string | null {
  if (keys.secretKey === undefined)
    return backup.inDatabase ? null : '备份里的店铺授权和工厂 key 是用 SECRET_KEY 加密的，请设置备份时的 SECRET_KEY'
  if ([keys.secretKey, keys.oldSecretKey].some((key) => key !== undefined && secretFingerprint(key) === backup.fingerprint))
    return null
  if (backup.inDatabase) return null
  return '现在的 SECRET_KEY 与备份时的不同，店铺授权和工厂 key 将无法读取；请设置备份时的 SECRET_KEY（或设为 SECRET_KEY_OLD）'
}

export interface Rotation {
  readonly resealed: number
  readonly current: number
  /** Values that none of the keys opens; their owners must enter them again. */
  readonly unreadable: number
}

/**
 * Seals every value with SECRET_KEY that the old key, or the key that the server had generated, opens; then removes the generated
 * key. It may be interrupted and repeated.
 */
export async function rotateKeys(db: Db, keys: SecretKeys): Promise<Rotation> {
  if (keys.secretKey === undefined) throw new Error('请先设置新的 SECRET_KEY')
  const current = createSealer(keys.secretKey)
  const any = await openSealer(db, keys)
  const counts = { resealed: 0, current: 0, unreadable: 0 }
  for await (const { value, owner, replace } of sealedValues(db)) {
    const plain = any.open(value, owner)
    if (plain === null) counts.unreadable += 1
    else if (current.open(value, owner) !== null) counts.current += 1
    else {
      await replace(current.seal(plain, owner))
      counts.resealed += 1
    }
  }
  await db.deleteFrom('setting').where('name', '=', generatedKeyName).execute()
  return counts
}
