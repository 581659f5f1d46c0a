import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { conformance } from '../../adapters/conformance/suite'
import type { Check, Fault } from '../../adapters/conformance/world'
import type { Capability } from '../../adapters/platform'
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

interface PlatformEntry {
  readonly name: string
  readonly environment: string
  /** Address that opens the platform. */
  readonly path: string
  /**
   * Capabilities that this platform must have. They are listed here instead of being read from the platform, because a lost
   * capability would otherwise pass as a skipped check.
   */
  readonly has: readonly Capability[]
  /**
   * Faults that are not checked here: the mock platform of the product replays only the everyday cassette; the cassettes of these
   * faults are replayed in node.
   */
  readonly without: readonly Fault[]
}

const commonCapabilities: readonly Capability[] = ['file.save', 'storage', 'link.open', 'chat.open']
const client: readonly Capability[] = [
  ...commonCapabilities,
  'cloud.upload',
  'cloud.delete',
  'cloud.storeConfig',
  'marketplace.call',
]

const platformEntries: readonly PlatformEntry[] = [
  { name: 'browser', environment: 'browser', path: harnessPath, has: commonCapabilities, without: [] },
  { name: 'qianniu', environment: 'qianniu', path: simulatorPath(), has: client, without: [] },
  {
    name: 'qianniu without network',
    environment: 'qianniu',
    path: simulatorPath('&network=host'),
    has: [...client, 'http'],
    without: [],
  },
  {
    name: 'mock',
    environment: 'mock',
    path: `${harnessPath}?platform=mock`,
    has: client,
    without: [...new Set(conformance.flatMap(({ fault }) => fault ?? []))],
  },
]

/** Returns the reason why a check does not apply to a platform; null when it applies. */
function reasonToSkip({ needs, lacks }: Check, { has }: PlatformEntry): string | null {
  if (needs && !has.includes(needs)) return `it has no ${needs}`
  return lacks && has.includes(lacks) ? `it has ${lacks}` : null
}

describe.each(platformEntries)('$name', (entry) => {
  let page: Page
  let frame: Frame
  let complaints: readonly string[]

  beforeAll(async () => {
    const opened = await newPage(browser, { downloads: true })
    page = opened.page
    complaints = opened.complaints
    frame = await openHarness(page, baseUrl, script, entry.path)
  })
  afterAll(() => page?.context().close())

  test('the page opens the platform that its address asks for', async () => {
    expect(await frame.evaluate(() => window.harness.environment())).toBe(entry.environment)
  })

  for (const check of conformance.filter(({ fault }) => !fault || !entry.without.includes(fault))) {
    const { name, fault } = check
    const reason = reasonToSkip(check, entry)
    if (reason !== null) {
      test.skip(`${name} (not here: ${reason})`)
      continue
    }
    test(name, async () => {
      const stalled = fault === 'silent' && entry.environment === 'browser'
      const upload = /\/api\/files\/upload$/
      // The upload request is held without a response.
      if (stalled) await page.route(upload, () => {})
      const outcome = await frame.evaluate((checkName) => window.harness.run(checkName), name)
      if (stalled) await page.unroute(upload)
      expect(outcome).toBeNull()
    })
  }

  test('the conformance checks write nothing to the console but the failed requests they cause', () => {
    // Chromium itself prints the 4xx responses to refused uploads and to the call without a token.
    expect(complaints.filter((line) => !/the server responded with a status of 4\d\d/.test(line))).toEqual([])
  })
})
