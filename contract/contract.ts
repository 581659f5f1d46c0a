/**
 * The schemas and the access of every call of the admin API. A route without an entry here does not compile. Only the server,
 * tests and type imports use this file, because it depends on zod, which must not get into the plugin's bundle.
 */
import { z } from 'zod'
import type { Endpoint } from './core'
import { readers } from './permissions'
import type { Routes } from './routes'
import * as alarms from './schemas/alarms'
import * as apiKeys from './schemas/api-keys'
import * as assets from './schemas/assets'
import * as automation from './schemas/automation'
import * as buyer from './schemas/buyer'
import * as catalogue from './schemas/catalogue'
import { created, idParams, ok, ordering, page, paged } from './schemas/common'
import * as components from './schemas/components'
import * as credits from './schemas/credits'
import * as customizations from './schemas/customizations'
import * as cutouts from './schemas/cutouts'
import * as erp from './schemas/erp'
import * as files from './schemas/files'
import * as fonts from './schemas/fonts'
import * as home from './schemas/home'
import * as listing from './schemas/listing-pictures'
import * as nameLists from './schemas/name-lists'
import * as notifications from './schemas/notifications'
import * as entries from './schemas/order-entries'
import * as orderViews from './schemas/order-views'
import * as orders from './schemas/orders'
import * as placeholders from './schemas/placeholders'
import * as printFloor from './schemas/print-floor'
import * as printProfiles from './schemas/print-profiles'
import * as shops from './schemas/shops'
import * as skuWords from './schemas/sku-words'
import * as templates from './schemas/templates'
import * as trash from './schemas/trash'
import * as users from './schemas/users'
import * as webhooks from './schemas/webhooks'

/** Access of calls that concern only the caller. */
const ownAccount = { everyUser: 'it is about the caller alone' }
/** Access of the home screen. */
const seenByPart = { everyUser: 'each user gets the parts whose permissions he has' }
/** Access of notifications. */
const seenByKind = { everyUser: 'each user gets the kinds whose permissions he has' }
/** Access of upload calls; `uploaders` then decides by the kind of file. */
const uploading = ['assets', 'catalogue', 'factory', 'fonts', 'orders', 'templates'] as const

export const contract = {
  users: {
    login: { body: users.loginBody, res: users.loginReply, access: 'public' },
    logout: { res: ok, access: ownAccount },
    /** Ends the user's sessions on every device, this one included. */
    logoutEverywhere: { res: ok, access: ownAccount },
    me: { res: users.me, access: ownAccount },
    /** Ends the user's other sessions; the calling one stays. */
    changePassword: { body: users.changePasswordBody, res: ok, access: ownAccount },
    setPassword: { body: users.setPasswordBody, res: users.loginReply, access: 'public' },
  },
  subAccounts: {
    list: { res: z.array(users.subAccount), access: readers.users },
    create: { body: users.subAccountCreate, res: users.subAccountMade, access: 'users' },
    update: { params: idParams, body: users.subAccountUpdate, res: users.subAccount, access: 'users' },
    setupLink: { params: idParams, res: users.setupLink, access: 'users' },
    remove: { params: idParams, res: ok, access: 'users' },
  },
  apiKeys: {
    list: { res: z.array(apiKeys.apiKey), access: readers.users },
    /** The main account alone makes keys. */
    create: { body: apiKeys.apiKeyCreate, res: apiKeys.apiKeyMade, access: 'users' },
    /** Ends a key at once; one that is revoked already stays so. */
    revoke: { params: idParams, res: apiKeys.apiKey, access: 'users' },
  },
  audit: {
    list: { query: users.auditQuery, res: paged(users.auditEntry), access: readers.users },
  },
  phoneBrands: {
    list: { res: z.array(catalogue.phoneBrand), access: readers.catalogue },
    create: { body: catalogue.phoneBrandWrite, res: catalogue.phoneBrand, access: 'catalogue' },
    update: { params: idParams, body: catalogue.phoneBrandUpdate, res: catalogue.phoneBrand, access: 'catalogue' },
    remove: { params: idParams, res: ok, access: 'catalogue' },
    order: { params: idParams, body: ordering, res: ok, access: 'catalogue' },
  },
  phoneModels: {
    list: { params: catalogue.brandParams, res: z.array(catalogue.phoneModel), access: readers.catalogue },
    create: { params: catalogue.brandParams, body: catalogue.phoneModelCreate, res: catalogue.phoneModel, access: 'catalogue' },
    /** Creates all of them or, when one is refused, none. */
    createMany: {
      params: catalogue.brandParams,
      body: catalogue.phoneModelsCreate,
      res: z.array(catalogue.phoneModel),
      access: 'catalogue',
    },
    update: { params: catalogue.modelParams, body: catalogue.phoneModelUpdate, res: catalogue.phoneModel, access: 'catalogue' },
    remove: { params: catalogue.brandParams, body: catalogue.idsBody, res: ok, access: 'catalogue' },
    order: { params: catalogue.modelParams, body: ordering, res: ok, access: 'catalogue' },
  },
  phoneLibrary: {
    /** Adds what is missing: brands, models, colours and standard wireframes; the same call again changes nothing. */
    add: { body: catalogue.libraryAdd, res: catalogue.libraryAdded, access: 'catalogue' },
    /** The same for models of a factory, each bound to the code that it was made from; takes both permissions. */
    addFromFactory: { body: erp.factoryModelsAdd, res: erp.factoryModelsAdded, access: 'factory' },
  },
  catalogueUse: {
    get: { query: orders.catalogueUseQuery, res: orders.catalogueUse, access: readers.catalogue },
  },
  trash: {
    list: { query: page, res: paged(trash.trashEntry), access: readers.trash },
    /** A user may restore the kinds of things that he may delete. */
    restore: { body: trash.trashRestore, res: ok, access: ['catalogue', 'assets', 'templates', 'fonts'] },
  },
  phoneCaseMaterials: {
    list: { res: z.array(catalogue.phoneCaseMaterial), access: readers.catalogue },
    create: { body: catalogue.materialCreate, res: catalogue.phoneCaseMaterial, access: 'catalogue' },
    update: { params: idParams, body: catalogue.materialUpdate, res: catalogue.phoneCaseMaterial, access: 'catalogue' },
    remove: { params: idParams, res: ok, access: 'catalogue' },
    order: { params: idParams, body: ordering, res: ok, access: 'catalogue' },
  },
  materialColors: {
    create: { params: catalogue.materialParams, body: catalogue.colorCreate, res: catalogue.materialColor, access: 'catalogue' },
    update: { params: catalogue.colorParams, body: catalogue.colorUpdate, res: catalogue.materialColor, access: 'catalogue' },
    remove: { params: catalogue.colorParams, res: ok, access: 'catalogue' },
    order: { params: catalogue.colorParams, body: ordering, res: ok, access: 'catalogue' },
  },
  phoneCaseSkus: {
    list: { query: catalogue.skuQuery, res: z.array(catalogue.sku), access: readers.catalogue },
    get: { params: catalogue.skuKeyParams, res: catalogue.sku, access: readers.catalogue },
    create: { body: catalogue.skuCreate, res: catalogue.sku, access: 'catalogue' },
    /** Creates all of them or, when one is refused, none. */
    createMany: { body: catalogue.skusCreate, res: z.array(catalogue.sku), access: 'catalogue' },
    update: { params: catalogue.skuKeyParams, body: catalogue.skuUpdate, res: catalogue.sku, access: 'catalogue' },
  },
  wireframes: {
    list: { query: catalogue.wireframeQuery, res: z.array(catalogue.wireframe), access: readers.catalogue },
    get: { params: idParams, res: catalogue.wireframe, access: readers.catalogue },
    create: { body: catalogue.wireframeWrite, res: created, access: 'catalogue', idempotent: 'optional' },
    update: { params: idParams, body: catalogue.wireframeUpdate, res: catalogue.wireframe, access: 'catalogue' },
    copy: { params: idParams, res: created, access: 'catalogue' },
  },
  files: {
    uploadForm: { body: files.uploadFormBody, res: files.uploadForm, access: uploading },
    uploadPart: { body: files.uploadPartBody, res: files.uploadPart, access: uploading },
    uploadResult: { body: files.uploadResultBody, res: files.uploadResult, access: uploading },
    taobao: { body: files.taobaoBody, res: files.taobaoReply, access: uploading },
  },
  designAssetCollections: {
    list: { query: assets.designAssetCollectionQuery, res: z.array(assets.designAssetCollection), access: readers.assets },
    create: { body: assets.designAssetCollectionCreate, res: assets.designAssetCollection, access: 'assets' },
    update: {
      params: idParams,
      body: assets.designAssetCollectionUpdate,
      res: assets.designAssetCollection,
      access: 'assets',
    },
    remove: { params: idParams, res: ok, access: 'assets' },
    order: { params: idParams, body: assets.designOrdering, res: ok, access: 'assets' },
  },
  designAssets: {
    list: { query: assets.designAssetQuery, res: paged(assets.designAsset), access: readers.assets },
    create: { body: assets.designAssetCreate, res: assets.designAsset, access: 'assets' },
    names: { query: assets.designAssetCollectionQuery, res: z.array(assets.designAssetName), access: readers.assets },
    some: { query: assets.designAssetIds, res: z.array(assets.looseDesignAsset), access: readers.assets },
    known: { body: assets.designAssetSums, res: z.array(assets.knownDesignAsset), access: 'assets' },
    update: { params: idParams, body: assets.designAssetUpdate, res: assets.designAsset, access: 'assets' },
    remove: { params: idParams, res: ok, access: 'assets' },
    order: { params: idParams, body: assets.designOrdering, res: ok, access: 'assets' },
  },
  shopFonts: {
    list: { res: z.array(fonts.shopFont), access: readers.fonts },
    create: { body: fonts.shopFontCreate, res: fonts.shopFont, access: 'fonts', idempotent: 'optional' },
    update: { params: idParams, body: fonts.shopFontUpdate, res: fonts.shopFont, access: 'fonts' },
    remove: { params: idParams, res: ok, access: 'fonts' },
    order: { params: idParams, body: fonts.shopFontOrdering, res: ok, access: 'fonts' },
  },
  shopFontColors: {
    list: { res: z.array(fonts.shopFontColor), access: readers.fonts },
    create: { body: fonts.shopFontColorCreate, res: fonts.shopFontColor, access: 'fonts' },
    update: { params: idParams, body: fonts.shopFontColorUpdate, res: fonts.shopFontColor, access: 'fonts' },
    remove: { params: idParams, res: ok, access: 'fonts' },
    order: { params: idParams, body: fonts.shopFontOrdering, res: ok, access: 'fonts' },
  },
  cutoutPlaceholders: {
    list: {
      query: placeholders.placeholderQuery,
      res: z.array(placeholders.placeholderImage),
      access: ['templates', 'orders', 'view'],
    },
    create: { body: placeholders.placeholderCreate, res: placeholders.placeholderImage, access: 'templates' },
    remove: { params: idParams, res: ok, access: 'templates' },
  },
  cutouts: {
    token: { body: cutouts.cutoutRequest, res: cutouts.cutoutToken, access: ['templates', 'orders'] },
  },
  // Calls of the cutout host, which may be another server without users: the ticket and the task's secret id grant access.
  cutoutTasks: {
    create: { body: cutouts.cutoutTaskBody, res: cutouts.cutoutTask, access: 'public' },
    get: { params: cutouts.cutoutTaskParams, res: cutouts.cutoutTask, access: 'public' },
  },
  templateCollections: {
    list: { res: z.array(templates.templateCollection), access: readers.templates },
    create: { body: templates.templateCollectionWrite, res: templates.templateCollection, access: 'templates' },
    update: { params: idParams, body: templates.templateCollectionWrite, res: templates.templateCollection, access: 'templates' },
    remove: { params: idParams, res: ok, access: 'templates' },
    order: { params: idParams, body: ordering, res: ok, access: 'templates' },
  },
  printProfiles: {
    list: { res: z.array(printProfiles.printProfile), access: readers.printProfiles },
    create: { body: printProfiles.printProfileWrite, res: printProfiles.printProfile, access: 'factory', idempotent: 'optional' },
    save: { params: idParams, body: printProfiles.printProfileWrite, res: printProfiles.printProfile, access: 'factory' },
    remove: { params: idParams, res: ok, access: 'factory' },
  },
  printFloor: {
    counts: { res: printFloor.printFloorCounts, access: readers.printFloor },
    /** Makes the print floor a factory of the account (自有工厂), to which orders can be pushed. */
    open: { res: printFloor.printFloorCounts, access: 'factory' },
  },
  printers: {
    list: { res: z.array(printFloor.printer), access: readers.printFloor },
    create: { body: printFloor.printerWrite, res: printFloor.printer, access: 'factory', idempotent: 'optional' },
    save: { params: idParams, body: printFloor.printerWrite, res: printFloor.printer, access: 'factory' },
    remove: { params: idParams, res: ok, access: 'factory' },
  },
  jigs: {
    list: { res: z.array(printFloor.jig), access: readers.printFloor },
    create: { body: printFloor.jigWrite, res: printFloor.jig, access: 'factory', idempotent: 'optional' },
    save: { params: idParams, body: printFloor.jigWrite, res: printFloor.jig, access: 'factory' },
    remove: { params: idParams, res: ok, access: 'factory' },
  },
  printPieces: {
    list: { query: printFloor.printPieceQuery, res: paged(printFloor.printPiece), access: readers.printFloor },
    scan: { query: printFloor.pieceScan, res: printFloor.scannedPiece, access: readers.printFloor },
    step: { body: printFloor.pieceStepBody, res: printFloor.scannedPiece, access: readers.printSteps },
  },
  printBatches: {
    list: { query: printFloor.printBatchQuery, res: paged(printFloor.printBatchRow), access: readers.printFloor },
    get: { params: idParams, res: printFloor.printBatch, access: readers.printFloor },
    plan: { body: printFloor.printBatchPlan, res: printFloor.printBatchPlanned, access: 'factory', idempotent: 'optional' },
    move: { params: idParams, body: printFloor.printBatchMove, res: printFloor.printBatch, access: 'factory' },
    /** Pays for what is not paid for, and makes the sheets as a job. */
    make: { params: idParams, body: printFloor.printBatchMake, res: printFloor.printBatch, access: 'factory' },
    /** Back to planning: its sheets are removed. */
    reopen: { params: idParams, res: printFloor.printBatch, access: 'factory' },
    finish: { params: idParams, body: printFloor.printBatchFinish, res: printFloor.printBatch, access: 'factory' },
    /** Its pieces wait again; a printed batch stays. */
    remove: { params: idParams, res: ok, access: 'factory' },
  },
  blanks: {
    list: { res: z.array(printFloor.blank), access: readers.printFloor },
    change: { body: printFloor.blankWrite, res: printFloor.blank, access: 'factory', idempotent: 'optional' },
  },
  hotFolder: {
    /** The made sheets that no agent has written yet, signed. */
    files: { query: printFloor.hotFolderQuery, res: printFloor.hotFolderFiles, access: readers.factory },
    confirm: { body: printFloor.hotFolderConfirm, res: ok, access: 'factory' },
  },
  templateUse: {
    get: { query: templates.templateUseQuery, res: templates.templateUse, access: readers.templates },
  },
  designComponents: {
    list: { res: z.array(components.componentRow), access: readers.templates },
    get: { params: idParams, res: components.component, access: readers.templates },
    create: { body: components.componentCreate, res: components.component, access: 'templates', idempotent: 'optional' },
    /** Changes it, and all its copies in templates, in one transaction. */
    save: { params: idParams, body: components.componentSave, res: components.component, access: 'templates' },
    rename: { params: idParams, body: components.componentName, res: components.componentRow, access: 'templates' },
    versions: { params: idParams, res: z.array(components.componentVersion), access: readers.templates },
    revert: { params: idParams, body: components.componentRevert, res: components.component, access: 'templates' },
    /** Its copies in templates stay as they are; it can be restored. */
    remove: { params: idParams, res: ok, access: 'templates' },
  },
  listingPictures: {
    list: { res: z.array(listing.listingRun), access: readers.templates },
    preview: { body: listing.listingPreviewWrite, res: listing.listingPreview, access: ['templates', 'shops'] },
    start: { body: listing.listingStart, res: listing.listingRun, access: ['templates', 'shops'] },
    retry: { params: idParams, res: listing.listingRun, access: ['templates', 'shops'] },
    remove: { params: idParams, res: ok, access: ['templates', 'shops'] },
  },
  templates: {
    list: { query: templates.templateQuery, res: paged(templates.templateRow), access: readers.templates },
    names: { res: z.array(templates.templateFacts), access: readers.templates },
    some: { query: templates.templateIds, res: z.array(templates.looseTemplate), access: readers.templates },
    get: { params: idParams, res: templates.template, access: readers.templates },
    create: { body: templates.templateCreate, res: templates.template, access: 'templates', idempotent: 'optional' },
    /** Adds finished designs of our own, drawn for a phone of the account; the font of their texts becomes one of the shop. */
    addStarters: { body: templates.starterWrite, res: templates.startersAdded, access: 'templates' },
    save: { params: idParams, body: templates.templateSave, res: templates.template, access: 'templates' },
    settings: { params: idParams, body: templates.templateSettings, res: templates.templateRow, access: 'templates' },
    copy: { params: idParams, body: templates.templateCopy, res: templates.templateRow, access: 'templates' },
    remove: { params: idParams, res: ok, access: 'templates' },
    order: { params: idParams, body: ordering, res: ok, access: 'templates' },
  },
  templateDrafts: {
    list: { params: idParams, res: z.array(templates.templateDraftRow), access: 'templates' },
    get: { params: templates.templateDraftParams, res: templates.templateDraft, access: 'templates' },
    put: { params: idParams, body: templates.templateDraftWrite, res: templates.templateDraftRow, access: 'templates' },
    discard: { params: idParams, res: ok, access: 'templates' },
  },
  /** Cutouts that this user began in a saved template, until the result is in a design of his. */
  templateCutouts: {
    list: { params: idParams, res: z.array(cutouts.begunCutout), access: 'templates' },
    put: { params: cutouts.begunCutoutParams, body: cutouts.begunCutoutWrite, res: ok, access: 'templates' },
    remove: { params: cutouts.begunCutoutTask, res: ok, access: 'templates' },
  },
  shops: {
    list: { res: z.array(shops.shop), access: readers.shops },
    create: { body: shops.shopCreate, res: shops.shop, access: 'shops' },
    update: { params: idParams, body: shops.shopUpdate, res: shops.shop, access: 'shops' },
    beginAuthorization: { body: shops.authorizationStart, res: shops.authorizationPage, access: 'shops' },
    authorize: { body: shops.authorizationCode, res: shops.shop, access: 'shops' },
    keys: { params: idParams, res: shops.shopKeys, access: 'shops' },
    putKeys: { params: idParams, body: shops.shopKeysPut, res: shops.shopKeys, access: 'shops' },
    checkKeys: { params: idParams, res: shops.shopKeys, access: 'shops' },
    removeKeys: { params: idParams, res: ok, access: 'shops' },
  },
  products: {
    list: { query: shops.productQuery, res: paged(shops.product), access: readers.products },
    /** Lists the products that the shop has on sale on its marketplace, stored here or not. */
    onSale: { query: shops.onSaleQuery, res: shops.onSalePage, access: 'shops' },
    create: { body: shops.productCreate, res: shops.product, access: 'shops' },
    remove: { params: idParams, res: ok, access: 'shops' },
    sync: { body: shops.productSync, res: shops.productSyncReply, access: 'shops' },
    import: { body: shops.productImport, res: shops.productImportReply, access: 'shops' },
  },
  customizationSettings: {
    list: { query: shops.settingQuery, res: z.array(shops.phoneCaseCustomizationSetting), access: readers.products },
    put: { body: shops.settingPut, res: shops.phoneCaseCustomizationSetting, access: 'shops' },
    copy: { body: shops.settingCopy, res: shops.settingCopyReply, access: 'shops' },
  },
  skuWords: {
    /**
     * Sets SKUs up from their words: creates the models, materials, colours and standard wireframes that are missing, and binds each SKU
     * to its own, all or nothing. The same call again changes nothing. Takes both permissions.
     */
    apply: { body: skuWords.skuWordsApply, res: skuWords.skuWordsApplied, access: 'shops' },
    /** Removes what such a call created and nobody has changed or used since. */
    undo: { body: skuWords.skuWordsUndo, res: skuWords.skuWordsUndone, access: 'shops' },
  },
  customizationUrls: {
    list: { res: z.array(shops.shopCustomizationUrls), access: readers.products },
  },
  shopCustomizationSettings: {
    create: { body: shops.shopSettingCreate, res: shops.shopCustomizationSetting, access: 'shops', idempotent: 'optional' },
    update: { params: idParams, body: shops.shopSettingUpdate, res: shops.shopCustomizationSetting, access: 'shops' },
    remove: { params: idParams, res: ok, access: 'shops' },
    /** Gives the link another address; the former one leads nowhere from then on. */
    renew: { params: idParams, res: shops.shopCustomizationSetting, access: 'shops' },
    /** Shows a link that is not saved on the buyers' page. */
    draft: { body: shops.linkDraft, res: shops.linkDraftShown, access: 'shops' },
  },
  miniApp: {
    get: { res: shops.miniApp, access: { everyUser: 'its name and logo stand above the menu of every screen' } },
    templates: { res: z.array(shops.miniAppTemplate), access: readers.products },
    updateVersion: { body: shops.miniAppUpdate, res: shops.miniApp, access: 'shops' },
  },
  home: {
    get: { res: home.home, access: seenByPart },
    trends: { query: home.trendQuery, res: home.trends, access: readers.orders },
    /** Puts the list of first steps away, for all users of the account. */
    endFirstSteps: { res: ok, access: 'users' },
  },
  notifications: {
    list: { query: page, res: notifications.notifications, access: seenByKind },
    markRead: { body: notifications.notificationIds, res: ok, access: seenByKind },
  },
  orders: {
    list: { query: orders.orderQuery, res: orders.orderPage, access: readers.orders },
    counts: { query: orders.orderCountsQuery, res: orders.orderCounts, access: readers.orders },
    /** Pieces of each case that the orders of a filter need. */
    picking: { query: orders.orderFilter, res: orders.picking, access: readers.orders },
    get: { params: idParams, res: orders.orderDetail, access: readers.orders },
    import: { body: orders.orderImport, res: orders.orderImportReply, access: 'orders' },
    planImport: { body: orders.orderImport, res: orders.orderImportPlan, access: 'orders' },
    findKnown: { body: orders.orderNumbers, res: orders.knownOrderNumbers, access: 'orders' },
    fileProfile: { query: orders.orderFileProfileQuery, res: orders.orderFileProfile, access: 'orders' },
    keepFileProfile: { body: orders.orderFileProfileBody, res: orders.orderFileProfile, access: 'orders' },
    sync: { body: orders.orderSync, res: orders.syncTask, access: 'orders' },
    syncTask: { params: orders.syncTaskParams, res: orders.syncTask, access: readers.orders },
    syncStates: { res: orders.syncStates, access: readers.orders },
    // Stops naming and trying an unread order.
    dismissUnread: { params: idParams, res: ok, access: 'orders' },
    /** Sets tags, a hold or a user on orders by hand. */
    mark: { body: automation.orderMark, res: automation.orderMarked, access: ['orders', 'factory'] },
    setCase: { body: orders.caseChange, res: orders.caseChangeReply, access: 'orders' },
    customizedImages: { query: orders.orderIdsQuery, res: z.array(orders.customizedImages), access: readers.orders },
    preflight: { body: orders.preflightBody, res: z.array(orders.preflightRow), access: ['orders', 'factory'] },
    decidePieces: { params: orders.itemParams, body: orders.piecesBody, res: orders.orderItem, access: ['orders', 'factory'] },
    /** Ends the notice of a buyer's change, once the seller has settled it with the factory. */
    settleChange: { params: orders.itemParams, body: orders.settledChange, res: orders.orderItem, access: ['orders', 'factory'] },
  },
  manualOrders: {
    /** The number that the next order by hand would get. */
    number: { res: entries.manualOrderNumber, access: 'orders' },
    create: { body: entries.manualOrderCreate, res: entries.manualOrderCreated, access: 'orders', idempotent: 'optional' },
    update: { params: idParams, body: entries.manualOrderUpdate, res: ok, access: 'orders' },
    remove: { params: idParams, res: ok, access: 'orders' },
    /** Draws a template with the texts of one row of a name list, and puts it into a line. Repeating the call draws nothing. */
    draw: { params: nameLists.nameLineParams, body: nameLists.nameDraw, res: ok, access: 'orders' },
  },
  nameLists: {
    templates: { query: nameLists.nameTemplateQuery, res: nameLists.nameTemplates, access: 'orders' },
    /** Says what may be wrong with rows, before anything is made. */
    check: { body: nameLists.nameCheck, res: nameLists.nameChecked, access: 'orders' },
    picture: { body: nameLists.namePictureRequest, res: nameLists.namePicture, access: 'orders' },
  },
  orderFileImports: {
    list: { query: page, res: paged(entries.orderFileImport), access: readers.orders },
    /** Records an import before its first call, so that it is known afterwards what was left out and how far it came. */
    begin: { body: entries.orderFileImportBegin, res: entries.orderFileImport, access: 'orders', idempotent: 'optional' },
    rows: { params: idParams, res: entries.orderFileImportRows, access: readers.orders },
  },
  buyer: {
    link: { params: buyer.linkParams, res: buyer.buyerLink, access: 'public' },
    /** Counts one load of the page. */
    opened: { params: buyer.linkParams, res: ok, access: 'public' },
    challenge: { params: buyer.linkParams, res: buyer.buyerChallenge, access: 'public' },
    begin: { params: buyer.linkParams, body: buyer.buyerDesignBegin, res: buyer.buyerDesignBegun, access: 'public' },
    get: { params: buyer.buyerDesignParams, res: buyer.buyerDesign, access: 'public' },
    /** The choices that its link offers now; also after the link got another address. */
    offer: { params: buyer.buyerDesignParams, res: buyer.buyerLink, access: 'public' },
    save: {
      params: buyer.buyerDesignParams,
      body: buyer.buyerDesignSave,
      res: buyer.buyerDesign,
      access: 'public',
    },
    uploadForm: { params: buyer.buyerDesignParams, body: buyer.buyerUploadForm, res: files.uploadForm, access: 'public' },
    uploaded: { params: buyer.buyerUploadParams, res: buyer.buyerPicture, access: 'public' },
    assets: { params: buyer.buyerDesignParams, res: z.array(buyer.buyerAsset), access: 'public' },
    drawText: { params: buyer.buyerDesignParams, body: buyer.buyerText, res: buyer.buyerPicture, access: 'public' },
    cutout: { params: buyer.buyerDesignParams, body: buyer.buyerCutoutBody, res: buyer.buyerCutout, access: 'public' },
    submit: { params: buyer.buyerDesignParams, body: buyer.buyerSubmission, res: buyer.buyerDesign, access: 'public' },
    /** How far the drawing of what was submitted is; the answer says when to ask again. */
    drawing: { params: buyer.buyerDesignParams, res: buyer.buyerDrawingState, access: 'public' },
    bindOrder: { params: buyer.buyerDesignParams, body: buyer.buyerOrder, res: buyer.buyerDesign, access: 'public' },
    /** Lets others look at the design until it is taken back. */
    share: { params: buyer.buyerDesignParams, res: buyer.buyerShare, access: 'public' },
    unshare: { params: buyer.buyerDesignParams, res: ok, access: 'public' },
    /** Begins another design with the layers of this one, for another case or another order. */
    copy: {
      params: buyer.buyerDesignParams,
      body: buyer.buyerDesignAnother,
      res: buyer.buyerDesignBegun,
      access: 'public',
    },
    shared: { params: buyer.buyerDesignParams, res: buyer.buyerSharedDesign, access: 'public' },
    remove: { params: buyer.buyerDesignParams, res: ok, access: 'public' },
    /** Stores the digits with which the buyer finds the design from another phone. */
    setReturn: { params: buyer.buyerDesignParams, body: buyer.buyerReturnMark, res: buyer.buyerDesign, access: 'public' },
    /** Finds a design by its code and those digits; another secret for it is given. */
    find: { body: buyer.buyerReturn, res: buyer.buyerReturned, access: 'public' },
  },
  buyerDesigns: {
    list: { query: buyer.buyerDesignQuery, res: paged(buyer.buyerDesignRow), access: readers.orders },
    bind: { body: buyer.buyerDesignBinding, res: buyer.buyerDesignRow, access: 'orders' },
    /** Hands the design to the platform of its order once more. */
    deliver: { params: idParams, res: buyer.buyerDesignRow, access: 'orders' },
    /** Draws print file and effect image of a submission again, after its drawing failed. */
    draw: { params: idParams, res: buyer.buyerDesignRow, access: 'orders' },
    unbind: { params: idParams, res: buyer.buyerDesignRow, access: 'orders' },
    copy: { params: idParams, body: buyer.buyerDesignCopy, res: buyer.buyerDesignRow, access: 'orders' },
    allow: { params: idParams, body: buyer.buyerDesignAllowance, res: buyer.buyerDesignRow, access: 'orders' },
    reject: { params: idParams, body: buyer.buyerDesignRejection, res: buyer.buyerDesignRow, access: 'orders' },
  },
  // A change names the version that its caller saw, so it needs no idempotency key: a repeated one is refused.
  customizations: {
    design: { params: idParams, res: customizations.customizationDesign, access: 'orders' },
    correct: {
      params: idParams,
      body: customizations.designCorrection,
      res: customizations.customizationDesign,
      access: 'orders',
    },
    compare: { params: idParams, res: customizations.renderingComparison, access: 'orders' },
    render: { params: idParams, body: customizations.versionBody, res: customizations.renderingReply, access: 'orders' },
    versions: { params: idParams, res: z.array(customizations.customizationVersion), access: readers.orders },
    remake: { params: idParams, res: customizations.remakeReply, access: 'orders' },
    restore: { params: idParams, body: customizations.restoreBody, res: customizations.renderingReply, access: 'orders' },
  },
  /** Saved views of the order list, of the calling user alone. */
  orderViews: {
    get: { res: orderViews.orderViews, access: readers.orders },
    put: { body: orderViews.orderViews, res: orderViews.orderViews, access: ['orders', 'factory'] },
  },
  downloadRules: {
    get: { res: orders.downloadRules, access: readers.downloads },
    put: { body: orders.downloadRules, res: orders.downloadRules, access: 'orders' },
  },
  credits: {
    current: { res: credits.accountCredits, access: readers.balance },
    // A GET by the specification, although it opens a payment. With an idempotency key, a repeated call gets the same form.
    paymentForm: { query: credits.paymentFormQuery, res: credits.paymentForm, access: 'credits', idempotent: 'optional' },
  },
  rechargeRecords: {
    list: { query: credits.rechargeQuery, res: paged(credits.rechargeRecord), access: readers.credits },
    syncStatus: { params: idParams, res: credits.syncedStatus, access: readers.credits },
  },
  usageRecords: {
    list: { query: credits.usageQuery, res: paged(credits.usageRecord), access: readers.credits },
    get: { params: idParams, res: credits.usageDetail, access: readers.credits },
    charge: { body: credits.chargeBody, res: credits.chargeReply, access: 'orders', idempotent: true },
    deliver: { body: credits.deliveryBody, res: ok, access: 'orders' },
    correct: { body: credits.correctionBody, res: credits.correctionReply, access: 'orders' },
  },
  erpPrograms: {
    list: { res: z.array(erp.erpProgram), access: readers.factory },
  },
  erpIntegrations: {
    list: { res: z.array(erp.erpIntegration), access: readers.factory },
    create: { body: erp.integrationCreate, res: erp.erpIntegration, access: 'factory' },
    update: { params: idParams, body: erp.integrationUpdate, res: erp.erpIntegration, access: 'factory' },
  },
  factories: {
    list: { res: z.array(erp.factory), access: readers.factory },
    update: { params: idParams, body: erp.factoryUpdate, res: erp.factory, access: 'factory' },
    sync: { query: erp.factoriesSyncQuery, res: erp.factoriesSynced, access: 'factory' },
  },
  factoryPhoneModels: {
    list: { query: erp.factoryQuery, res: z.array(erp.factoryPhoneModel), access: readers.factory },
    startSync: { body: erp.factoryBody, res: erp.factorySyncTask, access: 'factory' },
    // Returns the factory's last sync task; null if there was none.
    syncTask: { query: erp.factoryQuery, res: erp.factorySyncTask.nullable(), access: readers.factory },
  },
  factoryModelBindings: {
    list: { query: erp.modelBindingQuery, res: z.array(erp.modelBinding), access: readers.factory },
    put: { body: erp.modelBindingPut, res: erp.modelBinding, access: 'factory' },
    putMatched: { body: erp.modelBindingsPut, res: erp.modelBindingsReply, access: 'factory' },
    remove: { params: erp.modelBindingParams, res: ok, access: 'factory' },
  },
  factoryMaterials: {
    list: { query: erp.factoryQuery, res: z.array(erp.factoryMaterial), access: readers.factory },
  },
  factoryMaterialBindings: {
    list: { query: erp.factoryQuery, res: z.array(erp.materialBinding), access: readers.factory },
    put: { body: erp.materialBindingPut, res: erp.materialBinding, access: 'factory' },
    remove: { params: erp.materialBindingParams, res: ok, access: 'factory' },
  },
  factoryColorBindings: {
    list: { query: erp.factoryQuery, res: z.array(erp.colorBinding), access: readers.factory },
    put: { body: erp.colorBindingPut, res: erp.colorBinding, access: 'factory' },
    remove: { params: erp.colorBindingParams, res: ok, access: 'factory' },
  },
  webhooks: {
    list: { res: z.array(webhooks.webhook), access: readers.users },
    create: { body: webhooks.webhookCreate, res: webhooks.webhookMade, access: 'users' },
    update: { params: idParams, body: webhooks.webhookUpdate, res: webhooks.webhook, access: 'users' },
    remove: { params: idParams, res: ok, access: 'users' },
    /** Makes a new secret; events are signed with the one before as well for a day. */
    rotate: { params: idParams, res: webhooks.webhookMade, access: 'users' },
    /** Sends a test event at once and answers what came of it. */
    test: { params: idParams, res: webhooks.webhookDelivery, access: 'users' },
    /** Sends all failed deliveries since a time again. */
    replay: { params: idParams, body: webhooks.webhookReplay, res: webhooks.webhookReplayed, access: 'users' },
  },
  webhookDeliveries: {
    list: { query: webhooks.deliveryQuery, res: paged(webhooks.webhookDelivery), access: readers.users },
    get: { params: idParams, res: webhooks.webhookDeliveryDetail, access: readers.users },
    replay: { params: idParams, res: ok, access: 'users' },
  },
  alarms: {
    list: { query: page, res: paged(alarms.alarm), access: readers.orders },
    acknowledge: { body: alarms.acknowledgement, res: alarms.acknowledged, access: ['orders', 'factory'] },
  },
  // Pushes need no idempotency key: each push line is made once, however often it is sent.
  pushes: {
    check: { body: erp.pushOrderBody, res: erp.pushCheck, access: 'factory' },
    push: { body: erp.pushOrderBody, res: erp.pushReply, access: 'factory' },
    lines: { query: erp.pushLineQuery, res: z.array(erp.pushLine), access: readers.orders },
    settle: { body: erp.pushSettle, res: erp.pushSettled, access: 'factory' },
    cancel: { body: erp.pushCancel, res: erp.pushCancelled, access: 'factory' },
  },
  automationRules: {
    list: { res: automation.automationState, access: readers.orders },
    create: { body: automation.ruleCreate, res: automation.automationRule, access: 'orders' },
    update: { params: idParams, body: automation.ruleUpdate, res: automation.automationRule, access: 'orders' },
    remove: { params: idParams, res: ok, access: 'orders' },
    order: { params: idParams, body: ordering, res: ok, access: 'orders' },
    /** Judges the orders of the last 30 days as the rule would have, and changes none. */
    tryOut: { params: idParams, res: automation.ruleDryRun, access: 'orders' },
    /** Switches a rule on that pushes; the caller also needs the permission for credits. */
    arm: { params: idParams, body: automation.ruleArm, res: automation.automationRule, access: 'factory' },
    /** Switches all rules off, or on again as they were. */
    pause: { body: automation.automationPause, res: automation.automationState, access: ['orders', 'factory'] },
    runs: { query: automation.ruleRunQuery, res: paged(automation.ruleRun), access: readers.orders },
    explain: { query: automation.orderAutomationQuery, res: automation.orderAutomation, access: readers.orders },
  },
  orderTags: {
    list: { res: z.array(automation.orderTag), access: readers.orders },
    create: { body: automation.orderTagCreate, res: automation.orderTag, access: 'orders' },
    update: { params: idParams, body: automation.orderTagUpdate, res: automation.orderTag, access: 'orders' },
    remove: { params: idParams, res: ok, access: 'orders' },
  },
  approvals: {
    list: { query: automation.approvalQuery, res: paged(automation.approval), access: readers.orders },
    decide: { params: idParams, body: automation.approvalDecision, res: automation.approvalDecided, access: 'orders' },
  },
} as const satisfies { [R in keyof Routes]: { [K in keyof Routes[R]]: Endpoint } }

export type AppContract = typeof contract
