/**
 * The looks of sixty screens in both themes against pictures in looks/pictures. A look that changed on purpose is kept by
 * `UPDATE_LOOKS=1 ALL_TESTS=1 npx vitest run --project browser test/browser/looks.long.test.ts`, and is looked at in the commit.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShopCustomizationUrls } from '../../contract/types'
import { allTests } from '../setup/size'
import { differentCells, lookDifference } from './looks/look'
import { looksOf, type ScreenLook } from './looks/screens'
import { accessibilityFindings } from './support/axe'
import { newPage, openBrowser } from './support/browser'
import { type Product, startProduct } from './support/product'
import { caller, enterWith, tokenOf } from './support/shop'

const themed = { light: 'body:not([arco-theme="dark"])', dark: 'body[arco-theme="dark"]' } as const
const sizes = { phone: { width: 390, height: 844 }, window: { width: 1180, height: 760 } } as const

let product: Product
let token: string
let looks: readonly ScreenLook[]

beforeAll(async () => {
  product = await startProduct()
  token = await tokenOf(product.baseUrl, 'demo', 'kejiang-demo')
  const shops = await caller(product.baseUrl, token)<ShopCustomizationUrls[]>('GET', '/api/shop_customization_urls')
  const link = shops.flatMap(({ customizationUrls }) => customizationUrls)[0]?.url
  if (link === undefined) throw new Error('the demo shop has no link')
  looks = looksOf(link)
})
afterAll(() => product?.dispose())

/** Waits until every picture on the screen is drawn. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy="true"], .arco-skeleton, .arco-spin-loading') === null &&
      document.fonts.status === 'loaded' &&
      [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  )
}

test('every screen looks as its kept picture, in both themes', async () => {
  const browser = await openBrowser()
  const different: string[] = []
  const findings: Record<string, string[]> = {}
  for (const size of ['window', 'phone'] as const) {
    const { page, context } = await newPage(browser, sizes[size])
    if (size === 'window') await enterWith(page, product.baseUrl, token, '/app/trash')
    for (const { name, address, open, before, changing } of looks.filter(({ phone }) => (phone ? 'phone' : 'window') === size)) {
      await before?.(caller(product.baseUrl, token))
      await page.goto(new URL(address, product.baseUrl).href)
      await page.waitForLoadState('networkidle')
      if (open) {
        await open(page)
        await page.waitForLoadState('networkidle')
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        // The plugin changes its theme itself; the buyers' page has rules of CSS.
        if (size === 'window') await page.locator(themed[colorScheme]).waitFor()
        await settle(page)
        const look = await page.screenshot({
          animations: 'disabled',
          caret: 'hide',
          mask: changing ? [page.locator(changing)] : [],
        })
        const difference = await lookDifference(`${name}-${colorScheme}`, look)
        if (difference !== null) different.push(difference)
        const found = allTests ? await accessibilityFindings(page) : []
        if (found.length > 0) findings[`${name}-${colorScheme}`] = found
      }
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await context.close()
  }
  expect(different).toEqual([])
  expect(findings).toEqual({})
})

test('a cell counts as different when one of its channels is off by more than a tenth', () => {
  const grey = new Uint8Array([200, 200, 200, 200, 200, 200, 200, 200, 200])
  expect(differentCells(grey, new Uint8Array([200, 200, 200, 200, 224, 200, 200, 200, 225]))).toEqual([2])
})
