import { describe, expect, test, vi } from 'vitest'
import { AbortedError, OfflineError, SessionExpiredError } from '../../contract/call-errors'
import { isOtherBuild } from '../base/new-version'
import { deservesDialog } from './failures'
import { setupTokenOf } from './setup-token'
import { cookieAttributes, extractToken, readCookie } from './token-store'

vi.stubGlobal('location', new URL('http://localhost/'))

describe('the token and the address', () => {
  test('extractToken removes the token of the query or the hash from the address', () => {
    expect(extractToken('https://a.cn/app?collection=2&token=abc#x')).toEqual({
      token: 'abc',
      href: 'https://a.cn/app?collection=2#x',
    })
    expect(extractToken('https://webview/index.html#/app?token=a%2Bb&collection=2')).toEqual({
      token: 'a+b',
      href: 'https://webview/index.html#/app?collection=2',
    })
    expect(extractToken('https://a.cn/app?collection=2')).toEqual({ token: null, href: 'https://a.cn/app?collection=2' })
  })

  test('readCookie finds the token among other cookies', () => {
    expect(readCookie('a=1; _token_=x%20y; b=2', '_token_')).toBe('x y')
    expect(readCookie('a_token_=1', '_token_')).toBeNull()
    expect(readCookie('_token_=%E0%A4%A', '_token_')).toBeNull()
    expect(readCookie('_token_=', '_token_')).toBeNull()
  })

  test('the cookie attributes allow a foreign frame only over https', () => {
    expect(cookieAttributes('https:', true)).toContain('SameSite=None')
    expect(cookieAttributes('https:', true)).toContain('Secure')
    expect(cookieAttributes('https:', false)).toContain('SameSite=Lax')
    expect(cookieAttributes('http:', true)).toBe('Path=/; SameSite=Lax')
  })
})

test('setupTokenOf reads the secret of a one-time link from the hash alone', () => {
  expect(setupTokenOf(new URL('https://a.cn/login#setup=a%2Bb'))).toBe('a+b')
  expect(setupTokenOf(new URL('https://a.cn/login?setup=old'))).toBeNull()
  expect(setupTokenOf(new URL('https://a.cn/login#x?from=/app'))).toBeNull()
})

describe('isOtherBuild', () => {
  const page = (...names: string[]) => names.map((name) => `<script defer src="/assets/${name}"></script>`).join('')
  test('a newer build is recognized by the names of its scripts', () => {
    expect(isOtherBuild(page('vendor.1.js', 'main.1.js'), ['main.1.js', 'vendor.1.js'])).toBe(false)
    expect(isOtherBuild(page('vendor.1.js', 'main.2.js'), ['main.1.js', 'vendor.1.js'])).toBe(true)
  })
  test("a proxy's page is not a newer build", () => {
    expect(isOtherBuild('<html>502 Bad Gateway</html>', ['main.1.js'])).toBe(false)
  })
})

describe('deservesDialog', () => {
  const call = (url: string) => ({ method: 'GET', url })
  test('ordinary failures open a dialog', () => {
    expect(deservesDialog(new OfflineError('x', call('/api/phone_brands')), 'demo')).toBe(true)
    expect(deservesDialog(new Error('x'), null)).toBe(true)
  })
  test('aborted calls, ended sessions, listed addresses and audit accounts open no dialog', () => {
    expect(deservesDialog(new AbortedError('x', call('/api/phone_brands')), 'demo')).toBe(false)
    expect(deservesDialog(new SessionExpiredError('x', call('/api/phone_brands')), 'demo')).toBe(false)
    expect(deservesDialog(new OfflineError('x', call('/api/files/upload_form')), 'demo')).toBe(false)
    expect(deservesDialog(new OfflineError('x', call('/api/erp/push_order')), 'demo')).toBe(false)
    expect(deservesDialog(new OfflineError('x', call('/api/phone_brands')), 'shop-kjaudit-1')).toBe(false)
  })
})
