/** The asset library and the settings menu of the designer, by mouse and keyboard on the running product. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DesignAsset, DesignAssetCollection, Template } from '../../contract/types'
import { allTests } from '../setup/size'
import type { ScreenPoint } from './pages/screen-page'
import { accessibilityFindings } from './support/axe'
import { designerSuite, type OpenOptions } from './support/designer'
import { pngPicture } from './support/pictures'
import { recordRequests } from './support/requests'
import { uploadPicture } from './support/shop'

const suite = designerSuite('设计器 素材')
/** Collections of thirteen stickers, one picture and two backgrounds. */
let stickers: DesignAssetCollection
let pictures: DesignAssetCollection
let backgrounds: DesignAssetCollection

async function collection(type: 1 | 2 | 3, name: string, names: readonly string[], width: number, height: number) {
  const made = await suite.shop.call<DesignAssetCollection>('POST', '/api/design_asset_collections', { type, name })
  for (const one of names) {
    const { id: fileId } = await uploadPicture(suite.shop.call, suite.baseUrl, 1, await pngPicture(`${one}.png`, width, height))
    await suite.shop.call<DesignAsset>('POST', '/api/design_assets', { type, collectionId: made.id, fileId })
  }
  return made
}

beforeAll(async () => {
  const stickerNames = Array.from({ length: 13 }, (_, at) => `贴${at + 1}`)
  stickers = await collection(2, '旅途贴纸', stickerNames, 200, 100)
  pictures = await collection(1, '旅途图片', ['山海'], 300, 600)
  backgrounds = await collection(3, '旅途背景', ['晨雾', '晚霞'], 300, 300)
})

async function design(options: OpenOptions = {}) {
  const opened = await suite.open('new', options)
  const { page } = opened
  const menu = (name: string) =>
    page.getByRole('navigation', { name: '设计工具' }).getByRole('button', { name, exact: true }).click()
  const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click()
  const choose = async (name: string) => {
    const select = page.getByRole('combobox', { name: /分组$/ })
    await select.click()
    await page.getByRole('option', { name: new RegExp(name) }).click()
    await page.getByRole('list', { name: new RegExp(`^${name}的`) }).waitFor()
  }
  return { ...opened, menu, tab, choose }
}

const middleOf = async (page: Page, name: string): Promise<ScreenPoint> => {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox()
  if (!box) throw new Error(`no ${name}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

describe('the asset library in the designer', () => {
  test('stickers are added 90 px wide by click, by Enter and by drag, from pages of twelve', async () => {
    const { page, designer, menu, choose, complaints } = await design()
    await menu('素材库')
    await choose('旅途贴纸')
    await page.getByText('第 1 / 2 页').waitFor()
    expect(await page.locator('.designer-tile').count()).toBe(12)
    await page.getByRole('button', { name: '添加贴纸「贴1」' }).click()
    await designer.layer('贴1').waitFor()
    expect(await designer.layerBox()).toMatchObject({ width: 90, height: 45, rotation: 0 })

    await designer.button('下一页').click()
    await page.getByRole('button', { name: '添加贴纸「贴13」' }).focus()
    await page.keyboard.press('Enter')
    await designer.layer('贴13').waitFor()

    await designer.button('上一页').click()
    await page.getByRole('button', { name: '添加贴纸「贴2」' }).waitFor()
    const from = await middleOf(page, '添加贴纸「贴2」')
    const canvas = await designer.canvas.boundingBox()
    if (!canvas) throw new Error('no canvas')
    const to = { x: canvas.x + canvas.width / 2 + 40, y: canvas.y + canvas.height / 2 - 90 }
    await designer.drag(from, { x: to.x - from.x, y: to.y - from.y })
    await designer.layer('贴2').waitFor()
    const [first, last] = [await designer.handleAt(0), await designer.handleAt(4)]
    const middle = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 }
    expect(Math.hypot(middle.x - to.x, middle.y - to.y)).toBeLessThan(2)

    // Nothing is added when the drag ends beside the canvas or is cancelled.
    await designer.drag(from, { x: 10, y: 40 })
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 5 })
    await page.locator('.designer-drag-ghost').waitFor()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await designer.names()).toEqual(['贴2', '贴13', '贴1'])
    expect(await accessibilityFindings(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)(
    'a picture fits the canvas width, a background is replaced in one step, and no asset is uploaded again',
    async () => {
      const { page, designer, menu, tab, choose, complaints } = await design()
      const uploads = recordRequests(page, 'POST', '/api/files/upload_form')
      await menu('素材库')
      await tab('图库')
      await choose('旅途图片')
      await page.getByRole('button', { name: '添加图片「山海」' }).click()
      await designer.layer('山海').waitFor()
      const { width, height, left } = await designer.layerBox()
      expect(left).toBe(0)
      expect(Math.abs(height - width * 2)).toBeLessThan(0.2)

      await tab('背景')
      await choose('旅途背景')
      await page.getByRole('button', { name: '把「晨雾」设为背景' }).click()
      await designer.layer('晨雾').waitFor()
      await page.getByRole('button', { name: '把「晚霞」设为背景' }).click()
      await designer.message('背景已更换，可以撤销').waitFor()
      expect(await designer.names()).toEqual(['山海', '晚霞'])
      await designer.button('撤销').click()
      await designer.layer('晨雾').waitFor()
      expect(await designer.names()).toEqual(['山海', '晨雾'])
      await designer.rename('素材模板')
      await designer.save()
      // Only the thumbnail was uploaded: the layers use the library's own files.
      expect(uploads).toHaveLength(1)
      const [row] = await suite.shop.templates(suite.collectionId)
      const saved = await suite.shop.template(row?.id ?? 0)
      expect(saved.layers.map(({ name, isBackground }) => [name, isBackground])).toEqual([
        ['晨雾', true],
        ['山海', false],
      ])
      expect(complaints).toEqual([])
    },
  )

  test.runIf(allTests)('the library shows 正在加载素材中... and 素材加载失败, and can be retried', async () => {
    let broken = true
    let letGo: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const { page, menu, complaints } = await design({
      before: (page) =>
        page.route('**/api/design_asset_collections**', async (route) => {
          await released
          if (broken) await route.fulfill({ status: 400, json: { traceId: 't', code: 'invalid', message: '暂时读不到' } })
          else await route.continue()
        }),
    })
    await menu('素材库')
    await page.getByText('正在加载素材中...').waitFor()
    letGo()
    await page.getByText('素材加载失败').waitFor()
    await page.getByText('暂时读不到').waitFor()
    broken = false
    await page.getByRole('button', { name: '重试' }).click()
    await page.locator('.designer-tile').first().waitFor()
    complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes('status of 400')))
    expect(complaints).toEqual([])
  })
})

describe('the settings menu of the designer', () => {
  test('bound collections come first in the library, the canvas is resized in one step, and both are saved', async () => {
    const { page, designer, menu, tab, complaints } = await design()
    await designer.upload(await pngPicture('花.png', 100, 100))
    const before = await designer.layerBox()
    await menu('设置')
    for (const name of ['旅途贴纸', '旅途图片']) await page.locator('.designer-bound label').filter({ hasText: name }).click()
    const field = (name: string) => page.getByRole('textbox', { name: `${name}（像素）`, exact: true })
    const [width, height] = [Number(await field('画布宽').inputValue()), Number(await field('画布高').inputValue())]
    expect(before.width).toBe(width)
    await field('画布宽').fill('50')
    await page.getByText('画布的宽和高要是 100 到 10000 之间的整数（像素）').waitFor()
    await field('画布宽').fill(String(width * 2))
    await field('画布高').fill(String(height * 2))
    await designer.button('修改画布尺寸').click()
    await expect.poll(async () => (await designer.layerBox()).width).toBe(width * 2)
    await designer.button('撤销').click()
    await expect.poll(async () => (await designer.layerBox()).width).toBe(width)
    expect(await field('画布宽').inputValue()).toBe(String(width))
    await designer.button('重做').click()
    await page.getByText('逐层调整').click()
    await page.getByLabel('花大小').click()
    await page.getByRole('option', { name: '不变' }).click()
    await page.getByRole('button', { name: '恢复自动适配' }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])

    await menu('素材库')
    await page.getByRole('list', { name: '旅途贴纸的贴纸' }).waitFor()
    await tab('图库')
    await page.getByRole('list', { name: '旅途图片的图片' }).waitFor()
    await designer.rename('设置模板')
    await designer.save()
    const row = (await suite.shop.templates(suite.collectionId)).find(({ name }) => name === '设置模板')
    const saved: Template = await suite.shop.template(row?.id ?? 0)
    expect([...saved.boundDesignAssetCollectionIds].sort()).toEqual([stickers.id, pictures.id].sort())
    expect(saved.boundDesignAssetCollectionIds).not.toContain(backgrounds.id)
    expect([saved.width, saved.height]).toEqual([width * 2, height * 2])
    expect(saved.layers[0]?.layoutRule).toEqual({ scaling: 'keep' })

    await menu('设置')
    await page.getByRole('switch', { name: '上架模板' }).click()
    await designer.message('模板已下架').waitFor()
    expect((await suite.shop.template(saved.id)).enabled).toBe(false)
    // The switch is not part of the design, so nothing is left to save.
    await page.locator('.designer-save-state.is-clean').waitFor()
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('the settings and the library can be used in a narrow window', async () => {
    for (const size of [
      { width: 1180, height: 760 },
      { width: 760, height: 600 },
    ]) {
      const { page, designer, menu, choose, complaints } = await design(size)
      await menu('素材库')
      await choose('旅途贴纸')
      if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/library-${size.width}.png` })
      await page.getByRole('button', { name: '添加贴纸「贴3」' }).click()
      await designer.layer('贴3').waitFor()
      await menu('AI人像')
      await page.getByRole('tab', { name: '头像' }).waitFor()
      await menu('设置')
      await page.getByRole('checkbox', { name: /^旅途贴纸/ }).waitFor({ state: 'attached' })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide).toBeLessThanOrEqual(0)
      if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/settings-${size.width}.png` })
      expect(complaints).toEqual([])
    }
  })
})
