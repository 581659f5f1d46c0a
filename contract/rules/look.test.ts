import { expect, test } from 'vitest'
import { guessLook } from './look'

test.each([
  ['磨砂硬壳', 'frosted'],
  ['透明磨砂壳', 'frosted'],
  ['液态硅胶', 'frosted'],
  ['透明软壳', 'clear'],
  ['高透 TPU', 'clear'],
  ['镜面玻璃', 'mirror'],
  ['荔枝纹素皮', 'leather'],
  ['IMD', 'glossy'],
  ['', 'glossy'],
])('the material 「%s」 probably looks %s', (name, look) => {
  expect(guessLook(name)).toBe(look)
})
