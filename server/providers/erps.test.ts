/** Tests which factory program the server uses, over a real connection too, and what the embedded one persists. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoFactories } from '../embedded/erps/print-factory/catalogue'
import { demoFactoryKey, openEmbeddedFactory } from '../embedded/erps/print-factory/factory'
import { createFactorySimulator } from '../embedded/erps/print-factory/simulator'
import type { AppEnv } from '../http/environment'
import { printFactoryKey, printFactoryKind } from '../infra/erps/print-factory/erp'
import { type TestDatabase, testDatabase } from '../test/database'
import { createMemoryOrderBook } from '../test/memory-book'
import { openErps } from './erps'

const clock = { now: () => new Date('2026-11-21T10:00:00Z') }
const demoKey = printFactoryKey(demoFactoryKey)
const wait = async (): Promise<void> => undefined
const line = {
  orderOriginalId: '2411032513942101325',
  modelCode: 'IP15',
  materialCode: 'PC-MS',
  colorCode: 'WH',
  quantity: 2,
  pictureUrl: 'https://shop.example/print_files/a.png',
}

let database: TestDatabase
let server: Server | undefined
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await database.close()
})

test('without a configured program and without the demo there is no factory program', async () => {
  const parts = { db: database.db, clock }
  const open = (demo: boolean) => openErps({ erp: undefined, demo, demoFaults: false }, parts)
  expect(await open(false)).toEqual({ erps: {}, mounts: [] })
  expect((await open(true)).erps[printFactoryKind]?.program.demoKey).toEqual(demoKey)
})

test.each([
  [false, 404],
  [true, 200],
])('the embedded factory accepts simulated faults only with demoFaults: %s', async (demoFaults, status) => {
  const { mounts } = await openErps({ erp: undefined, demo: true, demoFaults }, { db: database.db, clock })
  const app = new Hono<AppEnv>()
  for (const mount of mounts) mount(app)
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ loseAnswers: 1 })
  expect((await app.request('/simulator/factory/orders')).status).toBe(200)
  expect((await app.request('/simulator/factory/faults', { method: 'POST', headers, body })).status).toBe(status)
})

test('a configured program is called over the network, and the demo key is not offered', async () => {
  const program = createFactorySimulator({
    world: { keys: ['a-real-key-0001'], factories: demoFactories },
    book: createMemoryOrderBook(clock),
    now: () => clock.now(),
  })
  server = createServer(async (request, reply) => {
    let body = ''
    for await (const part of request) body += part
    const answer = await program.gateway(new Request(`http://factory${request.url}`, { method: 'POST', body }))
    reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/open/v1`
  const { erps, mounts } = await openErps(
    { erp: { url, name: '真实工厂' }, demo: true, demoFaults: true },
    { db: database.db, clock },
  )
  expect(mounts).toEqual([])
  const erp = erps[printFactoryKind]
  expect(erp?.program).toMatchObject({ name: '真实工厂', demoKey: null })
  expect(await erp?.factories(printFactoryKey('a-real-key-0001'))).toHaveLength(2)
  await expect(erp?.factories(printFactoryKey('a-wrong-key-0001'))).rejects.toMatchObject({ kind: 'key' })
  const receipt = await erp?.createLine(printFactoryKey('a-real-key-0001'), 'DG01', { ...line, outsideId: 'kj-net-1' })
  expect(await erp?.findLine(printFactoryKey('a-real-key-0001'), 'DG01', 'kj-net-1')).toEqual(receipt)
  expect(await program.orders()).toMatchObject([{ params: { third_id: 'kj-net-1', quantity: '2' } }])
})

test('orders and stock of the embedded factory survive a restart of the process', async () => {
  const open = () => openEmbeddedFactory({ db: database.db, clock, wait })
  const before = open()
  const receipt = await before.erp.createLine(demoKey, 'DG01', { ...line, outsideId: 'kj-1' })
  const after = open()
  expect(await after.erp.findLine(demoKey, 'DG01', 'kj-1')).toEqual(receipt)
  expect(await after.erp.findLine(demoKey, '20318', 'kj-1')).toBeNull()
  await expect(after.erp.createLine(demoKey, 'DG01', { ...line, outsideId: 'kj-1' })).rejects.toMatchObject({
    kind: 'lost',
    raw: `订单已存在：${receipt.factoryOrderId}`,
  })
  const stock = async (code: string) => (await after.erp.phoneModels(demoKey, 'DG01')).find((model) => model.code === code)?.stock
  expect(await stock('IP15')).toBe(4998)
  await expect(after.erp.createLine(demoKey, 'DG01', { ...line, outsideId: 'kj-2', quantity: 4999 })).rejects.toMatchObject({
    kind: 'refused',
    message: '苹果 15 库存不足，剩余 4998',
  })
  const [order, ...others] = await after.factory.orders()
  expect(others).toEqual([])
  expect(order?.params).toEqual({
    factory_id: 'DG01',
    third_id: 'kj-1',
    third_order_no: line.orderOriginalId,
    product_id: 'IP15',
    mobile_shell_id: 'PC-MS',
    color_id: 'WH',
    quantity: '2',
    image_url: line.pictureUrl,
  })
})

test('of two simultaneous orders with one outside id only one is made', async () => {
  const { erp, factory } = openEmbeddedFactory({ db: database.db, clock, wait })
  const made = await Promise.allSettled([1, 2, 3].map(() => erp.createLine(demoKey, 'DG01', { ...line, outsideId: 'kj-twice' })))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await factory.orders()).filter(({ params }) => params.third_id === 'kj-twice')).toHaveLength(1)
})

test('the two embedded factories list every code once, and one article without stock', () => {
  for (const { models, materials } of demoFactories) {
    expect(new Set(models.map(({ code }) => code)).size).toBe(models.length)
    expect(new Set(models.map(({ name }) => name)).size).toBe(models.length)
    expect(new Set(materials.map(({ id }) => id)).size).toBe(materials.length)
    expect(models.filter(({ stock }) => stock === 0)).toHaveLength(1)
    expect(materials.some(({ colors }) => colors.length === 0)).toBe(true)
    expect(materials.some(({ colors }) => colors.length > 0)).toBe(true)
  }
})
