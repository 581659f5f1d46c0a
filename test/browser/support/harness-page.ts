/** A page that runs one bundled script without the product. It is served and opened once per file, and reset before each test. */
import { createServer } from 'node:http'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { newPage, openBrowser, type PageOptions } from './browser'

/** The type and the bytes that the server answers at one path. */
type Served = readonly [type: string, content: string | Uint8Array]

export interface HarnessPage {
  readonly page: Page
  /** Resets the input state that an earlier test may have left: mouse position and button, pressed keys, focused field. */
  resetInput(): Promise<void>
  /** Returns and clears the console errors and warnings since the last call. */
  complaints(): string[]
  close(): Promise<void>
}

export interface HarnessOptions extends PageOptions {
  /** Path of the script below test/browser/support. */
  readonly script: string
  /** HTML of the body before the script runs. */
  readonly body: string
  /** Further files that the server answers, by path. */
  readonly files?: Readonly<Record<string, Served>>
}

/** Bundles a module and all its imports into one script for the page. */
export async function bundled(path: string): Promise<Served> {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    format: 'iife',
    target: 'chrome92',
    write: false,
    logLevel: 'error',
    define: { 'import.meta.url': '""' },
  })
  return ['text/javascript', outputFiles[0]?.contents ?? '']
}

export const pngFile = (buffer: Buffer): Served => ['image/png', buffer]

export async function openHarness({ script, body, files = {}, ...options }: HarnessOptions): Promise<HarnessPage> {
  const all: Readonly<Record<string, Served>> = {
    '/': [
      'text/html',
      `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><style>body{margin:0}</style>${body}<script src="/harness.js"></script>`,
    ],
    '/harness.js': await bundled(`${import.meta.dirname}/${script}`),
    ...files,
  }
  const server = createServer((request, reply) => {
    const [type, content] = all[request.url ?? ''] ?? []
    if (type === undefined) reply.writeHead(404).end()
    else reply.setHeader('content-type', type).setHeader('access-control-allow-origin', '*').end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address !== 'object') throw new Error('no port')
  const browser = await openBrowser()
  const { page, complaints } = await newPage(browser, options)
  await page.goto(`http://127.0.0.1:${address.port}/`)
  return {
    page,
    async resetInput() {
      await page.mouse.move(0, 0)
      await page.mouse.up()
      for (const key of ['Shift', 'Control', 'Alt', 'Meta']) await page.keyboard.up(key)
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    },
    complaints: () => complaints.splice(0),
    async close() {
      await browser.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
