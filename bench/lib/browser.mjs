import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { findChromium } from '../../scripts/lib/chromium.mjs'

/** Chromium of this machine, headless. Rejects when there is none. */
export async function openBrowser(...args) {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium found: set CHROME_PATH')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...args] })
}

export async function processesOf(browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo
}

/** Peak resident memory of the page's process, MB; what of Chromium itself lies in it is counted too. */
export async function pagePeak(browser) {
  const peaks = (await processesOf(browser))
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  return Math.max(0, ...peaks)
}
