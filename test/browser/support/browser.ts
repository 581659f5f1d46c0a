import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { TestRunner } from 'vitest'
import { findChromium } from '../../../scripts/lib/chromium.mjs'
import { stateLimitMs } from '../../setup/limits'
import { removeNewerApis } from './engine-floor'

/** Arguments with which Chromium draws WebGL in software on machines without a graphics processor. */
export const drawsWebGl = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']

/** The browsers of this process, by the switches of what draws: starting one takes longer than many a test. */
const running = new Map<string, Browser>()

/**
 * Returns this machine's Chromium without its own network traffic; headless, unless `HEADED=1` is set. The files that a process runs one after
 * another share it: closing it closes the pages and profiles of a file.
 *
 * @param graphics switches of what draws, and of a camera that plays a file; without any there is no graphics processor.
 */
export async function openBrowser(graphics: readonly string[] = ['--disable-gpu']): Promise<Browser> {
  const key = graphics.join(' ')
  const earlier = running.get(key)
  if (earlier?.isConnected()) return earlier
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium found; npm test installs or names one')
  const browser = await chromium.launch({
    executablePath,
    headless: process.env.HEADED !== '1',
    args: [
      '--no-sandbox',
      ...graphics,
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ],
  })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    // Not the library's half minute, which a busy machine exceeds.
    context.setDefaultTimeout(stateLimitMs)
    return context
  }
  browser.close = async () => {
    for (const context of browser.contexts()) await context.close()
  }
  running.set(key, browser)
  return browser
}

/** The one warning that Arco prints under React 19 in development builds. */
const allowedLines = [/Accessing element\.ref was removed in React 19/]

export interface OpenPage {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors, warnings and uncaught exceptions on the page's console. */
  readonly complaints: string[]
}

export interface PageOptions {
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
  readonly downloads?: boolean
  /** Removes the APIs that the oldest engine of the client lacks. */
  readonly floor?: boolean
}

/** Opens a page in a fresh profile with Shanghai time, Chinese and reduced motion. */
export async function newPage(browser: Browser, options: PageOptions = {}): Promise<OpenPage> {
  const context = await newProfile(browser, options)
  return { context, ...(await newTab(context)) }
}

async function newProfile(browser: Browser, options: PageOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1180, height: options.height ?? 760 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    colorScheme: options.dark ? 'dark' : 'light',
    acceptDownloads: options.downloads ?? false,
  })
  if (options.floor) await context.addInitScript(removeNewerApis)
  return context
}

async function newTab(context: BrowserContext): Promise<Omit<OpenPage, 'context'>> {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if ((message.type() === 'error' || message.type() === 'warning') && !allowedLines.some((line) => line.test(text))) {
      complaints.push(`${message.type()}: ${text} (${message.location().url})`)
    }
  })
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  logOnFailure(page, complaints)
  return { page, complaints }
}

/** Prints what the page of a failed test showed and logged before it is closed, because it cannot be inspected later. */
function logOnFailure(page: Page, complaints: readonly string[]): void {
  const close = page.close.bind(page)
  page.close = async (options) => {
    await logIfFailed(page, complaints)
    await close(options)
  }
}

/** Prints the page when the current test has failed; for tests whose page stays open for the next test. */
export async function logIfFailed(page: Page, complaints: readonly string[]): Promise<void> {
  if (TestRunner.getCurrentTest()?.result?.state !== 'fail' || page.isClosed()) return
  const shown = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => `${location.href}\n${document.body.textContent}`).catch(String)),
  )
  console.error([page.url(), ...complaints, ...shown].join('\n---\n').slice(0, 6000))
}

export interface Profile {
  /**
   * Opens a page whose cookies and storage are empty. The HTTP cache stays, so that the product's code is fetched and compiled
   * once per file.
   */
  open(): Promise<OpenPage>
}

/** Opens one profile for many tests, each of which closes its page. */
export async function openProfile(browser: Browser, baseUrl: string, options: PageOptions = {}): Promise<Profile> {
  const context = await newProfile(browser, options)
  return {
    async open() {
      const tab = await newTab(context)
      const devtools = await context.newCDPSession(tab.page)
      await devtools.send('Storage.clearDataForOrigin', {
        origin: new URL(baseUrl).origin,
        storageTypes: 'cookies,local_storage,indexeddb',
      })
      await devtools.detach()
      return { context, ...tab }
    },
  }
}
