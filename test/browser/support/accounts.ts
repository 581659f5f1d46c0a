import { createAccount } from '../../../server/domain/users/accounts'
import { openDatabase } from '../../../server/infra/db/open'

/** Merchant accounts (name → password) in a data folder no server has open; in this process, for each start of a database costs seconds. */
export async function addAccounts(dataDir: string, accounts: Readonly<Record<string, string>>): Promise<void> {
  const database = await openDatabase({ dataDir })
  try {
    const deps = { db: database.db, clock: { now: () => new Date() } }
    for (const [name, password] of Object.entries(accounts)) await createAccount(deps, { name, password })
  } finally {
    await database.close()
  }
}
