/** Long texts of buyers stay within the room that the template gives them, and the page warns about texts that are cut off. */
import { expect, test } from 'vitest'
import type { Wireframe } from '../contract/types'
import { docOf, image, text } from '../design/test/make'
import { designOf } from './test/make'
import { cutWords, isCut, placedWords } from './text-room'

/** A card that carries a name in its middle, on the canvas of 500 × 1044 px. */
const card = image('card', { left: 50, top: 300, width: 400, height: 500, rotation: 0, locked: true })
const name = text('name', { left: 170, top: 500, width: 160, height: 80, originalWidth: 200, originalHeight: 100, rotation: 0 })
const design = designOf([card, name])
const em = 100

test('a name that is too long for what carries it gets smaller, and as large as before when it is short again', () => {
  const long = placedWords(name, { width: 1000, height: 100 }, design, em)
  expect(long).toEqual({ left: 66, top: 521.6, width: 368, height: 36.8 })
  const longName = { ...name, ...long, originalWidth: 1000, originalHeight: 100 }
  expect(placedWords(longName, { width: 200, height: 100 }, design, em)).toEqual({ left: 170, top: 500, width: 160, height: 80 })
})

test('a text that the buyer has moved, scaled or turned keeps what he gave it', () => {
  const drawn = { width: 1000, height: 100 }
  for (const change of [{ left: 180 }, { width: 176, height: 88, left: 162, top: 496 }, { rotation: 10 }])
    expect(placedWords({ ...name, ...change }, drawn, design, em)).toBeNull()
})

test('a text that the seller placed closer to the edge of the card keeps its size', () => {
  const wide = { ...name, left: 52, width: 396, originalWidth: 495 }
  expect(placedWords(wide, { width: 495, height: 100 }, designOf([card, wide]), em)).toMatchObject({ left: 52, width: 396 })
})

test('a text that the buyer added takes no more than its share of the canvas', () => {
  const own = { ...name, uuid: 'text-1', left: 150, top: 472, width: 200, height: 100 }
  expect(placedWords(own, { width: 1000, height: 100 }, design, em)).toMatchObject({ left: 50, width: 400 })
})

test('texts over the printed area are reported, those of the seller and hidden ones are not', () => {
  // The wireframe covers the middle 440 px of the canvas; 20 of them at either side are not printed.
  const printArea = { left: 20, top: 0, right: 20, bottom: 0 }
  const wireframe = { width: 440, height: 1044, printArea, layers: [] } as unknown as Wireframe
  const over = { ...name, left: 45, width: 390 }
  expect([isCut(over, design, wireframe), isCut({ ...over, left: 55 }, design, wireframe), isCut(over, design, null)]).toEqual([
    true,
    false,
    false,
  ])
  const doc = docOf(over, { ...over, uuid: 'seller' }, { ...over, uuid: 'hidden', hidden: true })
  expect(cutWords(doc, wireframe, ({ uuid }) => uuid !== 'seller').map(({ uuid }) => uuid)).toEqual(['name'])
})
