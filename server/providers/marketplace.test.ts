import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '../http/environment'
import { openMarketplace } from './marketplace'

const needs = { clock: { now: () => new Date('2026-03-01T08:00:00Z') }, reserve: async () => 0 }
const app = {
  appKey: '12345678',
  appSecret: 'top-secret-of-the-app',
  gateway: 'https://eco.taobao.com/router/rest',
  callsPerSecond: 20,
  miniApp: null,
}

test('without an app an embedded page replaces Taobao’s, and its code is exchanged for a session', async () => {
  const { marketplace, mount } = await openMarketplace(undefined, needs)
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
  const { marketplace, mount } = await openMarketplace(app, needs)
  expect(mount).toBeUndefined()
  expect(new URL(marketplace.authorizationUrl('https://shop.example/app/setting', 'x')).hostname).toMatch(/\.taobao\.com$/)
})
