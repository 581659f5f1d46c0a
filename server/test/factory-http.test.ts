/** Factories over HTTP: how much of a key is shown, and the test endpoints of the embedded factory. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { embedded, runFactorySyncs } from './factories'
import { startTestServer, type TestServer } from './server'

let server: TestServer
let token: string
beforeEach(async () => {
  server = await startTestServer()
  token = (await server.newAccount()).token
})
afterEach(() => server.close())

const create = (apiAccessToken: string) =>
  server.call('POST', '/api/erp/integrations', { token, body: { erp: 1, apiAccessToken } })

test("a factory's key is trimmed, saved, and never shown in a response or in the log", async () => {
  const answers = [
    await create('  '),
    await create('with a space'),
    await create(`  wrong-${embedded.key}  `),
    await create(`  ${embedded.key}\n`),
    await server.call('GET', '/api/erp/integrations', { token }),
    await server.call('POST', '/api/erp/factories/sync', { token, body: {} }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 200, 200, 200])
  expect(answers[0]?.body).toMatchObject({ issues: [{ path: 'body.apiAccessToken', message: '请输入key' }] })
  expect(answers[2]?.body).toMatchObject({
    code: 'invalid',
    message: '工厂不认可这个 key（签名错误），请检查或重新授权',
    issues: [{ path: 'body.apiAccessToken' }],
  })
  expect(answers[3]?.body).toMatchObject({ erp: 1, apiAccessToken: '••••••••-key', problem: null })
  const output = JSON.stringify([answers.map(({ text }) => text), server.logged])
  expect(output).not.toContain(embedded.key)
})

test('the factory program and an ended sync are answered in the shape of the contract', async () => {
  const programs = await server.call('GET', '/api/erp/programs', { token })
  expect(programs.body).toMatchObject([{ erp: 1, name: '演示工厂', demoKey: { apiAccessToken: embedded.key } }])
  await create(embedded.key)
  const factories = await server.call('GET', '/api/erp/factories', { token })
  const [{ id: factoryId }] = factories.body
  const path = `/api/erp/factory_phone_models/sync_task`
  expect((await server.call('GET', `${path}?factoryId=${factoryId}`, { token })).body).toBeNull()
  const begun = await server.call('POST', path, { token, body: { factoryId } })
  expect(begun.body).toMatchObject({ status: 1 })
  await runFactorySyncs(server.deps)
  expect((await server.call('GET', `${path}?factoryId=${factoryId}`, { token })).body).toMatchObject({
    id: begun.body.id,
    status: 2,
    errorMessage: null,
  })
})

test('the embedded factory lists its orders and fails on request', async () => {
  const erp = server.deps.erps[1]
  const key = { apiAccessToken: embedded.key }
  const line = {
    outsideId: 'kj-1',
    orderOriginalId: '2411032513942101325',
    modelCode: 'IP15',
    materialCode: 'TPU-TM',
    colorCode: null,
    quantity: 1,
    pictureUrl: 'https://shop.example/print_files/a.png',
  }
  const fault = (body: unknown, headers = {}) => server.call('POST', '/simulator/factory/faults', { body, headers })
  expect((await fault({ refuseNext: '机器维护中', loseAnswers: 1 })).body).toEqual({ ok: true })
  // Faults affect orders, not the reading of lists.
  expect(await erp?.factories(key)).toHaveLength(2)
  const order = () => erp?.createLine(key, 'DG01', line)
  await expect(order()).rejects.toMatchObject({ kind: 'lost' })
  await order()
  const orders = await server.call('GET', '/simulator/factory/orders')
  expect(orders.body).toEqual([
    {
      orderId: 'F00000001',
      factoryId: 'DG01',
      outsideId: 'kj-1',
      orderOriginalId: '2411032513942101325',
      modelCode: 'IP15',
      materialCode: 'TPU-TM',
      colorCode: null,
      quantity: 1,
      pictureUrl: 'https://shop.example/print_files/a.png',
      createdAt: server.clock.now().getTime(),
    },
  ])
  expect((await fault({ refuseNext: '机器维护中' })).status).toBe(200)
  await expect(erp?.createLine(key, 'DG01', { ...line, outsideId: 'kj-2' })).rejects.toMatchObject({
    kind: 'refused',
    message: '机器维护中',
  })
  for (const wrong of [{ loseAnswers: 0 }, { unknown: 1 }, []]) expect((await fault(wrong)).status).toBe(422)
  expect((await fault('{"delayMs":0}', { 'content-type': 'text/plain' })).status).toBe(400)
})

test('with a real factory program the test endpoints do not exist', async () => {
  const bare = await startTestServer({ simulator: false })
  try {
    expect((await bare.call('GET', '/simulator/factory/orders')).status).toBe(404)
    expect((await bare.call('POST', '/simulator/factory/faults', { body: { loseCalls: 1 } })).status).toBe(404)
  } finally {
    await bare.close()
  }
})
