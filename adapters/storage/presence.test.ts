import { describe, expect, it } from 'vitest'
import { channelPresence } from './presence'

describe('pages that ask one another', () => {
  const open = () => new BroadcastChannel('presence-test')

  it('know who is there, and who is gone', async () => {
    const one = channelPresence(open)
    const other = channelPresence(open)
    const leave = one.hold('a')
    expect(await other.isHeld('a')).toBe(true)
    expect(await other.isHeld('b')).toBe(false)
    leave()
    expect(await other.isHeld('a')).toBe(false)
  })
  it('count as gone where a frame may not ask', async () => {
    const closed = channelPresence(() => {
      throw new DOMException('closed', 'SecurityError')
    })
    expect(() => closed.hold('a')()).not.toThrow()
    expect(await closed.isHeld('a')).toBe(false)
  })
})
