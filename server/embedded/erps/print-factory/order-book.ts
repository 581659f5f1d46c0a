/** Orders of the embedded factory, stored in the database so that a restart does not lose them. */
import { sql } from 'kysely'
import type { Db } from '../../../kernel/context'
import type { Clock } from '../../../ports/clock'

export interface FactoryOrder {
  /** The factory's own number. */
  readonly orderId: string
  readonly factoryId: string
  /** Parameters of the call that created it, without its signature. */
  readonly params: Readonly<Record<string, string>>
  readonly createdAt: Date
}

export interface OrderBook {
  /** Oldest first. */
  list(): Promise<readonly FactoryOrder[]>
  find(factoryId: string, thirdId: string): Promise<FactoryOrder | null>
  /** Returns null when the factory has an order of this third id already. */
  add(factoryId: string, params: Readonly<Record<string, string>>): Promise<FactoryOrder | null>
  /** Returns how many cases were ordered so far, by model code. */
  countByProduct(factoryId: string): Promise<ReadonlyMap<string, number>>
}

/** Returns the factory's number of its n-th order. */
export const factoryNumber = (id: number): string => `F${String(id).padStart(8, '0')}`

export function createStoredBook(db: Db, { now }: Clock): OrderBook {
  const select = db.selectFrom('embedded_factory_order').select(['order_id', 'factory_id', 'params', 'created_at'])
  const orderOf = (row: Awaited<ReturnType<typeof select.executeTakeFirstOrThrow>>): FactoryOrder => ({
    orderId: factoryNumber(row.order_id),
    factoryId: row.factory_id,
    params: row.params,
    createdAt: row.created_at,
  })
  return {
    list: async () => (await select.orderBy('order_id').execute()).map(orderOf),
    async find(factoryId, thirdId) {
      const row = await select.where('factory_id', '=', factoryId).where('third_id', '=', thirdId).executeTakeFirst()
      return row ? orderOf(row) : null
    },
    async add(factoryId, params) {
      const row = await db
        .insertInto('embedded_factory_order')
        .values({
          factory_id: factoryId,
          third_id: params.third_id ?? '',
          params: JSON.stringify(params),
          created_at: now(),
        })
        .onConflict((conflict) => conflict.columns(['factory_id', 'third_id']).doNothing())
        .returning(['order_id', 'factory_id', 'params', 'created_at'])
        .executeTakeFirst()
      return row ? orderOf(row) : null
    },
    async countByProduct(factoryId) {
      const { rows } = await sql<{ code: string; made: number }>`
        select params->>'product_id' as code, sum((params->>'quantity')::int) as made from embedded_factory_order
        where factory_id = ${factoryId} group by 1`.execute(db)
      return new Map(rows.map(({ code, made }) => [code, made]))
    },
  }
}
