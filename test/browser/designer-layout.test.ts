/** The designer's panels: how much of the window is left to the canvas, what stays in place, and what begins off the shelf. */
import { beforeAll, expect, test } from 'vitest'
import { designerSuite } from './support/designer'
import { layerRow } from './support/designs'
import { pngPicture } from './support/pictures'

const suite = designerSuite('设计器 面板')
let stored: { readonly fileId: number; readonly url: string }
beforeAll(async () => {
  stored = await suite.shop.picture(await pngPicture('方块.png', 64, 64))
})

async function open(width: number, height: number) {
  const layers = ['一张名字很长很长的照片', '背景'].map((name, index) =>
    layerRow(stored, { uuid: `l${index}`, name, index: 1 - index, isBackground: index === 1, width: 500, height: 1044 }),
  )
  const { id } = await suite.template(layers.reverse(), { name: '面板' })
  return suite.open(id, { width, height })
}

test.each([
  [1180, 760, 0.58],
  [760, 600, 0.85],
  [1920, 1080, 0.65],
])(
  'at %i×%i px the canvas has its share of the width, and no panel that opens moves the design',
  async (width, height, share) => {
    const { page, designer, complaints } = await open(width, height)
    const canvas = page.locator('.designer-canvas')
    const before = await canvas.boundingBox()
    expect((before?.width ?? 0) / width).toBeGreaterThanOrEqual(share)
    const centre = await designer.centreOf('l0')
    for (const panel of ['上传图片', '添加文字', '形状', '设置']) {
      await designer.openPanel(panel)
      await page.getByRole('complementary', { name: panel }).waitFor()
      expect(await canvas.boundingBox()).toEqual(before)
      expect(await designer.centreOf('l0')).toEqual(centre)
    }
    await designer.button('收起设置').click()
    await page.getByRole('complementary', { name: '设置' }).waitFor({ state: 'hidden' })
    if (width < 1000) await designer.openPanel('属性与图层')
    const names = await page.locator('.designer-layer-name').evaluateAll((all) => all.map((one) => one.clientWidth))
    expect(names).toHaveLength(2)
    for (const name of names) expect(name).toBeGreaterThanOrEqual(56)
    expect(complaints).toEqual([])
  },
)

test('a panel keeps what was typed while another is open, and a selected text is edited in the right column alone', async () => {
  const { page, designer, complaints } = await open(1180, 760)
  await designer.openPanel('添加文字')
  await page.getByRole('textbox', { name: '文字内容' }).fill('没写完')
  await designer.openPanel('形状')
  await designer.openPanel('添加文字')
  const words = page.getByRole('textbox', { name: '文字内容' })
  expect(await words.inputValue()).toBe('没写完')
  await designer.button('添加到画布').click()
  await designer.layer('没写完').waitFor()
  await page.getByText('「没写完」的内容、字体和颜色在右侧').waitFor()
  expect(await words.count()).toBe(1)
  expect(await page.locator('.designer-right').getByRole('textbox', { name: '文字内容' }).count()).toBe(1)
  // Its words, font and size are in sight, without scrolling.
  const properties = await page.locator('.designer-side-properties').boundingBox()
  const size = await page.getByRole('textbox', { name: '字号（像素）' }).boundingBox()
  expect((size?.y ?? 0) + (size?.height ?? 0)).toBeLessThan((properties?.y ?? 0) + (properties?.height ?? 0))
  await designer.button('再添加一段文字').click()
  await designer.button('添加到画布').waitFor()
  expect(complaints).toEqual([])
})

test('a long name of a template is read whole where the bar has room', async () => {
  const { id } = await suite.template([layerRow(stored, { uuid: 'l', index: 0 })], {
    name: '曜石曜石曜石曜石 超长的模板名字 春季限定',
  })
  const { page } = await suite.open(id, { width: 1180, height: 760 })
  const name = page.locator('.designer-title-text')
  expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
})

test('the list of layers is made higher by the keys and folded, and stays so for the next design', async () => {
  const { page, designer, complaints } = await open(1180, 760)
  const divider = page.getByRole('separator', { name: '图层列表的高度' })
  const height = async () => (await page.locator('.designer-side-layers').boundingBox())?.height ?? 0
  const before = await height()
  await divider.focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(height).toBeGreaterThan(before + 20)
  await page.getByRole('button', { name: /^图层/, expanded: true }).click()
  await expect.poll(height).toBeLessThan(60)
  await page.reload()
  await designer.ready()
  expect(await height()).toBeLessThan(60)
  // The key of the search unfolds the list.
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: '搜索图层' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('搜索图层')
  expect(complaints).toEqual([])
})

test('a new template begins off the shelf, and its card says so and puts it there', async () => {
  const { page, designer, complaints } = await suite.open('new')
  await designer.upload(await pngPicture('新图.png', 900, 900))
  await designer.rename('还没做完')
  await designer.button('保存').click()
  await designer.dialogWith('现在就上架吗').getByRole('button', { name: '先保存，不上架' }).click()
  await designer.message('新增设计模板成功').waitFor()
  await designer.close()
  const card = page.locator('.card').filter({ hasText: '还没做完' })
  const state = card.locator('.template-state').first()
  await state.getByText('下架', { exact: true }).waitFor()
  await card.getByRole('button', { name: '「还没做完」的更多操作' }).click()
  await page.getByRole('menuitem', { name: '上架', exact: true }).click()
  await state.getByText('上架', { exact: true }).waitFor()
  const [row] = (await suite.shop.templates(suite.collectionId)).filter(({ name }) => name === '还没做完')
  expect((await suite.shop.template(row?.id ?? 0)).enabled).toBe(true)
  expect(complaints).toEqual([])
})
