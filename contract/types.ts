/** Named types of the API's requests and responses, derived from the schemas. */
import type { AppContract } from './contract'
import type { Reply, Schema } from './core'
import type * as alarms from './schemas/alarms'
import type * as apiKeys from './schemas/api-keys'
import type * as assets from './schemas/assets'
import type * as buyer from './schemas/buyer'
import type * as catalogue from './schemas/catalogue'
import type * as components from './schemas/components'
import type * as credits from './schemas/credits'
import type * as customizations from './schemas/customizations'
import type * as cutouts from './schemas/cutouts'
import type * as erp from './schemas/erp'
import type * as files from './schemas/files'
import type * as fonts from './schemas/fonts'
import type * as home from './schemas/home'
import type * as listing from './schemas/listing-pictures'
import type * as nameLists from './schemas/name-lists'
import type * as notifications from './schemas/notifications'
import type * as entries from './schemas/order-entries'
import type * as orderViews from './schemas/order-views'
import type * as orders from './schemas/orders'
import type * as placeholders from './schemas/placeholders'
import type * as printFloor from './schemas/print-floor'
import type * as printProfiles from './schemas/print-profiles'
import type * as shops from './schemas/shops'
import type * as skuWords from './schemas/sku-words'
import type * as templates from './schemas/templates'
import type * as trash from './schemas/trash'
import type * as webhooks from './schemas/webhooks'

type Of<S extends Schema> = S['_zod']['output']
type Write<S extends Schema> = S['_zod']['input']

export type AuditEntry = Reply<AppContract['audit']['list']>['items'][number]
export type SubAccount = Reply<AppContract['subAccounts']['update']>
export type ApiKey = Of<typeof apiKeys.apiKey>
export type ApiKeyCreate = Write<typeof apiKeys.apiKeyCreate>
export type ApiKeyMade = Of<typeof apiKeys.apiKeyMade>
export type Me = Reply<AppContract['users']['me']>
export type PhoneBrand = Of<typeof catalogue.phoneBrand>
export type PhoneModel = Of<typeof catalogue.phoneModel>
export type PhoneCaseMaterial = Of<typeof catalogue.phoneCaseMaterial>
export type MaterialCreate = Write<typeof catalogue.materialCreate>
export type MaterialUpdate = Write<typeof catalogue.materialUpdate>
export type MaterialColor = Of<typeof catalogue.materialColor>
export type Sku = Of<typeof catalogue.sku>
export type Wireframe = Of<typeof catalogue.wireframe>
export type PrintArea = Of<typeof catalogue.printArea>
export type WireframeWrite = Write<typeof catalogue.wireframeWrite>
export type DesignAssetCollection = Of<typeof assets.designAssetCollection>
export type DesignAsset = Of<typeof assets.designAsset>
export type LooseDesignAsset = Of<typeof assets.looseDesignAsset>
export type DesignAssetName = Of<typeof assets.designAssetName>
export type KnownDesignAsset = Of<typeof assets.knownDesignAsset>
export type ShopFont = Of<typeof fonts.shopFont>
export type ShopFontColor = Of<typeof fonts.shopFontColor>
export type PlaceholderImage = Of<typeof placeholders.placeholderImage>
export type StoredFile = Of<typeof files.storedFile>
export type UploadForm = Of<typeof files.uploadForm>
export type TrashEntry = Of<typeof trash.trashEntry>
export type TemplateCollection = Of<typeof templates.templateCollection>
export type CasePicture = Of<typeof templates.casePicture>
export type TemplateRow = Of<typeof templates.templateRow>
export type ListingRun = Of<typeof listing.listingRun>
export type ListingSettings = Write<typeof listing.listingSettings>
export type ListingStart = Write<typeof listing.listingStart>
export type LooseTemplate = Of<typeof templates.looseTemplate>
export type TemplateFacts = Of<typeof templates.templateFacts>
export type Template = Of<typeof templates.template>
export type TemplateLayer = Of<typeof templates.layer>
export type TemplateLayerWrite = Write<typeof templates.layerWrite>
export type TemplateCreate = Write<typeof templates.templateCreate>
export type TemplateSettings = Write<typeof templates.templateSettings>
export type TemplateSave = Write<typeof templates.templateSave>
export type ComponentRow = Of<typeof components.componentRow>
export type DesignComponent = Of<typeof components.component>
export type ComponentCreate = Write<typeof components.componentCreate>
export type ComponentSave = Write<typeof components.componentSave>
export type StoredPrintProfile = Of<typeof printProfiles.printProfile>
export type Printer = Of<typeof printFloor.printer>
export type Jig = Of<typeof printFloor.jig>
export type PrintPiece = Of<typeof printFloor.printPiece>
export type PrintBatch = Of<typeof printFloor.printBatch>
export type PrintBatchRow = Of<typeof printFloor.printBatchRow>
export type Blank = Of<typeof printFloor.blank>
export type HotFile = Of<typeof printFloor.hotFile>
export type ComponentVersion = Of<typeof components.componentVersion>
/** A cutout that runs in a saved template. */
export type BegunCutoutRow = Of<typeof cutouts.begunCutout>
export type TemplateDraftRow = Of<typeof templates.templateDraftRow>
export type TemplateDraft = Of<typeof templates.templateDraft>
export type TemplateDraftWrite = Write<typeof templates.templateDraftWrite>
export type TemplateGuides = Of<typeof templates.guides>
export type LayerStroke = Of<typeof templates.stroke>
export type Shop = Of<typeof shops.shop>
export type ShopKeys = Of<typeof shops.shopKeys>
export type Product = Of<typeof shops.product>
export type OnSaleProducts = Of<typeof shops.onSalePage>
export type ProductSku = Of<typeof shops.productSku>
export type ProductCreate = Write<typeof shops.productCreate>
export type CustomizationSetting = Of<typeof shops.phoneCaseCustomizationSetting>
export type ShopCustomizationSetting = Of<typeof shops.shopCustomizationSetting>
export type ShopCustomizationUrls = Of<typeof shops.shopCustomizationUrls>
export type SkuWordsApply = Write<typeof skuWords.skuWordsApply>
export type SkuWordsApplied = Of<typeof skuWords.skuWordsApplied>
export type MiniApp = Of<typeof shops.miniApp>
export type MiniAppTemplateVersion = Of<typeof shops.miniAppTemplate>
export type Home = Of<typeof home.home>
export type Trends = Of<typeof home.trends>
export type Notification = Of<typeof notifications.notifications>['items'][number]
export type Order = Of<typeof orders.order>
export type OrderDetail = Of<typeof orders.orderDetail>
export type OrderItem = Of<typeof orders.orderItem>
export type UnplacedCode = Of<typeof orders.unplacedCode>
export type PreflightRow = Of<typeof orders.preflightRow>
export type Customization = Of<typeof orders.customization>
export type CustomizationDesign = Of<typeof customizations.customizationDesign>
export type DesignCorrection = Write<typeof customizations.designCorrection>
export type CustomizationVersion = Of<typeof customizations.customizationVersion>
export type RenderingComparison = Of<typeof customizations.renderingComparison>
export type BuyerLink = Of<typeof buyer.buyerLink>
export type BuyerChallenge = Of<typeof buyer.buyerChallenge>
export type BuyerProof = Of<typeof buyer.buyerProof>
export type BuyerDrawing = Of<typeof buyer.buyerDrawing>
export type BuyerDesign = Of<typeof buyer.buyerDesign>
export type BuyerAsset = Of<typeof buyer.buyerAsset>
export type BuyerPicture = Of<typeof buyer.buyerPicture>
export type BuyerSharedDesign = Of<typeof buyer.buyerSharedDesign>
export type BuyerCutout = Of<typeof buyer.buyerCutout>
export type BuyerDesignRow = Of<typeof buyer.buyerDesignRow>
export type OrderQuery = Write<typeof orders.orderQuery>
export type OrderImport = Write<typeof orders.orderImport>
export type OrderNumbers = Write<typeof orders.orderNumbers>
export type OrderImportPlan = Of<typeof orders.orderImportPlan>
export type OrderFileProfile = Of<typeof orders.orderFileProfile>
export type NameTemplate = Of<typeof nameLists.nameTemplates>[number]
export type NameRow = Of<typeof nameLists.nameRow>
export type NameChecked = Of<typeof nameLists.nameChecked>
export type ManualOrderCreate = Write<typeof entries.manualOrderCreate>
export type ManualOrderUpdate = Write<typeof entries.manualOrderUpdate>
export type OrderFileImport = Of<typeof entries.orderFileImport>
export type OrderFileImportBegin = Write<typeof entries.orderFileImportBegin>
export type SyncTask = Of<typeof orders.syncTask>
export type SyncStates = Of<typeof orders.syncStates>
export type UnreadOrder = Of<typeof orders.unreadOrder>
export type OrderViews = Of<typeof orderViews.orderViews>
export type OrderView = OrderViews['views'][number]
export type DownloadRules = Of<typeof orders.downloadRules>
export type AccountCredits = Of<typeof credits.accountCredits>
export type PaymentForm = Of<typeof credits.paymentForm>
export type RechargeRecord = Of<typeof credits.rechargeRecord>
export type UsageRecord = Of<typeof credits.usageRecord>
export type UsageDetail = Of<typeof credits.usageDetail>
export type CorrectionReply = Of<typeof credits.correctionReply>
export type ChargeReply = Of<typeof credits.chargeReply>
export type ErpIntegration = Of<typeof erp.erpIntegration>
export type ErpProgram = Of<typeof erp.erpProgram>
export type Factory = Of<typeof erp.factory>
export type FactoryPhoneModel = Of<typeof erp.factoryPhoneModel>
export type FactorySyncTask = Of<typeof erp.factorySyncTask>
export type ModelBinding = Of<typeof erp.modelBinding>
export type FactoryMaterial = Of<typeof erp.factoryMaterial>
export type MaterialBinding = Of<typeof erp.materialBinding>
export type ColorBinding = Of<typeof erp.colorBinding>
export type PushOrderBody = Write<typeof erp.pushOrderBody>
export type PushCheck = Of<typeof erp.pushCheck>
export type PushLine = Of<typeof erp.pushLine>
export type Webhook = Of<typeof webhooks.webhook>
export type WebhookCreate = Write<typeof webhooks.webhookCreate>
export type WebhookDelivery = Of<typeof webhooks.webhookDelivery>
export type DeliveryAttempt = NonNullable<WebhookDelivery['last']>
export type Alarm = Of<typeof alarms.alarm>
export type PushReply = Of<typeof erp.pushReply>

export type AutomationState = Reply<AppContract['automationRules']['list']>
export type AutomationRuleRow = AutomationState['rules'][number]
export type RuleDryRun = Reply<AppContract['automationRules']['tryOut']>
export type OrderAutomation = Reply<AppContract['automationRules']['explain']>
export type OrderTag = Reply<AppContract['orderTags']['create']>
export type Approval = Reply<AppContract['approvals']['list']>['items'][number]
