/** An order with a sub-order and a customization, a sync of the shop, and requests that refer to them. */
import type { ShopCustomizationUrls, StoredFile } from '../../../contract/types'
import type { TestServer } from '../server'
import type { Shop } from './shop'

export interface OrderedShop {
  readonly token: string
  /** Id of the shop that was added by hand; orders are imported into it. */
  readonly shop: number
  /** Id of the authorised shop; orders are synced into it. */
  readonly taobaoShop: number
  readonly brand: number
  readonly model: number
  readonly material: number
  readonly color: number
  readonly template: number
  /** The customized image. */
  readonly picture: StoredFile
}

export type OrderRows = Pick<Shop, 'params' | 'queries' | 'bodies'> & {
  /** Id of a customization that can be paid for. */
  readonly customization: number
}

export async function openOrders(server: TestServer, of: OrderedShop): Promise<OrderRows> {
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await server.call(method, path, { token: of.token, body })
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
    return reply.body
  }
  const layer = {
    id: 1,
    uuid: 'l',
    name: '照片',
    type: 'IMAGE',
    imageFileId: of.picture.id,
    imageUrl: of.picture.url,
    rotation: 0,
    width: 50,
    height: 104,
    originalWidth: 50,
    originalHeight: 104,
    left: 0,
    top: 0,
    index: 0,
    locked: false,
    isBackground: false,
    isUserUploadImage: true,
    horizontalFlip: false,
    verticalFlip: false,
  }
  const info = {
    id: 'design-1',
    phoneBrandId: of.brand,
    phoneModelId: of.model,
    phoneCaseMaterialId: of.material,
    phoneCaseMaterialColorId: of.color,
    phoneBrandName: '苹果',
    phoneModelName: 'iPhone 15',
    phoneCaseMaterialName: '硅胶',
    phoneCaseMaterialColorName: '黑',
    customizedImageUrl: of.picture.url,
    previewImageUrl: of.picture.url,
    design: {
      templateId: of.template,
      templateRevision: 1,
      canvas: { width: 50, height: 104 },
      layers: [layer],
    },
  }
  const item = {
    originalId: '1011032513942101326',
    productOriginalId: 'item-1',
    skuOriginalId: 'sku-1',
    title: '定制手机壳',
    imageUrl: 'https://img.alicdn.com/a.jpg',
    propertiesName: '型号:iPhone 15',
    quantity: 1,
    customizationInfo: { content: JSON.stringify({ v: 1, phoneCaseCustomizationInfos: [info] }) },
    hold: null,
  }
  const part = {
    originalId: '1011032513942101327',
    createdAt: Date.parse('2026-02-20T08:00:00Z'),
    isPlatformOrder: true,
    mergeSplitStatus: 'MERGE_CHILD',
    orderItems: [item],
  }
  const order = { ...part, originalId: 'M1011032513942101325', mergeSplitStatus: 'MERGE_PARENT', childOrders: [part] }
  const orderImport = { shopId: of.shop, orders: [order] }
  const fileImport = {
    shopId: of.shop,
    files: [{ name: '订单.csv', sha256: 'a'.repeat(64) }],
    orders: 1,
    parts: 1,
    skipped: 1,
    refused: 0,
    rows: [{ file: '订单.csv', rows: '2', orderNo: '1', outcome: 'skipped', reason: '已发货或已结束' }],
  }
  const { id: importId } = await call('POST', '/api/order_file_imports', fileImport)
  const manualLines = [{ phoneModelId: of.model, materialColorId: of.color, quantity: 1, design: { kind: 'later' } }]
  const nameRow = { phoneModelId: of.model, materialColorId: of.color, texts: [] }
  const manualOrder = { shopId: of.shop, originalId: null, lines: manualLines }
  const { orderId: manualId } = await call('POST', '/api/manual_orders', manualOrder)
  const { orders } = await call('POST', '/api/orders/import', orderImport)
  const id: number = orders[0].id
  const sync = { shopId: of.taobaoShop, createdAtStart: Date.parse('2026-02-01T00:00:00Z') }
  const task = await call('POST', '/api/orders/sync', sync)
  const detail = await call('GET', `/api/orders/${id}`)
  const [{ id: itemId, customizations }] = detail.orderItems
  const customization: number = customizations[0].id
  const shops: ShopCustomizationUrls[] = await call('GET', '/api/shop_customization_urls')
  const [link] = shops.flatMap(({ customizationUrls }) => customizationUrls)
  const start = { phoneModelId: of.model, materialColorId: of.color, templateId: of.template }
  const { design } = await call('POST', `/api/buyer/links/${link?.url.split('/').pop()}/designs`, start)
  return {
    customization,
    params: {
      orders: { id, taskId: task.id, itemId },
      customizations: { id: customization },
      orderFileImports: { id: importId },
      manualOrders: { id: manualId, line: 1 },
      buyerDesigns: { id: design.id },
    },
    queries: {
      'nameLists.templates': `id=${of.template}`,
      'orders.counts': `shopId=${of.shop}`,
      'orders.picking': `shopId=${of.shop}`,
      'orders.list': `shopId=${of.shop}&downloaded=false&keyword=iphone&state=toMake&mergeSplitStatus=MERGE_CHILD`,
      'buyerDesigns.list': `shopId=${of.shop}&status=draft`,
      'orderFileImports.list': 'pageNo=1&pageSize=20',
      'orders.customizedImages': `orderIds=${id}`,
      'orders.fileProfile': `shopId=${of.shop}`,
    },
    bodies: {
      'buyerDesigns.bind': { code: design.code, orderId: id },
      'buyerDesigns.copy': { orderId: id },
      'buyerDesigns.allow': { submittedRevision: 1 },
      'buyerDesigns.reject': { reason: '照片太暗' },
      'orders.import': orderImport,
      'orders.planImport': orderImport,
      'orders.findKnown': { shopId: of.shop, originalIds: [part.originalId, '7'] },
      'orders.keepFileProfile': {
        shopId: of.shop,
        columns: { f1: { orderNo: '订单号', title: null } },
        states: { doudian: { 备货中: 'toMake' } },
      },
      'orderFileImports.begin': fileImport,
      'manualOrders.create': manualOrder,
      'manualOrders.update': { lines: manualLines.map((line) => ({ ...line, itemId: null })) },
      'manualOrders.draw': { templateId: of.template, revision: 1, row: nameRow },
      'nameLists.check': { templateId: of.template, rows: [nameRow] },
      'nameLists.picture': { templateId: of.template, row: nameRow },
      'orders.sync': sync,
      'orders.settleChange': { text: '推送后买家改了数量' },
      'orders.decidePieces': { pieces: [{ customizationId: customization, pieces: 1 }] },
      'customizations.correct': { version: 1, width: 50, height: 104, layers: [layer] },
      'customizations.render': { version: 1 },
      'customizations.restore': { version: 1, restore: 1 },
      'orderViews.put': {
        revision: 0,
        views: [
          {
            id: 'v1',
            name: '苹果待推送',
            query: 'pushed=false',
            layout: { density: 'compact', choices: { effect: false }, order: ['push'] },
          },
        ],
      },
      'downloadRules.put': {
        rules: ['ORIGINAL_ID', 'ORDER_ID', 'CUSTOMIZATION_INFO', 'ORDER_ITEM_INDEX', 'SKU_INDEX', 'QUANTITY'],
        withOrderIdFile: true,
      },
    },
  }
}
