import type { AppContract } from '../../contract/contract'
import { alarmHandlers } from '../domain/alarms/handlers'
import { apiKeyHandlers } from '../domain/api-keys/handlers'
import { assetHandlers } from '../domain/assets/handlers'
import { auditHandlers } from '../domain/audit/audit'
import { buyerDesignHandlers, buyerHandlers } from '../domain/buyer/handlers'
import { catalogueHandlers } from '../domain/catalogue/handlers'
import { componentHandlers } from '../domain/components/handlers'
import { creditHandlers } from '../domain/credits/handlers'
import { type CutoutService, taskHandlers, ticketHandlers } from '../domain/cutout/handlers'
import { erpHandlers } from '../domain/erp/handlers'
import { pushHandlers } from '../domain/erp/push/handlers'
import { fileHandlers } from '../domain/files/handlers'
import { fontHandlers } from '../domain/fonts/handlers'
import { homeHandlers } from '../domain/home/handlers'
import { libraryHandlers } from '../domain/library/handlers'
import { listingHandlers } from '../domain/listing-pictures/handlers'
import { notificationHandlers } from '../domain/notifications/handlers'
import { designHandlers } from '../domain/orders/design/handlers'
import { orderHandlers } from '../domain/orders/handlers'
import { placeholderHandlers } from '../domain/placeholders/handlers'
import { printFloorHandlers } from '../domain/print-floor/handlers'
import { printProfileHandlers } from '../domain/print-profiles/handlers'
import { ruleHandlers } from '../domain/rules/handlers'
import { shopHandlers } from '../domain/shops/handlers'
import { skuWordsHandlers } from '../domain/sku-words/handlers'
import { templateHandlers } from '../domain/templates/handlers'
import { trashHandlers } from '../domain/trash/handlers'
import { userHandlers } from '../domain/users/handlers'
import { webhookHandlers } from '../domain/webhooks/handlers'
import type { AppHandlers } from './mount'

/** Maps every endpoint of the contract to its handler in server/domain. */
export const createHandlers = (cutouts: CutoutService): AppHandlers<AppContract> => ({
  ...userHandlers,
  ...apiKeyHandlers,
  ...auditHandlers,
  ...catalogueHandlers,
  ...libraryHandlers,
  ...trashHandlers,
  ...fileHandlers,
  ...assetHandlers,
  ...fontHandlers,
  ...placeholderHandlers,
  ...ticketHandlers(cutouts),
  ...taskHandlers(cutouts),
  ...templateHandlers,
  ...componentHandlers,
  ...printProfileHandlers,
  ...listingHandlers,
  ...printFloorHandlers,
  ...shopHandlers,
  ...skuWordsHandlers,
  ...homeHandlers,
  ...notificationHandlers,
  ...orderHandlers,
  ...designHandlers,
  ...buyerHandlers(cutouts),
  ...buyerDesignHandlers,
  ...creditHandlers,
  ...erpHandlers,
  ...pushHandlers,
  ...ruleHandlers,
  ...alarmHandlers,
  ...webhookHandlers,
})
