/** Tests the times of syncs above the list of orders, over a simulated server. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Shop, SyncStates } from '../../../contract/types'
import { fakeApi } from '../../api/test/fake-api'
import { renderScreen } from '../../api/test/render-screen'
import { SyncTimes } from './sync-times'

const shops = ['晨曦', '夜航', '远山', '小满'].map(
  (name, at): Shop => ({ id: at + 1, type: 'TAOBAO', name, boundAt: 0, authorization: null }),
)
const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000 - 1000
const stateOf = (
  shopId: number,
  minutes: number,
  change: Partial<SyncStates['shops'][number]> = {},
): SyncStates['shops'][number] => ({
  ...{ shopId, isRunning: false, nextAt: null, standsStill: null, doneAt: minutesAgo(minutes), failure: null, unread: [] },
  ...change,
})

function open(states: SyncStates['shops'], shopId: number | null = null, place: 'above' | 'foot' = 'foot') {
  const { api } = fakeApi({ orders: { syncStates: { everyMinutes: 10, shops: states } } })
  renderScreen(<SyncTimes shops={shops} shopId={shopId} place={place} />, { api })
}
const lines = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)

test('each of a few shops has its line', async () => {
  open([stateOf(1, 3), stateOf(2, 8)])
  expect(await lines()).toEqual(['「晨曦」3 分钟前同步', '「夜航」8 分钟前同步'])
})

test('only the shop by which the list is filtered is named', async () => {
  open([stateOf(1, 3), stateOf(2, 8)], 2)
  expect(await lines()).toEqual(['「夜航」8 分钟前同步'])
})

test('of many shops those that were synced longest ago are named', async () => {
  open([stateOf(1, 3), stateOf(2, 8), stateOf(3, 1), stateOf(4, 5)])
  expect(await lines()).toEqual([
    '「夜航」8 分钟前同步',
    '「小满」5 分钟前同步',
    '「晨曦」3 分钟前同步',
    '共 4 家店铺，这里是最久没有同步的',
  ])
})

test('above the list stand only the shops that need the seller', async () => {
  const standsStill = '授权已失效，重新授权后继续自动同步'
  open([stateOf(1, 3), stateOf(2, 8), stateOf(3, 1, { standsStill }), stateOf(4, 5)], null, 'above')
  expect(await lines()).toEqual([`「远山」1 分钟前同步，${standsStill}`])
})
