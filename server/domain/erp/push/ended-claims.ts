/** Ends claims whose lease has expired because their request died. The next push queries the factory about the line. */
import { sql } from 'kysely'
import type { Deps } from '../../../kernel/context'
import { transact } from '../../../kernel/transact'
import { refreshOrdersShowing } from '../../orders/push-status'

const message = '推送中断，不确定工厂是否已收到，请再推送一次：会先向工厂查询，不会重复下单'

/** Ends expired claims and updates their orders, which would otherwise be shown as being pushed forever. */
export async function sweepClaims({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await transact({ db }, async (inner) => {
    const now = clock.now()
    const { rows } = await sql<{ account_id: number; customization_id: number }>`
      update push_line set claimer = null, lease_until = null, ended_at = ${now}::timestamptz, message = ${message}
      where status = 'claimed' and lease_until <= ${now}::timestamptz
      returning account_id, customization_id`.execute(inner.db)
    const byAccount = new Map<number, number[]>()
    for (const { account_id: account, customization_id: id } of rows)
      byAccount.set(account, [...(byAccount.get(account) ?? []), id])
    for (const [accountId, ids] of byAccount) await refreshOrdersShowing({ db: inner.db, clock, accountId }, ids)
  })
}
