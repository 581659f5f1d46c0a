import { afterEach, expect, test, vi } from 'vitest'
import { type AddedAdapter, addedAdapterFor } from './added-adapters'
import { createPlatform } from './create'
import type { Surroundings } from './detect'
import { platformError } from './error-text'
import { recordingRefusal } from './record/permission'
import { unusablePlatform } from './unusable'

const page = 'https://shop.example.com/app/'
const surroundings = (change: Partial<Surroundings> = {}): Surroundings => ({
  href: page,
  userAgent: 'Chrome',
  hasPostMessage: false,
  remembered: '',
  ...change,
})
const storage = { get: async () => null, set: async () => {}, remove: async () => {} }
const wangpu: AddedAdapter = {
  name: 'wangpu',
  isHere: ({ userAgent }) => userAgent.includes('Wangpu/'),
  open: async () => ({
    ...unusablePlatform(platformError('UNSUPPORTED'), storage),
    ready: async () => ({ environment: 'wangpu', version: '3', capabilities: new Set(), maxFileBytes: 1 }),
  }),
}

afterEach(() => vi.unstubAllGlobals())

test.each<[string, Partial<Surroundings>, boolean]>([
  ['by its own sign', { userAgent: 'Chrome Wangpu/3' }, true],
  ['by the address', { href: `${page}?platform=wangpu` }, true],
  ['by an address of before', { remembered: 'platform=wangpu' }, true],
  ['by the program', { forced: 'wangpu', href: `${page}?platform=mock` }, true],
  ['not where nothing says so', {}, false],
  ['not where another adapter is asked for', { href: `${page}?platform=mock`, userAgent: 'Wangpu/3' }, false],
  [
    'behind the mock adapter that passes through',
    { href: `${page}?platform=mock&mode=passthrough`, userAgent: 'Wangpu/3' },
    true,
  ],
])('an added adapter is chosen %s', (_, change, isEntered) => {
  expect(addedAdapterFor([wangpu], surroundings(change)) === wangpu).toBe(isEntered)
})

test('a platform of an added adapter reports its own name and is not recorded', async () => {
  const href = `${page}?platform=wangpu`
  vi.stubGlobal('location', { href })
  vi.stubGlobal('navigator', { userAgent: 'Chrome' })
  const window = { sessionStorage: undefined }
  vi.stubGlobal('window', Object.assign(window, { parent: window }))
  const options = { files: () => Promise.reject() as never, apiBase: page, appVersion: '1.0.0' }
  const platform = await createPlatform({ ...options, added: [wangpu] })
  expect((await platform.ready()).environment).toBe('wangpu')
  expect(recordingRefusal({ environment: 'wangpu', automated: false })).toMatch(/当前可能不是千牛环境/)
})
