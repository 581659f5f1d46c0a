/**
 * The plugin as it is packed for Qianniu: the page has no network, so every request travels as a message through the built shell,
 * which runs in this process with nothing but the language, and its cloud application.
 */
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { pageEnv } from '../../bridge/page/env'
import project from '../../bridge/shell/program/mini.project.json'
import type { FakeClock } from '../../bridge/test/fake-clock'
import { builtShell, openShellBench } from '../../bridge/test/shell-bench'
import { belongsToPlugin, filesBelow, filesWithoutGlob } from '../../scripts/build-shell.mjs'
import { allTests } from '../setup/size'
import { DesignerPage } from './pages/designer-page'
import { LoginPage } from './pages/login-page'
import { PhonesPage } from './pages/phones-page'
import { TemplatesPage } from './pages/templates-page'
import { newPage, openBrowser } from './support/browser'
import { merchantPassword } from './support/merchants'
import { caller, type Made, makeTemplates, tokenOfMerchant } from './support/shop'

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
/** Stands for the client's own script in the page. */
const clientScript = 'window.my = { postMessage: (message) => toShell(JSON.stringify(message)), onMessage: null }'

/** Returns the plugin's files that a glob of the package includes; the client's tool would leave out the others. */
const packedFiles = () =>
  filesBelow(web).filter((name) => belongsToPlugin(name) && filesWithoutGlob([`webview/${name}`], project.include).length === 0)
const realClock = (): FakeClock => ({
  ...pageEnv(),
  advance: async () => undefined,
  settle: async () => undefined,
  sleep: () => undefined,
  timers: 0,
})

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test("a packed plugin signs in, creates a brand and shows a template's pictures through messages alone", async () => {
  const call = caller(baseUrl, await tokenOfMerchant(baseUrl, merchant))
  const { id: groupId } = await call<Made>('POST', '/api/design_template_collections', { name: '夏日' })
  await makeTemplates(call, baseUrl, groupId, ['海浪'])
  const bench = openShellBench({ code: await builtShell(), clock: realClock() })
  const requestedPaths: string[] = []
  bench.client.script.application = async (request) => {
    requestedPaths.push(String((request as { readonly path?: unknown }).path))
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${baseUrl}/api/cloud_app`, { method: 'POST', headers, body: JSON.stringify(request) })).json()
  }
  const mini = await bench.openPage()
  await expect.poll(() => mini.data).toMatchObject({ phase: 'open', src: `${packed}index.html` })

  const { page, context, complaints } = await newPage(browser)
  const refused: string[] = []
  const files = new Set(packedFiles())
  await page.route('**', (route) => {
    const url = route.request().url()
    if (url === 'https://appx/web-view.min.js') return route.fulfill({ contentType: 'text/javascript', body: clientScript })
    const file = join(web, new URL(url).pathname)
    if (url.startsWith(packed) && files.has(new URL(url).pathname.slice(1))) {
      return route.fulfill({ contentType: types[extname(file)] ?? '', body: readFileSync(file) })
    }
    refused.push(url)
    return route.abort()
  })
  await page.exposeFunction('toShell', (text: string) => mini.onWebViewMessage({ detail: { value: JSON.parse(text) } }))
  bench.client.onPost((frame) => {
    // The page may be closed already; its messages are then lost.
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
  // The server has stored it, and the request can only have come through the shell.
  const brands = await call<{ name: string }[]>('GET', '/api/phone_brands')
  expect(brands.map(({ name }) => name)).toEqual(['壳里来的'])
  // A picture requested without the shell would be among the refused addresses.
  await page.getByRole('link', { name: '模板管理' }).click()
  const templates = new TemplatesPage(page)
  const picture = templates.card('海浪').locator('img').first()
  const width = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
  await templates.open('海浪')
  const designer = new DesignerPage(page)
  await designer.ready()
  // The designer needs the whole file, which is transferred in parts.
  await expect.poll(() => requestedPaths.filter((path) => /^\/api\/file_parts\/.*from=0$/.test(path)).length).toBeGreaterThan(0)
  const mtopCalls = bench.client.calls.filter(({ name: called }) => called === 'sendMtop').length
  expect(mtopCalls).toBeGreaterThan(3)
  expect(refused).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
  mini.onUnload()
  expect(bench.shell.stats()).toMatchObject({ pages: 0, running: 0 })
})

test.runIf(allTests)(
  'a page of the seller’s server runs in the same shell, with its own network and the client’s storage',
  async () => {
    const code = await builtShell({ variant: 'remote', page: `${baseUrl}/` })
    const bench = openShellBench({ code, clock: realClock() })
    const mini = await bench.openPage()
    await expect.poll(() => mini.data).toMatchObject({ phase: 'open', src: `${baseUrl}/?platform=qianniu` })
    const { page, context, complaints } = await newPage(browser)
    await page.route('https://appx/web-view.min.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: clientScript }),
    )
    await page.exposeFunction('toShell', (text: string) => mini.onWebViewMessage({ detail: { value: JSON.parse(text) } }))
    const messages: unknown[] = []
    bench.client.onPost((frame) => {
      messages.push((frame as { readonly k?: unknown }).k)
      page.evaluate((message) => window.my?.onMessage?.(message), frame).catch(() => undefined)
    })
    await page.goto(`${baseUrl}/?platform=qianniu`)
    await new LoginPage(page).signIn(merchant, merchantPassword)
    await new PhonesPage(page).button('新增品牌').waitFor()
    // The page calls the API through its own network; the shell opens the connection and carries no API request.
    expect(bench.client.count('sendMtop')).toBe(0)
    expect(messages).toContain('welcome')
    expect(messages).toContain('res')
    expect(complaints).toEqual([])
    await context.close()
    mini.onUnload()
  },
)
