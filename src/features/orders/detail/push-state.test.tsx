/** The state of an order's push on its screen: a failure, or that the factory makes nothing. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PushLineStateName } from '../../../../contract/constants'
import { orderOf } from '../../../../contract/test/orders'
import type { PushLine } from '../../../../contract/types'
import { fakeApi } from '../../../api/test/fake-api'
import { renderScreen } from '../../../api/test/render-screen'
import { PushState } from './push-state'

test.each([['pushed', '晨星工厂', '推送状态：已推送 · 晨星工厂']] as const)(
  'the state %s of a push at %s is named as what it is: %s',
  (status, factoryName, words) => {
    const order = orderOf(1, { push: { status, factoryName, message: null, at: null } })
    const { container } = renderScreen(<PushState order={order} designs={[]} />, { api: fakeApi({}).api })
    expect(container.textContent).toBe(words)
  },
)

test.each<[string, PushLineStateName[]]>([
  ['工厂没有生产', ['cancelled']],
  ['工厂没有生产', ['pushed', 'cancelled', 'cancelled']],
  ['推送失败', ['refused']],
  ['推送失败', ['cancelled', 'refused']],
  ['推送失败', ['unsure']],
  ['推送失败', []],
])('a failed push is titled %s when its lines are %j', async (title, states) => {
  const lines = states.map(
    (state, at): PushLine => ({
      customizationId: at + 1,
      state,
      factoryName: '晨星工厂',
      own: false,
      cancelRefusal: null,
      factoryOrderId: null,
      quantity: 1,
      message: null,
      at: 0,
    }),
  )
  const { api } = fakeApi({ pushes: { lines } })
  const push = { status: 'failed' as const, factoryName: '晨星工厂', message: '工厂取消了', at: null }
  const { queries } = renderScreen(<PushState order={orderOf(1, { push })} designs={[{ id: 1 }]} />, { api })
  await expect.poll(() => queries.isFetching()).toBe(0)
  await screen.findByText(title)
  screen.getByText('晨星工厂 · 工厂取消了')
})
