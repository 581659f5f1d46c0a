import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '../http/environment'
import type { Marketplace } from '../ports/marketplace'
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
