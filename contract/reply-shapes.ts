/**
 * The fields that the plugin requires of a successful answer, per call: an answer of another program or a proxy without them becomes
 * an error message and never breaks a page. Plain data for the plugin's bundle, which has no schemas; reply-shapes.test.ts compares
 * it with them.
 */
import type { Routes } from './routes'

/** A list of records, or an object with these fields: `rows[]` a list of records, `ids()` any list, `line{}` a record, `total#` a number. */
export type ReplyShape = 'list' | readonly `${string}${'[]' | '()' | '{}' | '#'}`[]

const page = ['items[]', 'totalItems#'] as const

export const replyShapes: { readonly [R in keyof Routes]?: { readonly [K in keyof Routes[R]]?: ReplyShape } } = {
  users: { me: ['permissions()'] },
  subAccounts: { list: 'list' },
  apiKeys: { list: 'list' },
  audit: { list: page },
  phoneBrands: { list: 'list' },
  phoneModels: { list: 'list', createMany: 'list' },
  catalogueUse: { get: ['openOrders#', 'designs#', 'products#'] },
  trash: { list: page },
  phoneCaseMaterials: { list: 'list' },
  phoneCaseSkus: { list: 'list', createMany: 'list' },
  wireframes: { list: 'list', get: ['layers[]'] },
  files: { uploadForm: ['params{}'], taobao: ['file{}'] },
  designAssetCollections: { list: 'list' },
  designAssets: { list: page, names: 'list', some: 'list', known: 'list' },
  shopFonts: { list: 'list' },
  shopFontColors: { list: 'list' },
  cutoutPlaceholders: { list: 'list' },
  cutoutTasks: { create: ['resultImageUrls()'], get: ['resultImageUrls()'] },
  templateCollections: { list: 'list' },
  templateUse: { get: ['links#', 'skus#', 'emptied#'] },
  templates: { list: page, get: ['layers[]'], create: ['layers[]'], save: ['layers[]'] },
  shops: { list: 'list' },
  products: { list: page, sync: ['products[]', 'missing()'] },
  customizationSettings: { list: 'list', copy: ['settings[]'] },
  customizationUrls: { list: 'list' },
  miniApp: { templates: 'list' },
  home: { trends: ['from#', 'items[]'] },
  notifications: { list: [...page, 'unread#'] },
  orders: {
    list: page,
    get: ['orderItems[]', 'push{}', 'unplacedCodes[]', 'childOrders[]', 'snapshots[]'],
    sync: ['id#', 'fetched#'],
    syncTask: ['id#', 'fetched#'],
    syncStates: ['shops[]'],
    planImport: 'list',
    fileProfile: ['columns{}', 'states{}'],
    customizedImages: 'list',
    preflight: 'list',
  },
  manualOrders: { create: ['orderId#'] },
  orderFileImports: { list: page, begin: ['id#'], rows: 'list' },
  customizations: { design: ['layers[]'], correct: ['layers[]'], versions: 'list' },
  buyerDesigns: { list: page },
  downloadRules: { get: ['rules()'] },
  credits: { current: ['credits#'] },
  rechargeRecords: { list: page },
  usageRecords: {
    list: page,
    get: ['lines[]'],
    charge: ['charged()', 'alreadyCharged()', 'insufficient()', 'refused[]', 'images[]'],
    correct: ['corrected()'],
  },
  erpPrograms: { list: 'list' },
  erpIntegrations: { list: 'list' },
  factories: { list: 'list', sync: ['factories[]'] },
  factoryPhoneModels: { list: 'list', syncTask: ['startedAt#'] },
  factoryModelBindings: { list: 'list', putMatched: ['bound[]', 'kept[]'] },
  factoryMaterials: { list: 'list' },
  factoryMaterialBindings: { list: 'list' },
  factoryColorBindings: { list: 'list' },
  webhooks: {
    list: 'list',
    create: ['webhook{}'],
    rotate: ['webhook{}'],
    update: ['events()'],
    replay: ['replayed#'],
  },
  webhookDeliveries: { list: page, get: ['attempts[]'] },
  alarms: { list: page, acknowledge: ['acknowledged()'] },
  pushes: {
    check: ['problems[]', 'asks[]', 'undecided[]', 'warnings[]'],
    push: ['factoryOrderIds()'],
    lines: 'list',
    settle: ['line{}'],
    cancel: 'list',
  },
  automationRules: {
    list: ['rules[]'],
    pause: ['rules[]'],
    tryOut: ['would{}', 'refused[]', 'unmatched[]', 'samples[]'],
    runs: page,
    explain: ['rules[]', 'refusals[]', 'runs[]'],
  },
  orderTags: { list: 'list' },
  approvals: { list: page },
}
