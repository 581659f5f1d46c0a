/** The dialog in which a seller enters, checks and removes the keys of a shop. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Shop, ShopKeys } from '../../../contract/types'
import { fakeApi, Refusal } from '../../api/test/fake-api'
import { renderScreen } from '../../api/test/render-screen'
import ConnectDialog from './connect-dialog'

const shop: Shop = { id: 3, type: 'WECHAT_STORE', name: '小店', boundAt: 1, authorization: null }
const nothing: ShopKeys = { appKey: null, hasExtra: false, checkedAt: null, problem: null, example: null }
const connected: ShopKeys = { ...nothing, appKey: 'wx-1', checkedAt: Date.parse('2026-03-01T08:00:00Z') }

function open(keys: ShopKeys, change: { readonly shop?: Partial<Shop>; readonly put?: Refusal; readonly check?: ShopKeys } = {}) {
  const onClose = vi.fn()
  const { api, writes } = fakeApi({
    shops: {
      keys,
      putKeys: () => change.put ?? connected,
      checkKeys: change.check ?? connected,
      removeKeys: { ok: true },
      list: [],
    },
  })
  renderScreen(<ConnectDialog visible shop={{ ...shop, ...change.shop }} onClose={onClose} />, { api })
  return { writes, onClose }
}

test('keys are sent without spaces around them, and a refusal stands at its field', async () => {
  const issues = [{ path: 'body.secret', code: 'rule', message: 'AppSecret 不正确' }]
  const { writes } = open(nothing, { put: new Refusal('invalid', 'AppSecret 不正确', issues) })
  await userEvent.type(await screen.findByRole('textbox', { name: 'AppID' }), ' wx-1 ')
  await userEvent.type(screen.getByLabelText('AppSecret'), 'secret-1 ')
  await userEvent.click(screen.getByRole('button', { name: '检查并连接' }))
  await screen.findByText('AppSecret 不正确')
  expect(writes()).toEqual(['PUT /api/shops/3/keys {"appKey":"wx-1","secret":"secret-1"}'])
})

test('an empty form is not sent', async () => {
  const { writes } = open(nothing)
  await screen.findByRole('textbox', { name: 'AppID' })
  await userEvent.click(screen.getByRole('button', { name: '检查并连接' }))
  await screen.findByText('必须填写 AppSecret')
  expect(writes()).toEqual([])
})

test('stored keys show no secret, are checked on request, and say what is wrong', async () => {
  const problem = '微信没有放行本站服务器的地址：请在微信小店后台把 203.0.113.9 加入 IP 白名单，几分钟后再试'
  const authorization = { nick: '壳匠微信小店', status: 'active' as const, expiresAt: null }
  const { writes } = open(connected, { shop: { authorization }, check: { ...connected, problem } })
  await screen.findByText('已连接“壳匠微信小店”（2026-03-01 16:00 检查）')
  expect(screen.getByLabelText<HTMLInputElement>('AppSecret').value).toBe('')
  await userEvent.click(screen.getByRole('button', { name: '检查' }))
  await waitFor(() => expect(writes()).toEqual(['POST /api/shops/3/keys/check']))
})

test('the keys of the demo’s shop are filled in on request', async () => {
  open({ ...nothing, example: { appKey: 'wx-demo', secret: 'demo-secret', extra: null } })
  await userEvent.click(await screen.findByRole('button', { name: '填入演示密钥' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'AppID' }).value).toBe('wx-demo')
  expect(screen.getByLabelText<HTMLInputElement>('AppSecret').value).toBe('demo-secret')
})
