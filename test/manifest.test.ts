import { describe, expect, test } from 'vitest'
import { capabilities } from '../adapters/platform'
import pkg from '../package.json' with { type: 'json' }
import { manifestProblems, platformCapabilities, readManifest } from '../scripts/lib/manifest.mjs'

const facts = { version: pkg.version, capabilities: platformCapabilities(), entries: ['index.html', 'simulator.html'] }

describe('plugin.manifest.json', () => {
  test('plugin.manifest.json describes the plugin that is built', () => {
    expect(manifestProblems(readManifest(), facts)).toEqual([])
  })

  test('the manifest check reads the same capabilities as the code defines', () => {
    expect(platformCapabilities()).toEqual([...capabilities])
  })

  test.each([
    ['another version', { version: '9.9.9' }, /version/],
    ['a page that is not built', { entry: 'other.html' }, /entry/],
    ['a permission nobody knows', { permissions: ['camera'] }, /camera/],
    ['a protocol range upside down', { bridge: { protocol: 'qnb', versions: [2, 1] } }, /bridge\.versions/],
    ['a host with a path', { hosts: { pictures: ['img.alicdn.com/x'], script: 'https://appx/a.js' } }, /hosts\.pictures/],
  ])('the manifest check refuses %s', (_name, change, sentence) => {
    expect(manifestProblems({ ...readManifest(), ...change }, facts).join('\n')).toMatch(sentence)
  })
})
