/**
 * Fonts and text colours of a shop on a real server: forms, switches, order, bulk actions, and their use for text in the
 * designer.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { coloredFontNote, fontFaultTexts } from '../../contract/rules/font-faults'
import type { ShopFont, ShopFontColor, Template } from '../../contract/types'
import { oddFonts } from '../../fixtures/odd-files/fonts'
import { allTests } from '../setup/size'
import { DesignerPage } from './pages/designer-page'
import { TextTools } from './pages/designer-text'
import { FontsPage } from './pages/fonts-page'
import { accessibilityFindings } from './support/axe'
import { journey } from './support/journey'
import { fontBytes, type Made, makeFont } from './support/shop'

let page: Page
let fonts: FontsPage

const { baseUrl, call, visit, ownComplaints } = journey('字体店', (opened) => {
  page = opened.page
  fonts = new FontsPage(page)
})

const stored = () => call<ShopFont[]>('GET', '/api/shop_fonts')
/** Returns a font of the shop; creates one when there is none. */
async function someFont(): Promise<ShopFont> {
  const [first] = await stored()
  if (first) return first
  return makeFont(call, baseUrl, '快乐体')
}
const storedColors = () => call<ShopFontColor[]>('GET', '/api/shop_font_colors')

test('a font says before its upload what it cannot write, and an empty name is no name that it cannot write', async () => {
  await visit('/app/fonts')
  await fonts.button('新增字体').click()
  const odd = (kind: string) => ({
    name: `${kind}.ttf`,
    buffer: oddFonts.find((one) => one.kind === kind)?.bytes ?? Buffer.alloc(0),
  })
  const [colors, symbols, johab] = ['letters in layers of colours', 'a symbol font', 'a map of Johab codes only'].map(odd)
  if (!colors || !symbols || !johab) throw new Error('not in the register')
  await fonts.choose(colors, symbols, johab)
  await fonts.draft(colors.name).getByText(coloredFontNote, { exact: true }).waitFor()
  await fonts.draft(johab.name).getByText(fontFaultTexts['no-characters'], { exact: true }).waitFor()
  const card = fonts.draft(symbols.name)
  await card.getByRole('img').first().waitFor()
  const name = card.getByRole('textbox')
  await name.fill('图标')
  await card.getByText('这个字体写不出「图标」，预览图用「ABC」代替。', { exact: true }).waitFor()
  await name.fill('')
  await card.getByText('请输入字体名称', { exact: true }).waitFor()
  expect(await card.getByText(/写不出/).count()).toBe(0)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
})

test('fonts are checked, named, previewed, uploaded, sorted, enabled, disabled and deleted', async () => {
  await visit('/app/fonts')
  await page.getByText('先上传一个字体').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])

  // A file that is no font is refused with the reason, and no upload starts without the confirmed licence.
  await fonts.button('新增字体').click()
  await fonts.button('上传字体').click()
  await fonts.dialog.getByText('请上传ttf、otf格式的字体文件', { exact: true }).waitFor()
  await fonts.dialog.getByText('请仔细阅读后勾选', { exact: true }).waitFor()
  const web = { name: '网页字体.ttf', buffer: Buffer.concat([Buffer.from('wOF2'), fontBytes.subarray(4)]) }
  await fonts.choose(
    web,
    { name: '一.ttf', buffer: fontBytes },
    { name: '二.ttf', buffer: fontBytes },
    { name: '三.ttf', buffer: fontBytes },
  )
  await fonts.draft('网页字体.ttf').getByText('请上传ttf、otf格式的字体文件', { exact: true }).waitFor()
  await fonts.draft('三.ttf').locator('.fonts-previews img').nth(1).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await fonts.button('移除「网页字体.ttf」').click()

  // The two previews show the font's name at 32 px in the two colours, and follow the name.
  const pictures = fonts.draft('一.ttf').getByRole('img')
  expect(await fonts.pixels(pictures.first())).toEqual({ height: 39, color: '51,51,51' })
  expect(await fonts.pixels(pictures.last())).toEqual({ height: 39, color: '253,116,85' })
  await fonts.draft('一.ttf').getByText('嵌入权限：可安装嵌入。').waitFor()
  const name = (file: string) => fonts.dialog.getByRole('textbox', { name: `「${file}」的字体名称` })
  expect(await name('一.ttf').inputValue()).toBe('一')
  await name('一.ttf').fill('  ')
  await fonts.button('上传字体').click()
  await fonts.dialog.getByText('请输入字体名称', { exact: true }).waitFor()
  await name('一.ttf').fill(' 快乐壳 ')
  await fonts.draft('一.ttf').getByRole('img', { name: '「快乐壳」的预览图：快乐壳', exact: true }).waitFor()
  await fonts.dialog.getByText('我已确认所上传的字体取得了商用授权').click()
  await fonts.button('上传字体').dblclick()
  await fonts.message('上传成功').waitFor()
  await expect.poll(() => fonts.names('字体')).toEqual(['快乐壳', '二', '三'])

  await fonts.enabled('二').click()
  await fonts.message(/^操作成功：/).waitFor()
  await fonts.carry('三', -1)
  await fonts.message('排序成功').waitFor()
  expect((await stored()).map((one) => [one.name, one.enabled])).toEqual([
    ['快乐壳', true],
    ['三', true],
    ['二', false],
  ])

  // A renamed font gets a new preview.
  const before = (await stored())[0]?.previewImageUrl
  await fonts.button('重命名「快乐壳」').click()
  await fonts.dialog.getByRole('textbox', { name: '字体名称' }).fill('快乐新壳')
  await fonts.button('保存名称').click()
  await fonts.row('快乐新壳').waitFor()
  expect((await stored())[0]).toMatchObject({ name: '快乐新壳', enabled: true })
  expect((await stored())[0]?.previewImageUrl).not.toBe(before)

  // The deletions run one after another; a failed one is listed and retried alone.
  await fonts.button('批量删除').click()
  await fonts.message('请选择至少一个字体').waitFor()
  await fonts.tick('二', '三')
  await page.route(`**/api/shop_fonts/${(await stored())[1]?.id}`, (route) =>
    route.fulfill({ status: 500, json: { traceId: 't-1', code: 'internal', message: '服务器内部错误' } }),
  )
  await fonts.button('批量删除').click()
  await fonts.dialog.getByText('确认批量删除字体?', { exact: true }).waitFor()
  await fonts.button('删除 2 个字体').click()
  const report = page.getByRole('region', { name: '删除 2 个字体' })
  await report.getByText('服务器内部错误').waitFor()
  expect((await stored()).map((one) => one.name)).toEqual(['快乐新壳', '三'])
  expect(await accessibilityFindings(page)).toEqual([])
  await page.unroute(`**/api/shop_fonts/${(await stored())[1]?.id}`)
  await report.getByRole('button', { name: '重试失败项' }).click()
  await fonts.message('删除成功').waitFor()
  await expect.poll(() => fonts.names('字体')).toEqual(['快乐新壳'])
  expect(ownComplaints()).toEqual([])
})

test.runIf(allTests)(
  'a new colour and a font are available to the next text without a reload, and are saved with it',
  async () => {
    const { id: collectionId } = await call<Made>('POST', '/api/design_template_collections', { name: '文字' })
    const kept = await someFont()
    await visit('/app/fonts')
    await fonts.row(kept.name).waitFor()
    const steps = await page.evaluate(() => history.length)
    await page.getByRole('tab', { name: '文字颜色库' }).click()
    await page.getByText('先添加一个文字颜色').waitFor()
    expect([new URL(page.url()).pathname, await page.evaluate(() => history.length)]).toEqual(['/app/fonts/colors', steps])
    expect(await accessibilityFindings(page)).toEqual([])

    const field = fonts.dialog.getByRole('textbox', { name: '颜色', exact: true })
    const add = async (typed: string, kept: string) => {
      await fonts.button('新增颜色').first().click()
      expect(await field.inputValue()).toBe('#000000')
      await field.fill(typed)
      await field.press('Enter')
      await fonts.row(kept).waitFor()
      await fonts.dialog.waitFor({ state: 'detached' })
    }
    await add('#fD7', '#FFDD77')
    await add('1B2A5C', '#1B2A5C')
    await fonts.button('新增颜色').click()
    await field.fill('')
    await field.press('Enter')
    await fonts.dialog.getByText('请输入颜色', { exact: true }).waitFor()
    await field.fill('#ffdd77')
    await field.press('Enter')
    await fonts.dialog.getByText('颜色“#FFDD77”已存在，请换一个颜色').waitFor()
    await fonts.dialog.getByRole('button', { name: '珊瑚' }).click()
    await field.press('Enter')
    await fonts.row('#FD7455').waitFor()
    await fonts.carry('#FD7455', -1)
    await fonts.message('排序成功').waitFor()
    await fonts.button('批量停用').click()
    await fonts.message('请选择至少一个字体颜色').waitFor()
    await fonts.tick('#FFDD77', '#1B2A5C')
    await fonts.button('批量停用').click()
    await expect
      .poll(async () => (await storedColors()).map(({ hexCode, enabled }) => [hexCode, enabled]))
      .toEqual([
        ['#ffdd77', false],
        ['#fd7455', true],
        ['#1b2a5c', false],
      ])
    await fonts.button('删除「#1B2A5C」').click()
    await fonts.dialog.getByText('确认删除字体颜色?', { exact: true }).waitFor()
    await fonts.dialog.getByRole('button', { name: '删除「#1B2A5C」' }).click()
    await fonts.message('删除成功').waitFor()

    await page.getByRole('link', { name: '模板管理' }).click()
    await page.getByRole('button', { name: '新建模板' }).first().click()
    const designer = new DesignerPage(page)
    await designer.ready()
    const text = new TextTools(designer)
    await text.open()
    expect(
      await text.panel.locator('.designer-swatch').evaluateAll((all) => all.map((one) => one.getAttribute('title'))),
    ).toEqual(['#646464', '#fd7455'])
    await text.panel.locator('.designer-swatch').nth(1).click()
    await text.words.fill('手机壳')
    await designer.button('添加到画布').click()
    await designer.layer('手机壳').waitFor()
    await designer.save()
    const [row] = (await call<{ items: Made[] }>('GET', `/api/design_templates?collectionId=${collectionId}`)).items
    const template = await call<Template>('GET', `/api/design_templates/${row?.id}`)
    expect(template.layers).toMatchObject([{ type: 'TEXT', text: '手机壳', fontId: kept.id, fontColor: '#fd7455' }])
    expect(ownComplaints()).toEqual([])
  },
)
