/** Set-up that the journeys of buyers share: one browser and one shop for a file, and phones that are closed after each test. */
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { BuyerPage } from '../pages/buyer-page'
import { openBrowser } from './browser'
import { type BuyerShop, openBuyerShop } from './buyer-shop'
import type { Merchant } from './merchants'

export interface BuyerPhones {
  readonly shop: BuyerShop
  openPhone(): Promise<BuyerPage>
  /** Opens a window of another kind, such as the seller's. */
  openContext(options?: BrowserContextOptions): Promise<BrowserContext>
}

/** Registers the hooks of a file, and returns what its tests open; the shop is there once they run. */
export function buyerPhonesOf(merchant: Merchant, prepare?: (shop: BuyerShop) => Promise<unknown>): BuyerPhones {
  let browser: Browser
  let shop: BuyerShop
  let contexts: BrowserContext[] = []
  beforeAll(async () => {
    browser = await openBrowser()
    shop = await openBuyerShop(inject('baseUrl'), merchant)
    await prepare?.(shop)
  })
  afterEach(async () => {
    for (const context of contexts) await context.close()
    contexts = []
  })
  afterAll(() => browser?.close())
  return {
    get shop() {
      return shop
    },
    async openPhone() {
      const phone = await BuyerPage.on(browser)
      contexts = [...contexts, phone.context]
      return phone
    },
    async openContext(options) {
      const context = await browser.newContext({ locale: 'zh-CN', ...options })
      contexts = [...contexts, context]
      return context
    },
  }
}
