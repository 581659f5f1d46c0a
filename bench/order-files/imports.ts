/**
 * Imports orders of a file in calls of 200 on the embedded database, and inserts as many bare rows of orders and items; argv: data folder,
 * calls. Sends the milliseconds of each call to its parent process: planned, imported, planned and imported again unchanged, bare.
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import { maxOrdersPerImport } from '../../contract/constants'
import { importOrders, type OrderWrite, planImport } from '../../server/domain/orders/import'
import { createAccount } from '../../server/domain/users/accounts'
import { openDatabase } from '../../server/infra/db/open'
import type { Ctx } from '../../server/kernel/context'

const [dataDir = '', calls = '0'] = process.argv.slice(2)
const database = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: join(dataDir, 'data') })
const { db } = database
const clock = { now: () => new Date() }
const { accountId, userId } = await createAccount({ db, clock }, { name: 'bench' })
const ctx = { db, clock, actor: { accountId, userId } } as unknown as Ctx
const addShop = async (name: string) => {
  const shop = { account_id: accountId, type: 'TAOBAO' as const, name }
  return (await db.insertInto('shop').values(shop).returning('id').executeTakeFirstOrThrow()).id
}
const [shopId, bareShop] = [await addShop('文件'), await addShop('直接写入')]

const createdAt = Date.parse('2026-03-01T08:00:00+08:00')
const order = (at: number): OrderWrite => ({
  originalId: String(4_512_345_678_900_000_000n + BigInt(at)),
  createdAt: createdAt + at * 1000,
  paidAt: createdAt + at * 1000 + 30_000,
  isPlatformOrder: true,
  mergeSplitStatus: 'INDEPENDENT',
  buyerMessage: at % 5 === 0 ? `照片和文字已经发给客服，名字是「小明${at}」，谢谢` : null,
  sellerMemo: at % 7 === 0 ? '发顺丰，字要大一点' : null,
  childOrders: [],
  orderItems: [
    {
      originalId: String(4_612_345_678_900_000_000n + BigInt(at)),
      title: '来图定制手机壳情侣姓名照片定做全包防摔磨砂硅胶软壳',
      propertiesName: '颜色分类:磨砂黑;适用手机型号:iPhone 15 Pro Max',
      quantity: 1 + (at % 3),
      content: null,
      state: 'toMake',
      hold: null,
      merchantSku: `K-${at % 500}`,
    },
  ],
})
const batch = (call: number) => Array.from({ length: maxOrdersPerImport }, (_, at) => order(call * maxOrdersPerImport + at))

/** The rows of a call by two statements in one transaction, without a look at what is stored. */
const bareInserts = (orders: readonly OrderWrite[]) =>
  db.transaction().execute(async (inner) => {
    const rows = orders.map(({ originalId, orderItems: [item] }) => ({ originalId, ...item, line: item?.originalId }))
    await sql`
      with given as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as row ("originalId" text, line text, title text, "propertiesName" text, quantity integer, "merchantSku" text)
      ), written as (
        insert into shop_order (account_id, shop_id, original_id, is_platform_order, merge_split_status, created_at, sha256, search)
        select ${accountId}::bigint, ${bareShop}::bigint, "originalId", true, 'INDEPENDENT', now(), md5("originalId"), title from given
        returning id, original_id
      )
      insert into order_item (account_id, order_id, place, original_id, title, properties_name, quantity, merchant_sku)
      select ${accountId}::bigint, id, 0, line, title, "propertiesName", quantity, "merchantSku"
      from written join given on "originalId" = original_id`.execute(inner)
  })

const options = { source: 'file' as const, observedAt: createdAt + 86_400_000 }
const steps = {
  planned: (orders: readonly OrderWrite[]) => planImport(ctx, shopId, orders, options),
  imported: (orders: readonly OrderWrite[]) => importOrders(ctx, shopId, orders, options),
  bare: bareInserts,
  plannedAgain: (orders: readonly OrderWrite[]) => planImport(ctx, shopId, orders, options),
  importedAgain: (orders: readonly OrderWrite[]) => importOrders(ctx, shopId, orders, options),
}
const times = Object.fromEntries(Object.keys(steps).map((step) => [step, [] as number[]]))
for (let call = 0; call < Number(calls); call += 1) {
  const orders = batch(call)
  for (const [step, work] of Object.entries(steps)) {
    const start = performance.now()
    await work(orders)
    times[step]?.push(performance.now() - start)
  }
}
process.send?.(times)
await database.close()
