import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { toOnnx } from './models/convert.mjs'
import { prepareModels } from './models.mjs'

const folder = mkdtempSync(join(tmpdir(), 'kejiang-models-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the models are written with their licences and have the expected hashes', () => {
  // Throws when the hash of a file that it reads or writes differs.
  prepareModels(folder)
  expect(readdirSync(folder).sort()).toEqual([
    'NOTICE.txt',
    'object.onnx',
    'object.onnx.LICENSE',
    'person.onnx',
    'person.onnx.LICENSE',
  ])
  expect(statSync(join(folder, 'person.onnx')).size).toBeGreaterThan(16_000_000)
  expect(readFileSync(join(folder, 'person.onnx.LICENSE'), 'utf8')).toContain('Apache License')
})

test('a file that is no TensorFlow Lite model is refused', () => {
  expect(() => toOnnx(Buffer.from('not a model, only words'), { softmax: true })).toThrow('not a TensorFlow Lite model')
})
