/** The colour profiles of printers that print profiles name. */
import type { Deps } from '../../kernel/context'
import { readStored } from '../orders/picture-bytes'

/** Returns the bytes of a printer's ICC file; null where the profile names none. */
export async function readIcc(deps: Pick<Deps, 'db' | 'storage'>, fileId: number | null): Promise<Buffer | null> {
  if (fileId === null) return null
  const { storage_key: key } = await deps.db
    .selectFrom('file')
    .select('storage_key')
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  return readStored(deps, key)
}
