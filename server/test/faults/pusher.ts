/**
 * A server process reduced to pushing one order of one case. A test kills it between the steps. argv: data directory. STOP:
 * `claimed` (the line is claimed, the factory has not received it) or `created` (the factory has it, nothing is recorded yet);
 * without STOP it runs to the end. HOURS: hours by which its clock is late. It prints `found <json>` with the state found at
 * start, then `stopped` or `done <json>`.
 */

import { writeSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { fileKind } from '../../../contract/constants'
import { createBrand } from '../../domain/catalogue/brands'
import { createMaterial } from '../../domain/catalogue/materials'
import { createModel } from '../../domain/catalogue/models'
import { listFactories, readFactory } from '../../domain/erp/factories'
import { createIntegration } from '../../domain/erp/integrations'
import { replaceMaterials, replaceModels } from '../../domain/erp/lists'
import { putMaterialBinding } from '../../domain/erp/material-bindings'
import { putModelBinding } from '../../domain/erp/model-bindings'
import { pushOrder } from '../../domain/erp/push/push'
import { storeExamined } from '../../domain/files/service'
import { importOrders } from '../../domain/orders/import'
import { demoFactoryKey, openEmbeddedFactory } from '../../embedded/erps/print-factory/factory'
import { directExaminer, runDirectly } from '../../infra/content/work'
import { openDatabase } from '../../infra/db/open'
import { printFactoryKey } from '../../infra/erps/print-factory/erp'
import { createRenderer } from '../../infra/render/renderer'
import { createSealer } from '../../infra/sealer'
import { createLocalStorage } from '../../infra/storage/local'
import { createOwnTickets } from '../../infra/storage/own-tickets'
import type { Ctx } from '../../kernel/context'
import { transact } from '../../kernel/transact'
import type { Erp } from '../../ports/erp'
import { insertShop } from '../rows'

const print = (line: string): void => {
  writeSync(1, `${line}\n`)
}
const stall = <T>(): Promise<T> => {
  print('stopped')
  return new Promise<T>(() => {
    setInterval(() => undefined, 60_000)
  })
}
const [dataDir] = process.argv.slice(2)
if (!dataDir) throw new Error('usage: pusher DATA_DIR')

const { db } = await openDatabase({ dataDir })
const clock = { now: () => new Date(Date.parse('2026-03-01T08:00:00Z') + Number(process.env.HOURS ?? 0) * 3_600_000) }
const { erp: real, factory } = openEmbeddedFactory({ db, clock })
const erp: Erp = {
  ...real,
  async createLine(...args) {
    if (process.env.STOP === 'claimed') return stall()
    const receipt = await real.createLine(...args)
    return process.env.STOP === 'created' ? stall() : receipt
  },
}
const tickets = createOwnTickets({ secret: 'only for tests', publicUrl: '', clock })
const storage = await createLocalStorage(join(dataDir, 'files'), tickets)
const accountId = await accountOf()
// A push uses nothing else of its context.
const ctx = {
  db,
  clock,
  storage,
  examiner: directExaminer,
  renderer: createRenderer(runDirectly),
  erps: { 1: erp },
  pictures: [],
  prints: { secret: 'only for tests', format: 'png' },
  fileSecret: 'only for tests',
  sealer: createSealer('only for tests'),
  publicUrl: 'https://shop.example.com',
  actor: { accountId, userId: 1, username: 'shop', permissions: [] },
  traceId: 'test',
} as unknown as Ctx

async function accountOf(): Promise<number> {
  const known = await db.selectFrom('account').select('id').executeTakeFirst()
  return (known ?? (await db.insertInto('account').values({ name: 'shop' }).returning('id').executeTakeFirstOrThrow())).id
}

/** Creates the factory's key, a bound case and an order, unless they exist. */
async function prepare(): Promise<void> {
  if (await db.selectFrom('shop_order').select('id').executeTakeFirst()) return
  const brand = await createBrand(ctx, { name: '苹果' })
  const model = await createModel(ctx, brand.id, { name: 'iPhone 15' })
  const material = await createMaterial(ctx, { name: '软壳' })
  await createIntegration(ctx, { erp: 1, apiAccessToken: demoFactoryKey })
  const [first] = await listFactories(ctx)
  if (!first) throw new Error('no factory')
  const plain = (await real.materials(printFactoryKey(demoFactoryKey), 'DG01')).find(({ colors }) => colors.length === 0)
  if (!plain) throw new Error('no material of one colour')
  const models = await real.phoneModels(printFactoryKey(demoFactoryKey), 'DG01')
  await transact(ctx, async (inner) => {
    const factory = await readFactory(inner, first.id)
    await replaceModels(inner, factory, models)
    await replaceMaterials(inner, factory, [plain])
  })
  await putModelBinding(ctx, { factoryId: first.id, phoneModelId: model.id, erpPhoneModelCode: 'IP15' })
  await putMaterialBinding(ctx, {
    factoryId: first.id,
    materialId: material.id,
    erpMaterialId: plain.originalId,
    erpMaterialCode: plain.code,
  })
  const star = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="848" height="1748"><circle cx="400" cy="900" r="200"/></svg>',
  )
  const kept = await storeExamined(ctx, {
    owner: ctx.actor.accountId,
    kind: fileKind.order,
    source: await sharp(star).png().toBuffer(),
  })
  await db
    .insertInto('file')
    .values({ account_id: accountId, kind: fileKind.order, name: 'a.png', status: 'ready', ...kept })
    .execute()
  const shopId = await insertShop(db, accountId)
  const info = {
    id: 'd',
    phoneModelId: model.id,
    phoneCaseMaterialId: material.id,
    customizedImageUrl: `/files/${kept.storage_key}`,
  }
  const item = {
    originalId: 'I',
    productOriginalId: null,
    skuOriginalId: null,
    title: '壳',
    imageUrl: null,
    propertiesName: '',
    quantity: 1,
    content: JSON.stringify({ v: 1, phoneCaseCustomizationInfos: [info] }),
    state: 'toMake' as const,
    hold: null,
  }
  const order = {
    originalId: 'O',
    createdAt: 0,
    isPlatformOrder: true,
    mergeSplitStatus: 'INDEPENDENT',
    orderItems: [item],
    childOrders: [],
  } as const
  await importOrders(ctx, shopId, [order], { source: 'api' })
}

await prepare()
const line = await db.selectFrom('push_line').select(['status', 'factory_order_id']).executeTakeFirst()
const shown = await db.selectFrom('shop_order').select('push_status').executeTakeFirstOrThrow()
print(`found ${JSON.stringify({ line: line?.status ?? null, shown: shown.push_status, made: (await factory.orders()).length })}`)

const [only] = await listFactories(ctx)
const { id } = await db.selectFrom('customization').select('id').executeTakeFirstOrThrow()
const orderItems = [{ originalId: 'I', quantity: 1, phoneCaseCustomizationInfos: [{ id }] }]
const reply = await pushOrder(ctx, { factoryId: only?.id ?? 0, orderOriginalId: 'O', orderItems }).catch(
  (error: Error) => error.message,
)
print(`done ${JSON.stringify(reply)}`)
await stall()
