/**
 * Every screen and the work on one design, in a page without the APIs that the client's oldest engine lacks. Other journeys run
 * in the installed browser as it is.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { screens } from '../../src/base/paths'
import { allTests } from '../setup/size'
import { DesignerPage } from './pages/designer-page'
import { StrokeSection } from './pages/designer-stroke'
import { TextTools } from './pages/designer-text'
import { journey } from './support/journey'
import { pngPicture } from './support/pictures'

let page: Page
let complaints: readonly string[]
const { baseUrl, visit } = journey(
  'demo',
  (opened) => {
    ;({ page, complaints } = opened)
  },
  { floor: true, width: 1440, height: 900 },
)

/** The addresses of all screens come from the table of paths, so that a new one cannot be forgotten. */
const addresses = Object.values(screens).flatMap((screen) => ('path' in screen ? [screen.path] : []))

// In the short run, shell.test.ts opens the screens of the menu in such a page.
test.runIf(allTests)('every screen opens without errors in an engine that lacks newer APIs', async () => {
  await visit('/app/design_template')
  expect(addresses.length).toBeGreaterThan(14)
  for (const address of addresses) {
    await page.goto(baseUrl + address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.locator('main').textContent(), address).not.toContain('页面出错了')
  }
  expect(complaints).toEqual([])
})

test('a design with a stroke and a text is made, undone and saved in an engine that lacks newer APIs', async () => {
  await visit('/app/design_template')
  await page.getByRole('button', { name: '新建模板' }).first().click()
  const designer = new DesignerPage(page)
  await designer.ready()
  await designer.upload(await pngPicture('花.png'))
  await designer.select('花')
  // A stroke becomes a step of the history when it has been computed, which must be before the text.
  await new StrokeSection(page).style('实线')
  const text = new TextTools(designer)
  await text.add('你好')
  await designer.layer('你好').waitFor()
  await page.keyboard.press('Control+z')
  await designer.layer('你好').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Shift+z')
  await designer.layer('你好').waitFor()
  await designer.button('历史').click()
  await page.getByRole('list', { name: '历史记录' }).waitFor()
  await designer.button('历史').click()
  await page.getByRole('list', { name: '历史记录' }).waitFor({ state: 'hidden' })
  await designer.save()
  await designer.close()
  expect(complaints).toEqual([])
})
