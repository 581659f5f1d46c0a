/** A second factories' program beside the first, from its key to a pushed case. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listFactories, syncFactories } from '../domain/erp/factories'
import { createIntegration, listIntegrations, updateIntegration } from '../domain/erp/integrations'
import { listMaterials, listModels } from '../domain/erp/lists'
import { pushOrder } from '../domain/erp/push/push'
import { beginFactorySync, lastFactorySync } from '../domain/erp/sync'
import type { Ctx } from '../kernel/context'
import { type Domain, expectFailure, openDomain } from './domain'
import { runFactorySyncs } from './factories'
import { openPushShop, type PushShop } from './push-shop'
import { openSecondErp, type SecondErp, secondKey, secondKind, secondMaterial, secondModel } from './second-erp'
import { startTestServer, type TestServer } from './server'

let domain: Domain
let shop: PushShop
let second: SecondErp
let ctx: Ctx
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())
beforeEach(async () => {
  shop = await openPushShop(domain)
  second = openSecondErp()
  ctx = { ...shop.ctx, erps: { ...shop.ctx.erps, [secondKind]: second.erp } }
})

const create = () => createIntegration(ctx, { erp: secondKind, key: secondKey })
const factoryOfSecond = async () => (await listFactories(ctx)).find(({ name }) => name === '合印云一厂')?.id ?? 0

describe('a key of a second factory program', () => {
  test('every field of a key of several is checked by the rules of its program, and refused at its own field', async () => {
    const wrong = (key: Record<string, string>) => createIntegration(ctx, { erp: secondKind, key })
    await expectFailure(wrong({ appSecret: 'x' }), 'invalid', 'key.appKey', '请输入应用编号')
    await expectFailure(wrong({ appKey: '12ab', appSecret: 'x' }), 'invalid', 'key.appKey', '应用编号是 4 到 10 位数字')
    await expectFailure(wrong({ appKey: '880123', appSecret: ' ' }), 'invalid', 'key.appSecret', '请输入应用密钥')
    await expectFailure(wrong({ appKey: '880123', appSecret: 'a b' }), 'invalid', 'key.appSecret', '不能有空格')
    await expectFailure(wrong({ appKey: '880123', appSecret: 'x'.repeat(501) }), 'invalid', 'key.appSecret', '500 个字符')
    await expectFailure(wrong({ ...secondKey, appSecret: 'wrong' }), 'invalid', 'key.appSecret', '应用密钥不正确')
    await expectFailure(createIntegration(ctx, { erp: 7, key: secondKey }), 'invalid', 'erp', '没有这个工厂程序')
    expect(await listIntegrations(ctx)).toHaveLength(1)
  })

  test('two keys of an account are kept apart, each with the factories of its own program', async () => {
    const made = await create()
    expect(made).toMatchObject({ erp: secondKind, apiAccessToken: '••••••••', problem: null })
    expect((await listIntegrations(ctx)).map(({ erp }) => erp)).toEqual([1, secondKind])
    expect((await listFactories(ctx)).map(({ name }) => name)).toEqual(['东莞印客数码印刷厂', '义乌彩壳工坊', '合印云一厂'])
    const stored = await ctx.db.selectFrom('erp_integration').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain(secondKey.appSecret)
    await expectFailure(create(), 'conflict', undefined, '请修改原来的 key')
    await expectFailure(updateIntegration(ctx, made.id, { apiAccessToken: 'of-the-first' }), 'invalid', 'key.appKey')
  })

  test('a sync reads the factories of both programs, and one that does not answer does not hold the other up', async () => {
    await create()
    second.factories.set('6900000000000000018', '合印云二厂')
    expect(await syncFactories(ctx)).toMatchObject({ added: 1, gone: 0 })
    second.factories.set('6900000000000000019', '合印云三厂')
    domain.factory.loseCalls(4)
    await expectFailure(syncFactories(ctx), 'upstream-failed', undefined, '工厂没有回应')
    expect((await listFactories(ctx)).map(({ name }) => name)).toContain('合印云三厂')
  })

  test('a key whose program this server no longer has is refused in words, and its factories stay', async () => {
    await create()
    const factoryId = await factoryOfSecond()
    const without = shop.ctx
    await expectFailure(beginFactorySync(without, factoryId), 'unavailable', undefined, '本站尚未开通工厂对接')
    await shop.order('A')
    await expectFailure(pushOrder(without, await shop.seen('A', factoryId)), 'unavailable')
    expect(await listFactories(without)).toHaveLength(3)
  })
})

describe('a factory of a second program', () => {
  test('the lists of a second program are read whole, with what cannot be stored left out and every name fit to be shown', async () => {
    await create()
    const factoryId = await factoryOfSecond()
    await beginFactorySync(ctx, factoryId)
    expect(await runFactorySyncs(ctx)).toEqual([])
    expect(await lastFactorySync(ctx, factoryId)).toMatchObject({ status: 2, errorMessage: null })
    const models = await listModels(ctx, factoryId)
    expect(models.map(({ code }) => code)).toEqual([secondModel, '6912345678901234568', '6912345678901234569', 'LONG'])
    expect(models.map(({ name }) => name)).toEqual(['苹果 15', '小米\u0007 14', '6912345678901234569', '壳'.repeat(199)])
    expect(models.map(({ stock }) => stock)).toEqual([2_147_483_647, null, 12, 0])
    expect((await listMaterials(ctx, factoryId)).map(({ name, colors }) => [name, colors.length])).toEqual([
      ['磨砂硬壳', 0],
      ['透明', 1],
    ])
  })

  test('a case is pushed to a factory of a second program once, also when the answer is lost, and the first program hears nothing of it', async () => {
    await create()
    const factoryId = await factoryOfSecond()
    await beginFactorySync(ctx, factoryId)
    await runFactorySyncs(ctx)
    await shop.bindModel(factoryId, shop.model.id, secondModel)
    await shop.bindMaterial(factoryId, shop.material.id, secondMaterial, secondMaterial)
    await shop.order('B')
    const before = domain.factory.count()
    second.loseAnswers = 2
    const publicCtx = { ...ctx, publicUrl: 'https://case.example.com' }
    const body = await shop.seen('B', factoryId)
    await expectFailure(pushOrder(publicCtx, body), 'upstream-failed', undefined, '会先向工厂查询')
    expect(await pushOrder(publicCtx, body)).toMatchObject({ status: 'pushed', factoryOrderIds: ['6900000000000000910'] })
    expect([...second.lines.values()].map(({ line }) => [line.modelCode, line.materialCode, line.colorCode])).toEqual([
      [secondModel, secondMaterial, null],
    ])
    expect(domain.factory.count()).toBe(before)
    expect(await pushOrder(publicCtx, body)).toMatchObject({ status: 'already' })
    await expectFailure(pushOrder(publicCtx, await shop.seen('B')), 'invalid', undefined, '已推送到工厂“合印云一厂”')
  })
})

describe('the calls of a server with two factory programs', () => {
  let server: TestServer
  afterAll(() => server.close())

  test('the programs are listed with the fields of their keys, and a key of several fields is saved', async () => {
    server = await startTestServer({ erps: { [secondKind]: openSecondErp().erp } })
    const { token } = await server.newAccount()
    const programs = await server.call('GET', '/api/erp/programs', { token })
    expect(programs.body).toMatchObject([
      { erp: 1, keyFields: [{ name: 'apiAccessToken', label: 'key' }] },
      { erp: secondKind, name: '合印云', keyFields: [{ name: 'appKey' }, { name: 'appSecret' }], demoKey: null },
    ])
    const refused = await server.call('POST', '/api/erp/integrations', { token, body: { erp: secondKind, key: {} } })
    expect(refused.body.issues).toMatchObject([{ path: 'body.key.appKey', message: '请输入应用编号' }])
    const made = await server.call('POST', '/api/erp/integrations', { token, body: { erp: secondKind, key: secondKey } })
    expect(made.body).toMatchObject({ erp: secondKind, problem: null })
    expect((await server.call('GET', '/api/erp/factories', { token })).body).toMatchObject([{ name: '合印云一厂' }])
  })
})
