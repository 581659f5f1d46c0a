/** Tests the messages between the push page and its parent, and that its content survives the end of a session. */
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { PageMessage, ParentOrder } from '../../../contract/embedding'
import { factoryRow } from '../../../contract/test/erp'
import type { PushCheck } from '../../../contract/types'
import { fakeApi } from '../../api/test/fake-api'
import { fakePlatform, memoryStorage } from '../../api/test/fake-platform'
import { renderScreen, testQueries } from '../../api/test/render-screen'
import { session } from '../session-store'
import type { ParentEvent, ParentFrame } from './parent-frame'
import { PushPage } from './push-page'

const order = (number: string): ParentOrder => ({
  orderOriginalId: number,
  orderItems: [{ originalId: `${number}-1`, quantity: 1, phoneCaseCustomizationInfos: [{ id: 1 }] }],
})

const factory = factoryRow()
const checked: PushCheck = { lines: 1, pushed: 0, problems: [], asks: [], warnings: [], undecided: [] }

/** Returns a promise that waits for `open`. */
function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

interface Delays {
  /** When the platform's storage has stored the token. */
  readonly stored?: Promise<void>
  /** When the server answers the first request for factories. */
  readonly factories?: Promise<void>
}

function openPage({ stored = Promise.resolve(), factories }: Delays = {}) {
  const posted: PageMessage[] = []
  const listeners = new Set<(event: ParentEvent) => void>()
  const parent: ParentFrame = {
    trust: 'trusted',
    ignored: { source: 0, origin: 0, unknown: 0 },
    post: (message) => posted.push(message) > 0,
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  let factoryRequests = 0
  const { api } = fakeApi(
    {
      users: { me: { username: 'demo', permissions: [] }, login: { token: 'new', device: 'desk' } },
      factories: {
        async list() {
          if (factoryRequests++ === 0) await factories
          return [factory]
        },
      },
      pushes: { check: checked },
    },
    { token: () => session.token },
  )
  // Without cookies the token is stored by the platform.
  const platform = fakePlatform({ storage: { ...memoryStorage(), set: () => stored } })
  const queries = testQueries()
  const { user } = renderScreen(<PushPage parent={parent} deps={{ api, platform, queries }} />, { api, platform, queries })
  const say = (event: ParentEvent) =>
    act(() => {
      for (const listener of listeners) listener(event)
    })
  return {
    posted: () => posted.map(({ type }) => type),
    push: (...numbers: string[]) => say({ message: { type: 'PUSH_ORDER_TO_FACTORY', orders: numbers.map(order) } }),
    say,
    user,
  }
}

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/push_order_to_factory')
  Object.assign(session, { token: 't', username: null, account: null, suspendedAt: null, notice: null })
})

describe('orders from the parent', () => {
  test('orders from the parent open the dialog and are acknowledged; repeated ones count once, and others wait', async () => {
    const { posted, push } = openPage()
    expect(screen.getByText('正在等待要推送的订单…')).toBeTruthy()
    push('101')
    await screen.findByText('共 1 个订单：推送 1 个')
    expect(posted()).toEqual(['READY'])
    push('101')
    expect(posted()).toEqual(['READY', 'READY'])
    push('102')
    expect(posted()).toEqual(['READY', 'READY'])
    expect(screen.queryByText('102')).toBeNull()
  })

  test('when the seller closes the orders the parent is notified shortly afterwards and may send others', async () => {
    const { posted, push, user } = openPage()
    push('101')
    await screen.findByText('共 1 个订单：推送 1 个')
    const closedAt = performance.now()
    await user.click(screen.getByRole('button', { name: '取消' }))
    expect(posted()).toEqual(['READY'])
    await waitFor(() => expect(posted()).toEqual(['READY', 'CLOSE_APP']))
    expect(performance.now() - closedAt).toBeGreaterThan(290)
    push('102')
    await screen.findByText('102')
    expect(posted()).toEqual(['READY', 'CLOSE_APP', 'READY'])
  })

  test('orders that cannot be read show the reason and are refused to the parent', async () => {
    const { posted, push, say } = openPage()
    say({ problem: '消息.orders 不能为空' })
    await screen.findByText('请联系对方系统的服务商：消息.orders 不能为空')
    expect(posted()).toEqual(['ORDERS_REFUSED'])
    push('101')
    await screen.findByText('共 1 个订单：推送 1 个')
  })

  test('open orders stay while the session ends and the same seller signs in again', async () => {
    const { posted, push, user } = openPage()
    push('101')
    await screen.findByText('共 1 个订单：推送 1 个')
    await user.click(screen.getByRole('checkbox', { name: '推送订单 101' }))
    await screen.findByText('共 1 个订单：推送 0 个')
    act(() => Object.assign(session, { token: null, notice: '登录过期，请重新登录！', suspendedAt: '/push_order_to_factory' }))
    await screen.findByText('登录过期，请重新登录！')
    await user.type(screen.getByLabelText('密码'), 'secret{Enter}')
    await waitFor(() => expect(session.token).toBe('new'))
    await waitFor(() => expect(screen.queryByText('登录过期，请重新登录！')).toBeNull())
    expect(screen.getByText('共 1 个订单：推送 0 个')).toBeTruthy()
    expect(posted()[0]).toBe('READY')
    expect(location.pathname).toBe('/push_order_to_factory')
  })
  test('orders that open while signing in is still under way show their factories', async () => {
    Object.assign(session, { token: null })
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
    const [stored, factories] = [createGate(), createGate()]
    const { push, user } = openPage({ stored: stored.opened, factories: factories.opened })
    push('101')
    await user.type(await screen.findByLabelText('用户名'), 'demo')
    await user.type(screen.getByLabelText('密码'), 'secret{Enter}')
    await screen.findByText('共 1 个订单，选择工厂后检查')
    stored.open()
    await waitFor(() => expect(session.account).toBe('demo'))
    factories.open()
    await screen.findByText('共 1 个订单：推送 1 个')
  })
})
