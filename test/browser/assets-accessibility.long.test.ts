/** Runs axe-core on the screens and dialogs of the asset library, in both themes. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { AssetsPage } from './pages/assets'
import { assetShop, fileOf, tile } from './support/asset-shop'
import { findingsInThemes } from './support/axe'
import { journey } from './support/journey'

let page: Page
let assets: AssetsPage

const seller = journey('素材店', (opened) => {
  page = opened.page
  assets = new AssetsPage(page)
})
const { addGroup, fill } = assetShop(seller)

test('axe finds nothing on the screens of the asset library', async () => {
  const findings: Record<string, string[]> = {}
  const check = async (name: string) => {
    const found = await findingsInThemes(page)
    if (found.length > 0) findings[name] = found
  }
  const { id } = await addGroup('无障碍')
  await fill(id, ['a.png', 'b.png', 'c.png'])
  await seller.visit(`/app/design_assets/images?collection=${id}`)
  await assets.card('a.png').waitFor()
  await check('gallery')
  await assets.tick('a.png')
  await check('ticked')
  await page.getByRole('button', { name: '「b.png」的更多操作' }).press('Enter')
  await page.getByRole('menuitem', { name: '预览' }).waitFor()
  await check('menu')
  await page.keyboard.press('Enter')
  await assets.dialog.getByRole('img', { name: 'b.png' }).waitFor()
  await check('preview')
  await page.keyboard.press('Escape')
  await assets.dialog.waitFor({ state: 'hidden' })
  await assets.openWizard()
  await check('wizard: instructions')
  await assets.choose([fileOf('空.png', Buffer.alloc(0))])
  await assets.dialog.getByText('所选的文件不符合规范请检查').waitFor()
  await check('wizard: refused')
  await assets.choose([fileOf('空.png', Buffer.alloc(0)), await tile('d.png')])
  await assets.dialog.getByText('成功 1 · 失败 1').waitFor()
  await check('wizard: results')
  await assets.dialog.getByRole('button', { name: '完成' }).click()
  await assets.dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '管理分组' }).click()
  await page.getByRole('table', { name: '图库分组' }).waitFor()
  await check('groups')
  await page
    .getByRole('button', { name: /^重命名/ })
    .first()
    .click()
  await assets.dialog.waitFor()
  await check('rename')
  expect(findings).toEqual({})
})
