/**
 * Types of columns whose values PostgreSQL does not know as exactly as the code does: what a jsonb holds, and words or numbers that no
 * CHECK lists, because a newer server of the same database may know more of them. `tables.ts` takes them from here by TABLE.COLUMN.
 */
import type { PaymentStatus, ProductMode, WebhookEvent } from '../../contract/constants'
import type { RuleAction } from '../../contract/rules/automation'
import type { RuleCondition } from '../../contract/rules/automation-conditions'
import type { MadeAs } from '../../contract/rules/bought-choice'
import type { ItemState, OrderState } from '../../contract/rules/item-state'
import type { JigLayout, JigSlot, SlotGroup, Turn } from '../../contract/rules/jig'
import type { KeyCeilings, KeyRights } from '../../contract/rules/key-rights'
import type { DecidedPieces } from '../../contract/rules/pieces'
import type { PrintProfile } from '../../contract/rules/print-profile'
import type { SheetNamePart } from '../../contract/rules/sheet-name'
import type { ShopType } from '../../contract/rules/shop-types'
import type {
  DeliveryAttempt,
  SkuWordsApplied,
  TemplateDraftWrite,
  TemplateGuides,
  TemplateLayerWrite,
} from '../../contract/types'

export interface ColumnTypes {
  'account_setting.value': object
  'api_key.ceilings': KeyCeilings
  'api_key.rights': KeyRights
  'api_key.shop_ids': number[]
  'automation_rule.actions': RuleAction[]
  'automation_rule.conditions': RuleCondition[]
  'buyer_design.base': Record<string, unknown>[]
  'buyer_design.layers': Record<string, unknown>[]
  'design_component_version.file_ids': number[]
  'design_component_version.layers': Omit<TemplateLayerWrite, 'id' | 'imageUrl'>[]
  'embedded_factory_order.params': Record<string, string>
  'factory_print.profile': PrintProfile
  'factory_material.colors': { originalId: string; code: string; name: string }[]
  'idempotency.body': object | string
  'installation.value': object
  'jig.groups': SlotGroup[]
  'jig.slots': JigSlot[]
  'order_import.files': { name: string; sha256: string }[]
  'order_item.decided_pieces': DecidedPieces[]
  'order_item.made_as': MadeAs
  'order_item.state': ItemState
  'print_batch.file_name': SheetNamePart[]
  'print_batch.layout': JigLayout
  'print_batch.profile': PrintProfile
  'print_batch_piece.turn': Turn
  'print_profile.profile': PrintProfile
  'print_sheet.coverages': number[]
  'printer.file_name': SheetNamePart[]
  'recharge_record.status': PaymentStatus
  'rule_run.reasons': string[]
  'shop.type': ShopType
  'shop_order.order_state': OrderState
  'shop_order.tag_ids': number[]
  'sku_words_run.made': { table: string; id: number; hash: string }[]
  'sku_words_run.reply': SkuWordsApplied
  'template.bound_collection_ids': number[]
  'template.guides': TemplateGuides
  'template.product_mode': ProductMode
  'template_draft.data': Omit<TemplateDraftWrite, 'revision'>
  'template_draft.file_ids': number[]
  'webhook.events': WebhookEvent[]
  'webhook.shop_ids': number[]
  'webhook_delivery.attempts': DeliveryAttempt[]
}
