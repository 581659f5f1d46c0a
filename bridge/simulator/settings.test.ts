import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultSettings, pluginAddress, searchOf, settingsFrom } from './settings'

describe('settings in the address', () => {
  test('an empty query gives the default settings, and they give an empty query', () => {
    expect(settingsFrom('')).toEqual(defaultSettings)
    expect(searchOf(defaultSettings)).toBe('')
  })

  test('settingsFrom restores the settings that searchOf wrote', () => {
    const settings = {
      ...defaultSettings,
      plugin: '/app/design_template?design=5',
      loss: 5,
      silent: true,
      sessionCode: 53,
      shape: 'text',
      uploadStep: 3,
    } as const
    expect(settingsFrom(`?${searchOf(settings)}`)).toEqual(settings)
  })

  test.each([
    'plugin=https://evil.example/',
    'plugin=//evil.example/',
    'plugin=/\\evil.example/',
    'plugin=javascript:alert(1)',
    'loss=101',
    'loss=-1',
    'loss=many',
    'latency=',
    'shape=xml',
    'uploadStep=4',
    'silent=perhaps',
    'session=__proto__',
    '__proto__=1',
    'constructor=x',
  ])('the settings ignore %s', (query) => {
    expect(settingsFrom(`?${query}`)).toEqual(defaultSettings)
  })

  test('settingsFrom returns all settings for any query', () => {
    fc.assert(
      fc.property(fc.string(), (search) => {
        expect(Object.keys(settingsFrom(search))).toEqual(Object.keys(defaultSettings))
      }),
    )
  })
})

test('pluginAddress adds the client’s script and the network to the plugin’s own query', () => {
  const address = pluginAddress({ ...defaultSettings, plugin: '/app/x?design=5', network: 'host' }, 'http://127.0.0.1:4600')
  expect(address).toBe('http://127.0.0.1:4600/app/x?design=5&webview=%2Fsimulator%2Fweb-view.js&network=host')
})
