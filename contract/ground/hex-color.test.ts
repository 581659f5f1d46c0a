import { describe, expect, test } from 'vitest'
import { hexColorOf, markupColor, readHex, rgbOf } from './hex-color'

describe('readHex', () => {
  test.each([
    ['#1C1C1E', '#1c1c1e'],
    ['1c1c1e', '#1c1c1e'],
    [' #fff ', '#ffffff'],
    ['ａ１b', '#aa11bb'],
    ['＃ABCDEF', '#abcdef'],
  ])('readHex reads %j as %s', (text, hex) => expect(readHex(text)).toBe(hex))

  test.each(['', '#', '#ff', '#ffff', '#fffffff', 'red', '#ggg', '##fff', 'rgb(1,2,3)'])('readHex refuses %j', (text) =>
    expect(readHex(text)).toBeNull(),
  )
})

test('markupColor lets only stored colours into markup', () => {
  expect(['#fff', '#A0b1C2'].map(markupColor)).toEqual(['#fff', '#A0b1C2'])
  for (const color of ['', 'red', '#ff', '#ffff', '#ffffff\n', 'x#fff', '"/><script>', '＃fff']) {
    expect(() => markupColor(color)).toThrow('not a hex colour')
  }
})

test('hexColorOf rounds red, green and blue and limits them to what a byte holds', () => {
  expect(hexColorOf([253, 116.4, 85.5])).toBe('#fd7456')
  expect(hexColorOf([-3, 300, 0])).toBe('#00ff00')
  expect(hexColorOf(Uint8Array.of(1, 2, 3, 255))).toBe('#010203')
})

test('rgbOf reads the channels of both stored forms', () => {
  expect(['#fd7455', '#FD7455', '#a0f'].map(rgbOf)).toEqual([
    [253, 116, 85],
    [253, 116, 85],
    [170, 0, 255],
  ])
  expect(() => rgbOf('red')).toThrow('not a hex colour')
})
