import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cassettes, cassetteTitle } from './library'

test('the library contains every cassette of the folder, with a title', () => {
  const files = readdirSync(join(import.meta.dirname, '../../fixtures/cassettes')).map((name) => name.replace('.json', ''))
  expect(cassettes.map(({ name }) => name).sort()).toEqual(files.sort())
  expect(files.filter((name) => !cassetteTitle[name])).toEqual([])
})
