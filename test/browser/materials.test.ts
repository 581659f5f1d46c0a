/** Materials and their colours on a real server: list, switches, forms and order. */
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { allTests } from '../setup/size'
import { MaterialsPage } from './pages/materials-page'
import { accessibilityFindings } from './support/axe'
import { journey } from './support/journey'
import type { Made } from './support/shop'

const path = '/api/phone_case_materials'

interface Stored extends Made {
  readonly needBackground: boolean
  readonly colors: readonly { id: number; name: string; defaultBackgroundColor: string | null; enabled: boolean }[]
}

let page: Page
let complaints: string[]
let materials: MaterialsPage

const { call, ownComplaints, refuse, visit } = journey('材质店', (opened) => {
  ;({ page, complaints } = opened)
  materials = new MaterialsPage(page)
})

afterEach(async () => {
  for (const { id } of await stored()) await call('DELETE', `${path}/${id}`)
})

const enter = (query = '') => visit(`/app/phone_case_material/material${query}`)
const stored = () => call<Stored[]>('GET', path)
const material = (name: string) => call<Made>('POST', path, { name })
const color = (id: number, name: string, defaultBackgroundColor: string | null = null) =>
  call<Made>('POST', `${path}/${id}/colors`, { name, defaultBackgroundColor })
const names = (rows: readonly { readonly name: string }[]) => rows.map((row) => row.name)
const field = (name: string) => materials.dialog.getByRole('textbox', { name, exact: true })
const press = (name: string) => materials.dialog.getByRole('button', { name, exact: true }).click()

const choose = async (label: string, option: string) => {
  await materials.dialog.locator('.arco-form-item').filter({ hasText: label }).locator('.arco-select').click()
  await page.locator('.arco-select-option:visible').getByText(option, { exact: true }).click()
}

describe('materials', () => {
  test('a material is added once, renamed, and deleted after a warning of what else is deleted', async () => {
    await visit('/app/phone_case_material')
    await page.getByText('先添加一种材质').waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/phone_case_material/material')
    expect(await accessibilityFindings(page)).toEqual([])
    await materials.button('新增材质').click()
    await field('材质名称').fill('  ')
    await field('材质名称').press('Enter')
    await materials.dialog.getByText('材质名称必填').waitFor()
    await field('材质名称').fill(' 磨砂 ')
    await materials.dialog.getByRole('button', { name: '新增材质' }).dblclick()
    await materials.message(/^操作成功：/).waitFor()
    await materials.dialog.waitFor({ state: 'hidden' })
    await materials.button('新增材质').click()
    await field('材质名称').fill('磨砂')
    await field('材质名称').press('Enter')
    await materials.dialog.getByText('材质“磨砂”已存在，请换一个名称').waitFor()
    await press('取消')
    await materials.dialog.waitFor({ state: 'hidden' })
    await materials.button('修改「磨砂」').click()
    await field('材质名称').fill('液态硅胶')
    await choose('质感', '皮革')
    await choose('效果图姿势', '斜侧')
    await choose('印刷方式', '彩白彩（透明壳）')
    await press('保存材质')
    await materials.message('更新成功').waitFor()
    expect(await stored()).toMatchObject([{ name: '液态硅胶', look: 'leather', effectPose: 'turned', whiteInk: 'between' }])
    await materials.button('删除「液态硅胶」').click()
    await materials.dialog.getByText(/全部颜色.*绑定的线框图会一起删除/).waitFor()
    await press('删除「液态硅胶」')
    await materials.message('删除成功').waitFor()
    await page.getByText('先添加一种材质').waitFor()
    expect(ownComplaints()).toEqual([])
  })

  test.runIf(allTests)('a material that is set to need a background asks for the missing ones first', async () => {
    const { id } = await material('磨砂')
    await color(id, '黑', '#000000')
    await color(id, '白')
    await color(id, '粉')
    await enter()
    await materials.needs('磨砂').click()
    await materials.dialog.getByText('下面 2 种颜色还没有设置').waitFor()
    expect(await materials.needs('磨砂').getAttribute('aria-checked')).toBe('false')
    expect(await accessibilityFindings(page)).toEqual([])
    await press('保存并开启')
    await materials.dialog.getByText('背景色设置必填').first().waitFor()
    expect(await materials.dialog.getByText('背景色设置必填').count()).toBe(2)
    await field('「白」的背景色').fill('FFF')
    await field('「粉」的背景色').fill('#f7cfd8')
    await press('保存并开启')
    await materials.message('更新成功').waitFor()
    await expect.poll(() => materials.needs('磨砂').getAttribute('aria-checked')).toBe('true')
    const [saved] = await stored()
    expect(saved?.needBackground).toBe(true)
    expect(saved?.colors.map((one) => one.defaultBackgroundColor)).toEqual(['#000000', '#ffffff', '#f7cfd8'])
    await materials.needs('磨砂').click()
    await expect.poll(async () => (await stored())[0]?.needBackground).toBe(false)
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('materials are sorted by keyboard, and a switch that is refused returns with the reason', async () => {
    for (const name of ['磨砂', '透明', '镜面']) await material(name)
    await enter()
    await materials.button('修改「镜面」').waitFor()
    await materials.carry('镜面', -1)
    await materials.message('排序成功').waitFor()
    expect(names(await stored())).toEqual(['磨砂', '镜面', '透明'])
    expect(await materials.names('材质')).toEqual(['磨砂', '镜面', '透明'])
    expect(complaints).toEqual([])
    await materials.needs('磨砂').waitFor()
    await refuse(`**${path}/*`)
    await materials.needs('磨砂').click()
    await materials.dialogWith('网络请求错误').waitFor()
    await materials.button('知道了').click()
    await expect.poll(() => materials.needs('磨砂').getAttribute('aria-checked')).toBe('false')
    expect(ownComplaints()).toEqual([])
  })
})

describe('colours of a material', () => {
  test('a preset fills name and colour, and both are required where the material needs a background', async () => {
    const { id } = await material('磨砂')
    await call('PATCH', `${path}/${id}`, { needBackground: true })
    await enter()
    await materials.button('颜色管理「磨砂」').click()
    await materials.dialog.getByText('这种材质还没有颜色').waitFor()
    await press('新增颜色')
    await materials.dialog.getByRole('list', { name: '常用颜色' }).waitFor()
    expect(await materials.dialog.getByRole('list', { name: '常用颜色' }).getByRole('button').count()).toBe(15)
    expect(await accessibilityFindings(page)).toEqual([])
    await press('新增颜色')
    await materials.dialog.getByText('颜色名称必填').waitFor()
    await materials.dialog.getByText('背景色设置必填').waitFor()
    await field('背景色').fill('红色')
    await materials.dialog.getByText(/颜色格式不正确/).waitFor()
    await press('樱花粉')
    expect(await field('颜色名称').inputValue()).toBe('樱花粉')
    expect(await field('背景色').inputValue()).toBe('#f7cfd8')
    await press('曜石黑')
    expect(await field('颜色名称').inputValue()).toBe('曜石黑')
    await field('颜色名称').fill('夜空')
    await press('香芋紫')
    expect(await field('颜色名称').inputValue()).toBe('夜空')
    await materials.dialog.getByRole('button', { name: '新增颜色' }).dblclick()
    await materials.message(/^操作成功：/).waitFor()
    await materials.enabled('夜空').waitFor()
    expect((await stored())[0]?.colors).toMatchObject([{ name: '夜空', defaultBackgroundColor: '#bba6d6', enabled: true }])
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('a colour is changed, disabled after a warning, enabled again, and deleted', async () => {
    const { id } = await material('磨砂')
    await color(id, '黑', '#000000')
    await enter(`?dialog=colors&id=${id}`)
    await materials.button('修改「黑」').click()
    await field('颜色名称').fill('墨')
    await field('背景色').fill('')
    await field('颜色名称').press('Enter')
    await materials.message('更新成功').waitFor()
    await materials.enabled('墨').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    await materials.enabled('墨').click()
    await materials.dialog.getByText('「磨砂」材质「墨」颜色的线框图即使已经上架，买家也看不到').waitFor()
    await press('取消')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    expect((await stored())[0]?.colors).toMatchObject([{ name: '墨', defaultBackgroundColor: null, enabled: true }])
    await materials.enabled('墨').click()
    await press('停用「墨」')
    await expect.poll(async () => (await stored())[0]?.colors[0]?.enabled).toBe(false)
    expect(await materials.enabled('墨').getAttribute('aria-checked')).toBe('false')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    await materials.enabled('墨').click()
    await expect.poll(async () => (await stored())[0]?.colors[0]?.enabled).toBe(true)
    expect(await accessibilityFindings(page)).toEqual([])
    await materials.button('删除「墨」').click()
    await materials.dialog.getByText(/这种颜色的上架信息/).waitFor()
    await press('删除「墨」')
    await materials.message('删除成功').waitFor()
    await materials.manager.getByText('这种材质还没有颜色').waitFor()
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('colours are sorted by keyboard, and Escape closes the upper dialog first, then the manager', async () => {
    const { id } = await material('磨砂')
    for (const name of ['黑', '白', '粉']) await color(id, name)
    await enter()
    await materials.button('颜色管理「磨砂」').click()
    await materials.manager.getByText('共 3 种颜色').waitFor()
    await materials.carry('黑', 1)
    await materials.message('排序成功').waitFor()
    expect(names((await stored())[0]?.colors ?? [])).toEqual(['白', '黑', '粉'])
    await materials.button('修改「白」').click()
    await field('颜色名称').press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('修改「白」')
    await page.keyboard.press('Escape')
    await materials.manager.waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('颜色管理「磨砂」')
    expect(new URL(page.url()).search).toBe('')
    expect(complaints).toEqual([])
  })
})
