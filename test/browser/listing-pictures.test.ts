/** 生成主图: ticked templates become pictures for a listing, in one archive that is opened here. */
import { readFile } from 'node:fs/promises'
import JSZip from 'jszip'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { BatchPage } from './pages/batch-page'
import { openBrowser, openProfile, type Profile } from './support/browser'
import { layerRow, openShop, type Shop } from './support/designs'
import { pngPicture } from './support/pictures'
import { enterWith } from './support/shop'

const baseUrl = inject('baseUrl')

let browser: Browser
let profile: Profile
let shop: Shop

beforeAll(async () => {
  browser = await openBrowser()
  profile = await openProfile(browser, baseUrl, { downloads: true })
  shop = await openShop(baseUrl)
})
afterAll(() => browser?.close())

test('ticked templates on a model in two sizes are four pictures in one archive', async () => {
  const group = await shop.group('主图')
  const stored = await shop.picture(await pngPicture('花.png', 200, 200))
  const size = { width: 300, height: 300, originalWidth: 200, originalHeight: 200 }
  for (const name of ['花', '叶']) {
    const layers = [layerRow(stored, { uuid: 'a', index: 0, left: 0, top: 150, ...size })]
    await shop.create(group, { name, width: 300, height: 600, layers })
  }
  const { page, complaints } = await profile.open()
  const batch = new BatchPage(page)
  await enterWith(page, baseUrl, shop.token, `/app/design_template?collection=${group}`)
  await batch.tickPage()
  await batch.bulkAction('生成主图').click()
  const dialog = page.getByRole('dialog', { name: '生成主图' })
  await dialog.getByText('750×1000 竖图').click()
  await dialog.locator('.listing-cases .arco-select-multiple').click()
  await page.locator('.arco-select-option:visible').first().click()
  await dialog.locator('.listing-cases .arco-tag').waitFor()
  // The list of models closes.
  await dialog.locator('.arco-drawer-header').click()
  await dialog.getByAltText('按现在的设置生成的一张主图').waitFor()
  await dialog.getByRole('button', { name: '生成 4 张' }).click()
  const save = dialog.getByRole('button', { name: '下载 4 张' })
  await save.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  const zip = await JSZip.loadAsync(await readFile(await download.path()), { checkCRC32: true })
  const sizes = await Promise.all(
    Object.values(zip.files).map(async (file) => {
      const { format, width, height } = await sharp(await file.async('nodebuffer')).metadata()
      return `${file.name.slice(0, 1)} ${format} ${width}x${height} ${file.name.endsWith(`${width}x${height}.jpg`)}`
    }),
  )
  expect(sizes.sort()).toEqual(['叶 jpeg 750x1000 true', '叶 jpeg 800x800 true', '花 jpeg 750x1000 true', '花 jpeg 800x800 true'])
  expect(complaints).toEqual([])
})
