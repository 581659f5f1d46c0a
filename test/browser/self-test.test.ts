/** The self-test (自检) in the simulator without an account: measured, saved as a report, imported, and its limits applied. */
import { readFileSync } from 'node:fs'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { readReport, reportText, type SelfTestReport } from '../../adapters/diagnosis/report'
import { allTests } from '../setup/size'
import { accessibilityFindings } from './support/axe'
import { newPage, openBrowser } from './support/browser'

const baseUrl = inject('baseUrl')

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await openBrowser()
})
afterEach(() => page?.context().close())
afterAll(() => browser?.close())

/** The policy step provokes violations, each of which the browser prints on the console. */
const provoked = /Content Security Policy|self-test\.invalid/

async function pluginOf(): Promise<Frame> {
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (!frame) throw new Error('the simulator shows no plugin')
  return frame
}
const stateOf = (frame: Frame, number: number) =>
  frame
    .locator('.self-test-step')
    .nth(number - 1)
    .getAttribute('data-state')
const limits = async (frame: Frame) => {
  const list = frame.getByLabel('正在使用的限制')
  await list.getByText('文件分片').waitFor()
  return (await list.textContent()) ?? ''
}

test('the self-test answers nine questions, saves a readable report without names, and its limits are applied', async () => {
  const opened = await newPage(browser, { downloads: true })
  page = opened.page
  await page.goto(`${baseUrl}/simulator?plugin=/login`)
  const frame = await pluginOf()
  await frame.getByRole('link', { name: '客户端自检' }).click()
  await frame.getByRole('button', { name: '全部测一遍' }).click()
  await frame.getByRole('button', { name: '停止' }).waitFor({ state: 'detached' })
  expect(await Promise.all([1, 2, 3, 6, 7, 8, 9].map((number) => stateOf(frame, number)))).toEqual(Array(7).fill('passed'))

  // Only a person can see whether a way of saving worked: each is tried and judged.
  await frame.getByRole('button', { name: '试一试浏览器直接下载' }).click()
  const listItem = frame.getByRole('listitem', { name: '浏览器直接下载' })
  await listItem.getByRole('button', { name: '成功了' }).click()
  await frame.getByRole('button', { name: '试一试千牛的保存对话框' }).click()
  const dialog = frame.getByRole('listitem', { name: '千牛的保存对话框' })
  await dialog.getByRole('button', { name: '没有', exact: true }).click()
  await dialog.getByText('不行').waitFor()

  // After a reload the stored markers are found and the earlier measurements are still there.
  await frame.getByRole('button', { name: '刷新页面再读' }).click()
  await frame.getByText('登录状态和草稿在刷新以后还在').waitFor()
  expect(await stateOf(frame, 1)).toBe('passed')
  expect(await stateOf(frame, 5)).toBe('passed')
  expect(await listItem.getByText('可以').isVisible()).toBe(true)
  expect(await accessibilityFindings(frame)).toEqual([])

  const saving = page.waitForEvent('download')
  await frame.getByRole('button', { name: '保存报告' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^壳匠自检-9\.95\.01N-\d{8}\.json$/)
  const text = readFileSync(await download.path(), 'utf8')
  const report = readReport(text)
  expect(report).toMatchObject({ environment: 'qianniu', client: '9.95.01N' })
  expect(report.answers).toMatchObject({
    frame: { facts: { toHost: 1_048_576, toPage: 1_048_576 } },
    upload: { facts: { arrived: true, left: 0 } },
    saving: { state: 'open', facts: { client: 'fails', download: 'works' } },
    storage: { facts: { localStorage: 'kept', indexedDB: 'kept', client: 'kept' } },
    code: { facts: { worker: 'yes', mime: 'application/wasm' } },
    policy: { facts: { inForce: true, eval: false } },
    event: { facts: { hostShape: 'detail.value', pageShape: 'frame' } },
  })
  expect(text).not.toMatch(/cloud:\/\/[^…]|127\.0\.0\.1|Bearer|demo/)
  await expect.poll(() => page.evaluate(() => window.kejiangSimulator.counters())).toMatchObject({ orphans: 0, pending: 0 })

  // The report of a client with smaller messages is imported by paste and still applies after a reload.
  const { frame: measured } = report.answers
  const smaller: SelfTestReport = {
    ...report,
    answers: { ...report.answers, frame: { ...measured, facts: { ...measured.facts, toHost: 200_000, toPage: 100_000 } } },
  }
  expect(await limits(frame)).toContain('192 KB')
  await frame.getByRole('textbox', { name: '导入报告' }).fill(reportText(smaller).slice(0, 99))
  await frame.getByRole('button', { name: '导入并采用' }).click()
  await frame.getByText('这不是自检报告：内容不是完整的 JSON').waitFor()
  await frame.getByRole('textbox', { name: '导入报告' }).fill(reportText(smaller))
  await frame.getByRole('button', { name: '导入并采用' }).click()
  await frame.getByRole('button', { name: '恢复默认' }).waitFor()
  await page.evaluate(() => window.kejiangSimulator.reloadPage())
  await frame.getByRole('link', { name: '客户端自检' }).click()
  const after = await limits(frame)
  expect(after).toContain('的自检报告')
  expect(after).toContain('176 KB')
  expect(after).toContain('88 KB')
  expect(after).toContain('131 KB')
  // In the report the client's dialog failed, so saving uses the other way now.
  expect(after).not.toContain('千牛的保存对话框')
  await frame.getByRole('button', { name: '恢复默认' }).click()
  await frame.getByText('没有自检报告，按外壳自己说的').waitFor()
  expect(await limits(frame)).toContain('192 KB')
  expect(opened.complaints.filter((line) => !provoked.test(line))).toEqual([])
})

test.runIf(allTests)('in a browser the self-test skips the steps that need a client and measures the others', async () => {
  const opened = await newPage(browser)
  page = opened.page
  await page.goto(`${baseUrl}/app/self_test`)
  await page.getByRole('heading', { name: '自检' }).waitFor()
  expect(await page.title()).toContain('自检')
  await page.getByRole('button', { name: '全部测一遍' }).click()
  await page.getByRole('button', { name: '停止' }).waitFor({ state: 'detached' })
  const main = page.mainFrame()
  expect(await Promise.all([1, 2, 3, 8].map((number) => stateOf(main, number)))).toEqual(Array(4).fill('skipped'))
  expect(await Promise.all([6, 7, 9].map((number) => stateOf(main, number)))).toEqual(Array(3).fill('passed'))
  await page.getByText('只有在千牛客户端里才有消息限制').waitFor()
  expect(opened.complaints.filter((line) => !provoked.test(line))).toEqual([])
})
