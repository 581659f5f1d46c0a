import { beforeEach, describe, expect, test } from 'vitest'
import type { Platform } from '../../adapters/platform'
import { meKey } from '../api/queries/session'
import { type FakeCall, fakeApi, offline, Refusal } from '../api/test/fake-api'
import { fakePlatform } from '../api/test/fake-platform'
import { testQueries } from '../api/test/render-screen'
import { currentHref, goTo } from './location'
import { endSession, homePath, type SessionDeps, signOut, startSession } from './session'
import { session } from './session-store'
import { clearToken, loadToken, readCookie, saveToken } from './token-store'

/** Owners of the tokens that the server knows. */
const owners = new Map([
  ['t-xue', '小雪'],
  ['t-xue-2', '小雪'],
  ['t-chun', '春雪'],
])

let platform: Platform
let deps: SessionDeps
let calls: readonly FakeCall[]

beforeEach(() => {
  Object.assign(session, { token: null, username: null, account: null, suspendedAt: null, notice: null })
  platform = fakePlatform()
  const server = fakeApi(
    {
      users: {
        me(_, { token = '' }) {
          const username = owners.get(token)
          return username === undefined ? new Refusal('unauthenticated', 'no') : { username, permissions: [] }
        },
        logout: offline,
      },
    },
    { token: () => session.token, onSessionEnded: () => endSession(platform) },
  )
  calls = server.calls
  deps = { api: server.api, platform, queries: testQueries() }
  goTo('/login', { replace: true })
})

const kept = () => readCookie(document.cookie, '_token_') ?? platform.storage.get('_token_')

describe('startSession', () => {
  test('startSession stores the token, reads its owner and opens the wanted address', async () => {
    await startSession(deps, 't-xue', '/app/help/undo')
    expect(session).toMatchObject({ token: 't-xue', username: '小雪', account: '小雪', suspendedAt: null, notice: null })
    expect(currentHref()).toBe('/app/help/undo')
    expect(await kept()).toBe('t-xue')
  })

  test.each(['//evil.example', 'https://evil.example/app', '/login', '/app//evil.example', '/application', null])(
    'startSession never navigates to %s',
    async (from) => {
      await startSession(deps, 't-xue', from)
      expect(currentHref()).toBe(homePath)
    },
  )

  test('a token that the server does not know is not stored, and the reason is thrown', async () => {
    await expect(startSession(deps, 't-stranger', null)).rejects.toThrow('登录过期，请重新登录！')
    expect(session.token).toBeNull()
    expect((await kept()) || null).toBeNull()
  })
})

describe('a link with a token', () => {
  const open = (answer: boolean, names: Record<string, string>) => {
    const asked: string[] = []
    return {
      asked,
      token: loadToken(platform.storage, {
        nameOf: async (token) => names[token] ?? null,
        confirmChange: async (own, offered) => {
          asked.push(`${own} → ${offered}`)
          return answer
        },
      }),
    }
  }
  const names = { mine: '小雪', 'mine-2': '小雪', theirs: '春雪' }

  test.each([
    ['nobody is signed in', null, 'theirs', false, 'theirs', []],
    ['it is the same seller', 'mine', 'mine-2', false, 'mine-2', []],
    ['the session here is over', 'old', 'theirs', false, 'theirs', []],
    ['the server does not take it', 'mine', 'made-up', true, 'mine', []],
    ['the seller agrees', 'mine', 'theirs', true, 'theirs', ['小雪 → 春雪']],
    ['the seller does not agree', 'mine', 'theirs', false, 'mine', ['小雪 → 春雪']],
  ] as const)('a link with a token selects the right token where %s', async (_case, kept, offered, answer, token, questions) => {
    await clearToken(platform.storage)
    if (kept !== null) await saveToken(platform.storage, kept)
    history.replaceState(null, '', `/app?collection=3&token=${offered}`)
    const opened = open(answer, names)
    expect(await opened.token).toBe(token)
    expect(opened.asked).toEqual(questions)
    expect(location.search).toBe('?collection=3')
    expect(await loadToken(platform.storage, { nameOf: async () => null, confirmChange: async () => false })).toBe(token)
  })
})

describe('endSession', () => {
  test('endSession keeps the open screen for the same seller', async () => {
    await startSession(deps, 't-xue', '/app/design_template?collection=3&design=new')
    deps.queries.setQueryData(['templates'], ['hers'])
    endSession(platform)
    expect(session).toMatchObject({ token: null, username: '小雪', account: null, notice: '登录过期，请重新登录！' })
    expect(session.suspendedAt).toBe('/app/design_template?collection=3&design=new')
    expect(currentHref()).toBe(`/login?from=${encodeURIComponent('/app/design_template?collection=3&design=new')}`)

    await startSession(deps, 't-xue-2', null)
    expect(currentHref()).toBe('/app/design_template?collection=3&design=new')
    expect(deps.queries.getQueryData(['templates'])).toEqual(['hers'])
    expect(session).toMatchObject({ token: 't-xue-2', suspendedAt: null, notice: null })
  })

  test('endSession shows nothing of the open screen to another seller', async () => {
    await startSession(deps, 't-xue', '/app/help/undo')
    deps.queries.setQueryData(['templates'], ['hers'])
    endSession(platform)
    await startSession(deps, 't-chun', null)
    expect(currentHref()).toBe(homePath)
    expect(deps.queries.getQueryData(['templates'])).toBeUndefined()
    expect(deps.queries.getQueryData(meKey)).toMatchObject({ username: '春雪' })
  })

  test('a second endSession changes nothing', async () => {
    await startSession(deps, 't-xue', '/app/help/undo')
    endSession(platform)
    const at = currentHref()
    endSession(platform)
    expect(currentHref()).toBe(at)
    expect(session.suspendedAt).toBe('/app/help/undo')
  })
})

test('signing out works without a network and removes everything', async () => {
  await startSession(deps, 't-xue', '/app/help/undo')
  await signOut(deps)
  expect(calls.map(({ name }) => name)).toContain('users.logout')
  expect(session).toEqual({ token: null, username: null, account: null, suspendedAt: null, notice: null })
  expect(currentHref()).toBe('/login')
  expect((await kept()) || null).toBeNull()
  expect(deps.queries.getQueryData(meKey)).toBeUndefined()
})
