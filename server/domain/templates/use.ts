/** Counts what offers collections or templates to buyers, for the confirmation before they are deleted or taken off the shelf. */
import { sql } from 'kysely'
import { productMode } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { type BuyerStart, startOf } from '../../../contract/rules/buyer-rights'
import type { Ctx } from '../../kernel/context'

type Calls = AppContract['templateUse']

const modesWith = (fits: (start: BuyerStart) => boolean): number[] =>
  Object.values(productMode).filter((mode) => fits(startOf(mode)))
const oneModes = modesWith(({ templates }) => templates === 'one')
const collectionModes = modesWith(({ templates }) => templates === 'collections')
const blankModes = modesWith(({ blank }) => blank)

/** Settings that offer every template of the shop do not count: they name none. */
export async function readTemplateUse(
  { db, actor }: Ctx,
  { kind, ids }: Parsed<Calls['get']>['query'],
): Promise<Reply<Calls['get']>> {
  const given = sql`${[...ids]}::bigint[]`
  const isLost = kind === 'template' ? sql`template.id = any(${given})` : sql`template.collection_id = any(${given})`
  const { rows } = await sql<Reply<Calls['get']>>`
    with setting as (
      select 'link' as kind, data from shop_customization_setting where account_id = ${actor.accountId}
      union all
      select 'sku', data from customization_setting where account_id = ${actor.accountId}
    ), offer as (
      select kind, (data ->> 'mode')::int = any(${blankModes}::int[]) as blank,
        case when (data ->> 'mode')::int = any(${oneModes}::int[]) then (data ->> 'bindingTemplateId')::bigint end as template_id,
        case when (data ->> 'mode')::int = any(${collectionModes}::int[])
          then array(select jsonb_array_elements_text(data -> 'bindingTemplateCollectionIds')::bigint) else '{}' end as collection_ids
      from setting
    ), affected as (
      select * from offer where ${kind === 'collection'} and collection_ids && ${given}
        or exists (select from template where template.account_id = ${actor.accountId} and ${isLost}
          and (template.id = offer.template_id or template.collection_id = any(offer.collection_ids)))
    )
    select count(*) filter (where kind = 'link')::int as links, count(*) filter (where kind = 'sku')::int as skus,
      count(*) filter (where not blank and not exists (
        select from template where template.account_id = ${actor.accountId} and template.enabled and not (${isLost})
          and (template.id = affected.template_id or template.collection_id = any(affected.collection_ids))))::int as emptied
    from affected`.execute(db)
  return rows[0] ?? { links: 0, skus: 0, emptied: 0 }
}
