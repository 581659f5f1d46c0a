/**
 * Common setup of the designer's journeys: one browser and profile per file, a group of its own in the demo shop, and opened
 * designs.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import type { Template, TemplateCreate, TemplateLayerWrite } from '../../../contract/types'
import { DesignerPage } from '../pages/designer-page'
import { openBrowser, openProfile, type Profile } from './browser'
import { openShop, type Shop } from './designs'

export interface OpenDesign {
  readonly page: Page
  readonly context: BrowserContext
  readonly designer: DesignerPage
  /** Errors, warnings and uncaught exceptions on the page's console so far. */
  readonly complaints: string[]
}

export interface OpenOptions {
  readonly width?: number
  readonly height?: number
  /** False shows the service agreement on the first save; by default it is accepted already. */
  readonly agreed?: boolean
  /** Prepares the page before it is loaded. */
  readonly before?: (page: Page) => Promise<unknown>
}

export interface DesignerSuite {
  readonly baseUrl: string
  readonly shop: Shop
  readonly collectionId: number
  /** Returns the address that opens a design, without a token. */
  address(design: 'new' | number): string
  /** Creates a template with these layers in the group. */
  template(layers: readonly TemplateLayerWrite[], change?: Partial<TemplateCreate>): Promise<Template>
  /** Opens a new or saved design with empty browser storage; the page is closed after the test. */
  open(design: 'new' | number, options?: OpenOptions): Promise<OpenDesign>
  /** Opens the designer in another page of the same profile. */
  enter(page: Page, design: 'new' | number): Promise<DesignerPage>
}

/**
 * Registers the hooks of a file of journeys; call it once at the top of the file.
 *
 * @param group name of the group that holds the file's templates.
 */
export function designerSuite(group: string): DesignerSuite {
  const baseUrl = inject('baseUrl')
  let browser: Browser
  let profile: Profile
  let shop: Shop
  let collectionId: number
  let contexts: BrowserContext[] = []

  beforeAll(async () => {
    browser = await openBrowser()
    profile = await openProfile(browser, baseUrl)
    shop = await openShop(baseUrl)
    collectionId = await shop.group(group)
  })
  afterEach(async () => {
    for (const page of contexts.flatMap((context) => context.pages())) await page.close()
    contexts = []
  })
  afterAll(() => browser?.close())

  const address = (design: 'new' | number) => `${baseUrl}/app/design_template?collection=${collectionId}&design=${design}`
  const enter = async (page: Page, design: 'new' | number) => {
    await page.goto(`${address(design)}&token=${shop.token}`)
    const designer = new DesignerPage(page)
    await designer.ready()
    return designer
  }
  return {
    baseUrl,
    get shop() {
      return shop
    },
    get collectionId() {
      return collectionId
    },
    address,
    enter,
    template: (layers, change = {}) => shop.create(collectionId, { layers: [...layers], ...change }),
    async open(design, { width = 1440, height = 900, agreed = true, before } = {}) {
      const { page, context, complaints } = await profile.open()
      contexts.push(context)
      await page.setViewportSize({ width, height })
      if (agreed) await page.addInitScript(() => localStorage.setItem('kejiang.serviceAgreement', 'accepted'))
      await before?.(page)
      return { page, context, complaints, designer: await enter(page, design) }
    },
  }
}
