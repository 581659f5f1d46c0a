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

interface Door {
  readonly name: string
  readonly environment: string
  /** Address to open. */
  readonly path: string
  /** What this platform must be able to do. Said here rather than asked of it, or a lost ability would pass as a skipped check. */
  readonly has: readonly Capability[]
  /** Faults whose cassettes the node run plays: the product's mock door has the everyday one only. */
  readonly without: readonly Fault[]
}

const anywhere: readonly Capability[] = ['file.save', 'storage', 'link.open', 'chat.open']
const client: readonly Capability[] = [...anywhere, 'cloud.upload', 'cloud.delete', 'cloud.storeConfig', 'marketplace.call']

const doors: readonly Door[] = [
  { name: 'browser', environment: 'browser', path: harnessPath, has: anywhere, without: [] },
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

/** Why a check is not about the platform behind a door; null when it is. */
function notHere({ needs, lacks }: Check, { has }: Door): string | null {
  if (needs && !has.includes(needs)) return `it has no ${needs}`
  return lacks && has.includes(lacks) ? `it has ${lacks}` : null
}

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

  for (const check of conformance.filter(({ fault }) => !fault || !door.without.includes(fault))) {
    const { name, fault } = check
    const reason = notHere(check, door)
    if (reason !== null) {
      test.skip(`${name} (not here: ${reason})`)
      continue
    }
    test(name, async () => {
      const stalled = fault === 'silent' && door.environment === 'browser'
      const upload = /\/api\/files\/upload$/
      // Nobody answers the form: the request is taken and kept.
      if (stalled) await page.route(upload, () => {})
      const outcome = await frame.evaluate((wanted) => window.harness.run(wanted), name)
      if (stalled) await page.unroute(upload)
      expect(outcome).toBeNull()
    })
  }

  test('says nothing on the console that the checks did not cause', () => {
    // Refused uploads and the call without a token are answered with 4xx, which Chromium prints by itself.
    expect(complaints.filter((line) => !/the server responded with a status of 4\d\d/.test(line))).toEqual([])
  })
})
