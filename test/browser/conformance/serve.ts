import { join } from 'node:path'
import { build } from 'esbuild'
import type { Frame, Page } from 'playwright-core'
import type { Simulator } from '../../../bridge/simulator/page'
import type { Harness } from './harness'

declare global {
  interface Window {
    readonly harness: Harness
    readonly kejiangSimulator: Simulator
  }
}

/** Path of the page that contains the harness, on the running product's origin. */
export const harnessPath = '/conformance-harness'

/** Bundles the harness into one script for the client's engine; no test code is part of the product's build. */
export async function bundleHarness(entry = join(import.meta.dirname, 'harness.ts')): Promise<string> {
  const bundle = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'chrome92',
    logLevel: 'warning',
  })
  return bundle.outputFiles[0]?.text ?? ''
}

/**
 * Opens a path of the product while the harness is served on the product's own origin, and returns the frame in which the harness
 * runs.
 */
export async function openHarness(page: Page, baseUrl: string, script: string, path: string): Promise<Frame> {
  await page.route(`${baseUrl}${harnessPath}*`, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><title>conformance</title><body><script src="${harnessPath}.js"></script>`,
    }),
  )
  await page.route(`${baseUrl}${harnessPath}.js`, (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.goto(baseUrl + path)
  let frame: Frame | null = page.mainFrame()
  if (path.startsWith('/simulator')) frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (!frame) throw new Error('the simulator has no frame')
  await frame.waitForFunction(() => window.harness !== undefined)
  return frame
}

/** Returns the address of the simulator with the harness in its frame. */
export const simulatorPath = (query = ''): string => `/simulator?plugin=${encodeURIComponent(harnessPath)}${query}`
