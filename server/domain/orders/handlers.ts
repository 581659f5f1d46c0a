/** Handlers of the calls of orders. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers, Parsed } from '../../../contract/core'
import { itemStateOf } from '../../../contract/rules/item-state'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import { invalid } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { markOrders } from '../rules/marks'
import { readCatalogueUse } from './catalogue-use'
import { storable, storableTexts } from './content'
import { countTabs } from './counts'
import { getOrder, listImages } from './detail'
import { readRules, writeRules } from './download-rules'
import { beginFileImport, countPart, listFileImports, readFileImportRows } from './file-import'
import { keepFileProfile, readFileProfile } from './file-profile'
import { findKnownOrders, type ImportOptions, type ImportResult, importOrders, type OrderWrite, planImport } from './import'
import { listOrders } from './list'
import { settleChange } from './made-as'
import { createManualOrder, proposeNumber, removeManualOrder, updateManualOrder } from './manual-orders'
import { checkNames, drawNamePicture, listNameTemplates } from './names/look'
import { drawNameLine } from './names/make'
import { withOriginals } from './pay-wall'
import { countPicking } from './picking'
import { decidePieces } from './pieces'
import { preflight } from './preflight'
import { setCase } from './set-case'
import { storedUrl } from './snapshot'
import type { GivenItem, OrderFields } from './stored-facts'
import { beginSync, readSync } from './sync'
import { readSyncStates } from './sync-state'
import { dismissUnread } from './unread'
import { readOrderViews, writeOrderViews } from './views'

type ImportBody = Parsed<AppContract['orders']['import']>['body']
type ImportedOrder = ImportBody['orders'][number]
type ImportedItem = ImportedOrder['orderItems'][number]

/** Changes http to https: the hosts of product pictures serve both, and a page loads only https. */
const pictureOf = (url: string | null | undefined, ctx: Ctx): string | null =>
  storedUrl(url?.trim().replace(/^http:\/\/(?!localhost|127\.)/, 'https://') ?? null, undefined, ctx)

/** A state that a file leaves out stays as it is stored; of the API, an item without state and hold is to be made. */
const stateOf = (item: ImportedItem, source: ImportBody['source']): Pick<GivenItem, 'state' | 'hold'> =>
  source === 'file' && (item.state ?? item.hold ?? null) === null ? {} : itemStateOf(item)

const toItem = (ctx: Ctx, item: ImportedItem, source: ImportBody['source']): GivenItem => ({
  originalId: item.originalId,
  productOriginalId: item.productOriginalId,
  skuOriginalId: item.skuOriginalId,
  title: item.title,
  imageUrl: item.imageUrl === undefined ? undefined : pictureOf(item.imageUrl, ctx),
  propertiesName: item.propertiesName,
  quantity: item.quantity,
  content: item.customizationInfo?.content ?? null,
  ...stateOf(item, source),
  platformState: item.platformState == null ? item.platformState : storable(item.platformState).trim() || null,
  merchantSku: item.merchantSku === undefined ? undefined : storable(item.merchantSku?.trim() ?? '') || null,
})

const toFields = (ctx: Ctx, source: ImportBody['source'], order: Omit<ImportedOrder, 'childOrders'>): OrderFields => ({
  originalId: order.originalId,
  createdAt: order.createdAt,
  isPlatformOrder: order.isPlatformOrder,
  mergeSplitStatus: order.mergeSplitStatus,
  ...storableTexts(order),
  paidAt: order.paidAt,
  shipUntil: order.shipUntil,
  flag: order.flag,
  flagText: order.flagText == null ? order.flagText : storable(order.flagText) || null,
  orderItems: order.orderItems.map((item) => toItem(ctx, item, source)),
})

/**
 * Replaces addresses of previews, which the caller got from this server, by those of the customized images in the contents of
 * orders.
 */
async function withOriginalPictures(ctx: Ctx, orders: readonly OrderWrite[]): Promise<OrderWrite[]> {
  const items = orders.flatMap((order) => [order, ...order.childOrders]).flatMap(({ orderItems }) => orderItems)
  const contents = await withOriginals(
    ctx,
    items.map(({ content }) => content),
  )
  const contentOf = new Map(items.map((item, at) => [item, contents[at] ?? null]))
  const withStoredContent = <O extends OrderFields>(order: O): O => ({
    ...order,
    orderItems: order.orderItems.map((item) => ({ ...item, content: contentOf.get(item) ?? null })),
  })
  return orders.map((order) => ({ ...withStoredContent(order), childOrders: order.childOrders.map(withStoredContent) }))
}

/** Programs of others may run on clocks and time zones that differ from ours by this much, ms. */
const futureMs = 24 * 60 * 60_000

/** Refuses orders of the future, which would stand first in the list for ever. */
function checkTimes({ clock }: Ctx, orders: readonly ImportedOrder[]): void {
  const latest = clock.now().getTime() + futureMs
  const check = (createdAt: number, path: string) => {
    if (createdAt > latest) throw invalid(`${path}.createdAt`, '下单时间在将来，须为下单当时的毫秒时间戳')
  }
  orders.forEach((order, at) => {
    check(order.createdAt, `orders.${at}`)
    order.childOrders.forEach((child, of) => {
      check(child.createdAt, `orders.${at}.childOrders.${of}`)
    })
  })
}

async function ordersOf(ctx: Ctx, { orders, source }: ImportBody): Promise<OrderWrite[]> {
  checkTimes(ctx, orders)
  const fields = orders.map((order) => ({
    ...toFields(ctx, source, order),
    childOrders: order.childOrders.map((child) => toFields(ctx, source, child)),
  }))
  return withOriginalPictures(ctx, fields)
}

/** An observation of the future would keep every later one out. */
const optionsOf = ({ clock }: Ctx, { source, observedAt }: ImportBody): ImportOptions => ({
  source,
  observedAt: observedAt === undefined ? undefined : Math.min(observedAt, clock.now().getTime()),
})

/** Imports the orders of a call, and counts them in the record of its files. */
async function importBody(ctx: Ctx, body: ImportBody): Promise<ImportResult> {
  const orders = await ordersOf(ctx, body)
  return transact(ctx, async (inner) => {
    const result = await importOrders(inner, body.shopId, orders, optionsOf(inner, body))
    if (body.fileImport) await countPart(inner, body.shopId, body.fileImport, result)
    return result
  })
}

export const orderHandlers: Pick<
  Handlers<AppContract, Ctx>,
  'orders' | 'manualOrders' | 'nameLists' | 'orderFileImports' | 'orderViews' | 'downloadRules' | 'catalogueUse'
> = {
  orders: {
    list: ({ query }, ctx) => listOrders(ctx, query),
    counts: ({ query }, ctx) => countTabs(ctx, query.shopId),
    picking: ({ query }, ctx) => countPicking(ctx, query),
    get: ({ params }, ctx) => getOrder(ctx, params.id),
    import: async ({ body }, ctx) => importBody(ctx, body),
    planImport: async ({ body }, ctx) => planImport(ctx, body.shopId, await ordersOf(ctx, body), optionsOf(ctx, body)),
    findKnown: ({ body }, ctx) => findKnownOrders(ctx, body.shopId, body.originalIds),
    fileProfile: ({ query }, ctx) => readFileProfile(ctx, query.shopId),
    keepFileProfile: ({ body: { shopId, ...profile } }, ctx) => keepFileProfile(ctx, shopId, profile),
    sync: ({ body }, ctx) => beginSync(ctx, body),
    syncTask: ({ params }, ctx) => readSync(ctx, params.taskId),
    syncStates: (_, ctx) => readSyncStates(ctx),
    dismissUnread: ({ params }, ctx) => okReply(dismissUnread(ctx, params.id)),
    mark: ({ body }, ctx) => markOrders(ctx, body),
    setCase: ({ body }, ctx) => setCase(ctx, body),
    customizedImages: ({ query }, ctx) => listImages(ctx, query.orderIds),
    preflight: ({ body }, ctx) => preflight(ctx, body.customizationIds),
    decidePieces: ({ params, body }, ctx) => decidePieces(ctx, params.id, params.itemId, body.pieces),
    settleChange: ({ params, body }, ctx) => settleChange(ctx, params.id, params.itemId, body.text),
  },
  manualOrders: {
    number: (_, ctx) => proposeNumber(ctx),
    create: ({ body }, ctx) => createManualOrder(ctx, body),
    update: ({ params, body }, ctx) => okReply(updateManualOrder(ctx, params.id, body)),
    remove: ({ params }, ctx) => okReply(removeManualOrder(ctx, params.id)),
    draw: ({ params, body }, ctx) => okReply(drawNameLine(ctx, { orderId: params.id, line: params.line }, body)),
  },
  nameLists: {
    templates: ({ query }, ctx) => listNameTemplates(ctx, query),
    check: ({ body }, ctx) => checkNames(ctx, body),
    picture: ({ body }, ctx) => drawNamePicture(ctx, body),
  },
  orderFileImports: {
    list: ({ query }, ctx) => listFileImports(ctx, query),
    begin: ({ body }, ctx) => beginFileImport(ctx, body),
    rows: ({ params }, ctx) => readFileImportRows(ctx, params.id),
  },
  catalogueUse: {
    get: ({ query }, ctx) => readCatalogueUse(ctx, query),
  },
  orderViews: {
    get: (_, ctx) => readOrderViews(ctx),
    put: ({ body }, ctx) => writeOrderViews(ctx, body),
  },
  downloadRules: {
    get: (_, ctx) => readRules(ctx),
    put: ({ body }, ctx) => writeRules(ctx, body),
  },
}
