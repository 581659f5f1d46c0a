import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { embeddedSellers } from '../embedded/marketplaces/taobao/marketplace'
import type { AppEnv } from '../http/environment'
import type { Marketplace } from '../ports/marketplace'
import { grantCode } from '../test/marketplace'
import { openMarketplace } from './marketplace'

const needs = { clock: { now: () => new Date('2026-03-01T08:00:00Z') }, reserve: async () => 0, report: () => undefined }
const app = {
  appKey: '12345678',
  appSecret: 'top-secret-of-the-app',
  gateway: 'https://eco.taobao.com/router/rest',
  callsPerSecond: 20,
  miniApp: null,
}

test('in the demo an embedded page replaces Taobao’s, and its code is exchanged for a session', async () => {
  const { marketplace, mount } = await openMarketplace({ marketplace: undefined, demo: true, demoFaults: false }, needs)
  const page = new Hono<AppEnv>()
  mount?.(page)
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
  const { marketplace, mount } = await openMarketplace({ marketplace: app, demo: true, demoFaults: false }, needs)
  expect(mount).toBeUndefined()
  expect(new URL(marketplace.authorizationUrl('https://shop.example/app/setting', 'x')).hostname).toMatch(/\.taobao\.com$/)
})

test('without an app and without the demo every call is refused in words, and there is no page', async () => {
  const { marketplace, mount } = await openMarketplace({ marketplace: undefined, demo: false, demoFaults: false }, needs)
  expect(mount).toBeUndefined()
  const range = { by: 'modified', from: new Date(0), to: new Date(1) } as const
  const calls: Record<keyof Marketplace, () => unknown> = {
    authorizationUrl: () => marketplace.authorizationUrl('https://shop.example/app/setting', 'x'),
    exchange: () => marketplace.exchange('embedded-1000001', 'https://shop.example/app/setting'),
    seller: () => marketplace.seller('x'),
    products: () => marketplace.products('x', ['1']),
    orders: () => marketplace.orders('x', range)[Symbol.asyncIterator]().next(),
    checkOrders: () => marketplace.checkOrders('x', new Date(0)),
    order: () => marketplace.order('x', '1'),
    miniApp: () => marketplace.miniApp('x'),
    miniAppTemplates: () => marketplace.miniAppTemplates('x'),
    updateMiniApp: () =>
      marketplace.updateMiniApp('x', { appId: '1', name: 'x', logoUrl: null, templateId: '1', templateVersion: null }, '1'),
  }
  for (const call of Object.values(calls))
    await expect((async () => call())()).rejects.toMatchObject({
      code: 'operator-needed',
      message: expect.stringContaining('本站尚未接入淘宝'),
    })
})

describe('the faults of the embedded marketplace', () => {
  const openFaulty = async () => {
    const { marketplace, mount } = await openMarketplace({ marketplace: undefined, demo: true, demoFaults: true }, needs)
    const app = new Hono<AppEnv>()
    mount?.(app)
    app.onError((error, c) => c.text(error.message, 422))
    const send = (path: string, body: object) =>
      app.request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    const post = (body: object) => send('/simulator/marketplace/faults', body)
    const buy = (tid: string) =>
      send('/simulator/taobao/orders', { nick: seller.nick, tid, title: '定制手机壳', buyerMessage: '你好' })
    return { marketplace, post, buy }
  }
  const [seller = { nick: '', session: '' }] = embeddedSellers
  const exchange = (marketplace: Marketplace) => marketplace.exchange(grantCode, 'https://shop.example')

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
