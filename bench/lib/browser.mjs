import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { findChromium } from '../../scripts/lib/chromium.mjs'

/** Starts this machine's Chromium headless. Rejects when there is none. */
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

/** Returns the peak resident memory of the largest renderer process in MB, including the part that belongs to Chromium itself. */
export async function pagePeak(browser) {
  const peaks = (await processesOf(browser))
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  return Math.max(0, ...peaks)
}
