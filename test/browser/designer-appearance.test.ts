/** The appearance of layers by mouse and keyboard: opacity, blend mode, effects, filters, masks, crop, patterns, copied styles. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Template, TemplateLayer } from '../../contract/types'
import { pixelsOf } from './support/compare'
import { designerSuite } from './support/designer'
import { layerRow } from './support/designs'
import { jpegPicture, pngPicture } from './support/pictures'

const suite = designerSuite('设计器 外观')
let design: Template

beforeAll(async () => {
  const photo = await suite.shop.picture(await jpegPicture('照片.jpg', 300, 450))
  const flower = await suite.shop.picture(await pngPicture('花.png', 640, 640))
  const size = (width: number, height: number) => ({ originalWidth: width, originalHeight: height })
  design = await suite.template(
    [
      layerRow(photo, { uuid: '照片', name: '照片', index: 0, left: 100, top: 80, width: 300, height: 450, ...size(300, 450) }),
      layerRow(flower, { uuid: '花', name: '花', index: 1, left: 130, top: 640, width: 240, height: 240, ...size(640, 640) }),
    ],
    { name: '外观' },
  )
})

const saved = async (uuid: string): Promise<TemplateLayer> => {
  const { layers } = await suite.shop.template(design.id)
  const found = layers.find((layer) => layer.uuid === uuid)
  if (!found) throw new Error(`no layer ${uuid}`)
  return found
}

describe('the appearance of a layer', () => {
  test('opacity, blend mode, effects, a filter and a mask are set, undone, saved, and copied to another layer', async () => {
    const { page, designer, complaints } = await suite.open(design.id)
    await designer.select('花')
    await page.getByLabel('不透明度', { exact: true }).first().focus()
    for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowLeft')
    await page.getByRole('combobox', { name: '混合模式' }).click()
    await page.getByRole('option', { name: '正片叠底' }).click()

    await page.getByRole('button', { name: '效果', exact: true }).click()
    await page.getByRole('button', { name: '添加', exact: true }).click()
    await page.getByRole('menuitem', { name: '投影', exact: true }).click()
    await page.getByLabel('距离').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: '滤镜与调整' }).click()
    await page.getByRole('group', { name: '滤镜' }).getByRole('button', { name: '黑白' }).click()
    await page.getByRole('button', { name: '裁剪与蒙版' }).click()
    await page.getByRole('button', { name: '心形蒙版' }).click()
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: '圆形蒙版' }).click()

    await page.keyboard.press('Control+Alt+c')
    await designer.select('照片')
    await page.keyboard.press('Control+Alt+v')
    await page.getByText('黑白', { exact: true }).last().waitFor()
    await designer.save()
    const flower = await saved('花')
    expect(flower.appearance).toMatchObject({
      opacity: 0.8,
      blend: 'multiply',
      mask: { kind: 'ellipse' },
      effects: [{ kind: 'dropShadow', distance: 9 }],
      adjustments: [{ kind: 'blackWhite' }],
    })
    const { mask: _mask, ...style } = flower.appearance ?? {}
    expect((await saved('照片')).appearance).toEqual(style)
    expect(complaints).toEqual([])
  })

  test('a double-click crops a picture: the frame is dragged, the picture panned and straightened; the crop can be undone', async () => {
    const { page, designer, complaints } = await suite.open(design.id)
    const centre = await designer.centreOf('照片')
    await page.mouse.dblclick(centre.x, centre.y)
    const crop = page.getByRole('region', { name: '裁剪图片' })
    await crop.waitFor()
    const corner = await crop.locator('[data-side="下右"]').boundingBox()
    if (!corner) throw new Error('no handle')
    await designer.drag({ x: corner.x + 6, y: corner.y + 6 }, { x: -60, y: -80 })
    const middle = await crop.locator('.designer-crop-window').boundingBox()
    if (!middle) throw new Error('no frame')
    await designer.drag({ x: middle.x + middle.width / 2, y: middle.y + middle.height / 2 }, { x: -30, y: -20 })
    await crop.getByLabel('拉直').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await crop.getByRole('button', { name: '完成' }).click()
    await crop.waitFor({ state: 'detached' })
    await designer.save()
    const cropped = await saved('照片')
    expect(cropped.appearance?.crop?.angle).toBe(1)
    expect(cropped.appearance?.crop?.left).toBeGreaterThan(5)
    expect(cropped.width).toBeLessThan(290)
    expect(cropped.left).toBeCloseTo(100, 0)

    await page.keyboard.press('Control+z')
    await designer.save()
    const whole = await saved('照片')
    expect(whole.appearance?.crop).toBeUndefined()
    expect([whole.left, whole.width, whole.height]).toEqual([100, 300, 450])

    await page.mouse.dblclick(centre.x, centre.y)
    await crop.waitFor()
    await page.keyboard.press('Escape')
    await crop.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  test('a picture is scattered, masked by an SVG of the seller, clipped to the layer below, and gets two colours and a curve', async () => {
    const flower = await suite.shop.picture(await pngPicture('花.png', 640, 640))
    const place = { left: 130, top: 640, width: 240, height: 240, originalWidth: 640, originalHeight: 640 }
    const { id } = await suite.template([
      layerRow(flower, { ...place, uuid: '底', index: 0, top: 500 }),
      layerRow(flower, { ...place, uuid: '花', index: 1 }),
    ])
    const { page, designer, complaints } = await suite.open(id)
    await designer.select('花')
    await designer.button('裁剪与蒙版').click()
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), designer.button('自定义蒙版（SVG 文件）').click()])
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 10 5 0l5 10z"/></svg>'
    await chooser.setFiles({ name: '三角.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
    await page.locator('.designer-mask[aria-label^="自定义蒙版"][aria-pressed=true]').waitFor()
    await page.getByText('散落', { exact: true }).click()
    await designer.button('换一种散落').click()
    await page.getByRole('switch', { name: '剪贴到下方图层' }).click()
    await designer.button('滤镜与调整').click()
    await page.getByRole('group', { name: '滤镜' }).getByRole('button', { name: '双色调' }).click()
    await page.getByText('RGB', { exact: true }).click()
    const curve = page.locator('.designer-curve').first()
    await curve.scrollIntoViewIfNeeded()
    const { x, y } = await designer.middleOf(curve)
    await designer.drag({ x, y }, { x: 0, y: -20 })
    await designer.save()
    const made = (await suite.shop.template(id)).layers[1]
    expect(made?.appearance).toMatchObject({
      clipped: true,
      mask: { kind: 'path', d: 'M0 10 5 0l5 10z', width: 10, height: 10 },
      pattern: { layout: 'scatter', seed: 2 },
    })
    const adjustments = made?.appearance?.adjustments ?? []
    expect(adjustments.map(({ kind }) => kind).sort()).toEqual(['curves', 'gradientMap'])
    const bent = adjustments.find((one) => one.kind === 'curves')
    expect(bent?.rgb?.[1]?.[1]).toBeGreaterThan(140)
    expect(complaints).toEqual([])
  })

  test('the canvas after a drag equals a fresh drawing, also under blend modes, adjustments and clipping', async () => {
    const photo = await suite.shop.picture(await jpegPicture('底.jpg', 300, 450))
    const flower = await suite.shop.picture(await pngPicture('朵.png', 640, 640))
    const row = (uuid: string, index: number, left: number, top: number, appearance: TemplateLayer['appearance']) =>
      layerRow(uuid === '底' ? photo : flower, { uuid, name: uuid, index, left, top, width: 220, height: 220, appearance })
    const shadow = {
      kind: 'dropShadow',
      color: '#000000',
      opacity: 0.6,
      blend: 'linear burn',
      angle: 120,
      distance: 14,
      size: 12,
      spread: 0,
    } as const
    const stacked = await suite.template(
      [
        row('底', 0, 60, 100, { mask: { kind: 'rect', radius: 40 } }),
        row('乘', 1, 160, 180, { blend: 'multiply', effects: [shadow] }),
        row('剪', 2, 220, 240, { clipped: true, opacity: 0.7 }),
        row('反', 3, 120, 300, { adjustments: [{ kind: 'invert' }], adjustsBelow: true }),
        row('光', 4, 240, 380, { blend: 'vivid light' }),
      ],
      { name: '叠' },
    )
    const { page, designer, complaints } = await suite.open(stacked.id)
    await page.waitForLoadState('networkidle')
    for (const [uuid, x, y] of [
      ['底', 60, 90],
      ['剪', 30, -20],
      ['乘', -40, 60],
    ] as const) {
      await designer.select(uuid)
      await designer.drag(await designer.centreOf(uuid), { x, y })
    }
    await page.keyboard.press('Escape')
    await page.mouse.move(2, 200)
    await designer.save()
    const drawn = async () => {
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      const box = await designer.canvas.boundingBox()
      if (!box) throw new Error('no canvas')
      // Below the notices.
      return pixelsOf(await page.screenshot({ clip: { ...box, y: box.y + 80, height: box.height - 80 } }))
    }
    const before = await drawn()
    await page.reload()
    await designer.ready()
    await page.waitForLoadState('networkidle')
    await page.mouse.move(2, 200)
    const after = await drawn()
    const differing = before.data.filter((value, i) => Math.abs(value - (after.data[i] ?? 0)) > 24).length
    expect(differing / before.data.length).toBeLessThan(0.0005)
    expect(complaints).toEqual([])
  })
})
