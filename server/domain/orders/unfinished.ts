/** Finds why a customization has no picture: its buyer has not finished it, its drawing waits or failed, or the print file is lost. */
import { sql } from 'kysely'
import type { FindingCode } from '../../../contract/rules/preflight'
import type { Ctx } from '../../kernel/context'
import { lostText } from '../buyer/drawing-queue'
import { designIdOf } from './attached-id'

/** `reason` follows 定制图 in the text. */
export interface Unfinished {
  readonly kind: Extract<FindingCode, 'unfinished' | 'drawing' | 'undrawn'>
  readonly reason: string
}

const byBuyer: Unfinished = { kind: 'unfinished', reason: '还没有，买家还没有完成定制' }

/** Returns why these customizations have no picture, by customization; of the account's only. */
export async function readUnfinished({ db, actor }: Ctx, ids: readonly number[]): Promise<(id: number) => Unfinished> {
  if (ids.length === 0) return () => byBuyer
  const { rows } = await sql<{ id: number; hasFailed: boolean; error: string | null }>`
    select customization.id, coalesce(drawing.status, 'done') not in ('waiting', 'drawing') as "hasFailed",
      case when drawing.status = 'failed' then drawing.error else ${lostText}::text end as error
    from customization join buyer_design design on design.account_id = customization.account_id
      and design.id = ${designIdOf(sql.ref('customization'))} and design.status = 'submitted' and design.print_file_id is null
    left join buyer_drawing drawing on drawing.design_id = design.id
    where customization.account_id = ${actor.accountId} and customization.id = any(${[...ids]}::bigint[])`.execute(db)
  const byId = new Map(
    rows.map(({ id, hasFailed, error }): [number, Unfinished] => [
      id,
      hasFailed
        ? { kind: 'undrawn', reason: `没有生成（${error}），请在订单详情的“定制编号”里重新生成` }
        : { kind: 'drawing', reason: '正在生成打印文件，请稍后再试' },
    ]),
  )
  return (id) => byId.get(id) ?? byBuyer
}
