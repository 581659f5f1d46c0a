import { putSession } from '../../../server/domain/shops/sessions'
import { createAccount } from '../../../server/domain/users/accounts'
import { openDatabase } from '../../../server/infra/db/open'
import { createSealer } from '../../../server/infra/sealer'
import { signingKey } from '../../../server/infra/storage/upload-key'
import type { Grant } from './merchants'

/**
 * Creates merchant accounts (name → password) with the Taobao shops they authorised, in a data folder that no server has open.
 * Runs in this process, because each start of a database takes seconds.
 */
export async function addAccounts(
  dataDir: string,
  accounts: Readonly<Record<string, string>>,
  grants: Readonly<Partial<Record<string, readonly Grant[]>>> = {},
): Promise<void> {
  const database = await openDatabase({ dataDir })
  try {
    const deps = { db: database.db, clock: { now: () => new Date() } }
    const sealer = createSealer(await signingKey(database.db, 'sealing-key'))
    for (const [name, password] of Object.entries(accounts)) {
      const { accountId } = await createAccount(deps, { name, password })
      for (const grant of grants[name] ?? []) await putSession({ ...deps, sealer }, { accountId, type: 'TAOBAO' }, grant)
    }
  } finally {
    await database.close()
  }
}
