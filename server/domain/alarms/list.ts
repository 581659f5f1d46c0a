/** Lists the alarms that the seller has not acknowledged, those of the latest facts first. */
import { sql } from 'kysely'
import type { ErpKind } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { type AlarmKind, alarmText } from '../../../contract/rules/alarm'
import { caseNameOf } from '../../../contract/rules/case-names'
import type { ItemState } from '../../../contract/rules/item-state'
import type { Alarm } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { readStoredLines, type StoredLine, toPushLine } from '../erp/push/stored-lines'
import { previewUrl } from '../orders/pay-wall'
import { shownUrl } from '../orders/rows'

type Call = AppContract['alarms']['list']

interface Row {
  readonly id: number
  readonly kinds: readonly AlarmKind[]
  readonly facts: string
  readonly since: Date
  readonly order_id: number
  readonly order_original_id: string
  readonly shop_id: number
  readonly phone_brand_name: string
  readonly phone_model_name: string
  readonly material_name: string
  readonly material_color_name: string
  readonly url: string | null
  readonly used_credits: number | null
  readonly item_order_id: number | null
  readonly item_original_id: string | null
  readonly title: string | null
  readonly quantity: number | null
  readonly state: ItemState | null
  readonly hold: string | null
  readonly change: string | null
  readonly erp: ErpKind | null
}

/** Of several items that show a design, the one that decided the alarm is named. */
async function readRows({ db, actor }: Ctx, { pageNo, pageSize }: Parsed<Call>['query']): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    with page as (
      select * from alarm where account_id = ${actor.accountId} and acknowledged_at is null
      order by since desc, customization_id desc limit ${pageSize} offset ${(pageNo - 1) * pageSize}
    )
    select page.customization_id as id, page.kinds, page.facts, page.since, page.order_id, o.original_id as order_original_id, o.shop_id,
      made.phone_brand_name, made.phone_model_name, made.material_name, made.material_color_name,
      made.customized_image_url as url, paid.used_credits, item.order_id as item_order_id, item.original_id as item_original_id,
      item.title, item.quantity, item.state, item.hold, item.made_as ->> 'text' as change, integration.erp
    from page
    join shop_order o on o.id = page.order_id
    join customization made on made.id = page.customization_id
    left join usage_line paid on paid.account_id = page.account_id and paid.customization_id = page.customization_id
    left join push_line line on line.account_id = page.account_id and line.customization_id = page.customization_id
    left join factory on factory.id = line.factory_id
    left join erp_integration integration on integration.id = factory.integration_id
    left join lateral (
      select item.* from order_item_customization link join order_item item on item.id = link.order_item_id
      where link.customization_id = page.customization_id
      order by alarm_of_state(item.state, item.hold) is null and item.made_as is null, item.order_id <> page.order_id, item.id limit 1
    ) item on true
    order by page.since desc, page.customization_id desc`.execute(db)
  return rows
}

/** Returns how many alarms the list has. */
export async function countAlarms({ db, actor }: Pick<Ctx, 'db' | 'actor'>): Promise<number> {
  const { total } = await db
    .selectFrom('alarm')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('account_id', '=', actor.accountId)
    .where('acknowledged_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

export async function listAlarms(ctx: Ctx, query: Parsed<Call>['query']): Promise<Reply<Call>> {
  const rows = await readRows(ctx, query)
  const total = await countAlarms(ctx)
  const lines = await readStoredLines(
    ctx,
    rows.map(({ id }) => id),
  )
  const now = ctx.clock.now()
  return { items: rows.map((row) => toAlarm(ctx, row, lines.get(row.id), now)), totalItems: total }
}

function toAlarm(ctx: Ctx, row: Row, line: StoredLine | undefined, now: Date): Alarm {
  const isSent = line !== undefined && line.status !== 'failed'
  const { state, hold, change } = row
  const facts = {
    isSent,
    state: state ?? 'toMake',
    hold,
    change,
    message: line?.message ?? null,
    isCancelAsked: line?.status === 'pushed' && line.cancel_asked_at !== null,
  } as const
  return {
    customizationId: row.id,
    reasons: row.kinds.map((kind) => ({ kind, text: alarmText(kind, facts) })),
    since: row.since.getTime(),
    facts: row.facts,
    orderId: row.order_id,
    orderOriginalId: row.order_original_id,
    shopId: row.shop_id,
    item:
      row.item_order_id === null
        ? null
        : {
            orderId: row.item_order_id,
            originalId: row.item_original_id ?? '',
            title: row.title ?? '',
            quantity: row.quantity ?? 0,
          },
    caseName: caseNameOf({
      phoneBrandName: row.phone_brand_name,
      phoneModelName: row.phone_model_name,
      phoneCaseMaterialName: row.material_name,
      phoneCaseMaterialColorName: row.material_color_name,
    }),
    imageUrl:
      row.url === null || row.used_credits !== null ? shownUrl(ctx, row.url) : previewUrl(ctx, { id: row.id, url: row.url }),
    usedCredits: row.used_credits,
    line: line === undefined ? null : toPushLine(line, now),
    canCancel: isSent && row.erp !== null && ctx.erps[row.erp]?.cancelLine !== undefined && line.cancel_refusal === null,
  }
}
