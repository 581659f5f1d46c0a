import { expect, test } from 'vitest'
import { createSealer } from './sealer'

const secret = '6100密钥'

test('sealed text opens for its owner under the same key, and looks different each time', () => {
  const sealer = createSealer('a key of thirty-two characters!!')
  const sealed = sealer.seal(secret, 'shop:1')
  expect(sealed).not.toContain('6100')
  expect(sealer.seal(secret, 'shop:1')).not.toBe(sealed)
  expect(createSealer('a key of thirty-two characters!!').open(sealed, 'shop:1')).toBe(secret)
})

test('sealed text opens for no other owner, under no other key, and not after any byte was changed', () => {
  const sealer = createSealer('a key of thirty-two characters!!')
  const sealed = sealer.seal(secret, 'shop:1')
  expect(sealer.open(sealed, 'shop:2')).toBeNull()
  expect(createSealer('another key of thirty-two chars!').open(sealed, 'shop:1')).toBeNull()
  for (let at = 3; at < sealed.length; at += 1) {
    const swapped = sealed[at] === 'A' ? 'B' : 'A'
    const changed = sealed.slice(0, at) + swapped + sealed.slice(at + 1)
    // The last character has bits that belong to no byte.
    if (Buffer.from(changed.slice(3), 'base64url').equals(Buffer.from(sealed.slice(3), 'base64url'))) continue
    expect(sealer.open(changed, 'shop:1')).toBeNull()
  }
  for (const broken of ['', 'v1.', 'v1.AAAA', 'v2.AAAA', 'not sealed']) expect(sealer.open(broken, 'shop:1')).toBeNull()
})
