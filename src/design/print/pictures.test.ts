import { expect, test } from 'vitest'
import { docOf, image, text } from '../test/make'
import { picturesOf } from './pictures'

test('the pictures of a design are asked for as soon as the design is known, each once, before anything shows them', async () => {
  const asked: string[] = []
  const element = {} as HTMLImageElement
  const doc = docOf(
    image('a', { imageUrl: '/a.png' }),
    image('again', { imageUrl: '/a.png' }),
    image('hidden', { imageUrl: '/b.png', hidden: true }),
    text('t', { imageUrl: '/t.svg' }),
  )
  const pictures = picturesOf(
    doc,
    (url) => `https://files.example${url}`,
    async (url) => {
      asked.push(url)
      return element
    },
  )
  const addresses = ['/a.png', '/b.png', '/t.svg'].map((path) => `https://files.example${path}`)
  expect(asked).toEqual(addresses)
  await pictures.whenSettled(addresses)
  expect(asked).toEqual(addresses)
  expect(pictures.element('https://files.example/a.png')).toBe(element)
})
