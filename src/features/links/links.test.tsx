import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CustomizationTiming } from '../../../contract/constants'
import { openSetting } from '../../../contract/open-setting'
import { skuRow } from '../../../contract/test/catalogue'
import { shopRow } from '../../../contract/test/shops'
import type { Shop, ShopCustomizationSetting, Sku } from '../../../contract/types'
import { gridOf, readQr } from '../../../imaging/qr/test/read-qr'
import { brokenServer, fakeApi } from '../../api/test/fake-api'
import { fakePlatform } from '../../api/test/fake-platform'
import { renderScreen } from '../../api/test/render-screen'
import { discardUnsaved } from '../../ui/leave-guard'
import LinkGenerate from './link-generate'
import LinkList from './link-list'

const shop = (id: number, name: string): Shop => shopRow({ id, name })
const none = { opened: 0, begun: 0, submitted: 0, ordered: 0 }
const link = (id: number, isDefault: boolean, customizationTiming: CustomizationTiming = 1) => ({
  previewUrl: `https://shop/c?preview${id}`,
  counts: { total: { opened: 1234, begun: 80, submitted: 40, ordered: 31 }, last30Days: none },
  url: `https://shop/c${isDefault ? '' : `?s=${id}`}`,
  shopCustomizationSetting: {
    id,
    shopId: 1,
    isDefault,
    customizationTiming,
    enabled: true,
    name: '',
    startsAt: null,
    endsAt: null,
    ...openSetting,
  } satisfies ShopCustomizationSetting,
})

/** Opens a screen over two shops: the first has a default link and another one, the second none. */
function openLinks(
  screenOf: typeof LinkList | typeof LinkGenerate,
  timing: CustomizationTiming = 1,
  links: readonly (Omit<ReturnType<typeof link>, 'previewUrl'> & { readonly previewUrl: string | null })[] = [
    link(12, false, timing),
    link(11, true),
  ],
  standardSkus: readonly Sku[] = [],
) {
  const opened: string[] = []
  const server = fakeApi({
    users: { me: { username: 'demo', permissions: [] } },
    customizationUrls: {
      list: [
        { shop: shop(1, '晨曦'), customizationUrls: [...links] },
        { shop: shop(2, '晚霞'), customizationUrls: [] },
      ],
    },
    phoneCaseMaterials: { list: [] },
    phoneCaseSkus: { list: [...standardSkus] },
    phoneBrands: { list: [] },
    templateCollections: { list: [] },
    shopCustomizationSettings: {
      create: link(13, false).shopCustomizationSetting,
      update: link(12, false).shopCustomizationSetting,
      remove: { ok: true },
      draft: { url: '/customize/draft?preview' },
    },
  })
  const Screen = screenOf
  const { user } = renderScreen(<Screen />, {
    api: server.api,
    platform: fakePlatform({ openLink: async (url) => void opened.push(url) }),
    address: '/app/sku_customization_urls_setting',
  })
  /** The calls that change links; the draft that the phone beside the form shows is none. */
  const asked = () => server.calls.filter(({ name }) => name.startsWith('shopCustomizationSettings.') && !name.endsWith('.draft'))
  const bodies = () => asked().flatMap(({ body }) => body ?? [])
  return { ...server, opened, asked, bodies, user }
}

const choose = async (user: ReturnType<typeof openLinks>['user'], name: string) => {
  await user.click(await screen.findByLabelText('店铺', { selector: '[role=combobox]' }))
  await user.click(await screen.findByText(name, { selector: '[role=option]' }))
}

const send = async (user: ReturnType<typeof openLinks>['user']) => {
  const ok = document.querySelector('form [type=submit]')
  if (ok) await user.click(ok)
}

test('the default link is listed first, and can only be replaced by another default, not switched off', async () => {
  const { bodies, asked, user } = openLinks(LinkList)
  await screen.findByText('https://shop/c')
  expect([...document.querySelectorAll('.links-url')].map((one) => one.textContent)).toEqual([
    'https://shop/c',
    'https://shop/c?s=12',
  ])
  await user.click(screen.getByLabelText('修改「晨曦（抖店） https://shop/c」'))
  await screen.findByText('要换默认链接，请把另一条链接设为默认')
  expect(screen.getByLabelText('设为默认链接').hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByText(/^取\s?消$/))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(screen.getByLabelText('修改「晨曦（抖店） https://shop/c?s=12」'))
  await user.click(await screen.findByLabelText('设为默认链接'))
  await user.click(screen.getByRole('radio', { name: /^自主定制/ }))
  await send(user)
  await screen.findByText('修改成功')
  expect(asked().map(({ name, params }) => [name, params?.id])).toEqual([['shopCustomizationSettings.update', 12]])
  expect(bodies()).toMatchObject([{ isDefault: true, customizationTiming: 1, mode: 2 }])
})

test('a link that exists can be for customizing after ordering, and stays so when it is switched', async () => {
  const { bodies, asked, user } = openLinks(LinkList, 2)
  await screen.findByText('https://shop/c?s=12')
  await user.click(await screen.findByRole('switch', { name: '启用 https://shop/c?s=12' }))
  await screen.findByText('已停用')
  await user.click(screen.getByLabelText('修改「晨曦（抖店） https://shop/c?s=12」'))
  await screen.findByText('买家先下单，设计完成后填写订单号，设计就放进那个订单。')
  await user.click(screen.getByRole('radio', { name: '下单前定制' }))
  await send(user)
  await screen.findByText('修改成功')
  expect(asked().map(({ name }) => name)).toEqual(['shopCustomizationSettings.update', 'shopCustomizationSettings.update'])
  expect(bodies()).toMatchObject([
    { enabled: false, customizationTiming: 2 },
    { isDefault: false, customizationTiming: 1 },
  ])
})

test('a seller looks at a link as a buyer at the address of its preview', async () => {
  const { opened, user } = openLinks(LinkList)
  await user.click(await screen.findByRole('button', { name: '「晨曦（抖店） https://shop/c?s=12」的更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '以买家身份预览' }))
  expect(opened).toEqual(['https://shop/c?preview12'])
})

test('a link is named, and its numbers stand in the list', async () => {
  const { bodies, user } = openLinks(LinkList)
  await screen.findByText('https://shop/c')
  expect(document.querySelector('.links-counts')?.textContent).toBe('打开123430 天 0开始8030 天 0提交4030 天 0下单3130 天 0')
  await user.click(screen.getByLabelText('修改「晨曦（抖店） https://shop/c?s=12」'))
  await user.type(await screen.findByLabelText('链接名称'), ' 包裹卡 ')
  await send(user)
  await screen.findByText('修改成功')
  expect(bodies()).toMatchObject([{ name: '包裹卡', startsAt: null, endsAt: null, mode: 1 }])
})

test('a link can be switched, shown as a QR code and deleted, and the default one only when it is alone', async () => {
  const { bodies, asked, user } = openLinks(LinkList)
  await user.click(await screen.findByRole('switch', { name: '启用 https://shop/c?s=12' }))
  await screen.findByText('已停用')
  expect(bodies()).toMatchObject([{ enabled: false, isDefault: false, mode: 1 }])
  await user.click(screen.getByLabelText('二维码「晨曦（抖店） https://shop/c?s=12」'))
  const symbol = await screen.findByRole('img', { name: 'https://shop/c?s=12 的二维码' })
  expect(readQr(gridOf(symbol.querySelector('path')?.getAttribute('d') ?? ''))).toBe('https://shop/c?s=12')
  await user.click(screen.getByLabelText('Close'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const deletion = async (url: string) => {
    await user.click(screen.getByRole('button', { name: `「晨曦（抖店） ${url}」的更多操作` }))
    return screen.findByRole('menuitem', { name: /^删除/ })
  }
  expect((await deletion('https://shop/c')).getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{Escape}')
  await user.click(await deletion('https://shop/c?s=12'))
  await user.click(await screen.findByRole('button', { name: /^删除「https/ }))
  await screen.findByText('删除成功')
  expect(asked().map(({ name, params }) => [name, params?.id])).toEqual([
    ['shopCustomizationSettings.update', 12],
    ['shopCustomizationSettings.remove', 12],
  ])
})

test('a new link needs a shop, the first link of a shop is its default, and a retry after a lost response keeps its key', async () => {
  const { failing, asked, bodies, user } = openLinks(LinkGenerate)
  expect((await screen.findByLabelText<HTMLInputElement>('下单后定制')).disabled).toBe(true)
  screen.getByText('生成后可以在「修改」里改成下单后定制。')
  await send(user)
  await screen.findByText('请选择店铺', { selector: '[role=alert]' })
  await choose(user, '晨曦（抖店）')
  expect(screen.getByLabelText('设为默认链接').getAttribute('aria-checked')).toBe('false')
  await choose(user, '晚霞（抖店）')
  await screen.findByText('店铺的第一条链接就是默认链接')
  failing.set('shopCustomizationSettings.create', brokenServer)
  await send(user)
  await screen.findByText('服务器出错')
  await send(user)
  await waitFor(() => expect(asked()).toHaveLength(2))
  await user.click(screen.getByRole('radio', { name: /^自主定制/ }))
  failing.clear()
  await send(user)
  await screen.findByText('生成成功')
  const keys = asked().map(({ idempotencyKey }) => idempotencyKey)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false])
  expect(bodies()[2]).toMatchObject({ shopId: 2, isDefault: true, customizationTiming: 1, mode: 2, bindingTemplateId: null })
  await waitFor(() => expect(location.pathname).toBe('/app/sku_customization_urls_setting'))
  discardUnsaved()
})

test.each([
  ['this server’s page', 'https://shop/c?preview', '在列表里排在店铺的最前面；每条链接的地址和买家看到的都不变'],
  ['another program', null, '店铺不带参数的链接会打开这份配置；原来的默认链接变成带参数的'],
])('the effect of the default link is explained for %s', async (_, previewUrl, words) => {
  const links = [
    { ...link(12, false), previewUrl },
    { ...link(11, true), previewUrl },
  ]
  const { user } = openLinks(LinkGenerate, 1, links)
  await screen.findByLabelText('下单后定制')
  await choose(user, '晨曦（抖店）')
  await screen.findByText(words)
})

test('the form of a link says once that buyers can choose unchecked standard wireframes, and opens where they are checked', async () => {
  const skus = [1, 2].map((id) => skuRow({ id, phoneModelId: 9, materialColorId: id, standard: 'library', enabled: true }))
  const { user, opened } = openLinks(LinkGenerate, 1, undefined, skus)
  await choose(user, '晨曦（抖店）')
  expect(await screen.findAllByText(/有 1 个型号的 2 款还是标准线框/)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: '去核对' }))
  expect(opened).toEqual(['/app/phone_case_material/wireframe?aside=1'])
})
