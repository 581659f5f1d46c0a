import { type Selectable, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../ports/database'
import { type TestDatabase, testDatabase } from './database'

type Base<T> = T extends Date
  ? 'time'
  : T extends number
    ? 'int8' | 'int4' | 'int2' | 'float8'
    : T extends string
      ? 'text'
      : T extends boolean
        ? 'bool'
        : T extends string[]
          ? 'text[]'
          : 'jsonb'

/** What the interface says about a column; a wrong word below does not compile. */
type Word<T> = null extends T ? `${Base<NonNullable<T>>}?` : Base<T>
type Words = {
  readonly [Table in keyof Database]: { readonly [C in keyof Selectable<Database[Table]>]: Word<Selectable<Database[Table]>[C]> }
}

const words: Words = {
  account: { id: 'int8', name: 'text', created_at: 'time' },
  app_user: {
    id: 'int8',
    account_id: 'int8',
    username: 'text',
    password_hash: 'text?',
    is_main: 'bool',
    permissions: 'text[]',
    enabled: 'bool',
    setup_token_hash: 'text?',
    setup_expires_at: 'time?',
    created_at: 'time',
  },
  session: { token_hash: 'text', user_id: 'int8', created_at: 'time', last_used_at: 'time', expires_at: 'time' },
  login_failure: { id: 'int8', key: 'text', at: 'time' },
  file: {
    id: 'int8',
    account_id: 'int8',
    kind: 'int2',
    name: 'text',
    status: 'text',
    storage_key: 'text',
    content_type: 'text?',
    size: 'int8?',
    sha256: 'text?',
    width: 'int4?',
    height: 'int4?',
    upload_time_ms: 'int4?',
    error: 'text?',
    taobao_file_id: 'text?',
    created_at: 'time',
    unused_since: 'time?',
  },
  phone_brand: { id: 'int8', account_id: 'int8', name: 'text', position: 'int8' },
  phone_model: { id: 'int8', account_id: 'int8', phone_brand_id: 'int8', name: 'text', favorited: 'bool', position: 'int8' },
  material: { id: 'int8', account_id: 'int8', name: 'text', need_background: 'bool', position: 'int8' },
  material_color: {
    id: 'int8',
    account_id: 'int8',
    material_id: 'int8',
    name: 'text',
    default_background_color: 'text?',
    enabled: 'bool',
    position: 'int8',
  },
  wireframe: {
    id: 'int8',
    account_id: 'int8',
    width: 'int4',
    height: 'int4',
    background_file_id: 'int8?',
    foreground_file_id: 'int8?',
    print_left: 'int4?',
    print_top: 'int4?',
    print_right: 'int4?',
    print_bottom: 'int4?',
    width_mm: 'float8?',
    height_mm: 'float8?',
    background_sha256: 'text?',
    foreground_sha256: 'text?',
    unbound_since: 'time?',
  },
  sku: {
    id: 'int8',
    account_id: 'int8',
    phone_brand_id: 'int8',
    phone_model_id: 'int8',
    material_id: 'int8',
    material_color_id: 'int8',
    wireframe_id: 'int8?',
    enabled: 'bool',
  },
  asset_collection: { id: 'int8', account_id: 'int8', type: 'int2', name: 'text', position: 'int8' },
  asset: { id: 'int8', account_id: 'int8', collection_id: 'int8', file_id: 'int8', position: 'int8' },
  shop_font: {
    id: 'int8',
    account_id: 'int8',
    name: 'text',
    enabled: 'bool',
    font_file_id: 'int8',
    preview_file_id: 'int8',
    active_preview_file_id: 'int8',
    position: 'int8',
  },
  shop_font_color: { id: 'int8', account_id: 'int8', hex_code: 'text', enabled: 'bool', position: 'int8' },
  cutout_placeholder: { id: 'int8', account_id: 'int8', cutout_type: 'text', file_id: 'int8' },
  cutout_task: {
    id: 'text',
    ticket: 'text',
    account_id: 'int8',
    type: 'text',
    source_key: 'text',
    status: 'text',
    error: 'text?',
    sha256: 'text?',
    model: 'text?',
    result_key: 'text?',
    attempts: 'int4',
    lease_until: 'time?',
    created_at: 'time',
  },
  template_collection: { id: 'int8', account_id: 'int8', name: 'text', position: 'int8' },
  template: {
    id: 'int8',
    account_id: 'int8',
    collection_id: 'int8',
    name: 'text',
    width: 'int4',
    height: 'int4',
    thumbnail_file_id: 'int8?',
    bound_collection_ids: 'jsonb',
    preview_phone_model_id: 'int8?',
    preview_material_color_id: 'int8?',
    product_mode: 'int2',
    enabled: 'bool',
    revision: 'int4',
    updated_at: 'time',
    position: 'int8',
  },
  template_layer: {
    id: 'int8',
    account_id: 'int8',
    template_id: 'int8',
    uuid: 'text',
    index: 'int4',
    image_file_id: 'int8',
    data: 'jsonb',
  },
  idempotency: { account_id: 'int8', key: 'text', request_sha256: 'text', status: 'int4', body: 'jsonb', created_at: 'time' },
  setting: { name: 'text', value: 'text' },
}

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it('gives every column the name, type and nullability the code believes in', async () => {
  const { rows } = await sql<{ table_name: string; column_name: string; udt_name: string; is_nullable: string }>`
    select table_name, column_name, udt_name, is_nullable from information_schema.columns
    where table_schema = current_schema() and table_name <> 'migration'`.execute(database.db)
  const names: Record<string, string> = { timestamptz: 'time', _text: 'text[]' }
  const found: Record<string, Record<string, string>> = {}
  for (const row of rows) {
    const table = found[row.table_name] ?? {}
    found[row.table_name] = table
    table[row.column_name] = (names[row.udt_name] ?? row.udt_name) + (row.is_nullable === 'YES' ? '?' : '')
  }
  expect(found).toEqual(words)
})

it('has a default for every column the code may leave out', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name <> 'migration'
      and (column_default is not null or is_identity = 'YES') order by 1`.execute(database.db)
  const optional = [
    ...['account', 'app_user', 'login_failure', 'file', 'phone_brand', 'phone_model', 'material', 'material_color'].map(
      (t) => `${t}.id`,
    ),
    ...['wireframe', 'sku', 'asset_collection', 'asset', 'template_collection', 'template', 'template_layer'].map(
      (t) => `${t}.id`,
    ),
    ...['shop_font', 'shop_font_color', 'cutout_placeholder'].map((t) => `${t}.id`),
    'cutout_task.attempts',
    'cutout_task.created_at',
    ...['account', 'app_user', 'session', 'file', 'idempotency'].map((t) => `${t}.created_at`),
    ...['app_user', 'material_color', 'sku', 'template', 'shop_font', 'shop_font_color'].map((t) => `${t}.enabled`),
    'app_user.permissions',
    'session.last_used_at',
    'login_failure.at',
    'phone_model.favorited',
    'material.need_background',
    'template.name',
    'template.product_mode',
    'template.bound_collection_ids',
    'template.revision',
    'template.updated_at',
  ]
  expect(rows.map((row) => row.name).sort()).toEqual(optional.sort())
})
