/** Tests keys and factories on a real database, against the embedded program. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/context'
import { ErpFailure } from '../../ports/erp'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { embedded, withFactories } from '../../test/factories'
import { listFactories, requireOpenFactory, syncFactories } from './factories'
import { createIntegration, listIntegrations, updateIntegration } from './integrations'
import { erpSealOwner, openKey, withKey } from './keys'
import { listPrograms } from './programs'

let domain: Domain
let ctx: Ctx
beforeAll(async () => {
  domain = await openDomain()
})
beforeEach(async () => {
  ctx = await domain.seller()
  domain.factory.rekey([embedded.key])
  domain.factory.relist(embedded.factories)
})
afterAll(() => domain.close())

const create = (apiAccessToken = embedded.key) => createIntegration(ctx, { erp: 1, apiAccessToken })
const stored = () => ctx.db.selectFrom('erp_integration').selectAll().where('account_id', '=', ctx.actor.accountId).execute()

test('the program is shown with a key to try, and without a program no key can be saved', async () => {
  const keyFields = [{ name: 'apiAccessToken', label: 'key', hint: '接口 key（也叫 API key、访问令牌）' }]
  const demoKey = { apiAccessToken: embedded.key }
  expect(await listPrograms(ctx)).toEqual([{ erp: 1, name: '演示工厂', keyFields, demoKey }])
  const bare = { ...ctx, erps: {} }
  expect(await listPrograms(bare)).toEqual([])
  await expectFailure(createIntegration(bare, { erp: 1, apiAccessToken: 'any-key' }), 'unavailable')
})

describe('a key', () => {
  test('a key is saved sealed, shown by its end, and its factories are listed', async () => {
    const made = await create()
    expect(made).toEqual({ id: made.id, erp: 1, apiAccessToken: '••••••••-key', problem: null })
    expect(await listIntegrations(ctx)).toEqual([made])
    expect(JSON.stringify(await stored())).not.toContain(embedded.key)
    expect(await listFactories(ctx)).toMatchObject([
      { name: '东莞印客数码印刷厂', gone: false },
      { name: '义乌彩壳工坊', gone: false },
    ])
  })

  test('a short key shows none of its characters', async () => {
    domain.factory.rekey(['short-key'])
    expect(await create('short-key')).toMatchObject({ apiAccessToken: '••••••••' })
  })

  test('a wrong key is refused in the program’s words, and nothing is saved', async () => {
    const refused = create('not-the-factory-key')
    await expectFailure(refused, 'invalid', 'apiAccessToken', '签名错误')
    expect(await stored()).toEqual([])
    expect(await listFactories(ctx)).toEqual([])
  })

  test('a key is not saved while the program does not respond', async () => {
    domain.factory.loseCalls(4)
    await expectFailure(create(), 'upstream-failed', undefined, '没有保存：工厂没有回应')
    expect(await stored()).toEqual([])
    expect(await create()).toMatchObject({ problem: null })
  })

  test('a key is saved once, however often it is sent at the same time', async () => {
    const results = await Promise.allSettled([create(), create(), create()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await stored()).toHaveLength(1)
    expect(await listFactories(ctx)).toHaveLength(2)
    await expectFailure(create(), 'conflict', undefined, '请修改原来的 key')
  })

  test('a key is replaced only by a valid one', async () => {
    const { id } = await create()
    const [before] = await stored()
    await expectFailure(updateIntegration(ctx, id, { apiAccessToken: 'wrong-key-wrong' }), 'invalid', 'apiAccessToken')
    expect(await stored()).toEqual([before])
    domain.factory.rekey(['another-good-key-0042'])
    expect(await updateIntegration(ctx, id, { apiAccessToken: 'another-good-key-0042' })).toMatchObject({
      id,
      apiAccessToken: '••••••••0042',
    })
    const stranger = await domain.seller()
    await expectFailure(updateIntegration(stranger, id, { apiAccessToken: 'another-good-key-0042' }), 'not-found')
  })

  test('a key sealed for one account cannot be opened in another', async () => {
    await create()
    const [row] = await stored()
    if (!row) throw new Error('no key was saved')
    const stranger = await domain.seller()
    await expectFailure(openKey(stranger, row), 'operator-needed')
    expect((await openKey(ctx, row)).key).toEqual({ apiAccessToken: embedded.key })
  })

  test('a key of one field is sealed as its text, as a trial of 0.1 stored it', async () => {
    await create()
    await storeSealed(ctx.sealer.seal('KEY-OF-A-TRIAL', erpSealOwner(ctx.actor.accountId)))
    const [row] = await stored()
    if (!row) throw new Error('no key was saved')
    expect((await openKey(ctx, row)).key).toEqual({ apiAccessToken: 'KEY-OF-A-TRIAL' })
  })

  test('a key that another secret of the server sealed waits for the operator, and is not called wrong', async () => {
    const { dongguan } = await withFactories(ctx, { sync: false })
    await storeSealed('v1.of-another-secret')
    await expectFailure(requireOpenFactory(ctx, dongguan), 'operator-needed', undefined, '请联系客服检查服务器的密钥')
    expect(await listIntegrations(ctx)).toMatchObject([{ problem: null }])
  })

  test('a key that the operator gave up with its secret has to be entered again', async () => {
    const { dongguan } = await withFactories(ctx, { sync: false })
    await storeSealed(ctx.sealer.seal('', erpSealOwner(ctx.actor.accountId)))
    await expectFailure(requireOpenFactory(ctx, dongguan), 'invalid', undefined, '已无法读取')
    expect(await listIntegrations(ctx)).toMatchObject([{ problem: '保存的 key 已无法读取，请重新填写 key' }])
  })

  const storeSealed = (token_sealed: string) =>
    ctx.db.updateTable('erp_integration').set({ token_sealed }).where('account_id', '=', ctx.actor.accountId).execute()
})

describe('a key that the program takes no more', () => {
  const refused = '工厂不认可这个 key（签名错误），请检查或重新授权'

  test('a refused key is marked with the program’s words until a call succeeds again', async () => {
    await create()
    domain.factory.rekey([])
    await expectFailure(syncFactories(ctx), 'invalid', undefined, refused)
    expect(await listIntegrations(ctx)).toMatchObject([{ problem: refused }])
    expect(await listFactories(ctx)).toMatchObject([{ gone: false }, { gone: false }])
    domain.factory.rekey([embedded.key])
    await syncFactories(ctx)
    expect(await listIntegrations(ctx)).toMatchObject([{ problem: null }])
  })

  test('a refusal of the old key does not mark a key saved meanwhile', async () => {
    const { dongguan } = await withFactories(ctx, { sync: false })
    const old = await requireOpenFactory(ctx, dongguan)
    const [{ id } = { id: 0 }] = await listIntegrations(ctx)
    domain.factory.rekey(['another-good-key-0042'])
    await updateIntegration(ctx, id, { apiAccessToken: 'another-good-key-0042' })
    await expect(withKey(ctx, old, (erp) => erp.factories(old.key))).rejects.toBeInstanceOf(ErpFailure)
    expect(await listIntegrations(ctx)).toMatchObject([{ problem: null }])
  })
})

describe('factories', () => {
  test('factories that are listed, vanish and return keep their identity', async () => {
    await create()
    const before = await listFactories(ctx)
    const [first, second] = embedded.factories
    if (!first || !second) throw new Error('the demo has two factories')
    domain.factory.relist([first, { ...first, id: 'N1', name: '新厂' }])
    expect(await syncFactories(ctx)).toMatchObject({
      added: 1,
      gone: 1,
      factories: [{ gone: false }, { id: before[1]?.id, gone: true }, { name: '新厂', gone: false }],
    })
    await expectFailure(requireOpenFactory(ctx, before[1]?.id ?? 0), 'invalid', undefined, '“义乌彩壳工坊”已不在工厂程序的列表中')
    domain.factory.relist([{ ...first, name: '改了名' }, second])
    expect(await syncFactories(ctx)).toMatchObject({
      added: 1,
      gone: 1,
      factories: [
        { id: before[0]?.id, name: '改了名' },
        { id: before[1]?.id, gone: false },
        { name: '新厂', gone: true },
      ],
    })
    expect(await syncFactories(ctx)).toMatchObject({ added: 0, gone: 0 })
  })

  test('a list that lacks most of the known factories changes nothing until the seller accepts it', async () => {
    await create()
    domain.factory.relist([])
    await expectFailure(syncFactories(ctx), 'invalid', undefined, '原有的 2 个里有 2 个不在其中')
    expect(await listFactories(ctx)).toMatchObject([{ gone: false }, { gone: false }])
    expect(await syncFactories(ctx, true)).toMatchObject({ gone: 2 })
  })

  test('syncing factories requires a key', async () => {
    await expectFailure(syncFactories(ctx), 'invalid', undefined, '请先授权')
  })

  test('factories with texts that cannot be stored are left out or cleaned', async () => {
    const [first] = embedded.factories
    if (!first) throw new Error('the demo has two factories')
    domain.factory.relist([
      { ...first, name: '东莞\0一厂' },
      { ...first, id: 'x\0y', name: '坏' },
      { ...first, id: 'z'.repeat(201), name: '长' },
    ])
    await create()
    expect(await listFactories(ctx)).toMatchObject([{ name: '东莞一厂' }])
  })

  test('a factory is opened with its program’s key, by its owner only', async () => {
    const { yiwu } = await withFactories(ctx, { sync: false })
    expect(await requireOpenFactory(ctx, yiwu)).toMatchObject({
      factory: { id: yiwu, name: '义乌彩壳工坊', original_id: '20318' },
      key: { apiAccessToken: embedded.key },
    })
    await expectFailure(requireOpenFactory(await domain.seller(), yiwu), 'not-found', undefined, '工厂')
  })
})
