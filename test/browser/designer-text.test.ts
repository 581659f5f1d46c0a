/** Text in the designer, by mouse and keyboard on the running product: add, format, edit in place, save and reopen. */
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { allTests } from '../setup/size'
import { TextTools } from './pages/designer-text'
import { designerSuite, type OpenOptions } from './support/designer'
import { layerRow } from './support/designs'
import { pngPicture } from './support/pictures'
import { makeFont } from './support/shop'

const suite = designerSuite('设计器 文字')

/** Opens a new design, or the saved one with this id. */
async function design(templateId: number | 'new' = 'new', before?: OpenOptions['before']) {
  const opened = await suite.open(templateId, before && { before })
  /** Reads the template of the group that was created last. */
  const saved = async () => {
    const rows = await suite.shop.templates(suite.collectionId)
    return suite.shop.template(Math.max(...rows.map(({ id }) => id)))
  }
  return { ...opened, text: new TextTools(opened.designer), saved }
}

/** Returns the number of bytes in which two pictures differ visibly. */
function differing(a: Buffer, b: Buffer): number {
  const [one, other] = [PNG.sync.read(a), PNG.sync.read(b)]
  expect([other.width, other.height]).toEqual([one.width, one.height])
  let count = 0
  for (let i = 0; i < one.data.length; i++) if (Math.abs((one.data[i] ?? 0) - (other.data[i] ?? 0)) > 8) count++
  return count
}

describe('text layers', () => {
  test('a text is added in the middle, formatted about its centre, undone, saved and reopened unchanged', async () => {
    const { designer, text, page, saved, complaints } = await design()
    await text.open()
    await text.words.fill('')
    await designer.button('添加到画布').click()
    await page.getByText('请输入文字', { exact: true }).waitFor()

    const canvas = await text.canvasSize()
    await text.words.fill('你好世界')
    await designer.button('添加到画布').click()
    await designer.layer('你好世界').waitFor()
    const start = await designer.layerBox()
    expect(start.left + start.width / 2).toBeCloseTo(canvas.width / 2, 0)
    expect(start.top + start.height / 2).toBeCloseTo(canvas.height / 2, 0)
    expect(start.width).toBeLessThanOrEqual(canvas.width * 0.8 + 0.1)
    const centre = async () => {
      const { left, top, width, height } = await designer.layerBox()
      return { x: left + width / 2, y: top + height / 2 }
    }
    const middle = await centre()

    await text.redrawn(() => text.choose('竖排'))
    const vertical = await designer.layerBox()
    expect(vertical.height).toBeGreaterThan(vertical.width)
    expect(Math.abs((await centre()).x - middle.x)).toBeLessThan(0.2)
    expect(Math.abs((await centre()).y - middle.y)).toBeLessThan(0.2)
    await text.redrawn(() => text.swatches.nth(1).click())
    await text.slide('字间距', 12)
    // Three gaps of 0.12 em; the em of a new text is a fifth of the canvas's width.
    const height = vertical.height + (3 * 0.12 * canvas.width) / 5
    await expect.poll(async () => Math.abs((await designer.layerBox()).height - height)).toBeLessThan(1.5)
    const spaced = await designer.layerBox()
    expect((await centre()).y).toBeCloseTo(middle.y, 0)

    // The slider's twelve key presses were one held key, hence one step.
    await page.keyboard.press('Control+z')
    for (let i = 0; i < 2; i++) await designer.button('撤销').click()
    expect(await designer.layerBox()).toEqual(start)
    for (let i = 0; i < 3; i++) await designer.button('重做').click()
    expect(await designer.layerBox()).toEqual(spaced)

    await designer.save()
    const stored = await saved()
    expect(stored.layers[0]).toMatchObject({ type: 'TEXT', text: '你好世界', verticalText: true, name: '你好世界' })
    expect(stored.layers[0]?.imageUrl).toMatch(/\.svg$/)
    expect(stored.thumbnail).not.toBeNull()
    // Its panel is folded when the design is opened again.
    await designer.button('收起添加文字').click()
    await designer.canvas.click({ position: { x: 4, y: 4 } })
    await designer.message('保存成功').or(designer.message('新增设计模板成功')).waitFor({ state: 'detached' })
    const before = await text.screenshot()
    await page.reload()
    await designer.ready()
    await designer.layer('你好世界').waitFor()
    await expect.poll(async () => differing(before, await text.screenshot())).toBe(0)
    // Hiding the text must change the picture, which proves that the text was compared.
    await designer.button('隐藏「你好世界」').click()
    await expect.poll(async () => differing(before, await text.screenshot())).toBeGreaterThan(1000)
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('text with characters that the font lacks names them and keeps what was typed', async () => {
    const { designer, text, page, complaints } = await design()
    await text.open()
    await text.words.fill('好😀𠮷')
    await designer.button('添加到画布').click()
    await page.getByText('填入的字体没有找到对应的字形：「😀」「𠮷」').waitFor()
    expect(await text.words.inputValue()).toBe('好😀𠮷')
    expect(await designer.names()).toEqual([])
    await text.words.fill('好')
    await designer.button('添加到画布').click()
    await designer.layer('好').waitFor()
    expect(complaints).toEqual([])
  })

  test('text is edited in place over its position, rotated, zoomed and vertical', async () => {
    const { designer, text, page, complaints } = await design()
    await text.add('你好')
    await designer.field('旋转（度）').fill('30')
    await designer.field('旋转（度）').press('Enter')
    for (let i = 0; i < 2; i++) await designer.button('放大画布').click()
    const before = await designer.layerBox()

    await text.edit()
    await text.nearLayer(3)
    // Letters and arrows go to the text field; the layer does not move.
    await page.keyboard.type('手机wasd')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.keyboard.type('壳')
    await page.keyboard.press('Control+Enter')
    await text.editor.waitFor({ state: 'detached' })
    await designer.layer('手机was 壳d').waitFor()
    const after = await designer.layerBox()
    expect(after.left + after.width / 2).toBeCloseTo(before.left + before.width / 2, 1)
    expect(after.top + after.height / 2).toBeCloseTo(before.top + before.height / 2, 1)
    expect(after.rotation).toBe(30)

    await text.redrawn(() => text.choose('竖排'))
    await designer.button('适应').click()
    await text.edit()
    expect(await text.editor.evaluate((element) => getComputedStyle(element).writingMode)).toBe('vertical-rl')
    await text.nearLayer(4)
    // Leaving the editor commits the text.
    await page.keyboard.type('竖着写')
    await designer.canvas.click({ position: { x: 4, y: 4 } })
    await text.editor.waitFor({ state: 'detached' })
    await designer.layer('竖着写').waitFor()

    // Escape discards the changes; an empty text is refused and the old one kept; Enter opens the editor too.
    await designer.layer('竖着写').click()
    await text.edit()
    await page.keyboard.type('不要')
    await page.keyboard.press('Escape')
    await text.editor.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await text.editor.waitFor()
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+Enter')
    await designer.message('请输入文字').waitFor()
    expect(await designer.names()).toEqual(['竖着写'])

    // Text that cannot be drawn leaves the editor open to be corrected.
    await text.edit()
    await page.keyboard.type('好😀')
    await page.keyboard.press('Control+Enter')
    await page.getByText('填入的字体没有找到对应的字形：「😀」').waitFor()
    await designer.button('放弃修改').click()
    await text.editor.waitFor({ state: 'detached' })
    expect(await designer.names()).toEqual(['竖着写'])
    for (let i = 0; i < 2; i++) await designer.button('撤销').click()
    expect(await designer.names()).toEqual(['手机was 壳d'])
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)("the text editor accepts what an input method composes and leaves that method's keys alone", async () => {
    const { designer, text, page, complaints } = await design()
    const input = await page.context().newCDPSession(page)
    await text.add('旧的')
    await text.edit()
    await input.send('Input.imeSetComposition', { text: 'hao', selectionStart: 3, selectionEnd: 3 })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Enter')
    expect(await text.editor.isVisible()).toBe(true)
    expect(await designer.names()).toEqual(['旧的'])
    await input.send('Input.insertText', { text: '好的' })
    await page.keyboard.press('Control+Enter')
    await designer.layer('好的').waitFor()
    expect(complaints).toEqual([])
  })

  test('a text gets a size, is bent on an arc and fills a shape, is edited straight, and is saved as it looks', async () => {
    const { designer, text, page, saved, complaints } = await design()
    await text.add('海上明月共潮生')
    const size = designer.root.getByRole('textbox', { name: '字号（像素）' })
    const before = await designer.layerBox()
    await size.fill('50')
    await size.press('Enter')
    const sized = await designer.layerBox()
    expect(sized.height / sized.width).toBeCloseTo(before.height / before.width, 2)
    expect(sized.left + sized.width / 2).toBeCloseTo(before.left + before.width / 2, 0)

    await text.redrawn(() => text.choose('弧形'))
    const bent = await designer.layerBox()
    expect(bent.height).toBeGreaterThan(sized.height * 1.3)
    expect(await size.inputValue()).toBe('50')
    await text.slide('弯曲', 10)
    await text.edit()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('天涯共此时')
    await page.keyboard.press('Control+Enter')
    await designer.layer('天涯共此时').waitFor()
    await text.redrawn(() => text.choose('填形'))
    await text.redrawn(() => text.choose('心形'))

    await text.redrawn(() => text.section.getByRole('button', { name: '波普', exact: true }).click())
    await designer.save()
    expect((await saved()).layers[0]).toMatchObject({
      fontColor: '#ffd23f',
      appearance: { effects: [{ kind: 'stroke' }, { kind: 'dropShadow' }] },
    })
    await designer.button('撤销').click()
    await designer.save()
    expect((await saved()).layers[0]).toMatchObject({ text: '天涯共此时', textFlow: { kind: 'shape', form: 'heart' } })
    // Drawing: size, arc, slider, words, shape, heart.
    for (let i = 0; i < 4; i++) await designer.button('撤销').click()
    await expect.poll(async () => Math.abs((await designer.layerBox()).height - bent.height)).toBeLessThan(0.2)
    expect(complaints).toEqual([])
  })

  test('text typed right before a save is saved', async () => {
    const { designer, text, page, saved, complaints } = await design()
    await text.add('旧的')
    await text.edit()
    await page.keyboard.type('新的')
    await designer.save()
    expect((await saved()).layers.map((layer) => layer.text)).toEqual(['新的'])
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('a text whose font was deleted keeps its picture, says so, and can be given another font', async () => {
    const stored = await suite.shop.picture(await pngPicture('old.png', 240, 80))
    const layer = layerRow(stored, {
      uuid: 'old',
      index: 0,
      name: '旧字',
      width: 240,
      height: 80,
      originalWidth: 240,
      originalHeight: 80,
    })
    const deletedFont = await makeFont(suite.shop.call, suite.baseUrl, '旧字体')
    const { id } = await suite.template([
      { ...layer, type: 'TEXT', text: '旧字', fontId: deletedFont.id, fontColor: '#646464', verticalText: false },
    ])
    await suite.shop.call('DELETE', `/api/shop_fonts/${deletedFont.id}`)
    const { designer, text, page, complaints } = await design(id)
    await designer.select('旧字')
    await page.getByText('字体不存在，文字保持原样').waitFor()
    const thumbnail = designer.layer('旧字').locator('img')
    expect(await thumbnail.getAttribute('src')).toContain(stored.url)
    await text.fonts.first().click()
    await page.getByText('字体不存在，文字保持原样').waitFor({ state: 'detached' })
    await designer.save()
    const [layerNow] = (await suite.shop.template(id)).layers
    expect(layerNow?.fontId).not.toBe(deletedFont.id)
    expect(layerNow?.imageUrl).toMatch(/\.svg$/)
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('in a shop without fonts no text can be added, and the panel says what to do', async () => {
    const { text, page, complaints } = await design('new', (page) =>
      page.route('**/api/shop_fonts', (route) => route.fulfill({ json: [] })),
    )
    await text.open()
    await page.getByText('请先在店铺上传字体').waitFor()
    expect(complaints).toEqual([])
  })
})
