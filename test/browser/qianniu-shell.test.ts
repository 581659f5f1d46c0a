/**
 * The plugin as it lies in the Qianniu package: a page whose network is closed, so that every word to the server goes by message
 * through the built shell (alone with the language, in this process) and its cloud application.
 */
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { pageEnv } from '../../bridge/page/env'
import type { FakeClock } from '../../bridge/test/fake-clock'
import { builtShell, openRig } from '../../bridge/test/shell-rig'
import { LoginPage } from './pages/login-page'
import { PhonesPage } from './pages/phones-page'
import { newPage, openBrowser } from './support/browser'
import { merchantPassword } from './support/merchants'
import { caller, tokenOfMerchant } from './support/shop'

const baseUrl = inject('baseUrl')
const merchant = '千牛店'
const packed = 'https://webview/'
const web = join(import.meta.dirname, '../../dist/web')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}
/** What the client's own script is to a page. */
const clientScript = 'window.my = { postMessage: (message) => toShell(JSON.stringify(message)), onMessage: null }'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test('a seller signs in, and makes and finds a brand, over messages alone', async () => {
  const clock: FakeClock = {
    ...pageEnv(),
    advance: async () => undefined,
    settle: async () => undefined,
    sleep: () => undefined,
    timers: 0,
  }
  const rig = openRig({ code: await builtShell(), clock })
  rig.client.script.application = async (request) => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${baseUrl}/api/cloud_app`, { method: 'POST', headers, body: JSON.stringify(request) })).json()
  }
  const mini = await rig.openPage()
  await expect.poll(() => mini.data).toMatchObject({ phase: 'open', src: `${packed}index.html` })

  const { page, context, complaints } = await newPage(browser)
  const refused: string[] = []
  await page.route('**', (route) => {
    const url = route.request().url()
    if (url === 'https://appx/web-view.min.js') return route.fulfill({ contentType: 'text/javascript', body: clientScript })
    const file = join(web, new URL(url).pathname)
    if (url.startsWith(packed) && existsSync(file)) {
      return route.fulfill({ contentType: types[extname(file)] ?? '', body: readFileSync(file) })
    }
    refused.push(url)
    return route.abort()
  })
  await page.exposeFunction('toShell', (text: string) => mini.onWebViewMessage({ detail: { value: JSON.parse(text) } }))
  rig.client.onPost((frame) => {
    // A page that is gone hears nothing more.
    page.evaluate((message) => window.my?.onMessage?.(message), frame).catch(() => undefined)
  })

  await page.goto(`${packed}index.html`)
  await new LoginPage(page).signIn(merchant, merchantPassword)
  expect(new URL(page.url()).pathname).toBe('/index.html')
  const phones = new PhonesPage(page)
  await phones.button('新增品牌').click()
  await phones.dialog.getByRole('textbox').fill('壳里来的')
  await phones.dialog.getByRole('button', { name: '新增品牌' }).click()
  await phones.row('壳里来的').waitFor()
  await page.reload()
  await phones.row('壳里来的').waitFor()
  // The server has it, and was told by nobody else.
  const brands = await caller(baseUrl, await tokenOfMerchant(baseUrl, merchant))<{ name: string }[]>('GET', '/api/phone_brands')
  expect(brands.map(({ name }) => name)).toEqual(['壳里来的'])
  const asked = rig.client.calls.filter(({ name: called }) => called === 'sendMtop').length
  expect(asked).toBeGreaterThan(3)
  expect(refused).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
  mini.onUnload()
  expect(rig.shell.stats()).toMatchObject({ pages: 0, running: 0 })
})
