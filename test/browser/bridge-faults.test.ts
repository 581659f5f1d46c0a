/** The bridge's faults in a real engine: page half and host half over the simulator's windows, each fault by its name. */
import { join } from 'node:path'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { chromiumFaults } from '../../bridge/test/faults'
import { bundleHarness, openHarness, simulatorPath } from './conformance/serve'
import { LoginPage } from './pages/login-page'
import { newPage, openBrowser } from './support/browser'

const baseUrl = inject('baseUrl')
let browser: Browser
let page: Page
let frame: Frame

beforeAll(async () => {
  const script = await bundleHarness(join(import.meta.dirname, 'bridge-faults/harness.ts'))
  browser = await openBrowser()
  ;({ page } = await newPage(browser))
  frame = await openHarness(page, baseUrl, script, simulatorPath())
})
afterAll(() => browser?.close())

describe('over real windows', () => {
  test.each(chromiumFaults.map(({ id, says }) => [says, id]))('%s', async (_says, id) => {
    expect(await frame.evaluate((one) => window.harness.run(one), id)).toBeNull()
  })
})

test('before an older shell a page without network signs in and reads its lists all the same', async () => {
  const opened = await newPage(browser)
  await opened.page.goto(`${baseUrl}/simulator?shell=tb-app&network=host`)
  const plugin = await (await opened.page.waitForSelector('iframe')).contentFrame()
  if (!plugin) throw new Error('the simulator shows no plugin')
  await new LoginPage(plugin).signIn()
  await plugin.getByRole('heading', { name: '品牌与型号' }).waitFor()
  expect(await opened.page.evaluate(() => window.kejiangSimulator.settings().shell)).toBe('tb-app')
  expect(opened.complaints).toEqual([])
  await opened.context.close()
})
