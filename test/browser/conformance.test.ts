import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { conformance, type Fault } from '../../adapters/conformance'
import { bundleHarness, harnessPath, openHarness, simulatorPath } from './conformance/serve'
import { newPage, openBrowser } from './support/browser'

const baseUrl = inject('baseUrl')

let browser: Browser
let script: string

beforeAll(async () => {
  script = await bundleHarness()
  browser = await openBrowser()
})
afterAll(() => browser?.close())

interface Door {
  readonly name: string
  readonly environment: string
  /** Address to open. */
  readonly path: string
  /** Faults whose cassettes the node run plays: the product's mock door has the everyday one only. */
  readonly without: readonly Fault[]
}

const doors: readonly Door[] = [
  { name: 'browser', environment: 'browser', path: harnessPath, without: [] },
  { name: 'qianniu', environment: 'qianniu', path: simulatorPath(), without: [] },
  { name: 'qianniu without network', environment: 'qianniu', path: simulatorPath('&network=host'), without: [] },
  {
    name: 'mock',
    environment: 'mock',
    path: `${harnessPath}?platform=mock`,
    without: [...new Set(conformance.flatMap(({ fault }) => fault ?? []))],
  },
]

describe.each(doors)('$name', (door) => {
  let page: Page
  let frame: Frame
  let complaints: readonly string[]

  beforeAll(async () => {
    const opened = await newPage(browser, { downloads: true })
    page = opened.page
    complaints = opened.complaints
    frame = await openHarness(page, baseUrl, script, door.path)
  })
  afterAll(() => page?.context().close())

  test('is the platform that was opened', async () => {
    expect(await frame.evaluate(() => window.harness.environment())).toBe(door.environment)
  })

  for (const { name, fault } of conformance.filter((check) => !check.fault || !door.without.includes(check.fault))) {
    test(name, async (context) => {
      const stalled = fault === 'silent' && door.environment === 'browser'
      const upload = /\/api\/files\/upload$/
      // Nobody answers the form: the request is taken and kept.
      if (stalled) await page.route(upload, () => {})
      const outcome = await frame.evaluate((check) => window.harness.run(check), name)
      if (stalled) await page.unroute(upload)
      if (outcome === 'skipped') context.skip()
      expect(outcome).toBeNull()
    })
  }

  test('says nothing on the console that the checks did not cause', () => {
    // Refused uploads and the call without a token are answered with 4xx, which Chromium prints by itself.
    expect(complaints.filter((line) => !/the server responded with a status of 4\d\d/.test(line))).toEqual([])
  })
})
