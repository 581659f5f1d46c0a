import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isSupported, oldest, pinned } from './node-version.mjs'

test.each([
  ['18.20.8', false],
  ['20.19.0', false],
  ['22.11.9', false],
  ['22.12.0', true],
  ['22.9.30', false],
  ['24.0.0', true],
  ['100.1.0', true],
])('the product runs on Node %s: %s', (version, supported) => {
  expect(isSupported(version)).toBe(supported)
})

test('npm is told the oldest version that the scripts accept, and every pinned version is accepted', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(manifest.engines.node).toBe(`>=${oldest.join('.')}`)
  for (const [major, version] of Object.entries(pinned)) {
    expect(version.startsWith(`${major}.`)).toBe(true)
    expect(isSupported(version)).toBe(true)
  }
})

test('the image is built on the pinned Node', () => {
  const images = readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8').match(/^FROM node:\S+/gm)
  expect(new Set(images)).toEqual(new Set([`FROM node:${pinned[24]}-bookworm-slim`]))
})
