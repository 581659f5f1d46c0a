/** Arranging layers on the running product: groups, alignment, guides, menus, clipboard, history, layer list. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { allTests } from '../setup/size'
import type { DesignerPage } from './pages/designer-page'
import { designerSuite } from './support/designer'
import { layerRow } from './support/designs'
import { pngPicture } from './support/pictures'

const suite = designerSuite('设计器 排列')
let stored: { readonly fileId: number; readonly url: string }
beforeAll(async () => {
  stored = await suite.shop.picture(await pngPicture('方块.png', 64, 64))
})

type Row = Parameters<typeof layerRow>[1]

/** Opens a saved design; rows are given from the bottom to the top and named by their uuid. */
async function open(...rows: readonly Omit<Row, 'index'>[]) {
  const layers = rows.map((row, index) => layerRow(stored, { width: 100, height: 100, ...row, index }))
  const { id } = await suite.template(layers, { name: '排列' })
  const opened = await suite.open(id)
  await opened.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return { ...opened, id }
}

const a = { uuid: 'a', left: 60, top: 100 }
const b = { uuid: 'b', left: 250, top: 300 }
const c = { uuid: 'c', left: 300, top: 700 }

/** Clicks a layer on the canvas. */
async function clickLayer(
  designer: DesignerPage,
  uuid: string,
  options: Parameters<Page['mouse']['click']>[2] = {},
): Promise<void> {
  const { x, y } = await designer.centreOf(uuid)
  await designer.page.mouse.click(x, y, options)
}
const choosing = (page: Page, ...names: string[]) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('.designer-layer.is-selected .designer-layer-name')].map((one) => one.textContent).join() ===
      wanted,
    names.join(),
  )
const leftOf = async (designer: DesignerPage, name: string) => {
  await designer.select(name)
  return (await designer.layerBox()).left
}

describe('groups of layers', () => {
  test('layers are grouped, moved together, selected inside the group, copied with it and ungrouped', async () => {
    const { page, designer, complaints } = await open(a, b, c)
    await clickLayer(designer, 'a')
    await page.keyboard.down('Shift')
    await clickLayer(designer, 'b')
    await page.keyboard.up('Shift')
    await page.keyboard.press('Control+g')
    await designer.button('组合（2 个图层）').waitFor()
    await clickLayer(designer, 'c')
    await choosing(page, 'c')
    await clickLayer(designer, 'b')
    await choosing(page, 'b', 'a')

    const [from, other] = [await designer.centreOf('a'), await designer.centreOf('b')]
    // Ctrl is pressed after the mouse button: before it, Ctrl would select the layer inside the group.
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.keyboard.down('Control')
    await page.mouse.move(from.x + 20, from.y + 33, { steps: 12 })
    await page.mouse.up()
    await page.keyboard.up('Control')
    const [to, followed] = [await designer.centreOf('a'), await designer.centreOf('b')]
    expect([to.x - from.x, to.y - from.y].map(Math.round)).toEqual([20, 33])
    expect([followed.x - other.x, followed.y - other.y].map(Math.round)).toEqual([20, 33])

    await clickLayer(designer, 'a', { clickCount: 2 })
    await choosing(page, 'a')
    await clickLayer(designer, 'c')
    await page.keyboard.down('Control')
    await clickLayer(designer, 'b')
    await page.keyboard.up('Control')
    await choosing(page, 'b')

    await designer.button('组合（2 个图层）').click()
    await choosing(page, 'b', 'a')
    await page.keyboard.press('Control+d')
    await page.waitForFunction(() => document.querySelectorAll('.designer-layer-group').length === 2)
    await page.keyboard.press('Delete')
    await page.waitForFunction(() => document.querySelectorAll('.designer-layer-group').length === 1)

    await clickLayer(designer, 'a')
    await page.keyboard.press('Control+Shift+g')
    await designer.button('组合（2 个图层）').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await designer.button('组合（2 个图层）').waitFor()
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('a saved design keeps its groups of layers', async () => {
    const { page, designer, complaints, id } = await open(a, b)
    await page.keyboard.press('Control+a')
    await designer.button('组合').click()
    await designer.save()
    const [first, second] = (await suite.shop.template(id)).layers
    expect(first?.groupId).toMatch(/^[0-9a-f-]{36}$/)
    expect(second?.groupId).toBe(first?.groupId)
    await suite.enter(page, id)
    await designer.button('组合（2 个图层）').waitFor()
    expect(complaints).toEqual([])
  })
})

describe('alignment of layers', () => {
  test('one layer is aligned to the canvas, several to one another, and gaps between layers are made equal', async () => {
    const { page, designer, complaints } = await open(a, b, c)
    await designer.select('b')
    await designer.button('水平居中').click()
    expect((await designer.layerBox()).left).toBe(200)
    await page.keyboard.press('Alt+s')
    expect((await designer.layerBox()).top).toBe(944)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+a')
    await designer.button('左对齐').click()
    for (const name of ['a', 'b', 'c']) expect(await leftOf(designer, name)).toBe(60)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+a')
    await designer.button('垂直等距分布').click()
    await designer.select('b')
    expect((await designer.layerBox()).top).toBe(400)
    expect(complaints).toEqual([])
  })
})

describe('smart guides', () => {
  test.runIf(allTests)("a drag snaps to a neighbour's edge, and does not snap while Ctrl is held", async () => {
    const { page, designer, complaints } = await open(a, b, { ...c, left: 380 })
    const start = await designer.centreOf('b')
    const neighbour = await designer.centreOf('a')
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(neighbour.x + 2, start.y + 7, { steps: 10 })
    await page.mouse.up()
    await choosing(page, 'b')
    expect((await designer.layerBox()).left).toBe(60)
    await page.keyboard.press('Control+z')
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.keyboard.down('Control')
    await page.mouse.move(neighbour.x + 2, start.y + 7, { steps: 10 })
    await page.mouse.up()
    await page.keyboard.up('Control')
    const { left } = await designer.layerBox()
    expect(left).toBeGreaterThan(60.5)
    expect(left).toBeLessThan(66)
    expect(complaints).toEqual([])
  })
})

describe('the layer menu', () => {
  test('the layer menu opens by a right click on the canvas, and its entries do what their keys do', async () => {
    const { page, designer, complaints } = await open(a, b)
    await clickLayer(designer, 'b', { button: 'right' })
    const menu = page.getByRole('menu', { name: '图层菜单' })
    await menu.waitFor()
    await choosing(page, 'b')
    expect(await menu.getByRole('menuitem', { name: '锁定' }).textContent()).toBe('锁定Ctrl+Shift+L')
    await menu.getByRole('menuitem', { name: '移到最底层' }).click()
    await menu.waitFor({ state: 'detached' })
    expect(await designer.names()).toEqual(['a', 'b'])
    const bar = page.getByRole('group', { name: '所选图层' })
    const centre = await designer.centreOf('b')
    const box = await bar.boundingBox()
    expect(box && box.y + box.height < centre.y && Math.abs(box.x + box.width / 2 - centre.x) < 2).toBe(true)
    await bar.getByRole('button', { name: '更多操作' }).click()
    await menu.getByRole('menuitem', { name: '移到最顶层' }).click()
    expect(await designer.names()).toEqual(['b', 'a'])
    await bar.getByRole('button', { name: '删除图层' }).click()
    await bar.waitFor({ state: 'detached' })
    expect(await designer.names()).toEqual(['a'])
    await page.keyboard.press('Control+z')
    // In a low window the menu opens upwards instead of leaving it.
    await designer.resizeWindow(900, 600)
    const low = await designer.centreOf('a')
    // The bar above b begins at the centre of a.
    await page.mouse.click(low.x - 10, low.y + 10, { button: 'right' })
    await menu.waitFor()
    const opened = await menu.boundingBox()
    expect(opened && opened.y >= 8 && opened.y + opened.height <= 592 && opened.x + opened.width <= 892).toBe(true)
    await page.keyboard.press('Escape')
    const empty = await designer.centreOf('a')
    await page.mouse.click(empty.x + 220, empty.y, { button: 'right' })
    await menu.waitFor()
    expect(await menu.getByRole('menuitem', { name: '删除图层' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    expect(await designer.canvas.isVisible()).toBe(true)
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('the layer menu opens by key beside the focused row, and copies and pastes', async () => {
    const { page, designer, complaints } = await open(a, b)
    await designer.layer('a').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+F10')
    const menu = page.getByRole('menu', { name: '图层菜单' })
    await menu.waitFor()
    await page.keyboard.press('Enter')
    await menu.waitFor({ state: 'detached' })
    await designer.layer('b').click({ button: 'right' })
    await menu.getByRole('menuitem', { name: '粘贴' }).click()
    await page.waitForFunction(() => document.querySelectorAll('.designer-layer').length === 3)
    expect(await designer.names()).toEqual(['a 副本', 'b', 'a'])
    expect((await designer.layerBox()).left).toBe(66)
    await page.evaluate(() => navigator.clipboard.writeText('别处的文字'))
    await designer.layer('b').click({ button: 'right' })
    await menu.getByRole('menuitem', { name: '粘贴' }).click()
    await designer.message('剪贴板里是文字，请用「添加文字」把它放到画布上').waitFor()
    expect((await designer.names()).length).toBe(3)
    expect(complaints).toEqual([])
  })
})

describe('the layer clipboard', () => {
  test.runIf(allTests)('copied layers are pasted with their pictures into another design in another window', async () => {
    const { page, designer, complaints, context } = await open(a, b)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+g')
    await page.keyboard.press('Control+c')
    const made = await suite.shop.create(suite.collectionId, {
      name: '另一个',
      layers: [layerRow(stored, { uuid: 'z', index: 0 })],
    })
    const second = await context.newPage()
    const there = await suite.enter(second, made.id)
    await second.keyboard.press('Control+v')
    await second.waitForFunction(() => document.querySelectorAll('.designer-layer').length === 3)
    await there.button('组合（2 个图层）').waitFor()
    await second.keyboard.press('Control+v')
    await second.waitForFunction(() => document.querySelectorAll('.designer-layer-group').length === 2)
    await there.save()
    expect((await suite.shop.template(made.id)).layers).toHaveLength(5)

    await page.bringToFront()
    await page.keyboard.press('Control+x')
    await page.getByText('还没有图层').waitFor()
    await page.keyboard.press('Control+v')
    await designer.button('组合（2 个图层）').waitFor()
    expect(complaints).toEqual([])
  })
})

describe('copying the style of a layer', () => {
  test.runIf(allTests)('a copied style is pasted on another layer, and the stroke is computed anew for that layer', async () => {
    const stroke = { color: '#ff0000', width: 4, style: 'SOLID', opacity: 100, offset: 3 } as const
    const strokeSvgData = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 120 120"><path d="M0 0H100V100H0Z"/></svg>'
    const { page, designer, complaints, id } = await open({ ...a, stroke, strokeSvgData }, { ...b, width: 160, height: 160 })
    await designer.select('a')
    await page.keyboard.press('Control+Alt+c')
    await designer.message('样式已复制').waitFor()
    await designer.layer('b').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '粘贴样式' }).click()
    await designer.saveState.filter({ hasText: '未保存' }).waitFor()
    await designer.save()
    const pasted = (await suite.shop.template(id)).layers[1]
    expect(pasted?.stroke).toMatchObject({ color: '#ff0000', width: 4, style: 'SOLID', offset: 3 })
    expect(pasted?.strokeSvgData).toMatch(/^<svg/)
    expect(pasted?.strokeSvgData).not.toBe(strokeSvgData)
    expect(complaints).toEqual([])
  })
})

describe("the designer's history", () => {
  test('the history lists the steps, and a click on one goes to that step', async () => {
    const { page, designer, complaints } = await open(a, b)
    await designer.select('a')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('e')
    await page.keyboard.press('Shift+h')
    await designer.button('历史').click()
    const list = page.getByRole('list', { name: '历史记录' })
    expect(await list.getByRole('button').allTextContents()).toEqual(['水平翻转', '缩放图层', '移动图层', '打开模板'])
    await list.getByRole('button', { name: '移动图层' }).click()
    expect(await designer.layerBox()).toMatchObject({ left: 61, width: 100 })
    await list.getByRole('button', { name: /水平翻转/ }).click()
    expect((await designer.layerBox()).width).toBe(105)
    // The list is closed in each way: by Esc, which leaves the selection unchanged, by its button, and by a click beside it.
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await choosing(page, 'a')
    await designer.button('历史').click()
    await list.waitFor()
    await designer.button('历史').click()
    await list.waitFor({ state: 'detached' })
    await designer.button('历史').click()
    await list.waitFor()
    await designer.canvas.click({ position: { x: 30, y: 30 } })
    await list.waitFor({ state: 'detached' })
    expect(await designer.canvas.isVisible()).toBe(true)
    expect(complaints).toEqual([])
  })
})

describe('the layer list', () => {
  test.runIf(allTests)('a layer is renamed by double click or F2, and Esc leaves its name unchanged', async () => {
    const { page, designer, complaints } = await open(a, b)
    await designer.layer('a').dblclick()
    await page.keyboard.type('海浪')
    await page.keyboard.press('Enter')
    await designer.layer('海浪').waitFor()
    await page.keyboard.press('F2')
    await designer.field('重命名「海浪」').fill('别的')
    await page.keyboard.press('Escape')
    await designer.layer('海浪').waitFor()
    expect(await designer.canvas.isVisible()).toBe(true)
    expect(await designer.names()).toEqual(['b', '海浪'])
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('the list of 200 layers is searched by name', async () => {
    const rows = Array.from({ length: 200 }, (_, i) => ({ uuid: `第${i}层`, left: (i % 10) * 40, top: i * 4 }))
    const { page, designer, complaints } = await open(...rows)
    expect(await designer.names()).toHaveLength(200)
    await page.getByRole('textbox', { name: '搜索图层' }).fill('第12')
    await page.waitForFunction(() => document.querySelectorAll('.designer-layer').length === 11)
    expect(await designer.names()).toContain('第129层')
    await page.getByRole('textbox', { name: '搜索图层' }).fill('没有的')
    await page.getByText('没有名称包含「没有的」的图层').waitFor()
    expect(complaints).toEqual([])
  })
})

describe("the designer's zoom", () => {
  test.runIf(allTests)(
    'keys zoom to 100 %, to the selection and to the whole canvas, and the shortcut sheet lists the keys',
    async () => {
      const { page, designer, complaints } = await open(a, b)
      const value = page.locator('.designer-zoom-value')
      const whole = await value.textContent()
      await designer.canvas.click({ position: { x: 30, y: 30 } })
      await page.keyboard.press('Shift+Digit0')
      await page.waitForFunction(() => document.querySelector('.designer-zoom-value')?.textContent === '100%')
      await designer.select('a')
      await page.keyboard.press('Shift+Digit2')
      await page.waitForFunction(
        () => Number.parseInt(document.querySelector('.designer-zoom-value')?.textContent ?? '', 10) > 300,
      )
      const [centre, box] = [await designer.centreOf('a'), await designer.canvas.boundingBox()]
      expect(Math.abs(centre.x - (box?.x ?? 0) - (box?.width ?? 0) / 2)).toBeLessThan(2)
      await page.keyboard.press('Shift+Digit1')
      await page.waitForFunction((text) => document.querySelector('.designer-zoom-value')?.textContent === text, whole)
      await page.keyboard.press('Shift+?')
      const sheet = page.getByRole('dialog', { name: '快捷键' })
      await sheet.getByText('Ctrl+Shift+G').waitFor()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      expect((await designer.layerBox()).left).toBe(60)
      expect(complaints).toEqual([])
    },
  )
})
