/** Common setup of most journeys: a browser, a seller's session, and a page for each test of the file. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { type OpenPage, openBrowser, openProfile, type PageOptions, type Profile } from './browser'
import type { Merchant } from './merchants'
import { type Caller, caller, enterWith, tokenOf, tokenOfMerchant } from './shop'

export interface Journey {
  readonly baseUrl: string
  /** Calls the API as the seller. */
  readonly call: Caller
  /** Opens the plugin as the seller, in the test's own page or in the page `on`. */
  visit(path: string, on?: Page): Promise<void>
  /** Returns the console errors and warnings, without the line that Chromium itself writes for every response of 4xx and 5xx. */
  ownComplaints(): readonly string[]
  /** Answers the page's writes to these addresses with a failure. */
  refuse(url: string, status?: number, message?: string): Promise<unknown>
}

/**
 * Registers the hooks of a test file; call it once, at the top.
 *
 * @param seller a merchant of the common server, or its demo account.
 * @param opened receives each test's page before the test begins.
 */
export function journey(
  seller: Merchant | 'demo',
  opened: (page: Pick<OpenPage, 'page' | 'complaints'>) => void,
  options: PageOptions = {},
): Journey {
  const baseUrl = inject('baseUrl')
  let browser: Browser | undefined
  let profile: Profile
  let token: string
  let call: Caller
  let tab: OpenPage

  beforeAll(async () => {
    browser = await openBrowser()
    token = await (seller === 'demo' ? tokenOf(baseUrl, 'demo', 'kejiang-demo') : tokenOfMerchant(baseUrl, seller))
    profile = await openProfile(browser, baseUrl, options)
    call = caller(baseUrl, token)
  })
  beforeEach(async () => {
    tab = await profile.open()
    opened(tab)
  })
  afterEach(() => tab.page.close())
  afterAll(() => browser?.close())

  return {
    baseUrl,
    call: (method, path, body) => call(method, path, body),
    visit: (path, on = tab.page) => enterWith(on, baseUrl, token, path),
    ownComplaints: () => tab.complaints.filter((line) => !line.includes('Failed to load resource')),
    refuse: (url, status = 500, message = '服务器内部错误') =>
      tab.page.route(url, (route) =>
        route.request().method() === 'GET'
          ? route.fallback()
          : route.fulfill({ status, json: { traceId: 'trace-1', code: 'internal', message } }),
      ),
  }
}
