import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { TestRunner } from 'vitest'
import { findChromium } from '../../../scripts/lib/chromium.mjs'
import { stateLimitMs } from '../../setup/limits'
import { removeNewerApis } from './engine-floor'

/** Chromium of this machine without calls to the outside; headless, unless `HEADED=1` asks to see it. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium found; npm test installs or names one')
  return chromium.launch({
    executablePath,
    headless: process.env.HEADED !== '1',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ],
  })
}

/** The one line Arco prints under React 19 in development builds. */
const allowedLines = [/Accessing element\.ref was removed in React 19/]

export interface OpenPage {
  readonly page: Page
  readonly context: BrowserContext
  /** What the page complained about on the console: errors, warnings, uncaught exceptions. */
  readonly complaints: string[]
}

export interface PageOptions {
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
  readonly downloads?: boolean
  /** Without the APIs that the oldest engine of the client lacks. */
  readonly floor?: boolean
}

/** A fresh profile with Shanghai time, Chinese and no motion; otherwise the installed browser as it is. */
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
  context.setDefaultTimeout(stateLimitMs)
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
  tellOnFailure(page, complaints)
  return { page, complaints }
}

/** A failed journey tells what its page showed and said before it is closed: the cause of what cannot be had again. */
function tellOnFailure(page: Page, complaints: readonly string[]): void {
  const close = page.close.bind(page)
  page.close = async (options) => {
    await tellIfFailed(page, complaints)
    await close(options)
  }
}

/** For the end of a test whose page goes on in the next one. */
export async function tellIfFailed(page: Page, complaints: readonly string[]): Promise<void> {
  if (TestRunner.getCurrentTest()?.result?.state !== 'fail' || page.isClosed()) return
  const shown = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => `${location.href}\n${document.body.textContent}`).catch(String)),
  )
  console.error([page.url(), ...complaints, ...shown].join('\n---\n').slice(0, 6000))
}

export interface Profile {
  /** A page that remembers nothing of the one before, except the product's code: that is fetched and compiled once a file. */
  open(): Promise<OpenPage>
}

/** One profile for many tests, each of which closes its page. */
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
