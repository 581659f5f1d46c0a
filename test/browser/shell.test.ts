/** The frame around every screen: menu, titles, help, support, unknown addresses, unsaved work. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { helpTopics } from '../../src/features/help/topics'
import { allTests, sized } from '../setup/size'
import { DesignerPage } from './pages/designer-page'
import { journey } from './support/journey'
import { pngPicture } from './support/pictures'

let page: Page
let complaints: readonly string[]
// This test opens every screen of the menu without the APIs that the client's oldest engine lacks.
const { visit } = journey(
  'demo',
  (opened) => {
    ;({ page, complaints } = opened)
  },
  { floor: true },
)

const enter = (path = '/app/design_template') => visit(path)
const menu = () => page.getByRole('navigation', { name: '主菜单' })

describe('the frame around the screens', () => {
  test('menu, heading and tab title agree on every screen of the menu, and the shop and the user are shown', async () => {
    await enter('/app')
    const current = menu().locator('[aria-current=page]')
    await current.waitFor()
    const title = await current.textContent()
    await page.getByRole('heading', { name: title ?? '', level: 1 }).waitFor()
    expect(await page.title()).toBe(`${title} · 壳匠`)
    expect(await menu().getByRole('link').allTextContents()).not.toContain('帮助文档')
    expect(await page.locator('.shell-brand').textContent()).toContain('壳匠')
    expect(await page.locator('.shell-user').textContent()).toBe('demo')
    // The counts beside the entries are links, too.
    for (const link of await menu().locator('.shell-link').all()) {
      const name = await link.textContent()
      await link.click()
      await page.getByRole('heading', { name: name ?? '', level: 1 }).waitFor()
      expect(await page.title()).toBe(`${name} · 壳匠`)
    }
    // The demo has an order whose picture is gone, which the list says.
    expect(complaints.filter((line) => !line.includes('/files/previews/'))).toEqual([])
  })

  test.runIf(allTests)('every help topic has an address and a text, and topics are found by search', async () => {
    await enter()
    await page.getByRole('button', { name: '帮助文档' }).click()
    const topics = page.getByRole('navigation', { name: '帮助文档' }).getByRole('link')
    await topics.first().waitFor()
    const hrefs = await topics.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(new Set(hrefs).size).toBe(helpTopics.length)
    await topics.first().click()
    const help = page.getByRole('navigation', { name: '帮助主题' })
    await help.waitFor()
    const titles = await help.getByRole('link').allTextContents()
    expect(titles).toHaveLength(helpTopics.length)
    for (const title of titles) {
      await help.getByRole('link', { name: title, exact: true }).click()
      await page.getByRole('heading', { name: title, level: 2, exact: true }).waitFor()
      expect((await page.locator('.help-text p').allTextContents()).join('').length).toBeGreaterThan(20)
    }
    await help.getByRole('textbox', { name: '搜索帮助' }).fill('mmgz')
    await expect.poll(() => help.getByRole('link').allTextContents()).toEqual(['一键导入：图片命名规则'])
    expect(await page.title()).toBe('帮助文档 · 壳匠')
    expect(complaints).toEqual([])
  })

  test('the skip link, the shortcut keys and the palette lead to their targets', async () => {
    await enter('/app/phone_brand_model/brand')
    // `n` presses the screen's main button, so the button must be present.
    await page.getByRole('button', { name: '新增品牌' }).waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('跳到主要内容')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await page.keyboard.press('n')
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: '品牌名称' }).waitFor()
    // In a field, `n` is a letter.
    await page.keyboard.type('n')
    expect(await form.getByRole('textbox', { name: '品牌名称' }).inputValue()).toBe('n')
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: '快捷键' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: '快速搜索' })
    await search.fill('gongchang')
    await page.getByRole('option', { name: '工厂对接', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '工厂对接', level: 1 }).waitFor()
    await enter('/app/help')
    const help = page.getByRole('textbox', { name: '搜索帮助' })
    await help.waitFor()
    await page.keyboard.press('/')
    // The key moves the focus to the field and is not typed into it.
    expect(await help.evaluate((field: HTMLInputElement) => [field === document.activeElement, field.value])).toEqual([true, ''])
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('联系客服 opens a chat', async () => {
    await enter()
    const opened = page.context().waitForEvent('page')
    await page.getByRole('button', { name: '联系客服' }).click()
    const chat = await opened
    await chat.close()
    // The page cannot see whether a chat opened, so it also shows other ways to reach the support.
    const contactDialog = page.getByRole('dialog', { name: '联系客服' })
    await contactDialog.getByText('请在千牛或阿里旺旺里搜索「壳匠客服」').waitFor()
    await page.keyboard.press('Escape')
    await contactDialog.waitFor({ state: 'hidden' })
  })

  test('the appearance switches between light and dark and is remembered', async () => {
    await enter()
    await page.getByRole('button', { name: '外观：跟随系统' }).click()
    await page.getByRole('button', { name: '外观：浅色' }).click()
    await page.getByRole('button', { name: '外观：深色' }).waitFor()
    expect(await page.locator('body').getAttribute('arco-theme')).toBe('dark')
    await page.reload()
    await page.getByRole('button', { name: '外观：深色' }).waitFor()
    expect(await page.locator('body').getAttribute('arco-theme')).toBe('dark')
  })

  test.each(['/app/nowhere', '/nowhere/at/all'].slice(0, sized(1, 2)))('%s shows 页面不存在 and a link home', async (path) => {
    await enter(path)
    await page.getByRole('heading', { name: '页面不存在' }).waitFor()
    expect(await page.title()).toBe('页面不存在 · 壳匠')
    const home = page.getByRole('link', { name: '回到首页' })
    expect(await home.getAttribute('href')).toBe('/')
    await home.click()
    await menu().locator('[aria-current=page]').waitFor()
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('the shell has no scrollbar of its own at 760, 1180 and 1920 px', async () => {
    await enter()
    await page.locator('.card img').first().waitFor()
    for (const width of [760, 1180, 1920]) {
      await page.setViewportSize({ width, height: width === 760 ? 600 : 760 })
      const spare = () =>
        page.evaluate(() => {
          const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
          return [innerWidth, scrollWidth - clientWidth, scrollHeight - clientHeight]
        })
      await expect.poll(spare).toEqual([width, 0, 0])
    }
  })
})

describe('unsaved work', () => {
  test.runIf(allTests)("Back with unsaved work shows the designer's dialog: 继续编辑 stays, 不保存 leaves", async () => {
    await enter()
    const designer = new DesignerPage(page)
    await page.getByRole('button', { name: '新建模板' }).first().click()
    await designer.ready()
    const address = page.url()
    await designer.upload(await pngPicture('没保存.png'))
    await page.goBack()
    const confirmation = page.getByRole('dialog').filter({ hasText: '是否保存' })
    await confirmation.getByRole('button', { name: '继续编辑' }).click()
    await confirmation.waitFor({ state: 'hidden' })
    expect(page.url()).toBe(address)
    expect(await designer.layers.count()).toBe(1)
    await page.goBack()
    await confirmation.getByRole('button', { name: '不保存' }).click()
    await designer.canvas.waitFor({ state: 'hidden' })
    expect(page.url()).not.toContain('design=')
    expect(complaints).toEqual([])
  })
})
