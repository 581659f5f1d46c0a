/** One of everything that a merchant can own, created through the API, with valid bodies for requests on it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { crc32, deflateSync } from 'node:zlib'
import { fileKind } from '../../../contract/constants'
import { printPresets } from '../../../contract/rules/print-profile'
import { cmykProfile } from '../../../imaging/tiff/test/cmyk-profile'
import { notify } from '../../domain/notifications/notifications'
import type { TestServer } from '../server'
import { openCredits } from './shop-credits'
import { openErp } from './shop-erp'
import { openFloor } from './shop-floor'
import { openOrders } from './shop-orders'
import { openShops } from './shop-shops'

/** A TTF file with Chinese glyphs. */
export const fontBytes = readFileSync(
  createRequire(import.meta.url).resolve('@expo-google-fonts/zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular.ttf'),
)

/** Returns a PNG of one colour. */
export function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const framed = Buffer.alloc(body.length + 8)
    framed.writeUInt32BE(data.length, 0)
    body.copy(framed, 4)
    framed.writeUInt32BE(crc32(body), body.length + 4)
    return framed
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const pixels = deflateSync(
    Buffer.alloc((width * 4 + 1) * height, 0x7f).map((byte, at) => (at % (width * 4 + 1) === 0 ? 0 : byte)),
  )
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

export interface Shop {
  readonly token: string
  /** Path parameters of this shop's rows, by resource of the contract. */
  readonly params: Readonly<Record<string, Readonly<Record<string, string | number>>>>
  /** A valid body for each endpoint, with this shop's own ids. */
  readonly bodies: Readonly<Record<string, unknown>>
  /** Queries that select this shop's rows. */
  readonly queries: Readonly<Record<string, string>>
}

export async function openShop(server: TestServer): Promise<Shop> {
  const account = await server.newAccount()
  const { token } = account
  const make = async (path: string, body: unknown): Promise<number> => {
    const reply = await server.call('POST', path, { token, body })
    if (reply.status !== 200) throw new Error(`POST ${path}: ${reply.status} ${reply.text}`)
    return reply.body.id ?? reply.body.webhook.id
  }
  const brand = await make('/api/phone_brands', { name: '苹果' })
  const model = await make(`/api/phone_brands/${brand}/phone_models`, { name: 'iPhone 15' })
  const material = await make('/api/phone_case_materials', { name: '硅胶' })
  const color = await make(`/api/phone_case_materials/${material}/colors`, { name: '黑', defaultBackgroundColor: '#000000' })
  const deleted = await make('/api/phone_brands', { name: '旧品牌' })
  await server.call('DELETE', `/api/phone_brands/${deleted}`, { token })
  const picture = await server.upload(token, fileKind.wireframe, 'front.png', png(50, 104))
  const layerPicture = await server.upload(token, fileKind.templateLayer, 'layer.png', png(20, 20))
  const frame = { width: 50, height: 104, foregroundImageFileId: picture.id }
  const wireframe = await make('/api/phone_case_wireframes', frame)
  const sku = {
    phoneBrandId: brand,
    phoneModelId: model,
    materialId: material,
    materialColorId: color,
    wireframeId: wireframe,
    enabled: true,
  }
  await make('/api/phone_case_skus', sku)
  const asset = await server.upload(token, fileKind.designAsset, 'asset.png', png(30, 60))
  const assets = await make('/api/design_asset_collections', { type: 2, name: '可爱' })
  const putAsset = { type: 2, collectionId: assets, fileId: asset.id }
  const sticker = await make('/api/design_assets', putAsset)
  const fontFile = await server.upload(token, fileKind.font, 'a.ttf', fontBytes)
  const preview = await server.upload(token, fileKind.templateThumbnail, 'a.png', png(60, 32))
  const putFont = {
    name: '快乐体',
    fontFileId: fontFile.id,
    previewImageFileId: preview.id,
    activePreviewImageFileId: preview.id,
  }
  const font = await make('/api/shop_fonts', putFont)
  const fontColor = await make('/api/shop_font_colors', { hexCode: '#123456' })
  const putPlaceholder = { aiCutoutType: 'head', url: layerPicture.url }
  const placeholder = await make('/api/ai_cutout_placeholder_images', putPlaceholder)
  const cut = {
    imageUrl: layerPicture.url,
    type: 'common',
    fileName: 'layer.png',
    fileSize: layerPicture.size,
    width: 20,
    height: 20,
    outputImageFormat: 'png',
  }
  const ticket = await server.call('POST', '/api/image_cutout_task/token', { token, body: cut })
  const collection = await make('/api/design_template_collections', { name: '春季' })
  const layer = {
    id: null,
    uuid: 'layer-1',
    type: 'IMAGE',
    imageUrl: layerPicture.url,
    imageFileId: layerPicture.id,
    rotation: 0,
    width: 20,
    height: 20,
    originalWidth: 20,
    originalHeight: 20,
    left: 0,
    top: 0,
    index: 0,
    locked: false,
    isBackground: false,
    isUserUploadImage: false,
    horizontalFlip: false,
    verticalFlip: false,
  }
  const drawn = { width: 50, height: 104, layers: [layer] }
  const design = { ...drawn, thumbnailFileId: null }
  const template = await make('/api/design_templates', { collectionId: collection, ...design })
  const putComponent = { width: 20, height: 20, layers: [layer], thumbnailFileId: null }
  const component = await make('/api/design_components', { name: '店标', ...putComponent })
  const iccFile = await server.upload(token, fileKind.colorProfile, 'printer.icc', Buffer.from(await cmykProfile()))
  const putPrintProfile = {
    name: '二号机',
    settings: printPresets.maintop.profile,
    icc: { fileId: iccFile.id, name: 'printer.icc' },
  }
  const printProfile = await make('/api/print_profiles', { ...putPrintProfile, name: '一号机' })
  const listing = {
    settings: { background: { kind: 'studio' }, margin: 8, fitted: true, mark: null, text: null },
    templateIds: [template],
    cases: [{ phoneModelId: model, materialColorId: color }],
    poses: ['front'],
    sizes: ['800x800'],
  }
  const listingRun = await make('/api/listing_pictures', listing)
  await server.call('PUT', `/api/design_templates/${template}/draft`, { token, body: { revision: 1, ...drawn } })
  const begun = { type: 'body', fileId: layerPicture.id, taskId: '1' }
  await server.call('PUT', `/api/design_templates/${template}/cutouts/layer-1`, { token, body: begun })
  const colleague = await make('/api/users/sub_accounts', { username: 'zhang', password: 'long enough', permissions: [] })
  const move = { next: null }
  const selling = await openShops(server, account, { brand, model, material, collection, template })
  const print = await server.upload(token, fileKind.order, 'print.png', png(50, 104))
  const ordered = await openOrders(server, { ...selling, token, brand, model, material, color, template, picture: print })
  const paid = await openCredits(server, { token, customization: ordered.customization })
  const made = await openErp(server, { token, brand, model, material, color, customization: ordered.customization })
  const floor = await openFloor(server, {
    ...{ token, accountId: account.accountId, shop: Number(selling.params.shops?.id), order: Number(ordered.params.orders?.id) },
    ...{ customization: ordered.customization, model, color, profile: printProfile },
  })
  const actor = { accountId: account.accountId, userId: 0, username: '', permissions: [] }
  await notify({ ...server.deps, actor }, { kind: 'order-sync-failed', subject: 'shop:1', words: '同步失败', target: 'orders' })
  const apiKey = await make('/api/api_keys', {
    name: '发货程序',
    rights: { orders: 'read' },
    expiresAt: server.clock.now().getTime() + 86_400_000,
  })
  const tag = await make('/api/order_tags', { name: '加急' })
  const putRule = { name: '提醒', conditions: [{ kind: 'age', days: 3 }], actions: [{ kind: 'tag', tagId: tag }] }
  const rule = await make('/api/automation/rules', putRule)
  const putWebhook = { name: '我的程序', url: 'https://hooks.example.com/in', events: ['order.created'], shopIds: null }
  const webhook = await make('/api/webhooks', putWebhook)
  const tested = await server.call('POST', `/api/webhooks/${webhook}/test`, { token })
  const order = ordered.params.orders?.id
  return {
    token,
    params: {
      automationRules: { id: rule },
      orderTags: { id: tag },
      approvals: { id: order ?? 0 },
      webhooks: { id: webhook },
      webhookDeliveries: { id: tested.body.id },
      subAccounts: { id: colleague },
      apiKeys: { id: apiKey },
      phoneBrands: { id: brand },
      phoneModels: { brandId: brand, id: model },
      phoneCaseMaterials: { id: material },
      materialColors: { materialId: material, id: color },
      phoneCaseSkus: { key: `${model}-${color}` },
      wireframes: { id: wireframe },
      designAssetCollections: { id: assets },
      designAssets: { id: sticker },
      shopFonts: { id: font },
      shopFontColors: { id: fontColor },
      cutoutPlaceholders: { id: placeholder },
      templateCollections: { id: collection },
      listingPictures: { id: listingRun },
      templates: { id: template },
      designComponents: { id: component },
      templateCutouts: { id: template, uuid: 'layer-1', taskId: '1' },
      printProfiles: { id: printProfile },
      templateDrafts: { id: template, userId: account.userId },
      ...selling.params,
      ...ordered.params,
      ...paid.params,
      ...made.params,
      ...floor.params,
    },
    queries: {
      'phoneCaseSkus.list': `phoneModelIds=${model}`,
      'wireframes.list': `ids=${wireframe}`,
      'designAssetCollections.list': 'type=2',
      'designAssets.list': `collectionId=${assets}`,
      'designAssets.names': 'type=2',
      'designAssets.some': `ids=${sticker}`,
      'catalogueUse.get': `kind=brand&ids=${brand}`,
      'trash.list': 'pageNo=1',
      'audit.list': 'pageNo=1',
      'notifications.list': 'pageNo=1',
      'home.trends': 'by=shop',
      'cutoutPlaceholders.list': 'aiCutoutType=head',
      'templateUse.get': `kind=collection&ids=${collection}`,
      'templates.list': `collectionId=${collection}`,
      'templates.some': `ids=${template}`,
      'automationRules.runs': `ruleId=${rule}`,
      'automationRules.explain': `orderId=${order}`,
      'approvals.list': 'pageNo=1',
      'webhookDeliveries.list': `webhookId=${webhook}`,
      ...selling.queries,
      ...ordered.queries,
      ...paid.queries,
      ...made.queries,
      ...floor.queries,
    },
    bodies: {
      'subAccounts.update': { enabled: false },
      'phoneBrands.update': { name: '新名称' },
      'phoneBrands.order': move,
      'phoneModels.create': { name: '新名称' },
      'phoneModels.createMany': { names: ['新名称'] },
      'phoneModels.update': { name: '新名称', favorited: true },
      'phoneModels.remove': { ids: [model] },
      'phoneModels.order': move,
      'phoneLibrary.add': { phones: ['苹果 iPhone 16'], colorIds: [color], materials: [], wireframes: false, enabled: false },
      'phoneCaseMaterials.update': { name: '新名称' },
      'phoneCaseMaterials.order': move,
      'materialColors.create': { name: '新名称' },
      'materialColors.update': { name: '新名称', enabled: false },
      'materialColors.order': move,
      'phoneCaseSkus.create': sku,
      'phoneCaseSkus.createMany': { items: [sku] },
      'phoneCaseSkus.update': { enabled: false },
      'wireframes.create': frame,
      'wireframes.update': { width: 50, height: 104 },
      'notifications.markRead': { ids: [1] },
      'trash.restore': { kind: 'brand', ids: [deleted] },
      'files.uploadResult': { success: true, fileId: picture.id },
      'designAssetCollections.create': { type: 2, name: '新名称' },
      'designAssetCollections.update': { id: assets, name: '新名称' },
      'designAssetCollections.order': { id: assets, next: null },
      'designAssets.create': putAsset,
      'designAssets.update': { name: '新名称' },
      'designAssets.order': { id: sticker, next: null },
      'shopFonts.create': putFont,
      'shopFonts.update': { name: '新名称' },
      'shopFonts.order': { activeId: font, next: null },
      'shopFontColors.create': { hexCode: '#654321' },
      'shopFontColors.update': { enabled: false },
      'shopFontColors.order': { activeId: fontColor, next: null },
      'cutoutPlaceholders.create': putPlaceholder,
      'cutouts.token': cut,
      'cutoutTasks.create': { ...cut, token: ticket.body.token },
      'templateCollections.update': { name: '新名称' },
      'templateCollections.order': move,
      'listingPictures.start': listing,
      'listingPictures.preview': {
        ...{ settings: listing.settings, templateId: template, phoneModelId: model, materialColorId: color },
        ...{ pose: 'front', size: '800x800' },
      },
      'templates.create': { collectionId: collection, ...design },
      'templates.addStarters': { collectionId: collection, starters: ['name'] },
      'templates.save': { revision: 1, ...design },
      'templates.settings': { enabled: false },
      'printProfiles.create': putPrintProfile,
      'printProfiles.save': putPrintProfile,
      'designComponents.create': { name: '店标', ...putComponent },
      'designComponents.save': { revision: 1, ...putComponent },
      'designComponents.rename': { name: '新名称' },
      'designComponents.revert': { revision: 1, to: 1 },
      'templateCutouts.put': begun,
      'templateDrafts.put': { revision: 1, ...drawn },
      'templates.copy': {},
      'templates.order': move,
      'automationRules.create': putRule,
      'automationRules.update': { name: '新名称' },
      'orderTags.update': { name: '新名称' },
      'automationRules.order': move,
      'automationRules.arm': { version: 1, dailyOrders: 1, dailyPieces: 1, maxAgeDays: 1 },
      'webhooks.create': putWebhook,
      'webhooks.update': { name: '新名称' },
      'webhooks.replay': { since: 0 },
      'orders.mark': { orderIds: [order], heldBack: '新名称' },
      'approvals.decide': { designs: 'x', facts: 'x', answer: 'approved' },
      ...selling.bodies,
      ...ordered.bodies,
      ...paid.bodies,
      ...made.bodies,
      ...floor.bodies,
    },
  }
}
