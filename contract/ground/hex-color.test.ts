import { describe, expect, test } from 'vitest'
import { readHex } from './hex-color'

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
