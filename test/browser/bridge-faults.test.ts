/**
 * Faults of the bridge in a real engine: page half and host half exchange frames between the simulator's windows, one scenario
 * per fault.
 */
import { join } from 'node:path'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { CallContext } from '../../bridge/host/types'
import { createSampleHost } from '../../bridge/samples/host.mjs'
import type { SpaceFile } from '../../bridge/simulator/space'
import { chromiumFaults } from '../../bridge/test/faults'
import { bundleHarness, openHarness, simulatorPath } from './conformance/serve'
import { AssetsPage } from './pages/assets'
import { LoginPage } from './pages/login-page'
import { newPage, openBrowser } from './support/browser'
import { merchantPassword } from './support/merchants'
import { pngPicture } from './support/pictures'
import { caller, tokenOfMerchant } from './support/shop'

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

describe('bridge faults over real windows', () => {
  test.each(chromiumFaults.map(({ id, description }) => [description, id]))(
    'in Chromium the bridge withstands the fault: %s',
    async (_description, id) => {
      expect(await frame.evaluate((one) => window.harness.run(one), id)).toBeNull()
    },
  )
})

test('before an older shell a page without network signs in and reads its lists all the same', async () => {
  const opened = await newPage(browser)
  await opened.page.goto(`${baseUrl}/simulator?shell=tb-app&network=host`)
  const plugin = await (await opened.page.waitForSelector('iframe')).contentFrame()
  if (!plugin) throw new Error('the simulator shows no plugin')
  await new LoginPage(plugin).signIn()
  await plugin.getByRole('region', { name: '待办' }).waitFor()
  expect(await opened.page.evaluate(() => window.kejiangSimulator.settings().shell)).toBe('tb-app')
  expect(opened.complaints).toEqual([])
  await opened.context.close()
})

test('hosted by the sample host alone, the plugin signs in, uploads a picture and leaves no copy of it there', async () => {
  const { page: plugin, context, complaints } = await newPage(browser)
  const merchant = '千牛店'
  const call = caller(baseUrl, await tokenOfMerchant(baseUrl, merchant))
  const group = await call<{ id: number }>('POST', '/api/design_asset_collections', { type: 1, name: '样板宿主' })
  const space = `${baseUrl}/simulator/space`
  const storage = new Map<string, string>()
  const requestedPaths: string[] = []
  let hear = (_text: string): void => undefined

  await plugin.exposeFunction('toHost', (text: string) => hear(text))
  await plugin.addInitScript(() => {
    const toHost = Reflect.get(window, 'toHost') as (text: string) => void
    window.my = { postMessage: (message: unknown) => toHost(JSON.stringify(message)) }
  })
  const handlers = {
    http: async (request: { method: string; path: string; headers: Record<string, string>; body?: string }) => {
      const reply = await fetch(baseUrl + request.path, request)
      return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() }
    },
    'storage.get': ({ key }: { key: string }) => storage.get(key) ?? null,
    'storage.set': ({ key, value }: { key: string; value: string }) => storage.set(key, value).size > 0,
    'storage.remove': ({ key }: { key: string }) => storage.delete(key) || true,
    'cloud.upload': async ({ file }: { file: unknown }, { blob, undo }: CallContext): Promise<SpaceFile> => {
      const { bytes, name } = blob(file)
      const reply = await fetch(`${space}?name=${encodeURIComponent(name)}`, { method: 'PUT', body: new Uint8Array(bytes) })
      const stored = (await reply.json()) as SpaceFile
      undo(stored.fileId, () => remove(stored.fileId))
      return stored
    },
    'cloud.delete': async ({ fileIds }: { fileIds: string[] }) => {
      for (const id of fileIds) await remove(id)
      return true
    },
  }
  const remove = async (fileId: string) => void (await fetch(`${space}/${fileId.replace('cloud://', '')}`, { method: 'DELETE' }))
  const host = createSampleHost(
    {
      send: (frame: unknown) => plugin.evaluate((message) => window.my?.onMessage?.(message), frame).catch(() => undefined),
      listen: (listener: (raw: unknown) => void) => {
        hear = (text) => {
          const { k, m } = JSON.parse(text)
          if (k === 'req') requestedPaths.push(m)
          listener(text)
        }
        return () => undefined
      },
    },
    {
      handlers,
      env: {
        now: () => performance.now(),
        set: (task: () => void, ms: number) => setTimeout(task, ms),
        clear: (timer: NodeJS.Timeout) => clearTimeout(timer),
        newId: () => crypto.randomUUID(),
      },
      shell: 'sample',
      client: '',
    },
  )
  await plugin.goto(`${baseUrl}/app/design_assets/images?collection=${group.id}&platform=qianniu&network=host`)
  await new LoginPage(plugin).enter(merchant, merchantPassword)
  const assets = new AssetsPage(plugin)
  await plugin.getByText('「样板宿主」里还没有图片').waitFor()
  await assets.openWizard()
  await assets.choose([await pngPicture('样板.png', 120, 240)])
  await assets.dialog.getByRole('button', { name: '完成' }).click()
  await assets.card('样板.png').waitFor()
  const { items } = await call<{ items: unknown[] }>('GET', `/api/design_assets?collectionId=${group.id}`)
  expect(items).toHaveLength(1)
  await expect.poll(() => requestedPaths.filter((method) => method === 'cloud.delete').length).toBe(1)
  expect(requestedPaths.filter((method) => method === 'cloud.upload')).toHaveLength(1)
  expect((await (await fetch(space)).json()).some(({ fileName }: SpaceFile) => fileName === '样板.png')).toBe(false)
  expect(complaints).toEqual([])
  host.dispose()
  await context.close()
})
