import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { collectImages } from '../base/test/images'
import { relayPictures } from './relayed-pictures'

const ours = 'https://api.example/files/a.png'
const load = vi.fn<(path: string) => Promise<Blob>>()
let uninstall: () => void
let made = 0
const revoked: string[] = []

beforeEach(() => {
  load.mockReset().mockImplementation(async (path) => new Blob([path], { type: 'image/png' }))
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++made}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url))
  made = 0
  revoked.length = 0
  uninstall = relayPictures({
    pathOf: (url) => (url.startsWith('https://api.example/files/') ? new URL(url).pathname : null),
    load,
  })
})
afterEach(() => {
  uninstall()
  vi.restoreAllMocks()
})

const shown = (image: HTMLImageElement) => image.getAttribute('src')

describe('relayPictures', () => {
  test('a picture of our server is loaded for a React element, whose src stays the original address', async () => {
    render(<img src={ours} alt="图" />)
    const image = screen.getByRole<HTMLImageElement>('img')
    await waitFor(() => expect(shown(image)).toBe('blob:1'))
    expect(image.src).toBe(ours)
    expect(load).toHaveBeenCalledExactlyOnceWith('/files/a.png')
  })

  test('a picture is loaded once for all elements that show it', async () => {
    const images = [new Image(), new Image()]
    for (const image of images) image.src = ours
    await waitFor(() => expect(images.map(shown)).toEqual(['blob:1', 'blob:1']))
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('a loaded picture does not replace a source that was set meanwhile', async () => {
    const image = new Image()
    image.src = ours
    image.src = 'https://img.example/b.png'
    await waitFor(() => expect(made).toBe(1))
    expect([shown(image), image.src]).toEqual(['https://img.example/b.png', 'https://img.example/b.png'])
  })

  test("a picture that cannot be loaded fires the element's error and is retried the next time", async () => {
    load.mockRejectedValueOnce(new Error('gone'))
    const image = new Image()
    image.src = ours
    await waitFor(() => expect(shown(image)).toBe('data:image/png;base64,'))
    image.src = ours
    await waitFor(() => expect(shown(image)).toBe('blob:1'))
  })

  test('the least recently used pictures are released when the cache is full', async () => {
    load.mockImplementation(async () => ({ size: 30 * 1024 * 1024 }) as Blob)
    const images = collectImages()
    for (const name of ['a', 'b', 'a', 'c']) {
      const image = document.createElement('img')
      image.src = `https://api.example/files/${name}.png`
      await waitFor(() => expect(shown(image)).toMatch(/^blob:/))
    }
    await waitFor(() => expect(images.map(({ src }) => src)).toEqual(['blob:2']))
    images[0]?.dispatchEvent(new Event('load'))
    expect(revoked).toEqual(['blob:2'])
  })
})

test('an element that comes into sight after its picture was released gets the picture again, without an error', async () => {
  load.mockImplementation(async () => ({ size: 40 * 1024 * 1024 }) as Blob)
  const onError = vi.fn()
  render(<img src={ours} alt="图" loading="lazy" onError={onError} />)
  const image = screen.getByRole<HTMLImageElement>('img')
  await waitFor(() => expect(shown(image)).toBe('blob:1'))
  // An image that fails while its picture is cached has failed for good.
  image.dispatchEvent(new Event('error'))
  expect(onError).toHaveBeenCalledOnce()

  const other = new Image()
  other.src = 'https://api.example/files/b.png'
  await waitFor(() => expect(shown(other)).toBe('blob:2'))
  image.dispatchEvent(new Event('error'))
  await waitFor(() => expect(shown(image)).toBe('blob:3'))
  expect(image.src).toBe(ours)
  expect(onError).toHaveBeenCalledOnce()
})

test('other pictures stay unchanged, and after uninstalling all do', () => {
  const image = new Image()
  image.setAttribute('src', 'https://img.example/b.png')
  image.setAttribute('alt', '图')
  expect([shown(image), image.alt]).toEqual(['https://img.example/b.png', '图'])
  uninstall()
  image.src = ours
  expect(shown(image)).toBe(ours)
  expect(load).not.toHaveBeenCalled()
})
