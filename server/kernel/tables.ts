// biome-ignore-all format: this file is written by server/test/tables-file.ts
/**
 * The database's tables as Kysely types, written from the migrated database; do not edit.
 * `UPDATE_TABLES=1 node scripts/command.mjs vitest run --project server server/test/tables.test.ts`
 * writes it anew after a migration. Types that the database does not know are in `column-types.ts`.
 */
import type { ColumnType, Generated } from 'kysely'
import type { ColumnTypes } from './column-types'

type Now = ColumnType<Date, Date | string | undefined, Date | string>
type Time = ColumnType<Date, Date | string, Date | string>
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Json<T> = ColumnType<T, string, string>
type FilledJson<T> = ColumnType<T, string | undefined, string>
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>

export interface Database {
  account: {
    id: Generated<number>
    name: string
    created_at: Now
    print_batches: Generated<number>
  }
  account_setting: {
    account_id: number
    name: string
    value: Json<ColumnTypes['account_setting.value']>
  }
  alarm: {
    account_id: number
    customization_id: number
    order_id: number
    kinds: string[]
    facts: string
    since: Time
    acknowledged_at: NullableTime
    acknowledged_by: string | null
    note: string | null
  }
  api_key: {
    id: Generated<number>
    account_id: number
    name: string
    prefix: string
    key_hash: string
    rights: Json<ColumnTypes['api_key.rights']>
    ceilings: Json<ColumnTypes['api_key.ceilings']>
    shop_ids: NullableJson<ColumnTypes['api_key.shop_ids']>
    addresses: Generated<string[]>
    created_by: string
    created_at: Time
    expires_at: Time
    last_used_at: NullableTime
    last_used_from: string | null
    revoked_at: NullableTime
  }
  api_key_use: {
    key_id: number
    account_id: number
    day: number
    kind: 'push' | 'download' | 'recharge'
    used: number
  }
  app_user: {
    id: Generated<number>
    account_id: number
    username: string
    password_hash: string | null
    is_main: boolean
    permissions: Generated<string[]>
    enabled: Generated<boolean>
    setup_token_hash: string | null
    setup_expires_at: NullableTime
    created_at: Now
    shop_ids: number[] | null
  }
  asset: {
    id: Generated<number>
    account_id: number
    collection_id: number
    file_id: number
    name: string | null
    sha256: string | null
    position: number
  }
  asset_collection: {
    id: Generated<number>
    account_id: number
    type: number
    name: string
    position: number
  }
  audit: {
    id: Generated<number>
    account_id: number
    user_id: number
    username: string
    action: 'charged' | 'pushed' | 'deleted' | 'permissions' | 'automated' | 'approval' | 'synced'
    subject: string
    details: Json<Record<string, unknown>>
    trace_id: string
    at: Time
    actor_kind: Generated<'person' | 'rule' | 'system' | 'key'>
    rule_id: number | null
    rule_name: string | null
    order_id: number | null
    shop_id: number | null
  }
  automation_rule: {
    id: Generated<number>
    account_id: number
    position: number
    name: string
    is_on: Generated<boolean>
    conditions: Json<ColumnTypes['automation_rule.conditions']>
    actions: Json<ColumnTypes['automation_rule.actions']>
    version: Generated<number>
    daily_orders: number | null
    daily_pieces: number | null
    max_age_days: number | null
    armed_at: NullableTime
    armed_by: string | null
    armed_origin: string | null
    tried_version: number | null
    tried_at: NullableTime
    failures: Generated<number>
    stopped_why: string | null
    last_matched_at: NullableTime
    created_at: Time
  }
  blank_stock: {
    account_id: number
    phone_model_id: number
    material_color_id: number
    quantity: number
    warn_below: number
  }
  buyer_check: {
    account_id: number
    design_id: number
    subject: string
    verdict: 'pass' | 'review' | 'block'
    reason: string | null
    checked_at: Now
  }
  buyer_design: {
    id: Generated<number>
    account_id: number
    shop_id: number
    setting_id: number | null
    code: string
    secret_hash: string
    is_preview: Generated<boolean>
    status: Generated<'draft' | 'submitted' | 'rejected'>
    revision: Generated<number>
    template_id: number | null
    template_revision: number | null
    width: number
    height: number
    base: Json<ColumnTypes['buyer_design.base']>
    layers: Json<ColumnTypes['buyer_design.layers']>
    phone_model_id: number
    material_color_id: number
    consent_at: NullableTime
    created_at: Now
    updated_at: Now
    submission: NullableJson<Record<string, unknown>>
    submitted_revision: number | null
    submitted_at: NullableTime
    counted_revision: number | null
    print_file_id: number | null
    effect_file_id: number | null
    under_review: Generated<boolean>
    reject_reason: string | null
    order_original_id: string | null
    item_original_id: string | null
    ordered_at: NullableTime
    released_from: Generated<string[]>
    return_order_original_id: string | null
    return_item_original_id: string | null
    copy_of: number | null
    for_order: string | null
    platform_user: string | null
    share_salt: string | null
    share_hash: string | null
    return_digits: string | null
  }
  buyer_design_key: {
    id: Generated<number>
    account_id: number
    design_id: number
    secret_hash: string
    created_at: Now
  }
  buyer_drawing: {
    id: Generated<number>
    account_id: number
    design_id: number
    revision: number
    status: Generated<'waiting' | 'drawing' | 'done' | 'failed'>
    rank: number
    error: string | null
    queued_at: Time
    started_at: NullableTime
    ended_at: NullableTime
  }
  buyer_file: {
    account_id: number
    design_id: number
    file_id: number
    origin: 'photo' | 'text' | 'kept'
    drawn_from: string | null
    revision: number | null
    created_at: Now
  }
  case_picture: {
    account_id: number
    template_id: number
    name: string
    made_at: Time
  }
  cashier_trade: {
    out_trade_no: string
    trade_no: string
    second_of: string | null
    token: string
    subject: string
    total_fen: number
    status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED'
    notify_url: string
    return_url: string
    created_at: Time
    closes_at: Time
    paid_at: NullableTime
    refunded_fen: Generated<number>
    refund_keys: Generated<string[]>
    notify_at: NullableTime
    notify_tries: Generated<number>
  }
  credit_lot: {
    id: Generated<number>
    account_id: number
    recharge_record_id: number
    credits: number
    remaining: Generated<number>
    created_at: Now
    expires_at: Time
  }
  customization: {
    id: Generated<number>
    account_id: number
    shop_id: number
    key: string
    sha256: Generated<string>
    version: Generated<number>
    phone_brand_id: number | null
    phone_model_id: number | null
    material_id: number | null
    material_color_id: number | null
    phone_brand_name: string
    phone_model_name: string
    material_name: string
    material_color_name: string
    case_by_hand: Generated<boolean>
    customized_image_url: string | null
    preview_image_url: string | null
    customized_file_id: number | null
    preview_file_id: number | null
    order_image_url: string | null
    width_mm: number | null
    height_mm: number | null
    snapshot: Json<Record<string, unknown>>
    taken_at: Now
    remake_of: number | null
    template_id: number | null
    template_name: string | null
  }
  customization_file: {
    account_id: number
    customization_id: number
    file_id: number
  }
  customization_setting: {
    id: Generated<number>
    account_id: number
    shop_id: number
    product_original_id: string
    sku_original_id: Generated<string>
    data: Json<Record<string, unknown>>
    updated_at: Now
  }
  customization_version: {
    account_id: number
    customization_id: number
    version: number
    origin: 'order' | 'correction' | 'rendering' | 'restored'
    username: string | null
    created_at: Time
    customized_image_url: string | null
    preview_image_url: string | null
    customized_file_id: number | null
    preview_file_id: number | null
    order_image_url: string | null
    snapshot: Json<Record<string, unknown>>
  }
  cutout_placeholder: {
    id: Generated<number>
    account_id: number
    cutout_type: 'head' | 'body' | 'common'
    file_id: number
  }
  cutout_task: {
    id: string
    ticket: string
    account_id: number
    type: 'head' | 'body' | 'common'
    class: Generated<'seller' | 'buyer'>
    source_key: string
    status: 'RUNNING' | 'SUCCESS' | 'FAILED'
    error: string | null
    sha256: string | null
    model: string | null
    result_key: string | null
    rank: Generated<number>
    created_at: Now
    started_at: NullableTime
    ended_at: NullableTime
  }
  design_component: {
    id: Generated<number>
    account_id: number
    name: string
    revision: Generated<number>
    updated_at: Time
    position: number
  }
  design_component_version: {
    id: Generated<number>
    account_id: number
    component_id: number
    revision: number
    width: number
    height: number
    layers: Json<ColumnTypes['design_component_version.layers']>
    file_ids: Json<ColumnTypes['design_component_version.file_ids']>
    thumbnail_file_id: number | null
    created_by: string
    created_at: Time
    thumbnail_due: Generated<boolean>
  }
  embedded_factory_order: {
    order_id: Generated<number>
    factory_id: string
    third_id: string
    params: Json<ColumnTypes['embedded_factory_order.params']>
    created_at: Now
  }
  erp_integration: {
    id: Generated<number>
    account_id: number
    erp: number
    token_sealed: string
    token_tail: string
    problem: string | null
    created_at: Now
  }
  factory: {
    id: Generated<number>
    account_id: number
    integration_id: number
    original_id: string
    name: string
    print_size: Generated<'true-size' | 'mould'>
    created_at: Now
    gone_since: NullableTime
    print_profile_id: number | null
  }
  factory_color_binding: {
    account_id: number
    factory_id: number
    material_color_id: number
    original_id: string
    code: string
    bound_at: Now
  }
  factory_material: {
    account_id: number
    factory_id: number
    original_id: string
    code: string
    name: string
    colors: Json<ColumnTypes['factory_material.colors']>
    place: number
    gone_since: NullableTime
  }
  factory_material_binding: {
    account_id: number
    factory_id: number
    material_id: number
    original_id: string
    code: string
    bound_at: Now
  }
  factory_model_binding: {
    account_id: number
    factory_id: number
    phone_model_id: number
    code: string
    automatic: boolean
    bound_at: Now
  }
  factory_phone_model: {
    account_id: number
    factory_id: number
    code: string
    name: string
    width_mm: number | null
    height_mm: number | null
    stock: number | null
    place: number
    gone_since: NullableTime
  }
  factory_print: {
    id: Generated<number>
    account_id: number
    customization_id: number
    key: string
    state: 'making' | 'made' | 'failed'
    error: string | null
    url: string
    profile: Json<ColumnTypes['factory_print.profile']>
    icc_file_id: number | null
    width_mm: number
    height_mm: number
    file_name: string | null
    file_id: number | null
    made_at: NullableTime
  }
  file: {
    id: Generated<number>
    account_id: number
    kind: number
    name: string
    status: 'pending' | 'ready' | 'failed'
    storage_key: string
    content_type: string | null
    size: number | null
    sha256: string | null
    width: number | null
    height: number | null
    parts: Generated<number>
    upload_time_ms: number | null
    error: string | null
    taobao_file_id: string | null
    created_at: Now
    unused_since: NullableTime
  }
  home_count: {
    account_id: number
    kind: 'orders' | 'todo' | 'template' | 'model' | 'images' | 'credits'
    day: number
    shop_id: number
    key: string
    count: number
  }
  home_count_change: {
    id: Generated<number>
    account_id: number
    kind: 'orders' | 'todo' | 'template' | 'model' | 'images' | 'credits'
    day: number
    shop_id: number
    key: string
    count: number
  }
  idempotency: {
    account_id: number
    key: string
    request_sha256: string
    status: number
    body: Json<ColumnTypes['idempotency.body']>
    created_at: Now
  }
  installation: {
    name: string
    value: Json<ColumnTypes['installation.value']>
  }
  jig: {
    id: Generated<number>
    account_id: number
    name: string
    width_mm: number
    height_mm: number
    slots: Json<ColumnTypes['jig.slots']>
    groups: Json<ColumnTypes['jig.groups']>
    updated_at: Time
  }
  journal: {
    id: Generated<number>
    account_id: number
    kind: 'recharge' | 'charge' | 'correction' | 'expiry' | 'hold' | 'release' | 'refund'
    key: string
    created_at: Now
  }
  ledger_account: {
    id: Generated<number>
    account_id: number
    kind: 'balance' | 'recharged' | 'used' | 'expired' | 'refunded' | 'held'
    balance: Generated<number>
  }
  link_count: {
    account_id: number
    setting_id: number
    day: number
    slot: number
    opened: Generated<number>
    begun: Generated<number>
    submitted: Generated<number>
    ordered: Generated<number>
  }
  link_draft: {
    account_id: number
    shop_id: number
    user_id: number
    token: string
    customization_timing: 1 | 2
    data: Json<Record<string, unknown>>
    ends_at: Time
  }
  listing_picture: {
    account_id: number
    run_id: number
    index: number
    template_id: number
    phone_model_id: number
    material_color_id: number
    pose: 'front' | 'turned' | 'standing'
    width: number
    height: number
    file_name: string
    status: 'waiting' | 'done' | 'failed'
    error: string | null
    size: number | null
    crc: number | null
  }
  listing_run: {
    id: Generated<number>
    account_id: number
    settings: Json<Record<string, unknown>>
    status: 'waiting' | 'drawing' | 'done'
    secret: string
    created_by: string
    created_at: Time
    ended_at: NullableTime
  }
  login_failure: {
    id: Generated<number>
    key: string
    at: Now
  }
  material: {
    id: Generated<number>
    account_id: number
    name: string
    need_background: Generated<boolean>
    look: 'glossy' | 'frosted' | 'clear' | 'leather' | 'mirror' | null
    effect_pose: Generated<'front' | 'turned' | 'standing'>
    position: number
    white_ink: Generated<'profile' | 'under' | 'between' | 'none'>
  }
  material_color: {
    id: Generated<number>
    account_id: number
    material_id: number
    name: string
    default_background_color: string | null
    enabled: Generated<boolean>
    position: number
  }
  migration: {
    name: string
    sha256: string
    at: Now
  }
  mini_app: {
    account_id: number
    app_id: string
    name: string
    logo_url: string | null
    template_version: string | null
  }
  notification: {
    id: Generated<number>
    account_id: number
    kind: string
    subject: string
    words: string
    target: string
    params: FilledJson<Record<string, unknown>>
    at: Time
    read_at: NullableTime
    resolved_at: NullableTime
  }
  order_approval: {
    id: Generated<number>
    account_id: number
    order_id: number
    designs: Json<Record<string, unknown>>
    answer: 'waiting' | 'approved' | 'rejected'
    reason: string | null
    username: string
    at: Time
  }
  order_change: {
    account_id: number
    id: Generated<number>
    at: Now
  }
  order_cursor: {
    shop_id: number
    modified_until: Time
    account_id: number
  }
  order_due: {
    order_id: number
    account_id: number
    due_at: NullableTime
    changes: Generated<number>
  }
  order_import: {
    id: Generated<number>
    account_id: number
    shop_id: number
    files: Json<ColumnTypes['order_import.files']>
    orders: number
    part_count: number
    parts: Generated<number[]>
    created: Generated<number>
    updated: Generated<number>
    unchanged: Generated<number>
    skipped: number
    refused: number
    created_at: Time
    ended_at: NullableTime
  }
  order_import_row: {
    account_id: number
    import_id: number
    place: number
    file: string
    row_numbers: string
    order_number: string
    outcome: 'skipped' | 'refused'
    reason: string
  }
  order_item: {
    id: Generated<number>
    account_id: number
    order_id: number
    place: number
    original_id: string
    product_original_id: string | null
    sku_original_id: string | null
    merchant_sku: string | null
    title: string
    image_url: string | null
    properties_name: string
    quantity: number
    state: Generated<ColumnTypes['order_item.state']>
    hold: string | null
    made_as: NullableJson<ColumnTypes['order_item.made_as']>
    content: string | null
    decided_pieces: NullableJson<ColumnTypes['order_item.decided_pieces']>
    platform_state: string | null
  }
  order_item_customization: {
    account_id: number
    order_item_id: number
    customization_id: number
    place: number
    other_phone: boolean | null
  }
  order_sync: {
    shop_id: number
    first_done: NullableTime
    first_until: NullableTime
    done_at: NullableTime
    failed_at: NullableTime
    failures: Generated<number>
    error: string | null
    account_id: number
  }
  order_tag: {
    id: Generated<number>
    account_id: number
    name: string
    color: Generated<'plain' | 'accent' | 'good' | 'warn' | 'bad'>
  }
  ordered_design: {
    customization_id: number
    account_id: number
    shop_id: number
    day: number
    template_key: string
    model_key: string
  }
  phone_brand: {
    id: Generated<number>
    account_id: number
    name: string
    position: number
  }
  phone_model: {
    id: Generated<number>
    account_id: number
    phone_brand_id: number
    name: string
    favorited: Generated<boolean>
    position: number
  }
  picture_delivery: {
    account_id: number
    customization_id: number
    delivered_at: Time
  }
  picture_look: {
    file_id: number
    width: number
    height: number
    content: 'transparent' | 'uniform' | 'plain' | 'drawn'
    account_id: number
  }
  platform_delivery: {
    id: Generated<number>
    account_id: number
    design_id: number
    order_original_id: string
    revision: number
    status: 'waiting' | 'sent' | 'confirmed' | 'failed'
    error: string | null
    receipt: string | null
    updated_at: Now
  }
  posting: {
    id: Generated<number>
    account_id: number
    journal_id: number
    ledger_account_id: number
    credit_lot_id: number | null
    amount: number
  }
  print_batch: {
    id: Generated<number>
    account_id: number
    number: number
    state: 'planned' | 'making' | 'made' | 'printed'
    printer_id: number | null
    printer_name: string
    jig_name: string | null
    layout: Json<ColumnTypes['print_batch.layout']>
    profile_name: string
    profile: Json<ColumnTypes['print_batch.profile']>
    icc_file_id: number | null
    folder: string
    file_name: ColumnTypes['print_batch.file_name']
    sheet_count: number
    piece_count: number
    has_marks: boolean
    secret: string
    error: string | null
    created_by: string
    created_at: Time
    made_at: NullableTime
    printed_at: NullableTime
  }
  print_batch_piece: {
    account_id: number
    batch_id: number
    piece_id: number
    sheet: number
    slot: string | null
    x_mm: number
    y_mm: number
    turn: ColumnTypes['print_batch_piece.turn']
    outcome: 'printed' | 'failed' | null
    reason: string | null
  }
  print_piece: {
    id: Generated<number>
    account_id: number
    shop_id: number
    order_id: number
    customization_id: number
    code: string
    outside_id: string
    number: number
    count: number
    state: 'waiting' | 'planned' | 'printed' | 'packed' | 'shipped' | 'cancelled'
    batch_id: number | null
    failures: Generated<number>
    failure: string | null
    phone_model_id: number | null
    material_id: number | null
    material_color_id: number | null
    phone_brand_name: string
    phone_model_name: string
    material_name: string
    material_color_name: string
    width_mm: number | null
    height_mm: number | null
    file_id: number | null
    url: string
    created_at: Time
    printed_at: NullableTime
    packed_at: NullableTime
    shipped_at: NullableTime
  }
  print_profile: {
    id: Generated<number>
    account_id: number
    name: string
    profile: Json<ColumnTypes['print_profile.profile']>
    icc_file_id: number | null
    icc_name: string | null
    updated_at: Time
  }
  print_sheet: {
    account_id: number
    batch_id: number
    index: number
    file_name: string
    size: number
    sha256: string
    coverages: Json<ColumnTypes['print_sheet.coverages']>
    delivered_at: NullableTime
  }
  printer: {
    id: Generated<number>
    account_id: number
    name: string
    width_mm: number
    height_mm: number
    profile_id: number | null
    folder: string
    file_name: ColumnTypes['printer.file_name']
    updated_at: Time
  }
  product: {
    id: Generated<number>
    account_id: number
    shop_id: number
    original_id: string
    title: string
    image_url: string | null
    created_at: Now
  }
  product_sku: {
    id: Generated<number>
    account_id: number
    product_id: number
    original_id: string
    properties_name: string
    place: number
  }
  push_line: {
    account_id: number
    customization_id: number
    outside_id: string
    attempt: Generated<number>
    factory_id: number
    order_id: number
    quantity: number
    status: 'claimed' | 'pushed' | 'failed'
    factory_order_id: string | null
    message: string | null
    doubtful_words: string | null
    claimed_at: Time
    ended_at: NullableTime
    claimer: string | null
    lease_until: NullableTime
    cancelled_number: string | null
    cancelled_at: NullableTime
    cancel_asked_at: NullableTime
  }
  recharge_record: {
    id: Generated<number>
    account_id: number
    out_trade_no: string
    credits: number
    amount_fen: number
    operator: string
    status: ColumnTypes['recharge_record.status']
    trade_no: string | null
    created_at: Now
    closes_at: Time
    asked_at: NullableTime
    paid_at: NullableTime
    refunded_fen: Generated<number>
    credits_taken_back: Generated<number>
  }
  refund_hold: {
    id: Generated<number>
    account_id: number
    recharge_record_id: number
    key: string
    amount_fen: number
    reason: string
    credits: number
    held: number
    requests: Generated<number>
    created_at: Now
    asked_at: NullableTime
    ended_at: NullableTime
  }
  rule_run: {
    id: Generated<number>
    account_id: number
    rule_id: number
    order_id: number
    facts_hash: string
    outcome: 'did' | 'blocked' | 'failed'
    reasons: Json<ColumnTypes['rule_run.reasons']>
    pieces: Generated<number>
    at: Time
    ended_at: NullableTime
  }
  server_process: {
    id: string
    program: string
    version: string
    host: string
    pid: number
    started_at: Now
    seen_at: Now
  }
  session: {
    token_hash: string
    user_id: number
    created_at: Now
    last_used_at: Now
    expires_at: Time
  }
  setting: {
    name: string
    value: string
  }
  shared_limit: {
    key: string
    used: number
    ends_at: Time
  }
  shop: {
    id: Generated<number>
    account_id: number
    type: ColumnTypes['shop.type']
    name: string
    bound_at: Now
    seller_nick: string | null
    session_sealed: string | null
    session_expires_at: NullableTime
    session_failed_at: NullableTime
    session_sub_account: string | null
  }
  shop_app: {
    shop_id: number
    account_id: number
    app_key: string
    secret_sealed: string
    extra_sealed: string | null
    seller_id: string
    refresh_sealed: string | null
    token_expires_at: NullableTime
    checked_at: NullableTime
    failed_at: NullableTime
    problem: string | null
    renewing_until: NullableTime
  }
  shop_customization_setting: {
    id: Generated<number>
    account_id: number
    shop_id: number
    token: Generated<string>
    name: Generated<string>
    is_default: boolean
    customization_timing: 1 | 2
    data: Json<Record<string, unknown>>
    enabled: Generated<boolean>
    starts_at: NullableTime
    ends_at: NullableTime
    created_at: Now
  }
  shop_font: {
    id: Generated<number>
    account_id: number
    name: string
    enabled: Generated<boolean>
    font_file_id: number
    preview_file_id: number
    active_preview_file_id: number
    position: number
  }
  shop_font_color: {
    id: Generated<number>
    account_id: number
    hex_code: string
    enabled: Generated<boolean>
    position: number
  }
  shop_order: {
    id: Generated<number>
    account_id: number
    shop_id: number
    original_id: string
    is_platform_order: boolean
    merge_split_status: 'INDEPENDENT' | 'MERGE_PARENT' | 'MERGE_CHILD' | 'MANUAL_INDEPENDENT' | 'SPLIT_PARENT' | 'SPLIT_CHILD' | 'MERGE_THEN_SPLIT_PARENT'
    parent_id: number | null
    created_at: Time
    imported_at: Now
    sha256: string
    buyer_message: string | null
    seller_memo: string | null
    design_codes: Generated<string[]>
    push_status: Generated<'none' | 'pushing' | 'pushed' | 'failed'>
    push_factory: string | null
    push_message: string | null
    pushed_at: NullableTime
    search: string
    unpaid_images: number | null
    fully_pushed: Generated<boolean>
    held_items: Generated<number>
    order_state: Generated<ColumnTypes['shop_order.order_state']>
    is_over: Generated<boolean>
    search_below: string | null
    observed_at: NullableTime
    source: 'api' | 'sync' | 'file' | 'manual' | 'demo' | null
    paid_at: NullableTime
    ship_until: NullableTime
    tag_ids: FilledJson<ColumnTypes['shop_order.tag_ids']>
    held_back: string | null
    held_back_by: string | null
    assignee: string | null
    touched_by_hand_at: NullableTime
    approval: 'waiting' | 'approved' | 'rejected' | null
    approval_of: string | null
    approval_by: string | null
    approval_at: NullableTime
    approval_reason: string | null
    checked_at: NullableTime
    flag: 'red' | 'orange' | 'yellow' | 'green' | 'cyan' | 'blue' | 'purple' | 'grey' | null
    flag_text: string | null
    approval_asked_at: NullableTime
    approval_asked_by: string | null
    findings: Generated<string[]>
    has_problem: Generated<boolean>
  }
  sku: {
    id: Generated<number>
    account_id: number
    phone_brand_id: number
    phone_model_id: number
    material_id: number
    material_color_id: number
    wireframe_id: number | null
    enabled: Generated<boolean>
  }
  sku_words_run: {
    account_id: number
    shop_id: number
    run_key: string
    reply: Json<ColumnTypes['sku_words_run.reply']>
    made: Json<ColumnTypes['sku_words_run.made']>
    made_at: Time
  }
  sync_task: {
    id: Generated<number>
    account_id: number
    kind: string
    subject: string
    params: FilledJson<Record<string, unknown>>
    status: 1 | 2 | 3
    error: string | null
    progress: FilledJson<Record<string, unknown>>
    created_at: Now
    finished_at: NullableTime
  }
  template: {
    id: Generated<number>
    account_id: number
    collection_id: number
    name: Generated<string>
    width: number
    height: number
    thumbnail_file_id: number | null
    bound_collection_ids: FilledJson<ColumnTypes['template.bound_collection_ids']>
    guides: NullableJson<ColumnTypes['template.guides']>
    preview_phone_model_id: number | null
    preview_material_color_id: number | null
    product_mode: Generated<ColumnTypes['template.product_mode']>
    enabled: Generated<boolean>
    revision: Generated<number>
    updated_at: Now
    position: number
    drawn_revision: number | null
    rewritten_revision: number | null
    thumbnail_due: Generated<boolean>
  }
  template_collection: {
    id: Generated<number>
    account_id: number
    name: string
    position: number
  }
  template_cutout: {
    id: Generated<number>
    account_id: number
    template_id: number
    user_id: number
    layer_uuid: string
    type: 'head' | 'body' | 'common'
    file_id: number
    task_id: string
    created_at: Now
  }
  template_draft: {
    id: Generated<number>
    account_id: number
    template_id: number
    user_id: number
    username: string
    revision: number
    data: Json<ColumnTypes['template_draft.data']>
    file_ids: Json<ColumnTypes['template_draft.file_ids']>
    updated_at: Time
  }
  template_layer: {
    id: Generated<number>
    account_id: number
    template_id: number
    uuid: string
    index: number
    image_file_id: number
    data: Json<Record<string, unknown>>
  }
  trash: {
    id: Generated<number>
    account_id: number
    kind: string
    item_id: number
    name: string
    count: number
    deleted_at: Time
    deleted_by: string
  }
  trash_row: {
    account_id: number
    trash_id: number
    source: string
    row_id: number | null
    data: Json<Record<string, unknown>>
    id: Generated<number>
  }
  unbooked_payment: {
    id: Generated<number>
    account_id: number | null
    recharge_record_id: number | null
    out_trade_no: string
    trade_no: string
    amount_fen: number | null
    refunded_fen: Generated<number>
    reason: 'second-payment' | 'other-amount' | 'unknown-number' | 'closed'
    first_seen_at: Time
    last_seen_at: Time
    ended_at: NullableTime
    ending: 'returned' | 'booked' | 'by-hand' | null
  }
  unread_order: {
    id: Generated<number>
    account_id: number
    shop_id: number
    original_id: string
    reason: string
    attempts: Generated<number>
    first_at: Time
    tried_at: Time
    next_at: Time
  }
  usage_correction: {
    account_id: number
    usage_record_id: number
    customization_id: number
    used_credits: number
    journal_id: number
    created_at: Now
  }
  usage_line: {
    account_id: number
    usage_record_id: number
    customization_id: number
    used_credits: number
  }
  usage_record: {
    id: Generated<number>
    account_id: number
    shop_id: number
    order_id: number
    order_original_id: string
    used_credits: number
    journal_id: number
    created_at: Now
  }
  webhook: {
    id: Generated<number>
    account_id: number | null
    name: string
    url: string
    events: ColumnTypes['webhook.events']
    shop_ids: NullableJson<ColumnTypes['webhook.shop_ids']>
    is_on: Generated<boolean>
    secret_sealed: string | null
    old_secret_sealed: string | null
    old_secret_until: NullableTime
    created_by: string
    created_at: Time
    failing_since: NullableTime
    failures: Generated<number>
    stopped_why: string | null
    rest_until: NullableTime
    busy_until: NullableTime
    is_slow: Generated<boolean>
  }
  webhook_delivery: {
    id: Generated<number>
    account_id: number
    webhook_id: number
    event_id: number
    status: Generated<'waiting' | 'done' | 'failed'>
    failures: Generated<number>
    next_at: NullableTime
    claimed_until: NullableTime
    attempts: FilledJson<ColumnTypes['webhook_delivery.attempts']>
    tried_at: NullableTime
  }
  webhook_event: {
    id: Generated<number>
    account_id: number
    kind: string
    facts: Json<Record<string, unknown>>
    at: Time
  }
  wireframe: {
    id: Generated<number>
    account_id: number
    width: number
    height: number
    background_file_id: number | null
    foreground_file_id: number | null
    background_sha256: string | null
    foreground_sha256: string | null
    print_left: number | null
    print_top: number | null
    print_right: number | null
    print_bottom: number | null
    width_mm: number | null
    height_mm: number | null
    unbound_since: NullableTime
    standard: 'library' | 'factory' | null
  }
}
