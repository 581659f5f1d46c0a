/**
 * A server process reduced to its writes, for tests that kill it. argv: data directory. It prints one line per event: `state
 * <rows> <highest> <counter>` once open, a number after each committed transaction, `fatal` when the engine failed, `refused
 * <error>` when the database does not open.
 */
import { writeSync } from 'node:fs'
import { sql } from 'kysely'
import { openDatabase } from '../../infra/db/open'

const print = (line: string): void => {
  // The write is synchronous, because the test counts a printed line as an acknowledged write.
  writeSync(1, `${line}\n`)
}

const [dataDir] = process.argv.slice(2)
if (!dataDir) throw new Error('usage: writer DATA_DIR')

const { db, onFatal } = await openDatabase({ dataDir }).catch((error: unknown) => {
  print(`refused ${error instanceof Error ? `${error.name}: ${error.message}` : error}`)
  process.exit(3)
})
onFatal(() => {
  print('fatal')
  process.exit(4)
})

await db
  .insertInto('account')
  .values({ name: 'shop' })
  .onConflict((on) => on.doNothing())
  .execute()
await db
  .insertInto('setting')
  .values({ name: 'counter', value: '0' })
  .onConflict((on) => on.doNothing())
  .execute()
const { id: account_id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
const state = await db
  .selectFrom('phone_brand')
  .select((row) => [row.fn.countAll<number>().as('rows'), row.fn.max('position').as('highest')])
  .executeTakeFirstOrThrow()
const counter = await db.selectFrom('setting').select('value').where('name', '=', 'counter').executeTakeFirstOrThrow()
const highest = state.highest ?? 0
print(`state ${state.rows} ${highest} ${counter.value}`)

for (let next = highest + 1; ; next += 1) {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('phone_brand')
      .values({ account_id, name: `品牌 ${next} ${'x'.repeat(150)}`, position: next })
      .execute()
    await tx
      .updateTable('setting')
      .set({ value: String(next) })
      .where('name', '=', 'counter')
      .execute()
  })
  print(String(next))
  if (next % 130 === 0) await sql`checkpoint`.execute(db)
}
