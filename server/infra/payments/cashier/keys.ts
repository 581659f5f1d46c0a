/** Keys of the embedded cashier and of its one merchant: made once, kept sealed. */
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Db } from '../../../kernel/context'
import type { Sealer } from '../../../ports/sealer'

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

const name = 'cashier-keys'

async function makePair(): Promise<KeyPair> {
  return promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}

export const makeCashierKeys = async (): Promise<CashierKeys> => ({ merchant: await makePair(), cashier: await makePair() })

/** The same for every process on this database. Keys that were sealed with another SECRET_KEY are replaced: nothing signed lives long. */
export async function cashierKeys(db: Db, sealer: Sealer): Promise<CashierKeys> {
  const read = async (): Promise<CashierKeys | null> => {
    const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
    const plain = row ? sealer.open(row.value, name) : null
    return plain === null ? null : JSON.parse(plain)
  }
  const known = await read()
  if (known) return known
  const keys = await makeCashierKeys()
  const value = sealer.seal(JSON.stringify(keys), name)
  const before = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  await db
    .insertInto('setting')
    .values({ name, value })
    // Of processes that start together the first one's keys count.
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value })
        .where('setting.value', '=', before?.value ?? ''),
    )
    .execute()
  return (await read()) ?? keys
}
