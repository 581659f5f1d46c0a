/** Shapes in the designer, by mouse on the running product: add, resize, fill, save and reopen. */
import { describe, expect, test } from 'vitest'
import { designerSuite } from './support/designer'
import { layerRow } from './support/designs'
import { pngPicture } from './support/pictures'

const suite = designerSuite('设计器 形状')

describe('shapes', () => {
  test('a shape is added, resized without stretching its border, filled, saved as an SVG and reopened as a shape', async () => {
    const { designer, page, complaints } = await suite.open('new', { height: 856 })
    await designer.button('形状').click()
    await page.getByRole('region', { name: '添加形状' }).getByRole('button', { name: '圆角矩形', exact: true }).click()
    await designer.layer('圆角矩形').waitFor()
    const section = page.getByRole('region', { name: '形状', exact: true })
    await section.getByRole('slider', { name: '边框', exact: true }).fill('8')

    const before = await designer.layerBox()
    await designer.drag(await designer.handleAt(4), { x: 60, y: 20 })
    const after = await designer.layerBox()
    expect(after.width).toBeGreaterThan(before.width)
    // The drag is one step together with the new drawing.
    await designer.button('撤销').click()
    expect(await designer.layerBox()).toEqual(before)
    await designer.button('重做').click()
    expect(await designer.layerBox()).toEqual(after)
    await section.getByText('渐变', { exact: true }).click()
    await section.getByRole('slider', { name: '角度', exact: true }).fill('90')

    await designer.save()
    const rows = await suite.shop.templates(suite.collectionId)
    const stored = await suite.shop.template(Math.max(...rows.map(({ id }) => id)))
    const [layer] = stored.layers
    expect(layer).toMatchObject({
      type: 'IMAGE',
      shape: { form: { kind: 'rect', radius: 24 }, border: { width: 8 }, fill: { gradient: { form: 'linear', angle: 90 } } },
    })
    const svg = await page.evaluate(async (url) => (await fetch(url)).text(), layer?.imageUrl ?? '')
    expect(svg).toContain('stroke-width="16"')
    expect(svg).toContain('linearGradient')
    expect(layer?.originalWidth).toBe(layer?.width)

    await designer.close()
    const reopened = await suite.open(stored.id)
    await reopened.designer.select('圆角矩形')
    await reopened.page.getByRole('region', { name: '形状', exact: true }).waitFor()
    expect([...complaints, ...reopened.complaints]).toEqual([])
  })

  test('a design is shown on the cases of all models, what the camera hides is marked, and it is laid out for one of them', async () => {
    const stored = await suite.shop.picture(await pngPicture('花.png', 200, 200))
    const small = { width: 120, height: 120, originalWidth: 200, originalHeight: 200 }
    const { id } = await suite.template([
      // In the top left corner, where the camera of most phones is.
      layerRow(stored, { uuid: '角', index: 0, left: 60, top: 60, ...small }),
      layerRow(stored, { uuid: '中', index: 1, left: 190, top: 700, ...small }),
    ])
    const { designer, page, complaints } = await suite.open(id)
    await designer.button('设置').click()
    await designer.button('查看各机型效果').click()
    const sheet = page.getByRole('dialog', { name: '各机型效果' })
    const cells = sheet.locator('.model-cell')
    await cells.first().waitFor()
    await expect.poll(async () => sheet.locator('.model-cell[data-drawn=false]').count()).toBe(0)
    expect(await cells.count()).toBeGreaterThan(1)
    await sheet
      .getByText(/「角」被遮住/)
      .first()
      .waitFor()
    expect(await sheet.getByText(/「中」被遮住/).count()).toBe(0)
    await sheet.getByRole('button', { name: '全部品牌' }).click()
    const sections = sheet.locator('.model-sheet-section')
    await expect.poll(async () => sections.count()).toBeGreaterThan(1)
    // Brands above it may still grow while they load, so the last case is brought into view until it is drawn.
    const last = sections.last().locator('.model-cell').last()
    await expect
      .poll(async () => {
        await sections.last().scrollIntoViewIfNeeded()
        if ((await last.count()) === 0) return null
        await last.scrollIntoViewIfNeeded()
        return last.getAttribute('data-drawn')
      })
      .toBe('true')
    await sections.first().scrollIntoViewIfNeeded()
    const before = (await suite.shop.template(id)).previewPhoneModelId
    await cells.nth(1).getByRole('button', { name: '用这个机型继续设计' }).click()
    await sheet.waitFor({ state: 'hidden' })
    await designer.save()
    const saved = await suite.shop.template(id)
    expect(saved.previewPhoneModelId).not.toBe(before)
    expect(saved.layers.map(({ name }) => name)).toEqual(['角', '中'])
    expect(complaints).toEqual([])
  })

  test('the colours of an SVG sticker are changed, undone, and saved as a picture of the layer that the server has sanitised', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><circle cx="50" cy="50" r="40" fill="#f00"/></svg>'
    const file = { name: '圆.svg', mimeType: 'image/svg+xml', width: 100, height: 100, buffer: Buffer.from(svg) }
    const stored = await suite.shop.picture(file)
    const { id } = await suite.template([layerRow(stored, { uuid: '圆', index: 0, originalWidth: 100, originalHeight: 100 })])
    const { designer, page, complaints } = await suite.open(id)
    await designer.select('圆')
    const section = page.getByRole('region', { name: '图案颜色' })
    await section.getByRole('button', { name: '颜色 1：蓝色' }).click()
    await designer.button('撤销').click()
    await expect.poll(() => section.locator('input[type=color]').inputValue()).toBe('#ff0000')
    await section.getByRole('button', { name: '颜色 1：蓝色' }).click()
    await designer.save()
    const [layer] = (await suite.shop.template(id)).layers
    expect(layer?.imageFileId).not.toBe(stored.fileId)
    expect(await page.evaluate(async (url) => (await fetch(url)).text(), layer?.imageUrl ?? '')).toContain('fill="#3d7eff"')
    expect(complaints).toEqual([])
  })
})
