/** Tests 账号 with a simulated server: sub-accounts by link, their permissions, the own password, and the menu of a sub-account. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Route, Router } from 'wouter'
import { permissions } from '../../../contract/constants'
import type { Me, Shop, SubAccount } from '../../../contract/types'
import { fakeApi } from '../../api/test/fake-api'
import { renderScreen } from '../../api/test/render-screen'
import { mayDo } from '../../api/use-permissions'
import { permissionTexts } from '../../features/account/permission-texts'
import { appRoutes, landingFor, menuOf } from '../routes'
import Account from './account'

const main: Me = { username: '晨曦', permissions: [...permissions] }
const li: SubAccount = {
  id: 3,
  username: '晨曦:li',
  permissions: ['orders'],
  shopIds: null,
  enabled: true,
  createdAt: 1,
  hasPassword: true,
  setupExpiresAt: null,
}

const shop: Shop = { id: 5, type: 'DOUDIAN', name: '抖店一号', boundAt: 1, authorization: null }

afterEach(cleanup)

function open(address: string, me: Me) {
  const { api, calls } = fakeApi({
    users: { me, changePassword: { ok: true } },
    shops: { list: [shop] },
    subAccounts: {
      list: [li],
      create: ({ body: { username, permissions: given } }) => ({
        ...{ ...li, id: 4, username: `晨曦:${username}`, permissions: given, hasPassword: false, setupExpiresAt: 9e12 },
        setup: { setupToken: 'one-time-secret', expiresAt: 9e12 },
      }),
      update: ({ body: { permissions: given = li.permissions } }) => ({ ...li, permissions: given }),
    },
    audit: {
      list: {
        items: [
          {
            id: 3,
            at: Date.UTC(2026, 10, 22, 5),
            username: '规则「加急」',
            action: 'automated',
            subject: 'orders',
            details: { id: 1, did: ['打标签「加急」'] },
            ...{ actor: 'rule', rule: { id: 9, name: '加急' }, order: { id: 1, originalId: '260001' }, shopName: '晨曦小铺' },
          },
          {
            id: 2,
            at: Date.UTC(2026, 10, 22, 4),
            username: '晨曦:li',
            action: 'charged',
            subject: 'customizations',
            details: { ids: [1, 2], credits: 5880 },
            ...{ actor: 'person', rule: null, order: null, shopName: '晨曦小铺' },
          },
          {
            id: 1,
            at: Date.UTC(2026, 10, 22, 3),
            username: '晨曦',
            action: 'deleted',
            subject: 'phoneBrands',
            details: { id: 7 },
            ...{ actor: 'person', rule: null, order: null, shopName: null },
          },
        ],
        totalItems: 3,
      },
    },
  })
  renderScreen(
    <Router>
      <Route path="/app/account/:type?">
        <Account />
      </Route>
    </Router>,
    { api, address },
  )
  return { bodyOf: (wanted: (typeof calls)[number]['name']) => calls.find(({ name }) => name === wanted)?.body }
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

test('a sub-account is created with the selected permissions, each explained, and its link is shown once', async () => {
  const { bodyOf } = open('/app/account/sub_accounts', main)
  await press('添加子账号')
  const dialog = within(await screen.findByRole('dialog'))
  for (const { name, description } of Object.values(permissionTexts)) {
    dialog.getByText(name)
    dialog.getByText(description)
  }
  fireEvent.change(dialog.getByRole('textbox', { name: '用户名' }), { target: { value: ' wang ' } })
  fireEvent.click(dialog.getByRole('checkbox', { name: /^查看全部/ }))
  fireEvent.click(dialog.getByRole('button', { name: '添加并生成链接' }))
  const link = (await screen.findByRole('textbox', { name: '一次性设置链接' })) as HTMLTextAreaElement
  expect(link.value).toMatch(/\/login#setup=one-time-secret$/)
  expect(bodyOf('subAccounts.create')).toEqual({
    username: 'wang',
    permissions: ['view'],
    shopIds: null,
  })
})

test('a sub-account is renamed and gets more permissions', async () => {
  const { bodyOf } = open('/app/account/sub_accounts?dialog=edit&id=3', main)
  const dialog = within(await screen.findByRole('dialog'))
  expect((dialog.getByRole('textbox', { name: '用户名' }) as HTMLInputElement).value).toBe('li')
  fireEvent.click(dialog.getByRole('checkbox', { name: /^工厂/ }))
  fireEvent.click(dialog.getByRole('button', { name: '保存子账号' }))
  await waitFor(() =>
    expect(bodyOf('subAccounts.update')).toEqual({
      username: 'li',
      permissions: ['orders', 'factory'],
      shopIds: null,
    }),
  )
})

test('a sub-account with chosen shops needs one at least, and one with all shops needs none', async () => {
  const { bodyOf } = open('/app/account/sub_accounts?dialog=edit&id=3', main)
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('radio', { name: '指定店铺' }))
  fireEvent.click(dialog.getByRole('button', { name: '保存子账号' }))
  await dialog.findByText('请至少选择一个店铺')
  fireEvent.click(dialog.getByRole('radio', { name: /^全部店铺/ }))
  fireEvent.click(dialog.getByRole('button', { name: '保存子账号' }))
  await waitFor(() => expect(bodyOf('subAccounts.update')).toMatchObject({ shopIds: null }))
})

test('an entry of what a rule did names the rule as its actor, and links the rule and the order', async () => {
  open('/app/account/audit', main)
  const rule = await screen.findByRole('link', { name: '规则「加急」' })
  expect(rule.getAttribute('href')).toBe('/app/automation?dialog=edit&id=9')
  expect(screen.getByRole('link', { name: '260001' }).getAttribute('href')).toBe('/app/order_management?q=260001')
})

test('a user who may not manage sub-accounts sees a message on the screen', async () => {
  open('/app/account/sub_accounts', { username: '晨曦:li', mainUsername: '晨曦', permissions: ['orders'] })
  await screen.findByText(/该子帐号无此操作权限/)
  expect(screen.getByRole('link', { name: '查看子账号授权教程' }).getAttribute('href')).toBe('/app/help/sub-account')
})

test('changing the own password needs the current one, and the new one twice', async () => {
  const { bodyOf } = open('/app/account', { username: '晨曦:li', mainUsername: '晨曦', permissions: ['orders'] })
  await screen.findByText(permissionTexts.orders.description)
  const fill = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
  fill('当前密码', 'old password')
  fill('新密码', 'new password')
  fill('再输一次新密码', 'new passwort')
  await press('修改密码')
  await screen.findByText('两次输入的密码不一致')
  fill('再输一次新密码', 'new password')
  await press('修改密码')
  await waitFor(() =>
    expect(bodyOf('users.changePassword')).toEqual({
      password: 'old password',
      newPassword: 'new password',
    }),
  )
})

test('the menu shows the screens that may be read, and a sub-account starts at the first of them', () => {
  const may = (held: Me['permissions']) => (wanted: readonly Me['permissions'][number][]) =>
    mayDo({ mainUsername: '晨曦', permissions: held }, wanted)
  const menu = (held: Me['permissions']) => menuOf(appRoutes, may(held)).map(({ title }) => title)
  // Who packs scans pieces without the screens of the print floor; the others find 扫码 there.
  expect(menu(['orders'])).toEqual(['首页', '订单管理', '自动规则', '扫码'])
  expect(menu(['factory'])).toEqual(['首页', '订单管理', '自动规则', '打印车间', '工厂对接', '打印配置'])
  expect(menu(['view'])).toEqual(menuOf(appRoutes).map(({ title }) => title))
  expect(menu([])).toEqual([])
  const landings = (held: Me['permissions']) => [landingFor(may(held), false), landingFor(may(held), true)]
  expect(landings(['orders'])).toEqual(['/app/order_management', '/app/home'])
  expect(landings(['view'])).toEqual(['/app/phone_brand_model', '/app/home'])
  expect(landings(['fonts'])).toEqual(['/app/fonts', '/app/fonts'])
  expect(landings([])).toEqual(['/app/account', '/app/account'])
})

test('a manager of sub-accounts reads who did what', async () => {
  open('/app/account/audit', main)
  const rows = within(await screen.findByRole('table', { name: '操作记录' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    '时间谁操作内容订单店铺',
    '2026-11-22 13:00:00规则「加急」自动规则打标签「加急」260001晨曦小铺',
    '2026-11-22 12:00:00晨曦:li下载扣点2 张定制图，余 5,880 点晨曦小铺',
    '2026-11-22 11:00:00晨曦删除品牌 7',
  ])
})
