import { expect, test } from 'vitest'
import { syncStateText } from './sync-state'

test('the state of a shop’s syncs says when the last one was, why it failed, and when the next one is or why there is none', () => {
  const now = Date.parse('2026-11-26T02:00:00Z')
  const at = (minutes: number) => now + minutes * 60_000
  const state = { shopId: 1, isRunning: false, nextAt: at(6.2), standsStill: null, doneAt: at(-3), failure: null, unread: [] }
  const rows: readonly (readonly [Partial<typeof state> | object, string])[] = [
    [{}, '3 分钟前同步，下次约 7 分钟后'],
    [{ nextAt: at(-1) }, '3 分钟前同步，下次马上开始'],
    [{ isRunning: true }, '3 分钟前同步，正在同步'],
    [{ nextAt: null }, '3 分钟前同步'],
    [{ doneAt: null }, '还没有同步过，下次约 7 分钟后'],
    [{ doneAt: at(-3000), failure: { at: at(-2), message: '淘宝没有响应' } }, '2026-11-24 08:00 同步，2 分钟前同步失败：淘宝没有响应，下次约 7 分钟后'],
    [{ nextAt: null, standsStill: '授权已失效，重新授权后继续自动同步' }, '3 分钟前同步，授权已失效，重新授权后继续自动同步'],
  ] // biome-ignore format: a table
  for (const [change, text] of rows) expect(syncStateText({ ...state, ...change }, now)).toBe(text)
})
