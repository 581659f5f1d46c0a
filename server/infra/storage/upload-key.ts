import { randomBytes } from 'node:crypto'
import type { Db } from '../../kernel/context'

/** The server's own signing key for upload forms: made once, kept in the database, the same for every process on it. */
export async function uploadSigningKey(db: Db): Promise<string> {
  const name = 'upload-signing-key'
  await db
    .insertInto('setting')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
