/**
 * The testers' page: a cassette replayed step by step beside the real plugin, edited and saved; and a recording made and
 * replayed.
 */
import { readFile } from 'node:fs/promises'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readCassette } from '../../adapters/cassette/cassette'
import { allTests } from '../setup/size'
import { accessibilityFindings } from './support/axe'
import { newPage, openBrowser } from './support/browser'
import { tokenOf } from './support/shop'

const baseUrl = inject('baseUrl')

let browser: Browser
let token: string

beforeAll(async () => {
  browser = await openBrowser()
  token = await tokenOf(baseUrl, 'demo', 'kejiang-demo')
})
afterAll(() => browser?.close())

const entries = (page: Page) => page.getByRole('list', { name: '录制的调用' }).locator('.qa-entry')
const status = (page: Page) => page.locator('.qa-status')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function frameOf(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (!frame) throw new Error('the page shows no plugin')
  return frame
}

async function savedCassette(page: Page, button: string) {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, button)])
  const text = await readFile(await download.path(), 'utf8')
  return { name: download.suggestedFilename(), text, cassette: readCassette(JSON.parse(text)) }
}

describe('recording and replay', () => {
  test('a cassette is replayed step by step, edited and saved beside the plugin', async () => {
    const { page, context, complaints } = await newPage(browser, { downloads: true })
    await context.addCookies([{ name: '_token_', value: token, url: baseUrl }])
    // Without it the page uses its own download, since only a person can answer the browser's save dialog.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
    await page.goto(`${baseUrl}/simulator/qa`)
    await expect.poll(() => status(page).textContent()).toBe('下一步：第 1 条')
    await page.getByRole('switch', { name: '不等时间' }).click()
    await expect.poll(() => status(page).textContent()).toBe('下一步：第 1 条')

    // 下一步 makes the next recorded call through the plugin.
    await press(page, '下一步')
    await expect.poll(() => entries(page).nth(0).textContent()).toContain('已播放')
    expect(await entries(page).nth(1).textContent()).toContain('未播放')

    // A call of the plugin itself waits until the tester releases it.
    const plugin = await frameOf(page)
    await plugin.getByRole('button', { name: '联系客服' }).click()
    await expect.poll(() => status(page).textContent()).toBe('插件有 1 个调用在等待放行')
    expect(await entries(page).nth(7).textContent()).toContain('等待放行')
    await press(page, '下一步')
    await expect.poll(() => entries(page).nth(7).textContent()).toContain('已播放')

    // Two faults: a lost response and an error, as the plugin receives them.
    await entries(page).nth(2).getByRole('button').first().click()
    await choose(page, '回答什么', '丢掉回答')
    await entries(page).nth(2).getByRole('button').first().click()
    await entries(page).nth(3).getByRole('button').first().click()
    await choose(page, '回答什么', '返回错误')
    await choose(page, '错误码', 'PERMISSION')
    await press(page, '全部播放')
    await expect.poll(() => status(page).textContent()).toMatch(/^全部播放过了/)
    expect(await entries(page).nth(2).textContent()).toContain('插件得到：千牛数据返回超时')
    expect(await entries(page).nth(3).textContent()).toMatch(/错误 PERMISSION.*插件得到：.*权限/)

    expect(await accessibilityFindings(page)).toEqual([])

    const { name, cassette } = await savedCassette(page, '另存为文件')
    expect(name).toBe('desktop-client-edited.json')
    expect(cassette).toMatchObject({ origin: 'authored', basedOn: expect.stringContaining('desktop-client (authored') })
    expect(cassette.entries[2]?.outcome).toEqual({ lost: true })
    expect(cassette.entries[3]?.outcome).toMatchObject({ error: { code: 'PERMISSION' } })
    expect(complaints).toEqual([])
    await context.close()
  })

  test.runIf(allTests)("recording is refused while a program drives the page; a person's recording can be replayed", async () => {
    const { page, context } = await newPage(browser, { downloads: true })
    await context.addCookies([{ name: '_token_', value: token, url: baseUrl }])
    const address = `${baseUrl}/simulator?size=fill&plugin=${encodeURIComponent('/?record=help')}`
    await page.goto(address)
    const bar = (frame: Frame) => frame.getByRole('complementary', { name: '录制' })
    await expect.poll(async () => bar(await frameOf(page)).textContent()).toContain('自动化环境（CI）里不录制')

    await context.addInitScript(() => Reflect.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }))
    await page.goto(address)
    const plugin = await frameOf(page)
    await plugin.getByRole('button', { name: '联系客服' }).click()
    const count = async () => Number(/(\d+) 次调用/.exec((await bar(plugin).textContent()) ?? '')?.[1] ?? 0)
    await expect.poll(count).toBeGreaterThan(0)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      plugin.getByRole('button', { name: '导出录制文件' }).click(),
    ])
    const text = await readFile(await download.path(), 'utf8')
    const recorded = readCassette(JSON.parse(text))
    expect(recorded).toMatchObject({
      name: 'help',
      origin: 'authored',
      basedOn: 'client simulator 1.0.0-simulator',
      client: { qn: expect.stringContaining('9.95') },
    })
    expect(recorded.entries.map(({ method }) => method)).toContain('chat.open')
    expect(text).not.toContain(token)

    await page.goto(`${baseUrl}/simulator/qa`)
    await page
      .getByLabel('录制文件')
      .setInputFiles({ name: 'help.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    await expect.poll(() => page.locator('.qa-facts').textContent()).toContain('来自 client simulator')
    await expect.poll(() => page.getByRole('region', { name: '没有用到的记录' }).textContent()).toContain('打开聊天')
    await press(page, '全部播放')
    await expect.poll(() => status(page).textContent()).toMatch(/^全部播放过了/)
    expect(await page.getByRole('region', { name: '没有用到的记录' }).textContent()).toContain('都用到了')
    await context.close()
  })
})
