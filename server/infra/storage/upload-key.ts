import { randomBytes } from 'node:crypto'
import type { Db } from '../../kernel/context'

/**
 * Returns a secret key of this server: generated once, stored in the database under `name`, the same for every process that uses
 * it.
 */
export async function signingKey(
  db: Db,
  name: 'upload-signing-key' | 'cutout-signing-key' | 'file-signing-key' | 'print-signing-key' | 'sealing-key',
): Promise<string> {
  await db
    .insertInto('setting')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
