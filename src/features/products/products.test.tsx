import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openSetting } from '../../../contract/open-setting'
import type { CustomizationSetting } from '../../../contract/types'
import { brokenServer, Refusal } from '../../api/test/fake-api'
import { discardUnsaved } from '../../ui/leave-guard'
import { doudian, openShop, product, taobao } from './test/shop'

/** Finds a button by text or label: queries by role make happy-dom inspect every element. */
const button = async (name: string) => {
  // Arco puts a space between two Chinese characters.
  const wordsOf = (one: Element) => one.getAttribute('aria-label') ?? one.textContent?.replace(/^(.) (.)$/, '$1$2')
  return waitFor(() => {
    const found = [...document.querySelectorAll('button')].filter((one) => wordsOf(one) === name).pop()
    if (!found) throw new Error(`no button ${name}`)
    return found
  })
}
const dialog = () => screen.findByRole('dialog')
const setting = (skuOriginalId: string | null, change: Partial<CustomizationSetting> = {}): CustomizationSetting => ({
  id: 1,
  shopId: 1,
  productOriginalId: skuOriginalId === null ? '902' : '901',
  skuOriginalId,
  ...openSetting,
  ...change,
})

describe('the table', () => {
  test('only a 抖店 shop can add products and only a 淘宝 shop can sync them', async () => {
    for (const [shop, add, sync] of [
      [doudian, 1, 0],
      [taobao, 0, 1],
      [{ ...doudian, type: 'JD' as const }, 0, 0],
    ] as const) {
      openShop({ shop, products: [] })
      await screen.findByRole('heading', { name: /暂无商品/ })
      expect(screen.queryAllByRole('button', { name: '添加商品' })).toHaveLength(add)
      expect(screen.queryAllByRole('button', { name: '同步商品' })).toHaveLength(sync)
      document.body.innerHTML = ''
    }
  })

  test('the table marks missing SKUs and configurations, and four quick clicks reveal a SKU’s id', async () => {
    const { user } = openShop()
    await screen.findByText('无规格')
    expect(await screen.findAllByText('未配置')).toHaveLength(3)
    const sku = await button('颜色:白')
    for (let click = 0; click < 3; click++) await user.click(sku)
    expect(screen.queryByText('8010')).toBeNull()
    await user.click(sku)
    await screen.findByText('8010')
    await button('复制规格ID 8010')
    expect(screen.queryByText('8011')).toBeNull()
  })

  test('a product with many SKUs shows twenty at first', async () => {
    const { user } = openShop({ products: [product(1, 60)] })
    await waitFor(() => expect(document.querySelectorAll('tbody tr[data-id]')).toHaveLength(20))
    await user.click(await button('展开其余 40 个规格'))
    expect(document.querySelectorAll('tbody tr[data-id]')).toHaveLength(60)
  })

  test('when configurations cannot be read, products are shown, nothing can be overwritten, and 重试 is offered', async () => {
    const { server, user } = openShop()
    server.failing.set('customizationSettings.list', brokenServer)
    await screen.findByText(/配置没有读取成功：服务器出错/)
    expect((await button('配置「壳 1 · 颜色:白」')).hasAttribute('disabled')).toBe(true)
    server.failing.clear()
    await user.click(await button('重试'))
    expect(await screen.findAllByText('未配置')).toHaveLength(3)
  })

  test('deleting a product asks by its name and also removes its ticks', async () => {
    const { server, user } = openShop()
    await user.click(await screen.findByText('选择「壳 2」'))
    await user.click(await button('删除商品「壳 2」'))
    await user.click(await button('删除「壳 2」'))
    await waitFor(() => expect(server.writes()).toEqual(['DELETE /api/products/2']))
    await waitFor(() => expect(screen.queryByText('无规格')).toBeNull())
    await waitFor(() => expect(screen.queryByLabelText('批量操作')).toBeNull())
  })
})

describe('a configuration', () => {
  test('a configuration reports missing fields, stays open on failure, and is saved once by a double click', async () => {
    const { server, bodies, user } = openShop()
    await user.click(await button('配置「壳 1 · 颜色:白」'))
    expect(location.search).toContain('dialog=configure&id=100')
    const form = within(await dialog())
    await user.click(await form.findByText('单个模板'))
    await user.click(await button('添加品牌'))
    await user.click(await button('保存配置'))
    await form.findByText('还差 2 处没有填好')
    expect(form.getAllByText('请选择模板分组').length).toBeGreaterThan(0)
    await form.findByText('必须选择一个品牌')
    await user.click(form.getByLabelText('模板分组', { selector: '[role=combobox]' }))
    await user.click(await screen.findByText('夏日', { selector: '[role=option]' }))
    await form.findByText('请选择一个定制模板')
    await user.click(await form.findByText('西瓜'))
    await user.click(form.getByLabelText('品牌', { selector: '[role=combobox]' }))
    await user.click(await screen.findByText('小米', { selector: '[role=option]' }))
    await user.click(await button('小米的型号：全部型号'))
    await user.click(await form.findByText('小米 15'))
    await user.click(form.getByText('玻璃'))
    await user.click(form.getByLabelText('贴纸', { selector: '[role=switch]' }))
    expect(bodies('customizationSettings.put')).toEqual([])

    server.failing.set('customizationSettings.put', brokenServer)
    await user.click(await button('保存配置'))
    await form.findByText('服务器出错')
    server.failing.clear()
    await user.dblClick(await button('保存配置'))
    await screen.findByText('保存成功')
    expect(bodies('customizationSettings.put').slice(1)).toEqual([
      {
        ...openSetting,
        shopId: 1,
        productOriginalId: '901',
        skuOriginalId: '8010',
        mode: 3,
        bindingTemplateCollectionIds: [5],
        bindingTemplateId: 52,
        bindingPhoneBrands: [{ id: 7, modelIds: [71] }],
        bindingMaterialIds: [4],
        stickerAssetEnabled: false,
      },
    ])
    await screen.findByText('单个模板：夏日')
    await screen.findByText('玻璃')
    await waitFor(() => expect(location.search).toBe('?shopId=1'))
  })

  test('a configuration of a product without SKUs names the product, and unsaved input is not lost unasked', async () => {
    const { server, bodies, user } = openShop()
    server.settings = [setting(null, { bindingMaterialIds: [3, 9], bindingPhoneBrands: [{ id: 6, modelIds: [1] }] })]
    await user.click(await button('配置「壳 2」'))
    const form = within(await dialog())
    await form.findByText('已删除的材质')
    expect(form.getAllByText('已删除的品牌').length).toBeGreaterThan(0)
    await user.click(form.getByLabelText('文字', { selector: '[role=switch]' }))
    await user.click(await button('取消'))
    await screen.findByText('离开此页？')
    await user.click(await button('留下'))
    await user.click(form.getByText('全选'))
    await user.click(await button('保存配置'))
    await waitFor(() =>
      expect(bodies('customizationSettings.put')).toMatchObject([
        { productOriginalId: '902', skuOriginalId: null, textEnabled: false, bindingMaterialIds: [9, 3, 4] },
      ]),
    )
    discardUnsaved()
  })

  test('a configuration of many rows is saved for the first and copied to the others', async () => {
    const { bodies, user } = openShop()
    await user.click(await screen.findByText('选择本页全部规格'))
    await user.click(await button('批量配置'))
    const form = within(await dialog())
    await user.click(await form.findByText('自主定制'))
    await user.click(await button('保存到 3 个规格'))
    await screen.findByText('保存成功')
    expect(bodies('customizationSettings.put')).toMatchObject([{ productOriginalId: '901', skuOriginalId: '8010', mode: 2 }])
    expect(bodies('customizationSettings.copy')).toEqual([
      {
        shopId: 1,
        from: { productOriginalId: '901', skuOriginalId: '8010' },
        to: [
          { productOriginalId: '901', skuOriginalId: '8011' },
          { productOriginalId: '902', skuOriginalId: null },
        ],
      },
    ])
    await waitFor(() => expect(screen.queryByLabelText('批量操作')).toBeNull())
  })

  test('copying a configuration shows what it will overwrite, as it is at that time', async () => {
    const { server, bodies, user } = openShop()
    server.settings = [setting('8010', { mode: 2 })]
    await user.click(await button('复制「壳 1 · 颜色:白」的配置'))
    await user.click(await screen.findByText('选择本页全部规格'))
    // Another window configures the SKU first.
    server.settings.push({ ...setting(null), id: 2 })
    await user.click(await button('应用复制的配置'))
    const preview = within(await dialog())
    await preview.findByText('新增 1 个')
    await preview.findByText('覆盖 1 个')
    await preview.findByText('已经相同，跳过 1 个')
    within(preview.getByLabelText('将被覆盖的配置')).getByText('壳 2')
    expect(bodies('customizationSettings.copy')).toEqual([])
    await user.click(await button('应用到 2 个规格'))
    await screen.findByText('已应用到 2 个规格')
    expect(server.settings.map(({ mode }) => mode)).toEqual([2, 2, 2])
  })
})

describe('添加商品', () => {
  test('adding a product names every missing field, then sends trimmed values', async () => {
    const { server, bodies, user } = openShop({ products: [] })
    await user.click(await button('添加商品'))
    const form = within(await dialog())
    const send = async () => user.click(await button('添加商品'))
    await user.click(await button('移除第 1 个规格'))
    await user.type(form.getByLabelText('商品图片的链接（选填）'), 'img.com/a.png')
    await send()
    for (const text of [
      '必须填写商品的平台ID',
      '必须填写商品的标题',
      '必须以http://或者https://开头',
      '请新增至少一个商品规格',
    ]) {
      await form.findByText(text)
    }
    await user.click(await button('新增规格'))
    await form.findByText('必须填写商品规格的平台ID')
    await form.findByText('必须填写商品规格的属性名称')
    await user.type(form.getByLabelText('商品的平台ID'), ' 3501 ')
    await user.type(form.getByLabelText('商品的标题'), ' 壳 ')
    await user.clear(form.getByLabelText('商品图片的链接（选填）'))
    await user.type(form.getByLabelText('平台ID'), ' 36 ')
    await user.type(form.getByLabelText('属性名称'), ' 颜色:白 ')
    const taken = { path: 'body.skus.0.originalId', code: 'duplicate', message: '这个规格已在另一个商品里' }
    server.failing.set('products.create', new Refusal('invalid', 'x', [taken]))
    await send()
    await form.findByText('这个规格已在另一个商品里')
    server.failing.clear()
    await user.clear(form.getByLabelText('平台ID'))
    await user.type(form.getByLabelText('平台ID'), ' 361 ')
    await send()
    await screen.findByText('添加成功')
    expect(bodies('products.create')[1]).toEqual({
      originalId: '3501',
      title: '壳',
      imageUrl: '',
      skus: [{ originalId: '361', propertiesName: '颜色:白' }],
      shopId: 1,
    })
  })
})

describe('同步商品', () => {
  const open = async (shop = taobao, platform = {}) => {
    const opened = openShop({ shop, products: [], platform })
    await opened.user.click(await button('同步商品'))
    const form = within(await dialog())
    const byIds = form.queryByRole('button', { name: '按商品ID同步' })
    if (byIds) await opened.user.click(byIds)
    const paste = async (text: string) => {
      const field = form.getByLabelText('商品ID')
      await opened.user.clear(field)
      await opened.user.click(field)
      await opened.user.paste(text)
    }
    const send = async () => {
      const ok = document.querySelector('form [type=submit]')
      if (ok) await opened.user.click(ok)
    }
    return { ...opened, form, paste, send }
  }
  const many = Array.from({ length: 45 }, (_, n) => String(1000 + n))

  test('a sync requires ids and accepts nothing else', async () => {
    const { server, form, paste, send } = await open()
    await send()
    await form.findByText('请输入商品ID')
    await paste('12，abc 34')
    await form.findByText('商品ID只能是数字，这些不是：abc')
    expect(server.writes()).toEqual([])
  })

  test('a sync asks for 20 products a call, lists missing ones, and retries failed calls alone', async () => {
    const { server, form, paste, send, bodies, user } = await open()
    server.known = (id) => id !== '1001' && id !== '1044'
    server.brokenId = '1020'
    await paste(`${many.join('，')}\n1000 1003`)
    await form.findByText('共 45 个')
    await send()
    await form.findByText('已同步 23 个商品')
    expect(bodies('products.sync').map(({ productOriginalId }) => productOriginalId.split(',').length)).toEqual([20, 20, 5])
    await form.findByText('1001、1044')
    await form.findByText('服务器出错（错误码 internal，追踪号 tr-9）')
    expect(form.getByLabelText<HTMLTextAreaElement>('商品ID').value).not.toBe('')
    server.brokenId = null
    await user.click(await button('重试失败项'))
    await form.findByText('已同步 43 个商品')
    expect(bodies('products.sync').map(({ productOriginalId }) => productOriginalId.slice(0, 4))).toEqual([
      '1000',
      '1020',
      '1040',
      '1020',
    ])
    expect(form.getByLabelText<HTMLTextAreaElement>('商品ID').value).toBe('1001\n1044')
    // The result of earlier ids is hidden when other ids are pasted.
    await paste('2000')
    expect(form.queryByText('已同步 43 个商品')).toBeNull()
  })

  const lapsed = { ...taobao, authorization: { nick: '淘淘壳', status: 'expired' as const, expiresAt: null } }
  const items = (nick: string) => ({
    items_seller_list_get_response: {
      items: {
        item: [
          {
            num_iid: 1000,
            nick,
            title: '壳',
            pic_url: '//img/a.png',
            property_alias: '1:2:奶白',
            skus: { sku: { sku_id: 77, properties_name: '1:2:颜色:白;3:4:机型:A;B' } },
          },
        ],
      },
    },
  })

  test('without a session on the server the client asks the marketplace itself', async () => {
    const calls: unknown[] = []
    const { form, paste, send, bodies } = await open(lapsed, {
      can: () => true,
      callMarketplace: async (...call: unknown[]) => {
        calls.push(call.slice(0, 2))
        return items('淘淘壳')
      },
    })
    await paste('1000,1001')
    await send()
    await form.findByText('已同步 1 个商品')
    await form.findByText('1001', { selector: '.products-ids' })
    expect(calls).toEqual([
      ['taobao.items.seller.list.get', { fields: 'num_iid,title,nick,pic_url,sku,property_alias', num_iids: '1000,1001' }],
    ])
    expect(bodies('products.import')).toEqual([
      {
        shopId: 2,
        products: [
          {
            originalId: '1000',
            title: '壳',
            imageUrl: 'https://img/a.png',
            skus: [{ originalId: '77', propertiesName: '颜色:奶白;机型:A;B' }],
          },
        ],
      },
    ])
  })

  test('a sync by the client stores no products of another seller and no ids that lost digits', async () => {
    let reply: unknown = items('别人家')
    const { server, form, paste, send } = await open(lapsed, { can: () => true, callMarketplace: async () => reply })
    await paste('1000')
    await send()
    await form.findByText(/千牛登录的是「别人家」的店铺/)
    reply = JSON.parse(JSON.stringify(items('淘淘壳')).replace('"sku_id":77', '"sku_id":1011032513942101325'))
    await send()
    await form.findByText(/ID不完整/)
    expect(server.writes()).toEqual([])
  })

  test('outside the client an expired authorization is explained', async () => {
    const { server, form, paste, send } = await open(lapsed)
    server.failing.set('products.sync', new Refusal('upstream-failed', '店铺授权已过期，请重新授权后再试'))
    await paste('1000')
    await send()
    await form.findByText('店铺授权已过期，请重新授权后再试')
    expect(server.writes()).toHaveLength(1)
  })
})

describe('出售中的商品', () => {
  const item = (n: number, isSynced = false) => ({ originalId: `70${n}`, title: `定制壳 ${n}`, imageUrl: null, isSynced })

  const open = async (pages: ReturnType<typeof item>[][]) => {
    const opened = openShop({ shop: taobao, products: [] })
    opened.server.onSale = pages
    await opened.user.click(await button('同步商品'))
    return { ...opened, form: within(await dialog()) }
  }

  test('products are chosen from what the shop has on sale, over pages and searches, and synced by their ids', async () => {
    const { form, bodies, user } = await open([
      [item(1), item(2, true)],
      [item(2, true), item(3)],
    ])
    await form.findByText('共 4 个，列出 2 个')
    expect(form.getByRole('checkbox', { name: /定制壳 2.*已同步/ })).not.toBeNull()
    await user.click(form.getByRole('checkbox', { name: /定制壳 1/ }))
    await user.click(form.getByRole('button', { name: '加载更多' }))
    await form.findByRole('checkbox', { name: /定制壳 3/ })
    // A product that moved to the next page while it was read is listed once.
    expect(form.getAllByText('定制壳 2')).toHaveLength(1)
    await user.type(form.getByLabelText('搜索出售中的商品'), '3{Enter}')
    await waitFor(() => expect(form.getAllByText(/^定制壳 \d$/).map(({ textContent }) => textContent)).toEqual(['定制壳 3']))
    await user.click(await form.findByRole('checkbox', { name: '全选' }))
    await user.click(form.getByRole('button', { name: '同步 2 个商品' }))
    await screen.findByText('同步成功')
    expect(bodies('products.sync')).toEqual([{ shopId: 2, productOriginalId: '701,703' }])
  })

  test('nothing ticked is said, and a list that cannot be read leads to ids', async () => {
    const { form, server, user } = await open([[item(1)]])
    await form.findByText('共 1 个')
    await user.click(form.getByRole('button', { name: '同步商品' }))
    await form.findByText('请勾选要同步的商品')
    server.failing.set('products.onSale', new Refusal('upstream-failed', '淘宝暂时没有响应，请稍后再试'))
    await user.type(form.getByLabelText('搜索出售中的商品'), '壳{Enter}')
    await form.findByText(/淘宝暂时没有响应/)
    await user.click(form.getByRole('button', { name: '按商品ID同步' }))
    await form.findByLabelText('商品ID')
  })
})
