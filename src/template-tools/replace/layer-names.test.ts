import { expect, test } from 'vitest'
import type { Template } from '../../../contract/types'
import { cutout, docOf, image, text } from '../../../design/test/make'
import { readNames } from './layer-names'

const templates = [
  docOf(image('a', { name: '主图' }), image('b', { name: '主图' }), text('t', { name: '文字' })),
  docOf(image('a', { name: '贴纸' }), image('b', { name: '主图' }), cutout('c', { name: '头像' })),
  docOf(image('a', { name: '边框' })),
].map((doc, id) => ({ ...doc, id, layers: doc.layers.map((layer, index) => ({ ...layer, index, id: index + 1 })) }))

test('picture layers are counted by name, those of the most templates first', async () => {
  const steps: number[] = []
  const read = async (id: number) => templates[id] as unknown as Template
  expect(await readNames([0, 1, 2], read, (done) => steps.push(done))).toEqual([
    { name: '主图', layers: 3, templates: [0, 1] },
    { name: '边框', layers: 1, templates: [2] },
    { name: '贴纸', layers: 1, templates: [1] },
  ])
  expect(steps).toEqual([1, 2, 3])
})

test('a template that cannot be read fails the whole list, because its counts would be wrong', async () => {
  await expect(
    readNames(
      [0],
      () => Promise.reject(new Error('网络')),
      () => undefined,
    ),
  ).rejects.toThrow('网络')
})
