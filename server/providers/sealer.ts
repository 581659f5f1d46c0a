/** The keys with which secrets of this installation are sealed. */
import { hostname } from 'node:os'
import { firstNote, readNote, removeNote, writeNote } from '../infra/db/installation'
import { livingProcesses } from '../infra/db/processes'
import { createSealer, secretFingerprint } from '../infra/sealer'
import { signingKey } from '../infra/storage/upload-key'
import type { Db } from '../kernel/context'
import type { Sealer } from '../ports/sealer'
import { sealedValues } from './sealed-values'

/** Row of the settings with the key that the server generates where SECRET_KEY is not set. */
const generatedKeyName = 'sealing-key'

export interface SecretKeys {
  readonly secretKey: string | undefined
  readonly oldSecretKey: string | undefined
}

async function generatedKey(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', generatedKeyName).executeTakeFirst()
  return row?.value
}

/** Returns the keys that this process has, the one that seals first; none where nothing is configured and none was generated. */
async function heldKeys(db: Db, { secretKey, oldSecretKey }: SecretKeys): Promise<readonly string[]> {
  return [secretKey, oldSecretKey, await generatedKey(db)].filter((key) => key !== undefined)
}

/**
 * Returns the sealer of this installation. It opens what was sealed with the old key, or before SECRET_KEY was set. Rejects with a
 * sentence for the operator when values of the database were sealed with a key that this process does not have: it would take every
 * stored authorization for an expired one.
 */
export async function openSealer(db: Db, keys: SecretKeys): Promise<Sealer> {
  await admitKeys(db, keys)
  const [sealing = await signingKey(db, generatedKeyName), ...others] = await heldKeys(db, keys)
  await noteKey(db, secretFingerprint(sealing))
  return createSealer(sealing, ...others)
}

const wrongKeyText = (keys: SecretKeys, foreign: readonly string[]): string => {
  const what = keys.secretKey === undefined ? '没有设置 SECRET_KEY，而' : 'SECRET_KEY 与数据库不符：'
  const named = foreign.length > 0 ? `（指纹 ${foreign.join('、')}）` : ''
  return `${what}数据库里的店铺授权和工厂 key 是用另一个密钥${named}加密的。请设置与其他服务、与以前相同的 SECRET_KEY；更换密钥时把旧的设为 SECRET_KEY_OLD。旧密钥确已丢失时运行 npm run rotate -- --forget，卖家需要重新授权 (SECRET_KEY does not fit the database)`
}

/** Rejects unless this process has every key with which the database's values were sealed, as far as that is known. */
export async function admitKeys(db: Db, keys: SecretKeys): Promise<void> {
  const held = await heldKeys(db, keys)
  const known = await readNote(db, 'keys')
  if (known) {
    const foreign = known.fingerprints.filter((each) => !held.map(secretFingerprint).includes(each))
    if (foreign.length === 0) return
    if (!(await isKeyFree(db))) throw new Error(wrongKeyText(keys, foreign))
    await removeNote(db, 'keys')
    return
  }
  // The database is older than the note, or came by an import: its values tell.
  if (!(await opensAny(db, held))) throw new Error(wrongKeyText(keys, []))
}

/** Whether any key may be taken: nothing is sealed yet, and no other process lives that would seal with another one. */
async function isKeyFree(db: Db): Promise<boolean> {
  for await (const _ of sealedValues(db)) return false
  return (await livingProcesses(db)).every(({ host, pid }) => host === hostname() && pid === process.pid)
}

/** Notes the key of a backup that was restored: its values, also those that come later, need that key. */
export const noteRestoredKey = (db: Db, { fingerprint }: { readonly fingerprint: string }): Promise<void> =>
  writeNote(db, 'keys', { fingerprints: [fingerprint] })

/** Notes that values are sealed with a key. */
const noteKey = (db: Db, fingerprint: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await firstNote(tx, 'keys', { fingerprints: [] })
    const known = (await readNote(tx, 'keys', 'lock'))?.fingerprints ?? []
    if (!known.includes(fingerprint)) await writeNote(tx, 'keys', { fingerprints: [...known, fingerprint] })
  })

/** Whether one of the keys opens a sealed value of the database, or there is none. */
async function opensAny(db: Db, held: readonly string[]): Promise<boolean> {
  const [first, ...others] = held
  const sealer = first === undefined ? null : createSealer(first, ...others)
  let isEmpty = true
  for await (const { value, owner } of sealedValues(db)) {
    if (sealer && sealer.open(value, owner) !== null) return true
    isEmpty = false
  }
  return isEmpty
}

/**
 * Names the key of this installation for a backup. Rejects when there are sealed values and none of them can be opened: the command
 * was given another SECRET_KEY than the server.
 */
export async function describeKey(db: Db, keys: SecretKeys): Promise<{ fingerprint: string; inDatabase: boolean }> {
  const held = await heldKeys(db, keys)
  if (!(await opensAny(db, held))) throw new Error(wrongKeyText(keys, []))
  return { fingerprint: secretFingerprint(held[0] ?? ''), inDatabase: keys.secretKey === undefined }
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
  /** Values that none of the keys opens. */
  readonly unreadable: number
}

/**
 * Seals every value with SECRET_KEY that the old key, or the key that the server had generated, opens; then removes the generated
 * key. It may be interrupted and repeated. With `forget`, values that none of the keys opens are given up, and their owners are asked
 * for them again; without, they and all keys stay as they are.
 */
export async function rotateKeys(db: Db, keys: SecretKeys, forget = false): Promise<Rotation> {
  const { secretKey } = keys
  if (secretKey === undefined) throw new Error('请先设置新的 SECRET_KEY')
  const current = createSealer(secretKey)
  const any = createSealer(secretKey, ...(await heldKeys(db, keys)))
  const counts = { resealed: 0, current: 0, unreadable: 0 }
  for await (const { value, owner, replace, forget: giveUp } of sealedValues(db)) {
    const plain = any.open(value, owner)
    if (plain === null) {
      counts.unreadable += 1
      if (forget) await giveUp(current)
    } else if (current.open(value, owner) !== null) counts.current += 1
    else {
      await replace(current.seal(plain, owner))
      counts.resealed += 1
    }
  }
  if (counts.unreadable > 0 && !forget) return counts
  await db.deleteFrom('setting').where('name', '=', generatedKeyName).execute()
  await writeNote(db, 'keys', { fingerprints: [secretFingerprint(secretKey)] })
  return counts
}

/** Gives up, in a database that was restored without its key, whatever this installation's key does not open. */
export async function forgetUnreadable(db: Db, keys: SecretKeys): Promise<void> {
  const [sealing = await signingKey(db, generatedKeyName), ...others] = await heldKeys(db, keys)
  const sealer = createSealer(sealing, ...others)
  for await (const { value, owner, forget } of sealedValues(db)) if (sealer.open(value, owner) === null) await forget(sealer)
  await removeNote(db, 'keys')
}
