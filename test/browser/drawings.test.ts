/** Every kind of drawing of the register looks in Chromium, as thumbnail and in print like its original, or is refused in words. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oddDrawings, quickDrawings } from '../../fixtures/odd-files/drawings'
import { allTests } from '../setup/size'
import { newPage, openBrowser } from './support/browser'
import { compareEngines } from './support/drawing-engines'
import { looksAlike } from './support/picture-difference'

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  page = (await newPage(browser)).page
})
afterAll(() => browser?.close())

test.each((allTests ? oddDrawings : quickDrawings).map((drawing) => [drawing.name, drawing] as const))(
  '%s looks alike everywhere',
  async (_name, drawing) => {
    const compared = await compareEngines(page, drawing)
    if ('refused' in compared) expect(compared.refused).toMatch(drawing.refused ?? /^$/)
    else {
      expect(drawing.refused).toBeUndefined()
      expect(Object.entries(compared.apart).filter(([, apart]) => !looksAlike(apart))).toEqual([])
    }
  },
)
