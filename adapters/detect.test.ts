import { describe, expect, test } from 'vitest'
import { clientScript } from '../contract/rules/client-script'
import { type AdapterChoice, adapterQuery, detectAdapter, type Surroundings, simulatorScript } from './detect'

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'
const qianniu = `${chrome} Qianniu/9.97.56N`
const page = 'https://shop.example/app/template'
const ownScript = 'https://shop.example/simulator/web-view.js'

const surroundings = (changes: Partial<Surroundings>): Surroundings => ({
  href: page,
  userAgent: chrome,
  hasPostMessage: false,
  ...changes,
})
const client = (over: Partial<AdapterChoice> = {}): AdapterChoice => ({
  environment: 'qianniu',
  certain: false,
  script: clientScript,
  throughHost: false,
  ...(over as object),
})

describe('detectAdapter', () => {
  test.each<[string, Partial<Surroundings>, AdapterChoice]>([
    ['nothing special: a browser', {}, { environment: 'browser' }],
    ['asked for by the program', { forced: 'mock', userAgent: qianniu }, { environment: 'mock' }],
    ['the program outranks the address', { forced: 'browser', href: `${page}?platform=mock` }, { environment: 'browser' }],
    ['asked for by the address', { href: `${page}?platform=mock` }, { environment: 'mock' }],
    [
      'a mock that only passes on: what stands behind it',
      { href: `${page}?platform=mock&mode=passthrough` },
      { environment: 'browser' },
    ],
    ['a mock that only passes on, in a client', { href: `${page}?platform=mock&mode=passthrough`, userAgent: qianniu }, client()],
    ['a browser asked for inside a client', { href: `${page}?platform=browser`, userAgent: qianniu }, { environment: 'browser' }],
    ['an unknown wish is no wish', { href: `${page}?platform=dingtalk` }, { environment: 'browser' }],
    ['a client asked for: nothing else may answer', { href: `${page}?platform=qianniu` }, client({ certain: true })],
    ['the client’s user agent is a sign to try', { userAgent: qianniu }, client()],
    ['a user agent that merely mentions it is none', { userAgent: `${chrome} QianniuHelper` }, { environment: 'browser' }],
    ['postMessage is there: no script needed', { hasPostMessage: true }, client({ script: null })],
    [
      'a packed page: certainly a client, and no network',
      { href: 'https://webview/index.html' },
      client({ certain: true, throughHost: true }),
    ],
    ['another site that looks packed', { href: 'https://webview.evil.example/index.html' }, { environment: 'browser' }],
    ['the simulator', { href: `${page}?webview=/simulator/web-view.js` }, client({ certain: true, script: ownScript })],
    [
      'the simulator without network',
      { href: `${page}?webview=/simulator/web-view.js&network=host` },
      client({ certain: true, script: ownScript, throughHost: true }),
    ],
    [
      'the page around this one, where the address names its origin',
      { href: `${page}?parent=https://shell.example&network=host`, isFramed: true },
      client({ certain: true, script: null, throughHost: true, parent: 'https://shell.example' }),
    ],
    ['a page that nothing frames has no parent', { href: `${page}?parent=https://shell.example` }, { environment: 'browser' }],
    ...['*', 'null', 'https://shell.example/path', 'javascript:alert(1)', '//shell.example', 'https://SHELL.example'].map(
      (parent): [string, Partial<Surroundings>, AdapterChoice] => [
        `${parent} is no exact origin of a parent`,
        { href: `${page}?parent=${encodeURIComponent(parent)}`, isFramed: true },
        { environment: 'browser' },
      ],
    ),
    ['a foreign script is refused', { href: `${page}?webview=https://evil.example/simulator/x.js` }, { environment: 'browser' }],
    ['a reload remembers the wish', { remembered: 'platform=mock' }, { environment: 'mock' }],
    ['a new wish replaces it', { remembered: 'platform=mock', href: `${page}?platform=browser` }, { environment: 'browser' }],
    [
      'other parts of the address are no wish',
      { remembered: 'platform=mock', href: `${page}?design=5` },
      { environment: 'mock' },
    ],
  ])('detectAdapter chooses the adapter: %s', (_, over, choice) => {
    expect(detectAdapter(surroundings(over))).toEqual(choice)
  })
})

describe('the simulator’s script', () => {
  test.each([
    'https://evil.example/simulator/web-view.js',
    '//evil.example/simulator/web-view.js',
    'http://shop.example/simulator/web-view.js',
    '/files/0123/abc.js',
    '/simulator/space/0123/web-view.js',
    '/simulator/../files/x.js',
    '/simulator/..%2ffiles%2fx.js',
    'javascript:alert(1)//simulator/x.js',
    'data:text/javascript,alert(1)',
    '/simulator/web-view.css',
    '',
  ])('simulatorScript refuses %s', (asked) => {
    expect(simulatorScript(asked, page)).toBeNull()
  })

  test('simulatorScript accepts a script of this origin and drops its query and fragment', () => {
    expect(simulatorScript('/simulator/web-view.js?x=1#y', page)).toBe(ownScript)
    expect(simulatorScript(ownScript, page)).toBe(ownScript)
  })
})

test('adapterQuery keeps only the parameters that select the adapter', () => {
  expect(adapterQuery(`${page}?token=secret&platform=mock&design=5`)).toBe('platform=mock')
  expect(adapterQuery(`${page}?token=secret`)).toBe('')
  expect(adapterQuery(`${page}?record=upload&token=secret`)).toBe('record=upload')
})
