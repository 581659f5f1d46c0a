/** Adds a shop with many orders to the demo's account. argv: the data folder of a product that does not run, and the number of orders. */
import { openDatabase } from '../../server/infra/db/open'
import { insertOrders } from '../lib/orders'

const [folder = '', orders = '0'] = process.argv.slice(2)
const opened = await openDatabase({ databaseUrl: undefined, dataDir: folder })
const { account_id } = await opened.db
  .selectFrom('app_user')
  .select('account_id')
  .where('username', '=', 'demo')
  .executeTakeFirstOrThrow()
await insertOrders(opened.db, account_id, Number(orders))
await opened.close()
process.exit(0)
