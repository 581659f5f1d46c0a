/** Shapes in the designer, by mouse on the running product: add, resize, fill, save and reopen. */
import { describe, expect, test } from 'vitest'
import { designerSuite } from './support/designer'

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
})
