/** Texts of a PSD on the running product: they stay text where the shop has their font, and become pictures with a reason. */
import type { Layer } from 'ag-psd'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { PsdImportPage } from './pages/psd-import-page'
import { designerSuite } from './support/designer'
import { plain, psdFile } from './support/psd-files'
import { fontBytes, makeFont } from './support/shop'

const suite = designerSuite('PSD 文字')
const shots = process.env.SHOTS ?? ''

const [left, top, width, height] = [90, 160, 420, 130] as const

/** A text layer as Photoshop stores it: its settings, and pixels that the browser draws with the font itself. */
async function written(page: Page, text: string, size: number, style: { readonly tracking?: number; readonly font?: string }) {
  const drawn = await page.evaluate(
    async ({ text, size, font, tracking, width, height }) => {
      const face = await new FontFace(
        'written',
        Uint8Array.from(atob(font), (character) => character.charCodeAt(0)),
      ).load()
      document.fonts.add(face)
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = height
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('no canvas')
      context.font = `${size}px written`
      context.fillStyle = '#d62839'
      let x = 10.37
      for (const character of text) {
        context.fillText(character, x, 90.6)
        x += context.measureText(character).width + (tracking * size) / 1000
      }
      return [...context.getImageData(0, 0, width, height).data]
    },
    { text, size, font: fontBytes.toString('base64'), tracking: style.tracking ?? 0, width, height },
  )
  return new Uint8ClampedArray(drawn)
}

const textLayer = (name: string, data: Uint8ClampedArray, place: number, text: Layer['text'] & object): Layer => ({
  name,
  left,
  top: top + place * height,
  imageData: { width, height, data } as ImageData,
  text,
})

const style = { font: { name: 'ZCOOLKuaiLe-Regular' }, fontSize: 36, fillColor: { r: 214, g: 40, b: 57 }, tracking: 40 }

/** A text in the shop's font over a ground, and three that cannot stay text: other spacing, another font, faux bold. */
async function fourTexts(page: Page) {
  const transform = [2, 0, 0, 2, 100, 250]
  const data = await written(page, '夏日海浪', 72, { tracking: 40 })
  return psdFile('文字.psd', { width: 600, height: 1252 }, [
    plain('底色', { left: 0, top: 0, width: 600, height: 1252 }, [250, 240, 220, 255]),
    textLayer('同样的', data, 0, { text: '夏日海浪', transform, style }),
    textLayer('字间距不同', data, 1, { text: '夏日海浪', transform, style: { ...style, tracking: 0 } }),
    textLayer('缺字体', data, 2, { text: '夏日海浪', transform, style: { ...style, font: { name: 'SourceHanSansSC-Bold' } } }),
    textLayer('仿粗体', data, 3, { text: '夏日海浪', transform, style: { ...style, fauxBold: true } }),
  ])
}

beforeAll(() => makeFont(suite.shop.call, suite.baseUrl, '快乐体'))

test('texts of a PSD stay text with the font of the shop, and others become pictures with the reason', async () => {
  const { designer, page, complaints } = await suite.open('new')
  const psd = new PsdImportPage(page)
  const file = await fourTexts(page)
  await psd.open()
  await psd.pick(file)
  await psd.pictures(1)
  await psd.button('导入图层').click()
  await designer.message('导入成功').waitFor()
  const report = psd.dialog
  await report.getByText('仍是文字，可以改字').waitFor()
  await report.getByText('店铺里没有字体「SourceHanSansSC-Bold」，上传这个字体后重新导入就能保留文字', { exact: false }).waitFor()
  await report.getByText('用店铺里的字体画出来与Photoshop不同', { exact: false }).waitFor()
  await report.getByText('用了仿粗体或仿斜体', { exact: false }).waitFor()
  if (shots) await page.screenshot({ path: `${shots}/psd-text-report.png` })
  await psd.button('完成').click()
  await psd.dialog.waitFor({ state: 'hidden' })
  expect(await designer.names()).toEqual(['仿粗体', '缺字体', '字间距不同', '同样的', '底色'])
  if (shots) await page.screenshot({ path: `${shots}/psd-text-canvas.png` })

  // Only a text has words to change.
  await designer.layer('同样的').click()
  await expect
    .poll(() => page.getByRole('textbox').evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value)))
    .toContain('夏日海浪')
  await designer.layer('字间距不同').click()
  await expect
    .poll(() => page.getByRole('textbox').evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value)))
    .not.toContain('夏日海浪')
  expect(complaints).toEqual([])
})

test('a template made of an artboard keeps the same texts, drawn as in the file, and they can be changed', async () => {
  const { page, complaints } = await suite.open('new')
  const psd = new PsdImportPage(page)
  const file = await fourTexts(page)
  const known = new Set((await suite.shop.templates(suite.collectionId)).map(({ id }) => id))
  await page.goto(`${suite.baseUrl}/app/design_template?collection=${suite.collectionId}`)
  await psd.open()
  await psd.pick(file)
  await psd.pictures(1)
  await psd.card('文字').getByRole('checkbox').check()
  await psd.button('导入 1 个模板').click()
  await psd.dialog.getByText('新增设计模板成功，共 1 个').waitFor()
  await psd.button('完成').click()
  const made = (await suite.shop.templates(suite.collectionId)).find(({ id }) => !known.has(id))
  if (!made) throw new Error('no template was made')
  const { layers } = await suite.shop.template(made.id)
  expect(layers.map(({ name, type, text }) => [name, type, text ?? null])).toEqual([
    ['底色', 'IMAGE', null],
    ['同样的', 'TEXT', '夏日海浪'],
    ['字间距不同', 'IMAGE', null],
    ['缺字体', 'IMAGE', null],
    ['仿粗体', 'IMAGE', null],
  ])
  const designer = await suite.enter(page, made.id)
  await designer.layer('同样的').click()
  await expect
    .poll(() => page.getByRole('textbox').evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value)))
    .toContain('夏日海浪')
  if (shots) await page.screenshot({ path: `${shots}/psd-text-template.png` })
  expect(complaints).toEqual([])
})
