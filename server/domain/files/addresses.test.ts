/** Tests which addresses of stored files can be read, and that keys are found in them again. */
import { describe, expect, test } from 'vitest'
import { addressedKey, fileAddress, plainKey, readAddress, storedKey } from './addresses'

const day = 24 * 60 * 60 * 1000
const addressesAt = (time: string, fileSecret = 'this server') => ({
  publicUrl: 'https://shop.example',
  filesUrl: undefined,
  fileSecret,
  clock: { now: () => new Date(time) },
})
const here = addressesAt('2026-03-01T10:00:00Z')
const open = `${'0a'.repeat(16)}/${'1b'.repeat(8)}.png`
const photo = `p${open}`

test('the address of a public file is its key, valid for ever', () => {
  expect(fileAddress(here, open)).toBe(`https://shop.example/files/${open}`)
  expect(readAddress(here, open)).toEqual({ key: open, validMs: null })
})

describe('the address of a private file', () => {
  const addressed = addressedKey(here, photo)

  test('the address of a private file is signed, the same all day, and read for seven more days', () => {
    expect(addressed).toMatch(/^p[0-9a-f]{32}-\d{5}-[0-9a-f]{32}\/[0-9a-f]{16}\.png$/)
    expect(addressedKey(addressesAt('2026-03-01T23:59:59Z'), photo)).toBe(addressed)
    expect(readAddress(here, addressed)).toEqual({ key: photo, validMs: 7 * day + 14 * 60 * 60 * 1000 })
    expect(readAddress(addressesAt('2026-03-08T23:59:59Z'), addressed)).toMatchObject({ key: photo, validMs: 1000 })
    expect(readAddress(addressesAt('2026-03-09T00:00:00Z'), addressed)).toBe('expired')
  })

  test.each([
    ['its key', photo],
    ['a later day', addressed.replace(/-(\d{5})-/, (_, shown) => `-${Number(shown) + 1}-`)],
    ['another file of the folder', addressed.replace('1b1b', '1b1c')],
    ['a signature of another server', addressedKey(addressesAt('2026-03-01T10:00:00Z', 'another'), photo)],
    ['a cut signature', addressed.replace(/[0-9a-f]{4}\//, '/')],
  ])('the address of a private file does not allow %s', (_, forged) => {
    expect(readAddress(here, forged)).toBeNull()
  })

  test('names the key again, also on another host', () => {
    expect(plainKey(addressed)).toBe(photo)
    expect(storedKey(fileAddress(here, photo))).toBe(photo)
    expect(storedKey(`https://cdn.example/x/files/${addressed}`)).toBe(photo)
    expect(storedKey(`/files/${open}`)).toBe(open)
    expect(storedKey('/files/previews/7-abc.webp')).toBeUndefined()
  })
})
