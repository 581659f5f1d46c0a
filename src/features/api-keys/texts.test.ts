import { expect, test } from 'vitest'
import type { ApiKey } from '../../../contract/types'
import { isLive, keyState, rightsText } from './texts'

const day = 24 * 60 * 60 * 1000
const now = Date.UTC(2026, 2, 1, 4)
const key: ApiKey = {
  ...{ id: 1, name: '发货', prefix: 'kj_abcdef', rights: { orders: 'write', factory: 'read' }, ceilings: {}, usedToday: {} },
  ...{ shopIds: null, addresses: [], createdBy: '晨曦', createdAt: now, lastUsedAt: null, lastUsedFrom: null, revokedAt: null },
  expiresAt: now + 30 * day,
}

test('the rights of a key are named by area, with what it may spend a day and spent today', () => {
  expect(rightsText(key)).toEqual(['订单（查看和修改）、工厂（查看）'])
  expect(rightsText({ ...key, ceilings: { download: 6000, push: 20 }, usedToday: { download: 120 } })).toEqual([
    '订单（查看和修改）、工厂（查看）',
    '推送到工厂（会下单）：每天 20 件，今天已用 0',
    '下载定制图（会扣点）：每天 6,000 点，今天已用 120',
  ])
})

test('the end of a key is named as a warning from 14 days before, and what ended as ended', () => {
  expect(keyState(key, now)).toEqual({ text: '2026-03-31', kind: 'good' })
  expect(keyState(key, now + 16 * day)).toEqual({ text: '2026-03-31，还有 14 天', kind: 'ending' })
  expect(keyState(key, now + 30 * day)).toEqual({ text: '2026-03-31 到期', kind: 'ended' })
  expect(keyState({ ...key, revokedAt: now + day }, now + 2 * day)).toEqual({ text: '2026-03-02 作废', kind: 'ended' })
  expect([isLive(key, now), isLive(key, key.expiresAt), isLive({ ...key, revokedAt: now }, now)]).toEqual([true, false, false])
})
