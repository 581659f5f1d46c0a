import { describe, expect, test } from 'vitest'
import { docOf, image, text } from '../test/make'
import { picturesOf } from './pictures'
import type { Picture } from './sheet'

const resolve = (url: string) => `https://files.example${url}`

/** Loaders that note what they are asked for; a decoded picture notes that it was freed. */
function loaders() {
  const asked: { readonly elements: string[]; readonly decoded: string[] } = { elements: [], decoded: [] }
  const freed: string[] = []
  return {
    asked,
    freed,
    async element(url: string) {
      asked.elements.push(url)
      return {} as HTMLImageElement
    },
    async decoded(url: string): Promise<Picture> {
      asked.decoded.push(url)
      return { width: 400, height: 400, close: () => freed.push(url) }
    },
  }
}

test('the pictures of a design are asked for as soon as the design is known, each once, before anything shows them', async () => {
  const asked: string[] = []
  const element = {} as HTMLImageElement
  const doc = docOf(
    image('a', { imageUrl: '/a.png' }),
    image('again', { imageUrl: '/a.png' }),
    image('hidden', { imageUrl: '/b.png', hidden: true }),
    text('t', { imageUrl: '/t.svg' }),
  )
  const pictures = picturesOf(doc, resolve, {
    decoded: null,
    element: async (url) => {
      asked.push(url)
      return element
    },
  })
  const addresses = ['/a.png', '/b.png', '/t.svg'].map(resolve)
  expect(asked).toEqual(addresses)
  await pictures.whenSettled(addresses)
  expect(asked).toEqual(addresses)
  expect(pictures.get('https://files.example/a.png')).toBe(element)
})

describe('pictures that are loaded decoded', () => {
  test('pictures that are loaded decoded are the light ones of a design; drawings, data: addresses, large pictures and later ones are elements', async () => {
    const { asked, ...load } = loaders()
    const inline = 'data:image/png;base64,AAAA'
    const doc = docOf(
      image('a', { imageUrl: '/a.png' }),
      text('t', { imageUrl: '/t.svg' }),
      image('inline', { imageUrl: inline }),
      image('large', { imageUrl: '/large.png', originalWidth: 2000, originalHeight: 1001 }),
    )
    const pictures = picturesOf(doc, (url) => (url === inline ? url : resolve(url)), load)
    pictures.state(resolve('/added.png'))
    expect(asked).toEqual({
      decoded: [resolve('/a.png')],
      elements: [resolve('/t.svg'), inline, resolve('/large.png'), resolve('/added.png')],
    })
  })

  test('pictures that are loaded decoded take no more memory than 24 million px, counting a picture of several layers once', () => {
    const { asked, ...load } = loaders()
    const million = { originalWidth: 1000, originalHeight: 1000 }
    const layers = Array.from({ length: 60 }, (_, i) => image(`l${i}`, { imageUrl: `/${Math.floor(i / 2)}.png`, ...million }))
    picturesOf(docOf(...layers), resolve, load)
    expect([asked.decoded.length, asked.elements.length]).toEqual([24, 6])
  })

  test('pictures that are loaded decoded are freed at the end, also those that arrive after it', async () => {
    const { freed, ...load } = loaders()
    const pictures = picturesOf(docOf(image('a', { imageUrl: '/a.png' })), resolve, load)
    await pictures.whenSettled([resolve('/a.png')])
    expect(freed).toEqual([])
    pictures.dispose()
    expect(freed).toEqual([resolve('/a.png')])
    let arrive: (picture: Picture) => void = () => undefined
    const late = picturesOf(docOf(image('b', { imageUrl: '/b.png' })), resolve, {
      decoded: () => new Promise((done) => (arrive = done)),
    })
    const settled = late.whenSettled([resolve('/b.png')])
    late.dispose()
    arrive(await load.decoded('/late.png'))
    await settled
    expect(freed).toEqual([resolve('/a.png'), '/late.png'])
  })
})
