import { expect, test } from 'vitest'
import { canSync, syncRefusal } from '../../../contract/rules/shop-types'
import { failureOf, progressText, syncedText, unreadText } from './sync-texts'

test('the progress of a sync counts the orders read, added and updated so far', () => {
  expect(progressText({ fetched: 0, created: 0, updated: 0 })).toBe('正在读取订单')
  expect(progressText({ fetched: 120, created: 30, updated: 5 })).toBe('已读取 120 个订单，新增 30 个，更新 5 个')
})

test('the message at the end of a sync tells what changed', () => {
  expect(syncedText({ fetched: 9, created: 0, updated: 0, unread: [] })).toBe('同步成功，没有新的订单')
  expect(syncedText({ fetched: 9, created: 3, updated: 0, unread: [] })).toBe('同步成功，新增 3 个订单')
  expect(syncedText({ fetched: 9, created: 3, updated: 2, unread: [] })).toBe('同步成功，新增 3 个，更新 2 个订单')
})

const unread = ['1', '2', '3', '4'].map((originalId) => ({ originalId, reason: '交易不存在' }))

test('orders that could not be read are counted at the end of a sync, and named with their reasons above the list', () => {
  const rows = unread.map((order, at) => ({ ...order, id: at, shopId: 1, attempts: 1, firstAt: 0, triedAt: 0 }))
  expect(syncedText({ fetched: 9, created: 3, updated: 0, unread: rows })).toBe('同步成功，新增 3 个订单；有 4 个订单没有读到')
  expect(unreadText('晨曦', unread.slice(0, 1))).toBe('「晨曦」有 1 个订单没有读到：1（交易不存在）')
  expect(unreadText('晨曦', unread)).toBe('「晨曦」有 4 个订单没有读到：1（交易不存在）、2（交易不存在）、3（交易不存在） 等')
})

test('a failed sync without a cause is reported as 未知错误', () => {
  expect(failureOf({ errorMessage: '店铺授权已过期，请重新授权后再试' })).toBe('店铺授权已过期，请重新授权后再试')
  expect([failureOf({ errorMessage: null }), failureOf({ errorMessage: ' ' })]).toEqual(['未知错误', '未知错误'])
})

test('only the orders of authorised shops can be synced', () => {
  const of = (status: 'active' | 'expired') => ({ authorization: { nick: '晨曦', status, expiresAt: null } })
  expect(canSync(of('active'))).toBe(true)
  expect(syncRefusal(of('expired'))).toBe('授权已过期，请重新授权后再同步')
  expect(canSync({ authorization: null })).toBe(false)
})
