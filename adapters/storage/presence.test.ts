import { describe, expect, it } from 'vitest'
import { channelPresence } from './presence'

describe('pages that ask one another', () => {
  const open = () => new BroadcastChannel('presence-test')

  it('channelPresence knows which pages are open and which are gone', async () => {
    const one = channelPresence(open)
    const other = channelPresence(open)
    const leave = one.hold('a')
    expect(await other.isHeld('a')).toBe(true)
    expect(await other.isHeld('b')).toBe(false)
    leave()
    expect(await other.isHeld('a')).toBe(false)
  })
  it('channelPresence counts pages as gone if there is no BroadcastChannel', async () => {
    const closed = channelPresence(() => {
      throw new DOMException('closed', 'SecurityError')
    })
    expect(() => closed.hold('a')()).not.toThrow()
    expect(await closed.isHeld('a')).toBe(false)
  })
})
