import type { Page } from 'playwright-core'
import type { Root } from '../pages/screen-page'

/** One platform on which the plugin can be opened. */
export interface PlatformEntry {
  readonly name: string
  /** Opens the plugin and returns the page or frame in which it runs. */
  enter(page: Page, baseUrl: string): Promise<Root>
}

export const browserEntry: PlatformEntry = {
  name: 'browser',
  enter: async (page, baseUrl) => {
    await page.goto(`${baseUrl}/`)
    return page
  },
}

export const simulatorEntry: PlatformEntry = {
  name: 'qianniu',
  enter: async (page, baseUrl) => {
    await page.goto(`${baseUrl}/simulator?size=fill`)
    const handle = await page.waitForSelector('iframe')
    const frame = await handle.contentFrame()
    if (!frame) throw new Error('the simulator shows no plugin')
    await frame.waitForSelector('#root > *')
    return frame
  },
}

export const mockEntry: PlatformEntry = {
  name: 'mock',
  enter: async (page, baseUrl) => {
    await page.goto(`${baseUrl}/?platform=mock`)
    return page
  },
}

export const platformEntries: readonly PlatformEntry[] = [browserEntry, simulatorEntry, mockEntry]
