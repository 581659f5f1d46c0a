import { afterEach, describe, expect, test, vi } from 'vitest'
import { resolveFileUrl, setFileBase, sharpUrl, storedFilePath, thumbnailUrl } from './file-url'

const stored = `/files/${'0a'.repeat(16)}/${'b1'.repeat(8)}.png`
/** A private file, with the signature of its address. */
const signed = `/files/p${'0a'.repeat(16)}-20520-${'2c'.repeat(16)}/${'b1'.repeat(8)}.jpg`
afterEach(() => {
  setFileBase('')
  vi.unstubAllGlobals()
})

describe('thumbnailUrl', () => {
  test('the thumbnail of a stored picture has its width as query, on the server that stores it', () => {
    expect(thumbnailUrl(stored, 200)).toBe(`${stored}?w=200`)
    expect(thumbnailUrl(signed, 200)).toBe(`${signed}?w=200`)
    setFileBase('https://api.example/admin')
    expect(thumbnailUrl(stored, 100)).toBe(`https://api.example${stored}?w=100`)
    expect(thumbnailUrl(`https://other.example${stored}`, 400)).toBe(`https://other.example${stored}?w=400`)
  })

  test.each([
    'blob:https://plugin.example/1',
    'data:image/png;base64,AA==',
    'https://img.alicdn.com/imgextra/i1/a.png',
    `${stored}?w=100`,
    '/files/1a-0123',
    stored.replace('.png', '.ttf'),
    '',
  ])('the thumbnail of %j is the picture itself', (url) => {
    expect(thumbnailUrl(url, 200)).toBe(resolveFileUrl(url))
  })
})

test.each([
  ['the smallest thumbnail that has its px', 1, 287, 135, '?w=200'],
  ['the px of a fine screen', 2, 900, 135, '?w=400'],
  ['the picture, which is no larger than a thumbnail with its px', 2, 287, 135, ''],
  ['the picture, of which no thumbnail is large enough', 1, 900, 500, ''],
])('a picture that is shown in a width gets %s', (_, ratio, width, shownWidth, query) => {
  vi.stubGlobal('devicePixelRatio', ratio)
  expect(sharpUrl(stored, width, shownWidth)).toBe(`${stored}${query}`)
})

test('storedFilePath accepts only stored files of our own server and of a CDN in front of it', () => {
  expect(storedFilePath(`https://api.example${stored}`)).toBeNull()
  setFileBase('https://api.example/admin')
  expect(storedFilePath(`https://api.example${stored}?w=200`)).toBe(`${stored}?w=200`)
  expect(storedFilePath(`https://api.example${signed}`)).toBe(signed)
  expect(storedFilePath(`https://cdn.example/shop${signed}?w=200`)).toBe(`${signed}?w=200`)
  expect(storedFilePath(`https://cdn.example/shop${stored}?w=200`)).toBe(`${stored}?w=200`)
  const onCase = `/files/case/12-${'a'.repeat(32)}.webp`
  expect(storedFilePath(`https://api.example${onCase}`)).toBe(onCase)
  expect(storedFilePath(`https://cdn.example/shop${onCase}`)).toBe(onCase)
  for (const url of [
    'https://api.example/files/case/12.webp',
    'https://other.example/files/previews/1-a.webp',
    'https://other.example/imgextra/a.png',
    'https://api.example/files/a.png',
    'blob:https://api.example/1',
    stored,
    '',
  ]) {
    expect(storedFilePath(url)).toBeNull()
  }
})
