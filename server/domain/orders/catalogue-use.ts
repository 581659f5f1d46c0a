/** Counts what refers to rows of the catalogue, for the confirmation before they are deleted. */
import { sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { isNotPushed } from './state-sql'

type Calls = AppContract['catalogueUse']
type Query = Parsed<Calls['get']>['query']

const columns = {
  brand: 'phone_brand_id',
  model: 'phone_model_id',
  material: 'material_id',
  color: 'material_color_id',
} as const

/** Condition that a setting of a product or link refers to one of them; settings never name a colour, only its material. */
function settingRefersTo({ kind, ids }: Query) {
  const list = sql`${[...ids]}::bigint[]`
  if (kind === 'material') {
    return sql`exists (select from jsonb_array_elements_text(data -> 'bindingMaterialIds') as named (material)
      where material::bigint = any(${list}))`
  }
  if (kind === 'brand') {
    return sql`exists (select from jsonb_array_elements(data -> 'bindingPhoneBrands') as named (brand)
      where (brand ->> 'id')::bigint = any(${list}))`
  }
  if (kind === 'color') return sql`false`
  return sql`exists (select from jsonb_array_elements(data -> 'bindingPhoneBrands') as named (brand),
    jsonb_array_elements_text(brand -> 'modelIds') as chosen (model) where model::bigint = any(${list}))`
}

/**
 * Returns the number of orders that are not at a factory yet, of all buyers' designs, and of products and customization links.
 */
export async function readCatalogueUse({ db, actor }: Ctx, query: Query): Promise<Reply<Calls['get']>> {
  const ofCustomization = sql`customization.account_id = ${actor.accountId}
    and customization.${sql.id(columns[query.kind])} = any(${[...query.ids]}::bigint[])`
  const ofSku = sql`account_id = ${actor.accountId} and ${sql.id(columns[query.kind])} = any(${[...query.ids]}::bigint[])`
  const { rows } = await sql<Reply<Calls['get']>>`
    select (
      select count(distinct coalesce(o.parent_id, o.id))::int from customization
      join order_item_customization link on link.customization_id = customization.id
      join order_item item on item.id = link.order_item_id join shop_order o on o.id = item.order_id
      where ${ofCustomization} and ${isNotPushed}
    ) as "openOrders", (
      select count(*)::int from customization where ${ofCustomization}
    ) as designs, (
      select count(*)::int from (
        select shop_id, product_original_id from customization_setting
        where account_id = ${actor.accountId} and ${settingRefersTo(query)} group by 1, 2
        union all
        select shop_id, id::text from shop_customization_setting where account_id = ${actor.accountId} and ${settingRefersTo(query)}
      ) as named
    ) as products, (
      select count(*)::int from phone_model where account_id = ${actor.accountId} and ${sql.lit(query.kind)} = 'brand'
      and phone_brand_id = any(${[...query.ids]}::bigint[])
    ) as models, (
      select count(distinct wireframe_id)::int from sku where ${ofSku}
    ) as wireframes, (
      select count(*)::int from sku where ${ofSku} and enabled
    ) as "onShelf"`.execute(db)
  return rows[0] ?? { openOrders: 0, designs: 0, products: 0, models: 0, wireframes: 0, onShelf: 0 }
}
