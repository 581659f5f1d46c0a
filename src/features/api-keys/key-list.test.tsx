/** Tests 接口密钥 with a simulated server: what keys may do, a new one that is shown once, and revoking. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { permissions } from '../../../contract/constants'
import type { ApiKey, Me } from '../../../contract/types'
import { fakeApi } from '../../api/test/fake-api'
import { renderScreen } from '../../api/test/render-screen'
import { KeyList } from './key-list'

const day = 24 * 60 * 60 * 1000
const key: ApiKey = {
  ...{ id: 3, name: '仓库发货', prefix: 'kj_abcdef', rights: { orders: 'write' }, ceilings: { download: 6000 }, usedToday: {} },
  ...{ shopIds: null, addresses: [], createdBy: '晨曦', createdAt: Date.now() - day, expiresAt: Date.now() + 3 * day },
  ...{ lastUsedAt: Date.now() - 120_000, lastUsedFrom: '203.0.113.7', revokedAt: null },
}
const main: Me = { username: '晨曦', permissions: [...permissions] }

afterEach(cleanup)

function open(me: Me, keys: ApiKey[] = [key]) {
  const { api, calls } = fakeApi({
    users: { me },
    shops: { list: [] },
    apiKeys: {
      list: keys,
      create: ({ body }) => ({
        ...key,
        id: 4,
        ...body,
        shopIds: null,
        ceilings: {},
        addresses: [],
        secret: 'kj_the-whole-secret',
      }),
      revoke: { ...key, revokedAt: Date.now() },
    },
  })
  renderScreen(<KeyList />, { api, address: '/app/account/api_keys' })
  return { bodyOf: (wanted: (typeof calls)[number]['name']) => calls.find(({ name }) => name === wanted) }
}

test('the list says what a key may do, when it ends and when and from where it was used', async () => {
  open(main)
  const row = within((await screen.findByText('仓库发货')).closest('tr') as HTMLElement)
  row.getByText('kj_abcdef…')
  row.getByText('订单（查看和修改）')
  row.getByText(/下载定制图（会扣点）：每天 6,000 点/)
  row.getByText(/还有 3 天/)
  row.getByText('203.0.113.7')
  expect(screen.getByRole('link', { name: '接口文档' }).getAttribute('href')).toMatch(/\/api\/docs$/)
})

test('a new key is made with the chosen rights and shown once', async () => {
  const { bodyOf } = open(main, [])
  fireEvent.click(await screen.findByRole('button', { name: '新建接口密钥' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByRole('textbox', { name: '名称' }), { target: { value: ' 报表 ' } })
  fireEvent.click(dialog.getByRole('checkbox', { name: '推送到工厂（会下单）' }))
  fireEvent.change(dialog.getByRole('textbox', { name: '允许的 IP' }), { target: { value: '203.0.113.7\n10.0.0.0/8' } })
  fireEvent.click(dialog.getByRole('button', { name: '生成密钥' }))
  const secret = (await screen.findByRole('textbox', { name: '接口密钥' })) as HTMLInputElement
  expect(secret.value).toBe('kj_the-whole-secret')
  expect(bodyOf('apiKeys.create')?.body).toMatchObject({
    ...{ name: '报表', rights: { orders: 'read' }, ceilings: { push: 100 }, shopIds: null },
    addresses: ['203.0.113.7', '10.0.0.0/8'],
  })
})

test('a key is revoked after a question, and one that ended is not offered to be', async () => {
  const { bodyOf } = open(main)
  fireEvent.click(await screen.findByRole('button', { name: /作废/ }))
  const question = within(await screen.findByRole('dialog'))
  fireEvent.click(question.getByRole('button', { name: '作废' }))
  await waitFor(() => expect(bodyOf('apiKeys.revoke')).toBeDefined())
})

test('a colleague sees the keys and makes none', async () => {
  open({ username: '晨曦:li', mainUsername: '晨曦', permissions: ['users'] })
  await screen.findByText('仓库发货')
  expect(screen.queryByRole('button', { name: '新建接口密钥' })).toBeNull()
})
