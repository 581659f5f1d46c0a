/** Template management on a real server: groups, cards, their order, long lists and the address. */
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { allTests, sized } from '../setup/size'
import { DesignerPage } from './pages/designer-page'
import { TemplatesPage } from './pages/templates-page'
import { journey } from './support/journey'
import { recordRequests } from './support/requests'
import { type Made, makeTemplates } from './support/shop'

let page: Page
let complaints: readonly string[]
let templates: TemplatesPage
const {
  baseUrl,
  call,
  visit: enter,
} = journey('模板店', (opened) => {
  ;({ page, complaints } = opened)
  templates = new TemplatesPage(page)
})

const group = (name: string) => call<Made>('POST', '/api/design_template_collections', { name })
const stored = async (collectionId: number) => {
  const { items } = await call<{ items: Made[] }>('GET', `/api/design_templates?collectionId=${collectionId}&pageSize=100`)
  return items.map((one) => one.name)
}
const groupsPath = '/api/design_template_collections'

describe('template groups', () => {
  test('in a new shop a blank group name is refused, and a double click creates one group', async () => {
    await enter('/app/design_template')
    await page.getByText('先建一个模板分组').waitFor()
    const posts = recordRequests(page, 'POST', groupsPath)
    await page.getByRole('button', { name: '新建分组' }).click()
    const submit = templates.dialog.getByRole('button', { name: '新建分组' })
    await templates.dialog.getByRole('textbox').fill('   ')
    await submit.click()
    await templates.dialog.getByText('请输入分组名称').waitFor()
    expect(posts.length).toBe(0)
    await templates.dialog.getByRole('textbox').fill('  夏日  ')
    await submit.dblclick()
    await templates.message('分组添加成功').waitFor()
    await page.getByRole('tab', { name: '夏日', exact: true }).waitFor()
    await page.getByText('这个分组还没有模板').waitFor()
    expect(posts.length).toBe(1)
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('the current template group is renamed, and deleted after a confirmation with its name', async () => {
    await group('春天')
    await enter('/app/design_template')
    await templates.openGroup('春天')
    await page.getByRole('button', { name: '重命名分组' }).click()
    expect(await templates.dialog.getByRole('textbox').inputValue()).toBe('春天')
    await templates.dialog.getByRole('textbox').fill('春天来了')
    await templates.dialog.getByRole('textbox').press('Enter')
    await templates.message('分组修改成功').waitFor()
    await templates.tab('春天来了').waitFor()
    await templates.dialog.waitFor({ state: 'hidden' })

    const deletes = recordRequests(page, 'DELETE', groupsPath)
    await page.getByRole('button', { name: '删除分组' }).click()
    await templates.dialog.getByText('删除「春天来了」？').waitFor()
    await templates.dialog.getByRole('button', { name: '取消' }).click()
    await templates.dialog.waitFor({ state: 'hidden' })
    expect(deletes.length).toBe(0)
    await page.getByRole('button', { name: '删除分组' }).click()
    await templates.dialog.getByRole('button', { name: '删除「春天来了」' }).dblclick()
    await templates.message('删除成功').waitFor()
    await templates.tab('春天来了').waitFor({ state: 'hidden' })
    expect(deletes.length).toBe(1)
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('the arrow keys move through the tabs of template groups', async () => {
    await group('秋天')
    await enter('/app/design_template')
    await templates.tab('夏日').click()
    await page.keyboard.press('ArrowRight')
    expect(await templates.tab('秋天').getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Home')
    expect(await templates.tab('夏日').getAttribute('aria-selected')).toBe('true')
  })
})

describe('template cards', () => {
  test('a template is renamed, copied once by a double click, and deleted', async () => {
    const { id } = await group('卡片')
    await makeTemplates(call, baseUrl, id, ['海浪', '西瓜'])
    await enter(`/app/design_template?collection=${id}`)
    await templates.choose('海浪', '重命名')
    await templates.dialog.getByRole('textbox', { name: '模板名称' }).fill('  大海浪 ')
    await templates.dialog.getByRole('textbox', { name: '模板名称' }).press('Enter')
    await templates.card('大海浪').waitFor()
    await templates.dialog.waitFor({ state: 'hidden' })
    expect(await stored(id)).toEqual(['大海浪', '西瓜'])

    const copies = recordRequests(page, 'POST', '/api/design_templates/')
    await page.getByRole('button', { name: '「西瓜」的更多操作' }).click()
    await page.getByRole('menuitem', { name: '复制', exact: true }).dblclick()
    await templates.message(/^操作成功：/).waitFor()
    await expect.poll(() => templates.cards.count()).toBe(3)
    expect(copies.length).toBe(1)

    await templates.choose('大海浪', '删除')
    await templates.dialog.getByRole('button', { name: '删除「大海浪」' }).click()
    await templates.message('删除成功').waitFor()
    await expect.poll(() => templates.cards.count()).toBe(2)
    expect(await stored(id)).not.toContain('大海浪')
    expect(complaints).toEqual([])
  })

  test('the address opens a group and a design, and Back and Forward move between them', async () => {
    const first = await group('地址一')
    const second = await group('地址二')
    const { made } = await makeTemplates(call, baseUrl, second.id, ['深链接'])
    const designer = new DesignerPage(page)
    await enter(`/app/design_template?collection=${second.id}&design=${made[0]?.id}`)
    await designer.ready()
    await page.reload()
    await designer.ready()
    await designer.close()
    await designer.canvas.waitFor({ state: 'hidden' })
    expect(await templates.tab('地址二').getAttribute('aria-selected')).toBe('true')

    await templates.openGroup('地址一')
    await page.getByText('这个分组还没有模板').waitFor()
    await page.getByRole('button', { name: '新建模板' }).first().dblclick()
    await designer.ready()
    expect(new URL(page.url()).search).toBe(`?collection=${first.id}&design=new`)
    await page.goBack()
    await designer.canvas.waitFor({ state: 'hidden' })
    expect(await templates.tab('地址一').getAttribute('aria-selected')).toBe('true')
    await page.goBack()
    await templates.card('深链接').waitFor()
    await page.goForward()
    await page.getByText('这个分组还没有模板').waitFor()
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('the longest names of groups and templates stay inside their boxes', async () => {
    const name = '超'.repeat(50)
    const { id } = await group(name)
    await makeTemplates(call, baseUrl, id, ['长'.repeat(100)])
    await page.setViewportSize({ width: 760, height: 600 })
    await enter(`/app/design_template?collection=${id}`)
    await templates.cards.first().waitFor()
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await overflow()).toBe(0)
    expect(await page.locator('.shell-main').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0)
    // A card is narrowest where one more has just found room.
    for (const width of [760, 1180, 1280, 1440]) {
      await page.setViewportSize({ width, height: 600 })
      const facts = templates.cards.first().locator('.card-facts')
      await facts.getByText('像素').waitFor()
      expect(await facts.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
    }
    await page.setViewportSize({ width: 760, height: 600 })
    await page.getByRole('button', { name: '分组管理' }).click()
    await page.getByRole('menuitem', { name: '删除分组' }).click()
    const box = await templates.dialog.boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 760).toBe(true)
    await page.keyboard.press('Escape')
    await templates.dialog.waitFor({ state: 'hidden' })
    await call('DELETE', `${groupsPath}/${id}`)
  })
})

describe('order of templates', () => {
  let id: number
  beforeEach(async () => {
    id = (await group('排序')).id
    await makeTemplates(call, baseUrl, id, ['甲', '乙', '丙', '丁'])
    await enter(`/app/design_template?collection=${id}`)
    await templates.card('丁').waitFor()
  })
  afterEach(() => call('DELETE', `${groupsPath}/${id}`))

  test('templates are sorted by the mouse', async () => {
    await templates.drag('甲', '丙')
    await templates.message('排序成功').waitFor()
    expect(await templates.names()).toEqual(['乙', '丙', '甲', '丁'])
    expect(await stored(id)).toEqual(['乙', '丙', '甲', '丁'])
    // A drag is not a click, so no design has opened.
    expect(page.url()).not.toContain('design=')
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('templates are sorted by the keyboard with announcements, and Escape cancels the move', async () => {
    const handle = page.getByRole('button', { name: '拖动排序「丁」' })
    const announcement = page.locator('[aria-live=assertive]')
    await handle.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => announcement.textContent()).toContain('「丁」')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => announcement.textContent()).toContain('第 3 位')
    await page.keyboard.press('Space')
    await templates.message('排序成功').waitFor()
    expect(await stored(id)).toEqual(['甲', '乙', '丁', '丙'])
    await handle.focus()
    await page.keyboard.press('Space')
    // The announcement of the last move, 已放到第 3 位, names the same card and position, so this one must be awaited first.
    await expect.poll(() => announcement.textContent()).toContain('已拿起「丁」')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => announcement.textContent()).toContain('第 2 位')
    await page.keyboard.press('Escape')
    await expect.poll(() => announcement.textContent()).toContain('已取消')
    expect(await templates.names()).toEqual(['甲', '乙', '丁', '丙'])
  })

  test.runIf(allTests)('a refused sort of templates is reverted with the reason and works the next time', async () => {
    await page.route('**/ordering', (route) =>
      route.fulfill({ status: 500, json: { traceId: 't-1', code: 'internal', message: '服务器内部错误' } }),
    )
    await templates.drag('甲', '丙')
    await page.getByText('排序没有保存，已恢复原来的顺序：').waitFor()
    expect(await templates.names()).toEqual(['甲', '乙', '丙', '丁'])
    expect(await stored(id)).toEqual(['甲', '乙', '丙', '丁'])
    await page.unroute('**/ordering')
    await templates.choose('甲', '后移一位')
    await templates.message('排序成功').waitFor()
    expect(await stored(id)).toEqual(['乙', '甲', '丙', '丁'])
  })

  test.runIf(allTests)('a second sort of templates is refused while one is sent', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/ordering', async (route) => {
      await released
      await route.continue()
    })
    await templates.choose('丁', '前移一位')
    await expect.poll(() => templates.names()).toEqual(['甲', '乙', '丁', '丙'])
    await templates.choose('甲', '后移一位')
    await templates.message('正在排序中，请稍后重试').waitFor()
    release()
    await templates.message('排序成功').waitFor()
    expect(await stored(id)).toEqual(['甲', '乙', '丁', '丙'])
  })
})

describe('five hundred templates', () => {
  test.runIf(allTests)('hundreds of templates are paged, and the address keeps the page', async () => {
    const { id } = await group('五百')
    const { more } = await makeTemplates(call, baseUrl, id, [])
    const total = sized(116, 500)
    await more(total)
    const last24 = Math.ceil(total / 24)
    const named = async (pageNo: number, pageSize: number) => {
      const path = `/api/design_templates?collectionId=${id}&pageNo=${pageNo}&pageSize=${pageSize}`
      return (await call<{ items: Made[] }>('GET', path)).items.map((one) => one.name)
    }
    const [last = ''] = (await named(last24, 24)).slice(-1)
    await enter(`/app/design_template?collection=${id}`)
    await page.getByText(`共 ${total} 个模板`).waitFor()
    expect(await templates.names()).toEqual(await named(1, 24))
    const pages = page.locator('.arco-pagination')
    await pages.getByText(String(last24), { exact: true }).click()
    await templates.card(last).waitFor()
    expect(new URL(page.url()).searchParams.get('page')).toBe(String(last24))
    await page.reload()
    await templates.card(last).waitFor()
    expect(await templates.cards.count()).toBe(20)
    await templates.choose(last, '置顶')
    await templates.message('排序成功').waitFor()
    await pages.getByText('1', { exact: true }).click()
    await expect.poll(async () => (await templates.names())[0]).toBe(last)

    await page.goto(`${baseUrl}/app/design_template?collection=${id}&pageSize=96`)
    await templates.cards.nth(95).waitFor()
    const second = await named(2, 96)
    await pages.getByText('2', { exact: true }).click()
    await expect.poll(() => templates.names()).toEqual(second)
    expect(await templates.cards.count()).toBe(Math.min(96, total - 96))
    expect(complaints).toEqual([])
  })
})
