/** The seller's main task with real pictures on each platform, with a server restart between save and reload. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allTests } from '../setup/size'
import { DesignerPage } from './pages/designer-page'
import { LoginPage } from './pages/login-page'
import { TemplatesPage } from './pages/templates-page'
import { newPage, openBrowser } from './support/browser'
import { jpegPicture, pngPicture } from './support/pictures'
import { platformEntries, simulatorEntry } from './support/platform-entries'
import { type Product, startProduct } from './support/product'

let browser: Browser
let product: Product

beforeAll(async () => {
  browser = await openBrowser()
  product = await startProduct()
})
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

interface SavedTemplate {
  readonly layers: readonly { readonly uuid: string; readonly name: string; readonly left: number; readonly top: number }[]
  readonly thumbnail: { readonly url: string; readonly width: number; readonly height: number } | null
}

async function apiOf(baseUrl: string) {
  const login = await fetch(`${baseUrl}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo', password: 'kejiang-demo' }),
  })
  const { token } = (await login.json()) as { token: string }
  return async <T>(path: string): Promise<T> => {
    const reply = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
    return (await reply.json()) as T
  }
}

// In the short run only the simulator is used: every other journey runs in the plain browser, and the mock differs from that only
// in where its responses come from.
describe.each(allTests ? platformEntries : [simulatorEntry])('through the $name adapter', (entry) => {
  test('a seller designs a template from two pictures, saves it, and finds it again after a server restart', async () => {
    // In the simulator the APIs that the client's oldest engine lacks are removed; on the other platforms the browser is left as
    // it is.
    const floor = entry.name === 'qianniu'
    const { page, context, complaints } = await newPage(browser, { width: 1600, height: 900, floor })
    const group = `夏日新品 ${entry.name}`

    const root = await entry.enter(page, product.baseUrl)
    await new LoginPage(root).signIn()
    const templates = new TemplatesPage(root)
    await templates.enter()
    await templates.addGroup(group)
    await templates.newTemplate()

    const designer = new DesignerPage(root)
    await designer.ready()
    await designer.upload(await jpegPicture('海边照片.jpg'), await pngPicture('花朵 贴纸.png'))
    expect(await designer.layers.count()).toBe(2)

    await designer.select('海边照片')
    await designer.button('设为背景').click()
    await designer.select('花朵 贴纸')
    const placed = await designer.layerBox()
    const handle = await designer.handleAt(4)
    await designer.drag(handle, { x: -40, y: -40 })
    expect((await designer.layerBox()).width).toBeLessThan(placed.width)
    const corner = await designer.handleAt(0)
    const opposite = await designer.handleAt(4)
    await designer.drag({ x: (corner.x + opposite.x) / 2, y: (corner.y + opposite.y) / 2 }, { x: 30, y: 60 })
    await designer.field('旋转（度）').fill('12.5')
    await designer.field('旋转（度）').press('Enter')
    const wanted = await designer.layerBox()
    expect(wanted.top).toBeGreaterThan(placed.top)
    expect(wanted.rotation).toBe(12.5)

    await designer.save()
    await designer.close()
    await templates.cards.first().locator('img').first().waitFor()

    await product.stop('SIGTERM')
    await product.start()
    await page.reload()
    const again = await entry.enter(page, product.baseUrl)
    const reopened = new TemplatesPage(again)
    await reopened.enter()
    await reopened.openGroup(group)
    await reopened.cards.first().locator('.card-open').click()
    const reloaded = new DesignerPage(again)
    await reloaded.ready()
    expect(await reloaded.layers.count()).toBe(2)
    await reloaded.select('花朵 贴纸')
    expect(await reloaded.layerBox()).toEqual(wanted)

    const api = await apiOf(product.baseUrl)
    const groups = await api<{ id: number; name: string }[]>('/api/design_template_collections')
    const collectionId = groups.find((one) => one.name === group)?.id
    const list = await api<{ items: { id: number }[] }>(`/api/design_templates?collectionId=${collectionId}`)
    expect(list.items).toHaveLength(1)
    const saved = await api<SavedTemplate>(`/api/design_templates/${list.items[0]?.id}`)
    expect(saved.thumbnail?.height).toBe(600)
    expect(saved.layers.map((layer) => layer.name)).toEqual(['海边照片', '花朵 贴纸'])
    const picture = await fetch(new URL(saved.thumbnail?.url ?? '', product.baseUrl))
    expect(picture.headers.get('content-type')).toBe('image/png')
    // The simulator requests its picture space while this test has stopped the server.
    expect(complaints.filter((line) => !/ERR_CONNECTION_REFUSED.*\/simulator\/space/.test(line))).toEqual([])
    await context.close()
  })
})
