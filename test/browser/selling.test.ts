/** From a new shop to a link that buyers can open, on a real server: products, customization settings, copying them, syncing. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { CustomizationSetting, PhoneBrand, Product, Shop, ShopCustomizationUrls } from '../../contract/types'
import { allTests } from '../setup/size'
import { LoginPage } from './pages/login-page'
import { SellingPage } from './pages/selling-page'
import { accessibilityFindings } from './support/axe'
import { journey } from './support/journey'
import { merchantPassword } from './support/merchants'
import { simulatorEntry } from './support/platform-entries'
import { caller, type Made, tokenOfMerchant } from './support/shop'

let page: Page
let complaints: string[]
let selling: SellingPage

// The demo's Taobao shop is authorised at the embedded marketplace.
const { baseUrl, call, visit, ownComplaints } = journey('demo', (opened) => {
  ;({ page, complaints } = opened)
  selling = new SellingPage(page)
})

const shops = () => call<Shop[]>('GET', '/api/shops')
const products = async (shopId: number) => (await call<{ items: Product[] }>('GET', `/api/products?shopId=${shopId}`)).items

test('a shop, a product, its customization setting, a copy of that and a customization link are created', async () => {
  const [brand] = await call<PhoneBrand[]>('GET', '/api/phone_brands')
  const [group] = await call<Made[]>('GET', '/api/design_template_collections')
  if (!brand || !group) throw new Error('the demo has neither brand nor template group')

  await visit('/app/setting')
  await selling.button('添加店铺').click()
  await selling.button('添加店铺', selling.dialog).click()
  await selling.dialog.getByText('必须选择店铺类型', { exact: true }).waitFor()
  await selling.dialog.getByText('必须填写店铺名称', { exact: true }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await selling.chooseOption('平台', '抖店', selling.dialog)
  const name = selling.dialog.getByRole('textbox', { name: '店铺名称' })
  await name.fill('壳'.repeat(21))
  await selling.dialog.getByText('限制不能超过20个字符', { exact: true }).waitFor()
  await name.fill(' 晨曦手机壳 ')
  await selling.button('添加店铺', selling.dialog).dblclick()
  await selling.message('添加成功').waitFor()
  await selling.button('编辑「晨曦手机壳」').click()
  await selling.dialog.getByRole('textbox', { name: '店铺名称' }).fill('晨曦定制店')
  await page.keyboard.press('Enter')
  await selling.message('修改成功').waitFor()
  const ownShops = (await shops()).filter((shop) => shop.name === '晨曦定制店')
  expect(ownShops).toMatchObject([{ type: 'DOUDIAN', authorization: null }])
  const shopId = ownShops[0]?.id ?? 0

  await page.getByRole('link', { name: '商品定制配置' }).click()
  await selling.chooseOption('店铺', '晨曦定制店（抖店）')
  await page.getByText('暂无商品，请点击左上角添加商品').waitFor()
  await selling.button('添加商品').click()
  await selling.dialog.getByLabel('商品的平台ID').fill(' 3501234567890123456 ')
  await selling.dialog.getByLabel('商品的标题').fill('定制壳')
  await selling.dialog.getByLabel('平台ID', { exact: true }).fill('3601')
  await selling.dialog.getByLabel('属性名称').fill('颜色:白')
  await selling.button('新增规格').click()
  await selling.dialog.getByLabel('平台ID', { exact: true }).last().fill('3602')
  await selling.dialog.getByLabel('属性名称').last().fill('颜色:黑')
  await page.keyboard.press('Enter')
  await selling.message('添加成功').waitFor()
  expect(await products(shopId)).toMatchObject([
    { originalId: '3501234567890123456', skus: [{ originalId: '3601' }, { originalId: '3602' }] },
  ])

  // The row survives four quick clicks, and the form keeps its input when leaving is cancelled.
  await selling.button('颜色:白').click({ clickCount: 4 })
  await selling.button('复制规格ID 3601').click()
  await selling.message('已复制').waitFor()
  await selling.button('配置「定制壳 · 颜色:白」').click()
  await selling.mode('模板分组')
  await selling.button('添加品牌').click()
  await selling.button('保存配置').click()
  await selling.dialog.getByText('必须选择一个品牌', { exact: true }).waitFor()
  await selling.dialog.getByText('还差 2 处没有填好').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await selling.check('模板分组', group.name)
  await selling.dialog.getByRole('switch', { name: '自主定制页面' }).click()
  await selling.chooseOption('品牌', brand.name, selling.dialog)
  await selling.dialog.getByRole('switch', { name: '贴纸' }).click()
  await page.goBack()
  await selling.dialogWith('离开此页？').waitFor()
  await selling.button('留下').click()
  await selling.button('保存配置').click()
  await selling.message('保存成功').waitFor()
  await page.reload()
  const lines = [`模式模板分组 + 自主定制页面：${group.name}`, '材质全部材质', `机型${brand.name}`, '已关闭贴纸']
  await expect.poll(() => selling.summary('颜色:白')).toEqual(lines)

  await selling.button('复制「定制壳 · 颜色:白」的配置').click()
  await selling.tick('颜色:白', '颜色:黑')
  await selling.button('应用复制的配置').click()
  await selling.dialog.getByText('新增 1 个').waitFor()
  await selling.dialog.getByText('已经相同，跳过 1 个').waitFor()
  await selling.button('应用到 1 个规格').click()
  await selling.message('已应用到 1 个规格').waitFor()
  await expect.poll(() => selling.summary('颜色:黑')).toEqual(lines)
  expect(await accessibilityFindings(page)).toEqual([])
  const query = `shopId=${shopId}&productOriginalIds=3501234567890123456`
  const kept = await call<CustomizationSetting[]>('GET', `/api/phone_case_customization_settings?${query}`)
  const same = { mode: 5, bindingTemplateCollectionIds: [group.id], bindingPhoneBrands: [{ id: brand.id, modelIds: [] }] }
  expect(kept.map((one) => one.skuOriginalId).sort()).toEqual(['3601', '3602'])
  for (const one of kept) expect(one).toMatchObject({ ...same, stickerAssetEnabled: false, textEnabled: true })

  await page.getByRole('link', { name: '定制链接' }).click()
  await selling.button('生成链接').click()
  await selling.chooseOption('店铺', '晨曦定制店（抖店）')
  await page.getByText('店铺的第一条链接就是默认链接').waitFor()
  expect(await page.getByRole('radio', { name: '下单后定制' }).isDisabled()).toBe(true)
  expect(await accessibilityFindings(page)).toEqual([])
  await selling.mode('自主定制')
  await selling.button('生成链接').dblclick()
  await selling.message('生成成功').waitFor()
  await selling.dialog.getByRole('img', { name: /的二维码$/ }).waitFor()
  await page.keyboard.press('Escape')
  await selling.dialog.waitFor({ state: 'hidden' })
  const row = selling.row('晨曦定制店')
  await row.getByText('默认', { exact: true }).waitFor()
  await row.getByRole('button', { name: /^复制链接/ }).click()
  await selling.message('已复制').waitFor()
  await row.getByRole('button', { name: /^修改/ }).click()
  await selling.mode('单个模板')
  await selling.chooseOption('模板分组', group.name, selling.dialog)
  await selling.button('保存修改').click()
  await selling.dialog.getByText('请选择一个定制模板', { exact: true }).waitFor()
  await selling.dialog.getByRole('radiogroup', { name: '定制模板' }).getByRole('radio').first().check()
  await selling.button('保存修改').click()
  await selling.message('修改成功').waitFor()
  await row.getByText(`单个模板：${group.name}`).waitFor()
  await selling.dialog.waitFor({ state: 'hidden' })
  expect(await accessibilityFindings(page)).toEqual([])
  const links = await call<ShopCustomizationUrls[]>('GET', '/api/shop_customization_urls')
  const urls = links.find(({ shop }) => shop.id === shopId)?.customizationUrls
  expect(urls).toHaveLength(1)
  expect(urls?.[0]).toMatchObject({ shopCustomizationSetting: { isDefault: true, mode: 3 } })
  expect(urls?.[0]?.url).not.toContain('?s=')
  expect(complaints).toEqual([])
})

test.runIf(allTests)(
  'a Taobao shop lists what is on sale, syncs products by id too, and lists the ids that were not returned',
  async () => {
    const taobao = (await shops()).find(({ type }) => type === 'TAOBAO')
    if (!taobao) throw new Error('the demo has no Taobao shop')
    const has = async () => (await products(taobao.id)).map(({ originalId }) => originalId)
    const wanted = '700000000005'
    expect(await has()).not.toContain(wanted)

    await visit(`/app/sku_customization_setting?shopId=${taobao.id}`)
    await selling.button('同步商品').click()
    // The products on sale are listed, with those that are stored already.
    const onSale = selling.dialog.getByRole('region', { name: '出售中的商品' })
    await onSale.getByRole('checkbox', { name: /宠物头像定制手机壳.*700000000002/ }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await selling.button('按商品ID同步').click()
    const ids = selling.dialog.getByLabel('商品ID', { exact: true })
    await ids.fill(`${wanted}，700000099999\n 700000099998, ${wanted}`)
    await selling.dialog.getByText('共 3 个').waitFor()
    // Only the request that failed is sent again.
    await page.route('**/api/products/sync', (route) =>
      route.fulfill({ status: 502, json: { traceId: 't', code: 'upstream-failed', message: '淘宝暂时没有回应，请稍后再试' } }),
    )
    await selling.button('同步 3 个商品').click()
    await selling.dialog.getByText('淘宝暂时没有回应，请稍后再试').waitFor()
    expect(await ids.inputValue()).toContain(wanted)
    await page.unroute('**/api/products/sync')
    await selling.button('重试失败项').click()
    await selling.dialog.getByText('700000099999、700000099998').waitFor()
    await selling.dialog.getByText('已同步 1 个商品').waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await selling.button('复制没有取回的商品ID').click()
    await selling.message('已复制').waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('body[arco-theme=dark]').waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await selling.button('关闭').click()
    await selling.button(`复制商品ID ${wanted}`).waitFor()
    expect(await has()).toContain(wanted)
    expect(ownComplaints()).toEqual([])
  },
)

test.runIf(allTests)('the mini-app is reached from the shop settings and updated to its newest version', async () => {
  await visit('/app/setting')
  await page.getByRole('link', { name: '小程序' }).click()
  await page.getByText('当前版本 1.2.0').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await selling.button('更新到 1.3.0').dblclick()
  await selling.dialog.getByText('更新内容：支持抠图贴纸，首屏加载更快。').waitFor()
  await selling.button('更新到 1.3.0', selling.dialog).dblclick()
  await page.getByText('已是最新版本').waitFor()
  await selling.dialog.waitFor({ state: 'detached' })
  expect(await call('GET', '/api/taobao_mini_app')).toMatchObject({ app: { templateVersion: '1.3.0' } })
  await selling.button('返回店铺设置').click()
  await page.getByRole('heading', { name: '店铺设置' }).waitFor()
  expect(ownComplaints()).toEqual([])
})

test.runIf(allTests)(
  "inside the client, products are read through it when the server's session of the shop has expired",
  async () => {
    const merchant = '过期淘宝店'
    const plugin = await simulatorEntry.enter(page, baseUrl)
    await new LoginPage(plugin).enter(merchant, merchantPassword)
    await plugin.getByRole('link', { name: '商品定制配置' }).click()
    await plugin.getByRole('button', { name: '同步商品' }).click()
    const dialog = plugin.getByRole('dialog').last()
    await dialog.getByLabel('商品ID', { exact: true }).fill('700000000001 700000099999')
    await dialog.getByRole('button', { name: '同步 2 个商品' }).click()
    await dialog.getByText('已同步 1 个商品').waitFor()
    await dialog.getByText('700000099999').first().waitFor()
    const callAsMerchant = caller(baseUrl, await tokenOfMerchant(baseUrl, merchant))
    const [shop] = await callAsMerchant<Shop[]>('GET', '/api/shops')
    expect(shop?.authorization?.status).toBe('expired')
    const { items } = await callAsMerchant<{ items: Product[] }>('GET', `/api/products?shopId=${shop?.id}`)
    expect(items.map(({ originalId, skus }) => [originalId, skus.length])).toEqual([['700000000001', 6]])
    expect(ownComplaints()).toEqual([])
  },
)
