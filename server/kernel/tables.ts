/** The database's tables as Kysely types. A test compares this file with information_schema on both databases. */
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type {
  AiCutoutType,
  AuditAction,
  BuyerDesignStatus,
  CustomizationTiming,
  ErpKind,
  MergeSplitStatus,
  PaymentStatus,
  PrintSize,
  ProductMode,
  ShopType,
  VersionOrigin,
} from '../../contract/constants'
import type { MadeAs } from '../../contract/rules/bought-choice'
import type { ItemState, OrderState } from '../../contract/rules/item-state'
import type { Look, Pose } from '../../contract/rules/look'
import type { PushLineState, PushStatus } from '../../contract/rules/order-state'
import type { DecidedPieces } from '../../contract/rules/pieces'
import type { PictureContent } from '../../contract/rules/preflight'
import type { TemplateGuides } from '../../contract/types'
import type { Verdict } from '../ports/moderation'

type Now = ColumnType<Date, Date | string | undefined, Date | string>
type Time = ColumnType<Date, Date | string, Date | string>
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

export interface Database {
  account: { id: Generated<number>; name: string; created_at: Now }
  app_user: {
    id: Generated<number>
    account_id: number
    username: string
    password_hash: string | null
    is_main: boolean
    permissions: ColumnType<string[], string[] | undefined, string[]>
    enabled: Generated<boolean>
    setup_token_hash: string | null
    setup_expires_at: NullableTime
    created_at: Now
  }
  session: { token_hash: string; user_id: number; created_at: Now; last_used_at: Now; expires_at: Time }
  login_failure: { id: Generated<number>; key: string; at: Now }
  shared_limit: { key: string; used: number; ends_at: Time }
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
    upload_time_ms: number | null
    error: string | null
    taobao_file_id: string | null
    /** Number of parts sent so far, for a file that is uploaded in parts. */
    parts: Generated<number>
    unused_since: NullableTime
    created_at: Now
  }
  phone_brand: { id: Generated<number>; account_id: number; name: string; position: number }
  phone_model: {
    id: Generated<number>
    account_id: number
    phone_brand_id: number
    name: string
    favorited: Generated<boolean>
    position: number
  }
  material: {
    id: Generated<number>
    account_id: number
    name: string
    need_background: Generated<boolean>
    position: number
    look: Look | null
    effect_pose: Generated<Pose>
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
  wireframe: {
    id: Generated<number>
    account_id: number
    width: number
    height: number
    background_file_id: number | null
    foreground_file_id: number | null
    print_left: number | null
    print_top: number | null
    print_right: number | null
    print_bottom: number | null
    width_mm: number | null
    height_mm: number | null
    background_sha256: string | null
    foreground_sha256: string | null
    unbound_since: NullableTime
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
  /** A deleted row. `source` is its table, or table.column for a row that stayed and lost a value. */
  trash_row: {
    account_id: number
    trash_id: number
    source: string
    row_id: number | null
    data: JSONColumnType<Record<string, unknown>>
  }
  asset_collection: { id: Generated<number>; account_id: number; type: number; name: string; position: number }
  asset: {
    id: Generated<number>
    account_id: number
    collection_id: number
    file_id: number
    position: number
    name: string | null
    sha256: string | null
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
  cutout_placeholder: { id: Generated<number>; account_id: number; cutout_type: AiCutoutType; file_id: number }
  cutout_task: {
    id: string
    ticket: string
    account_id: number
    type: AiCutoutType
    class: Generated<'seller' | 'buyer'>
    source_key: string
    status: 'RUNNING' | 'SUCCESS' | 'FAILED'
    error: string | null
    sha256: string | null
    model: string | null
    result_key: string | null
    attempts: Generated<number>
    rank: Generated<number>
    lease_until: NullableTime
    created_at: Now
    started_at: NullableTime
    ended_at: NullableTime
  }
  template_collection: { id: Generated<number>; account_id: number; name: string; position: number }
  template: {
    id: Generated<number>
    account_id: number
    collection_id: number
    name: Generated<string>
    width: number
    height: number
    thumbnail_file_id: number | null
    bound_collection_ids: JSONColumnType<number[], string | undefined, string>
    guides: JSONColumnType<TemplateGuides | null, string | null | undefined, string | null>
    preview_phone_model_id: number | null
    preview_material_color_id: number | null
    product_mode: Generated<ProductMode>
    enabled: Generated<boolean>
    revision: Generated<number>
    updated_at: Now
    position: number
  }
  template_layer: {
    id: Generated<number>
    account_id: number
    template_id: number
    uuid: string
    index: number
    image_file_id: number
    data: JSONColumnType<Record<string, unknown>, string, string>
  }
  shop: {
    id: Generated<number>
    account_id: number
    type: ShopType
    name: string
    bound_at: Now
    seller_nick: string | null
    session_sealed: string | null
    session_expires_at: NullableTime
    session_failed_at: NullableTime
    session_sub_account: string | null
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
  customization_setting: {
    id: Generated<number>
    account_id: number
    shop_id: number
    product_original_id: string
    sku_original_id: Generated<string>
    data: JSONColumnType<Record<string, unknown>, string, string>
    updated_at: Now
  }
  shop_customization_setting: {
    id: Generated<number>
    account_id: number
    shop_id: number
    is_default: boolean
    customization_timing: CustomizationTiming
    data: JSONColumnType<Record<string, unknown>, string, string>
    enabled: Generated<boolean>
    created_at: Now
    token: Generated<string>
    name: Generated<string>
    starts_at: NullableTime
    ends_at: NullableTime
  }
  link_count: {
    account_id: number
    setting_id: number
    /** Days since 1970-01-01 in Beijing. */
    day: number
    slot: number
    opened: Generated<number>
    begun: Generated<number>
    submitted: Generated<number>
    ordered: Generated<number>
  }
  buyer_design: {
    id: Generated<number>
    account_id: number
    shop_id: number
    setting_id: number | null
    code: string
    secret_hash: string
    status: Generated<BuyerDesignStatus>
    revision: Generated<number>
    submitted_revision: number | null
    template_id: number | null
    template_revision: number | null
    width: number
    height: number
    base: JSONColumnType<Record<string, unknown>[], string, string>
    layers: JSONColumnType<Record<string, unknown>[], string, string>
    phone_model_id: number
    material_color_id: number
    submission: JSONColumnType<Record<string, unknown>, string, string> | null
    print_file_id: number | null
    effect_file_id: number | null
    order_original_id: string | null
    item_original_id: string | null
    for_order: string | null
    platform_user: string | null
    is_preview: Generated<boolean>
    released_from: Generated<string[]>
    copy_of: number | null
    ordered_at: NullableTime
    under_review: Generated<boolean>
    return_order_original_id: string | null
    return_item_original_id: string | null
    share_salt: string | null
    share_hash: string | null
    reject_reason: string | null
    counted_revision: number | null
    consent_at: NullableTime
    submitted_at: NullableTime
    created_at: Now
    updated_at: Now
  }
  buyer_drawing: {
    id: Generated<number>
    account_id: number
    design_id: number
    revision: number
    status: 'waiting' | 'drawing' | 'done' | 'failed'
    rank: number
    error: string | null
    queued_at: Time
    started_at: NullableTime
    ended_at: NullableTime
    lease_until: NullableTime
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
  buyer_check: {
    account_id: number
    design_id: number
    subject: string
    verdict: Verdict
    reason: string | null
    checked_at: Now
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
  mini_app: { account_id: number; app_id: string; name: string; logo_url: string | null; template_version: string | null }
  shop_order: {
    id: Generated<number>
    account_id: number
    shop_id: number
    original_id: string
    is_platform_order: boolean
    merge_split_status: MergeSplitStatus
    parent_id: number | null
    created_at: Time
    imported_at: Now
    sha256: string
    push_status: Generated<PushStatus>
    push_factory: string | null
    push_message: string | null
    pushed_at: NullableTime
    search: string
    buyer_message: string | null
    seller_memo: string | null
    design_codes: Generated<string[]>
    /**
     * This and the next five columns are maintained by database triggers for a top-level order and everything below it; they are
     * meaningless for orders below another one.
     */
    unpaid_images: number | null
    fully_pushed: Generated<boolean>
    held_items: Generated<number>
    order_state: Generated<OrderState>
    is_over: Generated<boolean>
    search_below: string | null
  }
  order_change: { account_id: number; id: Generated<number>; at: Now }
  order_item: {
    id: Generated<number>
    account_id: number
    order_id: number
    place: number
    original_id: string
    product_original_id: string | null
    sku_original_id: string | null
    title: string
    image_url: string | null
    properties_name: string
    quantity: number
    state: Generated<ItemState>
    made_as: JSONColumnType<MadeAs, string | null, string | null> | null
    hold: string | null
    content: string | null
    decided_pieces: JSONColumnType<DecidedPieces[], string, string> | null
    merchant_sku: string | null
  }
  picture_look: { file_id: number; width: number; height: number; content: PictureContent }
  customization: {
    id: Generated<number>
    account_id: number
    shop_id: number
    key: string
    phone_brand_id: number | null
    phone_model_id: number | null
    material_id: number | null
    material_color_id: number | null
    phone_brand_name: string
    phone_model_name: string
    material_name: string
    material_color_name: string
    customized_image_url: string | null
    preview_image_url: string | null
    customized_file_id: number | null
    preview_file_id: number | null
    width_mm: number | null
    height_mm: number | null
    snapshot: JSONColumnType<Record<string, unknown>, string, string>
    taken_at: Now
    sha256: Generated<string>
    case_by_hand: Generated<boolean>
    version: Generated<number>
    order_image_url: string | null
    remake_of: number | null
  }
  customization_version: {
    account_id: number
    customization_id: number
    version: number
    origin: VersionOrigin
    username: string | null
    created_at: Date
    customized_image_url: string | null
    preview_image_url: string | null
    customized_file_id: number | null
    preview_file_id: number | null
    order_image_url: string | null
    snapshot: JSONColumnType<Record<string, unknown>, string, string>
  }
  customization_file: { account_id: number; customization_id: number; file_id: number }
  order_item_customization: { account_id: number; order_item_id: number; customization_id: number; place: number }
  sync_task: {
    id: Generated<number>
    account_id: number
    kind: string
    subject: string
    params: JSONColumnType<Record<string, unknown>, string | undefined, string>
    status: 1 | 2 | 3
    error: string | null
    progress: JSONColumnType<Record<string, unknown>, string | undefined, string>
    attempts: Generated<number>
    lease_until: NullableTime
    run_at: Now
    created_at: Now
    finished_at: NullableTime
  }
  order_cursor: { shop_id: number; modified_until: Time }
  order_sync: {
    shop_id: number
    first_done: NullableTime
    first_until: NullableTime
    done_at: NullableTime
    failed_at: NullableTime
    failures: Generated<number>
    error: string | null
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
  account_setting: { account_id: number; name: string; value: JSONColumnType<object, string, string> }
  ledger_account: {
    id: Generated<number>
    account_id: number
    kind: 'balance' | 'recharged' | 'used' | 'expired' | 'refunded' | 'held'
    balance: Generated<number>
  }
  journal: {
    id: Generated<number>
    account_id: number
    kind: 'recharge' | 'charge' | 'expiry' | 'refund' | 'hold' | 'release' | 'correction'
    key: string
    created_at: Now
  }
  posting: {
    id: Generated<number>
    account_id: number
    journal_id: number
    ledger_account_id: number
    credit_lot_id: number | null
    amount: number
  }
  recharge_record: {
    id: Generated<number>
    account_id: number
    out_trade_no: string
    credits: number
    amount_fen: number
    operator: string
    status: PaymentStatus
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
    created_at: Now
    asked_at: NullableTime
    ended_at: NullableTime
    requests: Generated<number>
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
  credit_lot: {
    id: Generated<number>
    account_id: number
    recharge_record_id: number
    credits: number
    remaining: Generated<number>
    created_at: Now
    expires_at: Time
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
  audit: {
    id: Generated<number>
    account_id: number
    user_id: number
    username: string
    action: AuditAction
    subject: string
    details: ColumnType<Record<string, unknown>, string, string>
    trace_id: string
    at: Date
  }
  usage_line: { account_id: number; usage_record_id: number; customization_id: number; used_credits: number }
  usage_correction: {
    account_id: number
    usage_record_id: number
    customization_id: number
    used_credits: number
    journal_id: number
    created_at: Now
  }
  picture_delivery: { account_id: number; customization_id: number; delivered_at: Date }
  cashier_trade: {
    out_trade_no: string
    trade_no: string
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
    refund_keys: ColumnType<string[], string[] | undefined, string[]>
    notify_at: NullableTime
    notify_tries: Generated<number>
    second_of: string | null
  }
  erp_integration: {
    id: Generated<number>
    account_id: number
    erp: ErpKind
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
    created_at: Now
    gone_since: NullableTime
    print_size: Generated<PrintSize>
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
  factory_material: {
    account_id: number
    factory_id: number
    original_id: string
    code: string
    name: string
    colors: JSONColumnType<{ originalId: string; code: string; name: string }[], string, string>
    place: number
    gone_since: NullableTime
  }
  factory_model_binding: {
    account_id: number
    factory_id: number
    phone_model_id: number
    code: string
    automatic: boolean
    bound_at: Now
  }
  factory_material_binding: {
    account_id: number
    factory_id: number
    material_id: number
    original_id: string
    code: string
    bound_at: Now
  }
  factory_color_binding: {
    account_id: number
    factory_id: number
    material_color_id: number
    original_id: string
    code: string
    bound_at: Now
  }
  push_line: {
    account_id: number
    customization_id: number
    outside_id: string
    factory_id: number
    order_id: number
    quantity: number
    status: PushLineState['status']
    factory_order_id: string | null
    message: string | null
    claimed_at: Time
    ended_at: NullableTime
    claimer: string | null
    lease_until: NullableTime
    attempt: Generated<number>
    cancelled_number: string | null
    cancelled_at: NullableTime
    doubtful_words: string | null
  }
  embedded_factory_order: {
    order_id: Generated<number>
    factory_id: string
    third_id: string
    params: JSONColumnType<Record<string, string>, string, string>
    created_at: Now
  }
  idempotency: {
    account_id: number
    key: string
    request_sha256: string
    status: number
    body: ColumnType<object | string, string, string>
    created_at: Now
  }
  setting: { name: string; value: string }
  installation: { name: string; value: JSONColumnType<object, string, string> }
  server_process: {
    id: string
    program: string
    version: string
    host: string
    pid: number
    started_at: Now
    seen_at: Now
  }
}
