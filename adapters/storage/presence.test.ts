import { describe, expect, test } from 'vitest'
import { channelPresence } from './presence'

describe('pages that ask one another', () => {
  const open = () => new BroadcastChannel('presence-test')

  test('channelPresence knows which pages are open and which are gone', async () => {
    const one = channelPresence(open)
    const other = channelPresence(open)
    const leave = one.register('a')
    expect(await other.isPresent('a')).toBe(true)
    expect(await other.isPresent('b')).toBe(false)
    leave()
    expect(await other.isPresent('a')).toBe(false)
  })
  test('channelPresence counts pages as gone if there is no BroadcastChannel', async () => {
    const closed = channelPresence(() => {
      throw new DOMException('closed', 'SecurityError')
    })
    expect(() => closed.register('a')()).not.toThrow()
    expect(await closed.isPresent('a')).toBe(false)
  })
})
