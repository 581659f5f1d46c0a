import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { authorizableTypes, keyedTypes, miniAppTypes } from '../../contract/rules/shop-types'
import { marketplaceOf, marketplaceTypes, onlyMarketplaceType } from '../domain/shops/marketplaces'
import { embeddedSellers } from '../embedded/marketplaces/taobao/double'
import type { AppEnv } from '../http/environment'
import { heldText } from '../infra/outside'
import type { GrantingMarketplace } from '../ports/marketplace'
import { grantCode } from '../test/marketplace'
import { type MarketplaceNeeds, type MarketplaceSettings, openMarketplaces } from './marketplaces'

const needs = { clock: { now: () => new Date('2026-03-01T08:00:00Z') }, reserve: async () => 0, report: () => undefined }
const app = {
  appKey: '12345678',
  appSecret: 'top-secret-of-the-app',
  gateway: 'https://eco.taobao.com/router/rest',
  callsPerSecond: 20,
  miniApp: null,
}

const open = async (settings: MarketplaceSettings, more: Partial<MarketplaceNeeds> = {}) => {
  const { marketplaces, mounts } = await openMarketplaces(settings, { ...needs, ...more })
  return { marketplaces, mounts, marketplace: marketplaceOf({ marketplaces }, 'TAOBAO') as GrantingMarketplace }
}

test('in the demo an embedded page replaces Taobao’s, and its code is exchanged for a session', async () => {
  const { marketplace, mounts } = await open({ taobao: undefined, demo: true, demoFaults: false })
  const page = new Hono<AppEnv>()
  for (const mount of mounts) mount(page)
  const reply = await page.request(marketplace.authorizationUrl('https://shop.example/app/setting', '"><script>'))
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  const html = await reply.text()
  expect(html).not.toContain('<script>')
  const [, address = ''] = /href="([^"]*)">授权/.exec(html) ?? []
  const { searchParams } = new URL(address.replaceAll('&amp;', '&'), 'https://shop.example')
  expect(searchParams.get('state')).toBe('"><script>')
  const grant = await marketplace.exchange(searchParams.get('code') ?? '', 'https://shop.example/app/setting')
  expect(await marketplace.seller(grant.session)).toMatchObject({ nick: grant.nick })
})

test('with an app sellers grant access at Taobao, and the embedded page is not used', async () => {
  const { marketplace, mounts } = await open({ taobao: app, demo: true, demoFaults: false })
  expect(mounts).toEqual([])
  expect(new URL(marketplace.authorizationUrl('https://shop.example/app/setting', 'x')).hostname).toMatch(/\.taobao\.com$/)
})

test('without an app and without the demo only those are there that sellers connect themselves, and a seller reads which one is missing', async () => {
  const { marketplaces, mounts } = await openMarketplaces({ taobao: undefined, demo: false, demoFaults: false }, needs)
  expect([Object.keys(marketplaces).sort(), mounts]).toEqual([[...keyedTypes].sort(), []])
  expect(Object.values(marketplaces).map((marketplace) => marketplace.keys?.example)).toEqual(keyedTypes.map(() => null))
  for (const choose of [() => marketplaceOf({ marketplaces }, 'TAOBAO'), () => onlyMarketplaceType({ marketplaces })])
    expect(choose).toThrow('本站尚未接入淘宝，请联系客服')
  expect(() => marketplaceOf({ marketplaces }, 'KUAISHOU')).toThrow('本站尚未接入快手，请联系客服')
})

test('every marketplace of a server is one whose shops an authorization adds, or that sellers connect with keys', async () => {
  const { marketplaces } = await open({ taobao: app, demo: false, demoFaults: false })
  const types = marketplaceTypes(marketplaces)
  expect(types.filter((type) => !authorizableTypes.includes(type) && !keyedTypes.includes(type))).toEqual([])
  expect(types.filter((type) => marketplaces[type]?.keys)).toEqual(keyedTypes)
  const withMiniApps = types.filter((type) => marketplaces[type]?.miniApps)
  expect(withMiniApps.filter((type) => !miniAppTypes.includes(type))).toEqual([])
})

test('while a copy of a database is held, no call of a configured marketplace goes out', async () => {
  const miniApp = { templateId: '1', versions: [] }
  const { marketplace } = await open({ taobao: { ...app, miniApp }, demo: false, demoFaults: false }, { held: () => 'a copy' })
  await expect(marketplace.seller('x')).rejects.toThrow(heldText)
  await expect(marketplace.miniApps?.find('x')).rejects.toThrow(heldText)
  const { marketplaces } = await openMarketplaces(
    { taobao: undefined, demo: false, demoFaults: false },
    { ...needs, held: () => 'a copy' },
  )
  for (const type of keyedTypes) {
    const keys = { appKey: 'a', secret: 's', extra: 'e' }
    await expect(marketplaces[type]?.keys?.open(keys)).rejects.toThrow(heldText)
    await expect(marketplaces[type]?.order('x', '1')).rejects.toThrow(heldText)
  }
})

describe('the faults of the embedded marketplace', () => {
  const openFaulty = async () => {
    const { marketplace, mounts } = await open({ taobao: undefined, demo: true, demoFaults: true })
    const app = new Hono<AppEnv>()
    for (const mount of mounts) mount(app)
    app.onError((error, c) => c.text(error.message, 422))
    const send = (path: string, body: object) =>
      app.request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    const post = (body: object) => send('/simulator/marketplace/faults', body)
    const buy = (tid: string) =>
      send('/simulator/taobao/orders', { nick: seller.nick, tid, title: '定制手机壳', buyerMessage: '你好' })
    return { marketplace, post, buy }
  }
  const [seller = { nick: '', session: '' }] = embeddedSellers
  const exchange = (marketplace: GrantingMarketplace) => marketplace.exchange(grantCode, 'https://shop.example')

  test('faults of lists, of single orders and of grants begin and end on request', async () => {
    const { marketplace, post, buy } = await openFaulty()
    const tid = '2900000000000000001'
    expect((await buy(tid)).status).toBe(200)
    const range = { by: 'created', from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) } as const
    const read = async () => {
      const entries = []
      for await (const page of marketplace.orders(seller.session, range)) entries.push(...page)
      return entries
    }
    expect(await read()).toMatchObject([{ originalId: tid, buyerMessage: '你好' }])
    expect((await post({ order: { tid, shape: 'is refused with 15 isv.trade-not-exist' } })).status).toBe(200)
    expect(await read()).toMatchObject([{ originalId: tid, unread: '淘宝返回错误：交易不存在' }])
    await post({ order: { tid, shape: null }, strict: true })
    expect(await read()).toMatchObject([{ originalId: tid, buyerMessage: '你好' }])
    await post({ strict: false, endSession: seller.nick })
    await expect(read()).rejects.toThrow('店铺授权已过期')
    await post({ grant: { expires_in: 0 } })
    await expect(exchange(marketplace)).rejects.toThrow('淘宝给出的授权已经过期')
    expect(await exchange(marketplace)).toMatchObject({ nick: seller.nick, subAccount: null })
    expect(await read()).toHaveLength(1)
  })

  test('an unknown shape or fault is refused', async () => {
    const { post } = await openFaulty()
    for (const body of [{ list: 'nothing of the kind' }, { everyOrder: 1 }, { unknown: true }]) {
      expect(await (await post(body)).text()).toMatch(/^须为 JSON：/)
    }
  })
})
