/** 油墨 in the designer: the open design as a print profile lays it, drawn anew when the design changes. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { printPresets } from '../../contract/rules/print-profile'
import { DesignerPage } from './pages/designer-page'
import { accessibilityFindings } from './support/axe'
import { layerRow } from './support/designs'
import { journey } from './support/journey'
import { type Case, makeCase } from './support/orders'
import { pngPicture } from './support/pictures'
import { type Made, uploadPicture } from './support/shop'

let page: Page
let designer: DesignerPage
const { call, visit, baseUrl, ownComplaints } = journey('油墨店', (opened) => {
  page = opened.page
  designer = new DesignerPage(page)
})

let collectionId: number
let on: Case

/** An opaque picture, which fills its layer. */
async function square() {
  const { default: sharp } = await import('sharp')
  const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c02020' } })
    .png()
    .toBuffer()
  return { name: '方块.png', mimeType: 'image/png', buffer, width: 64, height: 64 }
}

beforeAll(async () => {
  on = await makeCase(call, baseUrl, await pngPicture('壳.png', 300, 600), { widthMm: 70, heightMm: 140 })
  collectionId = (await call<Made>('POST', '/api/design_template_collections', { name: '油墨' })).id
})

/** A template of one square that covers an eighth of the canvas, and opens it. */
async function openDesign(previewPhoneModelId: number | null): Promise<void> {
  const { id: fileId, url } = await uploadPicture(call, baseUrl, fileKind.templateLayer, await square())
  const layers = [layerRow({ fileId, url }, { uuid: '方块', index: 0, left: 100, top: 100, width: 250, height: 250 })]
  const { id } = await call<Made>('POST', '/api/design_templates', {
    ...{ collectionId, name: '油墨', width: 500, height: 1000, thumbnailFileId: null, layers, previewPhoneModelId },
    previewMaterialColorId: previewPhoneModelId === null ? null : on.phoneCaseMaterialColorId,
  })
  await visit(`/app/design_template?collection=${collectionId}&design=${id}`)
  await designer.ready()
}

const inks = () => page.getByRole('region', { name: '油墨', exact: true })

test('without a print profile the designer says so, and without a phone that one must be chosen', async () => {
  await openDesign(null)
  await designer.button('油墨').click()
  await inks().getByText('还没有带白墨、光油或打印机 ICC 的打印配置。').waitFor()
  await page.keyboard.press('Escape')
  await inks().waitFor({ state: 'detached' })
  await call('POST', '/api/print_profiles', {
    name: '一号机',
    settings: { ...printPresets.onyx.profile, colors: 'rgb' },
    icc: null,
  })
  await openDesign(null)
  await designer.button('油墨').click()
  await inks().getByText('请先在上方选择预览机型，才知道打印多大。').waitFor()
})

test('the inks are drawn from the layers, follow a change of the design and of the profile, and close by Escape', async () => {
  const coarse = { ...printPresets.onyx.profile, colors: 'rgb', plates: [{ ...printPresets.onyx.profile.plates[0], chokeMm: 2 }] }
  await call('POST', '/api/print_profiles', { name: '二号机', settings: coarse, icc: null })
  await openDesign(on.phoneModelId)
  await designer.button('油墨').click()
  // The square covers 250 × 250 of 500 × 1000 px, less the choke of 0.2 mm: 34.6² of 70 × 140 mm.
  await inks().getByText('Spot 1 12%', { exact: true }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await designer.select('方块')
  await page.keyboard.press('Control+d')
  await designer.layers.nth(1).waitFor()
  await designer.field('上（像素）').fill('600')
  await designer.field('上（像素）').press('Enter')
  await inks()
    .getByText(/^Spot 1 2[45]%$/)
    .waitFor()
  await designer.chooseOption('打印配置', '二号机', inks())
  await inks()
    .getByText(/^Spot 1 (19|20)%$/)
    .waitFor()
  await inks()
    .getByText(/^Spot 1 /)
    .press('Escape')
  await inks().waitFor({ state: 'detached' })
  expect(ownComplaints()).toEqual([])
})

test('a layer that is marked 透底 gets no white ink, its row says so, and undo takes it back', async () => {
  await openDesign(on.phoneModelId)
  await designer.select('方块')
  const mark = page.getByRole('checkbox', { name: '透底（下面不印白墨）' })
  await mark.press(' ')
  await designer.layer('方块').getByText('透底', { exact: true }).waitFor()
  await designer.button('油墨').click()
  await inks().getByText('Spot 1 0%', { exact: true }).waitFor()
  await designer.select('方块')
  await page.keyboard.press('Control+z')
  await inks().getByText('Spot 1 12%', { exact: true }).waitFor()
  await mark.press(' ')
  await inks().getByText('Spot 1 0%', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await inks().waitFor({ state: 'detached' })
  await designer.save()
  await call('PATCH', `/api/phone_case_materials/${on.phoneCaseMaterialId}`, { whiteInk: 'between' })
  await page.reload()
  await designer.ready()
  await designer.layer('方块').getByText('透底', { exact: true }).waitFor()
  await designer.button('油墨').click()
  await inks().getByText('彩白彩：请在打印软件里选“彩白彩”输出').waitFor()
  expect(ownComplaints()).toEqual([])
})
