/** The state of an order's push on its screen: a failure, or that the factory makes nothing. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Platform } from '../../../../adapters/platform'
import type { PushLineStateName } from '../../../../contract/constants'
import { orderOf } from '../../../../contract/test/orders'
import { createApi } from '../../../api/client'
import { ServicesProvider } from '../../../api/services'
import { PushState } from './push-state'

test.each<[string, PushLineStateName[]]>([
  ['工厂没有生产', ['cancelled']],
  ['工厂没有生产', ['pushed', 'cancelled', 'cancelled']],
  ['推送失败', ['refused']],
  ['推送失败', ['cancelled', 'refused']],
  ['推送失败', ['unsure']],
  ['推送失败', []],
])('a failed push is titled %s when its lines are %j', async (title, states) => {
  const lines = states.map((state, at) => ({ customizationId: at, state, factoryName: '晨星工厂', quantity: 1, at: 0 }))
  const api = createApi(async () => ({ status: 200, headers: {}, body: JSON.stringify(lines) }), {
    token: () => 't',
    onSessionEnded: () => undefined,
    onFailure: () => undefined,
  })
  const push = { status: 'failed' as const, factoryName: '晨星工厂', message: '工厂取消了', at: null }
  const queries = new QueryClient()
  render(
    <QueryClientProvider client={queries}>
      <ServicesProvider api={api} platform={{} as Platform}>
        <PushState order={orderOf(1, { push })} designs={[{ id: 1 }]} />
      </ServicesProvider>
    </QueryClientProvider>,
  )
  await expect.poll(() => queries.isFetching()).toBe(0)
  await screen.findByText(title)
  screen.getByText('晨星工厂 · 工厂取消了')
})
