/** The plugin in a frame of another program's page, which is its host: frames go between the two windows and by ports. */
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ParentHost } from './bridge-windows/parent'
import { bundleHarness } from './conformance/serve'
import { LoginPage } from './pages/login-page'
import { newPage, openBrowser } from './support/browser'

const baseUrl = inject('baseUrl')
const parentPath = '/parent-window'
let browser: Browser
let script: string

beforeAll(async () => {
  script = await bundleHarness(join(import.meta.dirname, 'bridge-windows/parent.ts'))
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test('framed by a page that is its host, the plugin signs in through it, by a port, and survives the death of that port', async () => {
  const { page, context, complaints } = await newPage(browser)
  const plugin = `${baseUrl}/app/phone_models?parent=${encodeURIComponent(baseUrl)}&network=host`
  await page.route(`${baseUrl}${parentPath}`, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><title>parent</title><body><script src="${parentPath}.js"></script>
        <iframe title="plugin" src="${plugin.replaceAll('&', '&amp;')}" style="width:1180px;height:760px"></iframe>`,
    }),
  )
  await page.route(`${baseUrl}${parentPath}.js`, (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.goto(baseUrl + parentPath)
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (!frame) throw new Error('the parent shows no plugin')
  await new LoginPage(frame).signIn()
  await frame.getByRole('region', { name: '待办' }).waitFor()
  const host = () => page.evaluate(() => (window as unknown as { parentHost: ParentHost }).parentHost.facts())
  const before = await host()
  expect([before.calls > 3, before.byWindow, before.ports]).toEqual([true, ['hello'], 1])
  await page.evaluate(() => (window as unknown as { parentHost: ParentHost }).parentHost.closePort())
  await frame.getByRole('link', { name: '材质' }).click()
  await frame.getByRole('heading', { name: '材质' }).waitFor()
  await expect.poll(async () => (await host()).ports).toBe(2)
  expect(complaints).toEqual([])
  await context.close()
})
