/**
 * Views of the tables for callers who may see only some shops (docs/adr/0051): a schema beside that of the tables has a view, of the
 * same name, of each table whose rows belong to shops. In a transaction of such a caller it comes first in the search path, so that
 * every statement, also a new one, sees and changes these rows alone. The shops are in the setting `kejiang.shops`.
 *
 * The views are made after the migrations and dropped before each, because a table cannot lose a column that a view has.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../kernel/context'

const shops = `current_setting('kejiang.shops')::bigint[]`

/** Which rows of a table a limited caller has; `columns` are those that the condition needs besides those of every version. */
interface ShopRows {
  readonly where: string
  readonly columns?: readonly string[]
  /** Whether rows that the caller does not have may be written all the same. */
  readonly writesAll?: true
}

const ownShop: ShopRows = { where: `shop_id = any(${shops})`, columns: ['shop_id'] }

/** Rows that belong to the row of another table, which has a shop. */
const through = (table: string, column: string, owner: string): ShopRows => ({
  where: `exists (select from ${owner} owner where owner.id = ${table}.${column} and owner.shop_id = any(${shops}))`,
})

const subjectId = `substring(subject from '^[a-z]+:(\\d+)$')::bigint`

/** A rule that acts on orders of one of the shops: without a condition on shops, or with one that names it. */
const appliesToShops = (conditions: string): string => `not exists (
  select from jsonb_array_elements(${conditions}) one where one ->> 'kind' = 'shop' and not exists (
    select from jsonb_array_elements_text(one -> 'shopIds') named where named::bigint = any(${shops})))`

/** Subjects of entries of the log that are about no shop. */
const accountSubjects = [
  ...['subAccounts', 'phoneBrands', 'phoneModels', 'phoneCaseMaterials', 'materialColors', 'phoneCaseSkus', 'wireframes'],
  ...['designAssetCollections', 'designAssets', 'shopFonts', 'shopFontColors', 'cutoutPlaceholders'],
  ...[
    'apiKeys',
    'templateCollections',
    'templates',
    'designComponents',
    'printProfiles',
    'printers',
    'jigs',
    'printBatches',
    'erpIntegrations',
    'factories',
    'factoryPhoneModels',
    'factoryModelBindings',
  ],
  ...['factoryMaterialBindings', 'factoryColorBindings'],
]

export const shopTables: Readonly<Record<string, ShopRows>> = {
  shop: { where: `id = any(${shops})` },
  buyer_design: ownShop,
  customization: ownShop,
  customization_setting: ownShop,
  home_count: ownShop,
  home_count_change: ownShop,
  link_draft: ownShop,
  order_cursor: ownShop,
  order_import: ownShop,
  ordered_design: ownShop,
  order_sync: ownShop,
  print_piece: ownShop,
  /** A batch is planned before it has pieces, and goes after its last one is taken out. */
  print_batch: {
    where: `not exists (select from print_batch_piece placed where placed.batch_id = print_batch.id) or exists (
      select from print_batch_piece placed join print_piece piece on piece.id = placed.piece_id
      where placed.batch_id = print_batch.id and piece.shop_id = any(${shops}))`,
    writesAll: true,
  },
  /** A sheet shows the prints of all shops that are on it. */
  print_sheet: {
    where: `not exists (select from print_batch_piece placed join print_piece piece on piece.id = placed.piece_id
      where placed.batch_id = print_sheet.batch_id and piece.shop_id <> all(${shops}))`,
  },
  product: ownShop,
  shop_app: ownShop,
  shop_customization_setting: ownShop,
  shop_order: ownShop,
  sku_words_run: ownShop,
  unread_order: ownShop,
  usage_record: ownShop,
  alarm: through('alarm', 'customization_id', 'customization'),
  buyer_check: through('buyer_check', 'design_id', 'buyer_design'),
  buyer_design_key: through('buyer_design_key', 'design_id', 'buyer_design'),
  buyer_drawing: through('buyer_drawing', 'design_id', 'buyer_design'),
  customization_version: through('customization_version', 'customization_id', 'customization'),
  factory_print: through('factory_print', 'customization_id', 'customization'),
  link_count: through('link_count', 'setting_id', 'shop_customization_setting'),
  order_approval: through('order_approval', 'order_id', 'shop_order'),
  order_import_row: through('order_import_row', 'import_id', 'order_import'),
  order_item: through('order_item', 'order_id', 'shop_order'),
  order_item_customization: through('order_item_customization', 'customization_id', 'customization'),
  picture_delivery: through('picture_delivery', 'customization_id', 'customization'),
  platform_delivery: through('platform_delivery', 'design_id', 'buyer_design'),
  print_batch_piece: through('print_batch_piece', 'piece_id', 'print_piece'),
  product_sku: through('product_sku', 'product_id', 'product'),
  push_line: through('push_line', 'customization_id', 'customization'),
  usage_correction: through('usage_correction', 'customization_id', 'customization'),
  usage_line: through('usage_line', 'customization_id', 'customization'),
  /** Tasks about a shop are `shop:12`; others are about factories, which have no shop. */
  sync_task: { where: `subject not like 'shop:%' or ${subjectId} = any(${shops})` },
  /** The server tells of rules, too, on behalf of a caller who does not see the notification. */
  notification: {
    where: `case when subject like 'shop:%' then ${subjectId} = any(${shops})
      when subject like 'order:%' then exists (select from shop_order o where o.id = ${subjectId} and o.shop_id = any(${shops}))
      when subject like 'rule:%' then exists (
        select from automation_rule rule where rule.id = ${subjectId} and ${appliesToShops('rule.conditions')})
      else false end`,
    writesAll: true,
  },
  /** Webhooks that are told of one of the shops; only who has all shops changes them. */
  webhook: {
    where: `shop_ids is null or exists (
      select from jsonb_array_elements_text(shop_ids) named where named::bigint = any(${shops}))`,
  },
  /** A notification may tell of any shop; other events without a shop are tests. */
  webhook_event: {
    where: `case when kind = 'notification' then false when facts ? 'shopId' then (facts ->> 'shopId')::bigint = any(${shops}) else true end`,
    writesAll: true,
  },
  webhook_delivery: {
    where: `exists (select from webhook_event owner where owner.id = webhook_delivery.event_id and owner.kind <> 'notification'
      and (not owner.facts ? 'shopId' or (owner.facts ->> 'shopId')::bigint = any(${shops})))`,
    writesAll: true,
  },
  /** The changes of rules decide which of the visible ones a limited caller may change. */
  automation_rule: { where: appliesToShops('conditions'), writesAll: true },
  audit: {
    where: `shop_id = any(${shops}) or (shop_id is null and subject = any('{${accountSubjects.join()}}'))`,
    columns: ['shop_id'],
    writesAll: true,
  },
}

/** Tables whose rows belong to the account, to everybody who has the area, or to the server. */
export const accountTables: readonly string[] = [
  ...['account', 'account_setting', 'app_user', 'session', 'login_failure', 'idempotency', 'mini_app', 'order_tag'],
  // Programs' keys are the main account's alone.
  ...['api_key', 'api_key_use'],
  // The catalogue, the library and the templates.
  ...['asset', 'asset_collection', 'cutout_placeholder', 'cutout_task', 'material', 'material_color', 'phone_brand'],
  ...[
    'phone_model',
    'shop_font',
    'shop_font_color',
    'sku',
    'template',
    'case_picture',
    'design_component',
    'design_component_version',
    'print_profile',
    'printer',
    'jig',
    'blank_stock',
    'listing_run',
    'listing_picture',
    'template_collection',
    'template_cutout',
    'template_draft',
    'template_layer',
    'wireframe',
  ],
  ...['trash', 'trash_row'],
  // Stored files, and what refers to them: whether a file may be removed depends on every reference.
  ...['file', 'customization_file', 'buyer_file', 'picture_look'],
  // Money of the account.
  ...[
    'cashier_trade',
    'credit_lot',
    'journal',
    'ledger_account',
    'posting',
    'recharge_record',
    'refund_hold',
    'unbooked_payment',
  ],
  // Factories.
  ...['embedded_factory_order', 'erp_integration', 'factory', 'factory_color_binding', 'factory_material'],
  ...['factory_material_binding', 'factory_model_binding', 'factory_phone_model'],
  // Queues and counters: a rule's ceilings count all orders, and runs are shown with their order alone.
  ...['order_change', 'order_due', 'rule_run'],
  // The server.
  ...['installation', 'migration', 'server_process', 'setting', 'shared_limit'],
]

/** Differs for other views of the same tables. */
export const shopViewsVersion = createHash('sha256')
  .update(JSON.stringify([shopTables, accountTables]))
  .digest('hex')
  .slice(0, 16)

interface Column {
  readonly table: string
  readonly column: string
}

/** Returns the view of each table that has one. A table that nobody has sorted yet is empty for limited callers. */
function viewsOf(columns: readonly Column[]): ReadonlyMap<string, string> {
  const views = new Map<string, string>()
  for (const table of new Set(columns.map((one) => one.table))) {
    if (accountTables.includes(table)) continue
    const rows = shopTables[table]
    const has = (needed: string) => columns.some((one) => one.table === table && one.column === needed)
    const where = rows && (rows.columns ?? []).every(has) ? rows.where : 'false'
    const check = rows?.writesAll ? '' : ' with local check option'
    views.set(table, `select * from "${table}" where ${where}${check}`)
  }
  return views
}

const readSchema = async (
  db: Db,
): Promise<{ readonly name: string; readonly version: string | null; readonly views: number }> => {
  const { rows } = await sql<{ name: string; version: string | null; views: number }>`
    with named as (select current_schema() || '_of_shops' as name)
    select name, obj_description(to_regnamespace(quote_ident(name))::oid, 'pg_namespace') as version,
      (select count(*)::int from pg_class where relnamespace = to_regnamespace(quote_ident(name)) and relkind = 'v') as views
    from named`.execute(db)
  const [schema] = rows
  if (!schema) throw new Error('the schema has no name')
  return schema
}

/** Drops the views, for a migration or before the tables are moved away; nothing where there are none. */
export async function dropShopViews(tx: Db): Promise<void> {
  const { name } = await readSchema(tx)
  await sql`drop schema if exists ${sql.id(name)} cascade`.execute(tx)
}

/** Makes the views of the present tables, unless they are there. */
export async function ensureShopViews(tx: Db): Promise<void> {
  const { rows: columns } = await sql<Column>`
    select t.table_name as table, c.column_name as column from information_schema.tables t
    join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
    where t.table_schema = current_schema() and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`.execute(tx)
  const views = viewsOf(columns)
  const version = createHash('sha256')
    .update(JSON.stringify([shopViewsVersion, columns]))
    .digest('hex')
  const schema = await readSchema(tx)
  if (schema.version === version && schema.views === views.size) return
  await dropShopViews(tx)
  await sql`create schema ${sql.id(schema.name)}`.execute(tx)
  for (const [table, query] of views) await sql`create view ${sql.id(schema.name, table)} as ${sql.raw(query)}`.execute(tx)
  const { rows: functions } = await sql<{ name: string }>`
    select oid::regprocedure::text as name from pg_proc where pronamespace = current_schema()::regnamespace
      and prorettype = 'trigger'::regtype and proconfig is null and not exists (
        select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`.execute(tx)
  // Triggers derive values of all rows, whoever causes it.
  for (const { name } of functions) await sql.raw(`alter function ${name} set search_path from current`).execute(tx)
  await sql.raw(`comment on schema "${schema.name}" is '${version}'`).execute(tx)
}

/**
 * Makes the views hold for the rest of a transaction; `$1` is the array of the shops. The cast fails where the views are missing, which
 * a search path alone would pass over.
 */
export const useShopViews = `select set_config('kejiang.shops', $1, true),
  set_config('kejiang.all_shops_path', current_setting('search_path'), true),
  set_config('kejiang.shops_path',
    quote_ident(current_schema() || '_of_shops')::regnamespace::text || ', ' || current_setting('search_path'), true),
  set_config('search_path',
    quote_ident(current_schema() || '_of_shops')::regnamespace::text || ', ' || current_setting('search_path'), true)`
