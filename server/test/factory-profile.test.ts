/** Print files of factories that are written by a print profile: made once before a push, and fetched by the factory. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { type PrintProfile, printPresets } from '../../contract/rules/print-profile'
import { printProfileWrite } from '../../contract/schemas/print-profiles'
import type { PushCheck } from '../../contract/types'
import { learnPdf } from '../../imaging/plates/learn-pdf'
import { learnTiff } from '../../imaging/plates/learn-tiff'
import { cmykProfile } from '../../imaging/tiff/test/cmyk-profile'
import { readTiff } from '../../imaging/tiff/tiff-reader'
import { listFactories, updateFactory } from '../domain/erp/factories'
import { readCheck } from '../domain/erp/push/check'
import { sweepPrints } from '../domain/erp/push/profile-prints'
import { pushOrder } from '../domain/erp/push/push'
import { storeOwnFile } from '../domain/files/service'
import { sweepUnused } from '../domain/files/unused'
import { createPrintProfile, removePrintProfile, savePrintProfile } from '../domain/print-profiles/print-profiles'
import type { AppEnv, HttpDeps } from '../http/environment'
import { asFailure, failureReply } from '../http/errors'
import { mountPrintFiles } from '../http/print-files'
import { runDirectly } from '../infra/content/work'
import type { Engine } from '../infra/jobs/engine'
import { createSheets } from '../infra/render/sheets/sheets'
import { factoryPrintWork } from '../jobs/factory-prints'
import type { Ctx } from '../kernel/context'
import type { Sheets } from '../ports/sheets'
import { type Domain, expectFailure, openDomain } from './domain'
import { openTestEngine } from './jobs'
import { openPushShop, type PushShop, paint, storePicture } from './push-shop'

let domain: Domain
let shop: PushShop
let engine: Engine
let ctx: Ctx
let folder: string
let iccId: number
const app = new Hono<AppEnv>()
/** Sheets that were made, by the picture's name. */
const made: string[] = []

beforeAll(async () => {
  domain = await openDomain()
  shop = await openPushShop(domain)
  engine = await openTestEngine(domain.deps.db)
  ctx = { ...shop.ctx, jobs: engine }
  folder = await mkdtemp(join(tmpdir(), 'kejiang-factory-'))
  const real = createSheets({ run: runDirectly, folder, concurrency: 1 })
  const sheets: Sheets = {
    makeSheet(input) {
      made.push(...input.pictures.map(({ name }) => name))
      return real.makeSheet(input)
    },
  }
  for (const queue of factoryPrintWork({ ...ctx, sheets }, (message, error) => console.error(message, error)))
    await engine.work(queue)
  const icc = { kind: fileKind.colorProfile, name: 'uv.icc', source: Buffer.from(await cmykProfile()) }
  iccId = (await storeOwnFile(ctx, icc)).id
  app.onError((error, c) => failureReply(c, asFailure(error, 'test', { error: (message) => console.error(message) })))
  mountPrintFiles(app, ctx as Ctx & Pick<HttpDeps, 'settings'>)
})
afterAll(async () => {
  await engine.stop()
  await domain.close()
  await rm(folder, { recursive: true, force: true })
})

let names = 0
async function profileOf(settings: PrintProfile, withIcc = settings.colors === 'cmyk') {
  const icc = withIcc ? { fileId: iccId, name: 'uv.icc' } : null
  const write = printProfileWrite.parse({ name: `配置 ${++names}`, settings, icc })
  return createPrintProfile(ctx, write)
}
const choose = (printProfileId: number | null) => updateFactory(ctx, shop.factories.dongguan, { printProfileId })
async function chosen(settings: PrintProfile, withIcc?: boolean) {
  const profile = await profileOf(settings, withIcc)
  await choose(profile.id)
  return profile
}
const push = async (number: string) => pushOrder(ctx, await shop.seen(number))
const check = async (number: string) => readCheck(ctx, await shop.seen(number))
const texts = ({ problems, warnings }: PushCheck) => [...problems, ...warnings].map(({ message }) => message)
async function lastAddress(): Promise<string> {
  const ordered = (await domain.factory.orders()).at(-1)
  return new URL(ordered?.params.image_url ?? '').pathname
}
async function fetched(path: string, init: RequestInit = {}) {
  const reply = await app.request(path, init)
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}
/** Returns how a TIFF is written, and the share of it that its first plate covers. */
async function readPlates(bytes: Buffer) {
  const bytesAt = async (offset: number, length: number) => new Uint8Array(bytes.subarray(offset, offset + length))
  const { profile } = await learnTiff(bytesAt)
  const { samples, width, height, rows } = await readTiff(bytesAt)
  const all = await rows(0, height)
  let ink = 0
  for (let at = 4; at < all.length; at += samples) ink += all[at] as number
  return { profile, size: { width, height }, covered: ink / (255 * width * height) }
}

describe('a push to a factory with a print profile', () => {
  test('a push hands out a TIFF with the plates of the profile, which is made once and fetched as it was stored', async () => {
    await chosen({ ...printPresets.maintop.profile, fileName: ['ORIGINAL_ID', 'QUANTITY'] })
    await shop.order('F1')
    made.length = 0
    expect(await check('F1')).toMatchObject({ problems: [], warnings: [] })
    expect(await push('F1')).toMatchObject({ status: 'pushed' })
    expect(made).toEqual(['苹果 iPhone 15'])
    const path = await lastAddress()
    expect(path).toMatch(/^\/print_files\/\d+-p\d+-[\w-]{32}\.tif$/)
    const print = await fetched(path)
    expect(print.status).toBe(200)
    expect(Object.fromEntries(print.headers)).toMatchObject({
      'content-type': 'image/tiff',
      'content-length': String(print.bytes.length),
      'accept-ranges': 'bytes',
    })
    expect(print.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('F1_定制1张.tif')}`)
    const { profile, covered, size } = await readPlates(print.bytes)
    const { plates, dpi, compression } = printPresets.maintop.profile
    const kinds = plates.map(({ name, role, extraSample }) => ({ name, role, extraSample }))
    expect(profile).toMatchObject({ colors: 'cmyk', plates: kinds, dpi, compression })
    // Everything but the camera's hole, a circle with an eighth of the width, and the choke of 0.2 mm.
    const hole = (Math.PI * (71.6 / 8 + 0.2) ** 2) / (71.6 * 147.6)
    expect(covered).toBeCloseTo((71.2 * 147.2) / (71.6 * 147.6) - hole, 2)
    // The print area of the first factory's iPhone 15: 71.6 × 147.6 mm.
    expect(size).toEqual({ width: 846, height: 1743 })
    expect((await fetched(path)).bytes.equals(print.bytes)).toBe(true)
    expect((await fetched(path, { headers: { 'if-none-match': print.headers.get('etag') ?? '' } })).status).toBe(304)
    expect(await push('F1')).toMatchObject({ status: 'already' })
    expect(made).toHaveLength(1)
  })

  test('a refused line keeps its file for the next push, and its delivery is recorded when it is fetched', async () => {
    await chosen(printPresets.onyx.profile)
    await shop.order('F2')
    made.length = 0
    domain.factory.refuseNext('机器维修中', '/order/create')
    await expectFailure(push('F2'), 'invalid', undefined, '机器维修中')
    await push('F2')
    expect(made).toHaveLength(1)
    const path = await lastAddress()
    const id = Number(/(\d+)-p/.exec(path)?.[1])
    const delivered = () =>
      ctx.db.selectFrom('picture_delivery').select('customization_id').where('customization_id', '=', id).execute()
    await fetched(path, { method: 'HEAD' })
    expect(await delivered()).toEqual([])
    await fetched(path)
    expect(await delivered()).toEqual([{ customization_id: id }])
  })

  test('a material says how its cases get white ink, and the check of the push names it', async () => {
    await chosen(printPresets.onyx.profile)
    const setWhite = (white_ink: 'none' | 'profile') =>
      ctx.db.updateTable('material').set({ white_ink }).where('id', '=', shop.material.id).execute()
    await setWhite('none')
    await shop.order('F3')
    expect(texts(await check('F3'))).toEqual([expect.stringContaining('这种材质不垫白')])
    await push('F3')
    const { bytes } = await fetched(await lastAddress())
    expect(await readPlates(bytes)).toMatchObject({ covered: 0, profile: { plates: [{ name: 'Spot 1' }] } })
    await setWhite('profile')
  })

  test('a factory without a profile gets the picture as before', async () => {
    await choose(null)
    await shop.order('F4')
    made.length = 0
    await push('F4')
    expect(await lastAddress()).toMatch(/^\/print_files\/\d+-7160x14760-[\w-]{32}\.png$/)
    expect(made).toEqual([])
  })

  test('files of other containers have their own type, page and name', async () => {
    await chosen({ ...printPresets.roland.profile, page: { widthMm: 100, heightMm: 200 } })
    await shop.order('F5')
    await push('F5')
    const path = await lastAddress()
    const { headers, bytes } = await fetched(path)
    expect([path.slice(-4), headers.get('content-type')]).toEqual(['.pdf', 'application/pdf'])
    expect(headers.get('content-disposition')).toBe(`inline; filename="${path.split('/').at(-1)}"`)
    expect(bytes.toString('latin1')).toMatch(/\/Separation \/RDG_WHITE/)
  })
})

describe('what is missing for a print file', () => {
  test.each([
    ['a printer without its ICC profile', printPresets.maintop.profile, '请先给它选择打印机的 ICC'],
    ['a page that is too small', { ...printPresets.rgb.profile, page: { widthMm: 50, heightMm: 50 } }, '请改大页面'],
    [
      'a cut line beside a TIFF',
      { ...printPresets.rgb.profile, cutLine: { name: 'Cut', offsetMm: 0 }, cutFile: 'svg' as const },
      '刀线文件不会随推送发给工厂',
    ],
  ])('the check of a push names %s', async (name, settings, text) => {
    await chosen(settings as PrintProfile, false)
    const number = `M${name}`
    await shop.order(number)
    const found = await check(number)
    expect(texts(found).join()).toContain(text)
    if (found.problems.length > 0) await expectFailure(push(number), 'invalid', undefined, text)
  })

  test('a cut line along the case needs the pictures of its wireframe, and is drawn by them', async () => {
    await chosen({ ...printPresets.roland.profile, cutLine: { of: 'case', name: 'CutContour', offsetMm: 0 } })
    await shop.order('C1')
    const { orderItems } = await shop.find('C1')
    const id = orderItems[0]?.customizations[0]?.id ?? 0
    const frame = (wireframe: object | null) =>
      sql`update customization set snapshot = jsonb_set(snapshot, '{wireframe}', ${JSON.stringify(wireframe)}::jsonb) where id = ${id}`.execute(
        ctx.db,
      )
    await frame(null)
    expect(texts(await check('C1')).join()).toContain('画不了线框轮廓的刀线')
    const backgroundKey = shop.picture.replace('/files/', '')
    await frame({ width: 424, height: 874, backgroundKey, foregroundKey: null })
    await push('C1')
    const { bytes } = await fetched(await lastAddress())
    expect(learnPdf(new Uint8Array(bytes)).profile.cutLine).toMatchObject({ name: 'CutContour' })
  })

  test('a push whose files are not ready in time says so, and the next one finds them', async () => {
    const profile = await chosen(printPresets.rgb.profile)
    await shop.order('W1')
    const { makePrints } = await import('../domain/erp/push/profile-prints')
    const { checkOrder } = await import('../domain/erp/push/check')
    const { ready } = await checkOrder(ctx, await shop.seen('W1'))
    const wishes = new Map(ready.flatMap((line) => (line.print ? [[line, line.print] as const] : [])))
    // No engine works on these jobs.
    const nobody = { ...ctx, jobs: { send: async () => undefined, wake: () => undefined } }
    await expectFailure(makePrints(nobody, wishes, -1), 'in-progress', undefined, '0/1')
    await ctx.db
      .updateTable('factory_print')
      .set({ state: 'failed', error: '的图片已损坏' })
      .where('state', '=', 'making')
      .execute()
    expect(await push('W1')).toMatchObject({ status: 'pushed' })
    await choose(null)
    await removePrintProfile(ctx, profile.id)
  })

  test('a picture that cannot be printed stops the push with its name, and no line is sent', async () => {
    await chosen(printPresets.rgb.profile)
    await shop.order('W2')
    const before = (await domain.factory.orders()).length
    const key = shop.picture.replace('/files/', '')
    const bytes: Buffer[] = []
    for await (const part of (await ctx.storage.get(key))?.stream ?? []) bytes.push(part as Buffer)
    // It is examined once, and spoilt afterwards.
    await check('W2')
    await ctx.storage.put(key, Buffer.from('no picture'), 'image/png')
    await expectFailure(push('W2'), 'invalid', undefined, '苹果 iPhone 15')
    expect((await domain.factory.orders()).length).toBe(before)
    await ctx.storage.put(key, Buffer.concat(bytes), 'image/png')
    expect(await push('W2')).toMatchObject({ status: 'pushed' })
  })
})

describe('the life of a print file', () => {
  test('a profile that changes afterwards changes no file that was ordered, and none that factories use can be deleted', async () => {
    const profile = await chosen(printPresets.rgb.profile)
    await shop.order('L1')
    await push('L1')
    const path = await lastAddress()
    const before = await fetched(path)
    const { icc, ...write } = printProfileWrite.parse({
      name: profile.name,
      settings: { ...profile.settings, dpi: 254 },
      icc: null,
    })
    await savePrintProfile(ctx, profile.id, { ...write, icc })
    expect((await fetched(path)).bytes.equals(before.bytes)).toBe(true)
    await expectFailure(removePrintProfile(ctx, profile.id), 'conflict', undefined, '请先到')
    expect((await listFactories(ctx)).find(({ id }) => id === shop.factories.dongguan)?.printProfileId).toBe(profile.id)
  })

  test('an old file is removed, and made once more with the same bytes when the factory asks for it', async () => {
    await chosen(printPresets.rgb.profile)
    await shop.order('L2')
    await push('L2')
    const path = await lastAddress()
    const before = await fetched(path)
    const later = { ...ctx, clock: { now: () => new Date(ctx.clock.now().getTime() + 61 * 24 * 3_600_000) } }
    await sweepPrints(later)
    await sweepUnused(later)
    const stored = await ctx.db
      .selectFrom('factory_print')
      .innerJoin('file', 'file.id', 'factory_print.file_id')
      .select('file.id')
      .execute()
    expect(stored).toEqual([])
    const gone = await fetched(path)
    expect([gone.status, gone.headers.get('retry-after')]).toEqual([503, '2'])
    await expect.poll(async () => (await fetched(path)).status).toBe(200)
    expect((await fetched(path)).bytes.equals(before.bytes)).toBe(true)
  })

  test('an address that was changed in any part, and one of a replaced picture, are not found', async () => {
    await chosen(printPresets.rgb.profile)
    await shop.order('L3')
    await push('L3')
    const path = await lastAddress()
    const changed = [
      path.replace(/(\d+)-p/, (_, id: string) => `${Number(id) - 1}-p`),
      path.replace(/p(\d+)-/, (_, id: string) => `p${Number(id) - 1}-`),
      path.replace('.tif', '.png'),
      path.replace(/.(\.tif)$/, (_, end: string) => `${path.at(-5) === 'A' ? 'B' : 'A'}${end}`),
    ]
    for (const address of changed) expect((await fetched(address)).status, address).toBe(404)
    await shop.order('L3', [await storePicture(ctx, await paint('drawn', { width: 860, height: 1773 }))])
    expect((await fetched(path)).status).toBe(404)
  })

  test('a factory takes no profile of another account, and another account sees no factory of ours', async () => {
    const other = await domain.seller()
    const foreign = await createPrintProfile(
      other,
      printProfileWrite.parse({ name: '别人的', settings: printPresets.rgb.profile, icc: null }),
    )
    await expectFailure(choose(foreign.id), 'invalid', 'printProfileId')
    await expectFailure(updateFactory(other, shop.factories.dongguan, { printProfileId: foreign.id }), 'not-found')
  })
})
