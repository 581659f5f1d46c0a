/** Keys of the embedded cashier and of its only merchant: generated once, stored sealed. */
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Db } from '../../kernel/context'
import type { Sealer } from '../../ports/sealer'

export interface KeyPair {
  /** PEM, SPKI. */
  readonly publicKey: string
  /** PEM, PKCS #8. */
  readonly privateKey: string
}

export interface CashierKeys {
  readonly merchant: KeyPair
  readonly cashier: KeyPair
}

/** Row of the settings with the keys, and the owner for which it is sealed. */
export const cashierKeysName = 'cashier-keys'
const name = cashierKeysName

async function makePair(): Promise<KeyPair> {
  return promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}

export const makeCashierKeys = async (): Promise<CashierKeys> => ({ merchant: await makePair(), cashier: await makePair() })

/**
 * Returns the keys, the same for every process on this database: when several start together, the keys stored first count. Keys
 * that were sealed with another SECRET_KEY are replaced, because nothing signed with them is needed for long.
 */
export async function cashierKeys(db: Db, sealer: Sealer): Promise<CashierKeys> {
  const read = async () => {
    const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
    const plain = row ? sealer.open(row.value, name) : null
    const keys: CashierKeys | null = plain === null ? null : JSON.parse(plain)
    return { value: row?.value ?? null, keys }
  }
  const before = await read()
  if (before.keys) return before.keys
  // Generating them takes a while, during which another process may store its own: only a value that was unreadable before is
  // replaced.
  const value = sealer.seal(JSON.stringify(await makeCashierKeys()), name)
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }).where('setting.value', '=', before.value))
    .execute()
  const { keys } = await read()
  if (!keys) throw new Error('another server sealed the keys of the cashier with another SECRET_KEY')
  return keys
}
