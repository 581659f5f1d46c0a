import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { shopRow } from '../../../contract/test/shops'
import type { MiniAppTemplateVersion, Shop } from '../../../contract/types'
import { type CallName, fakeApi, Refusal } from '../../api/test/fake-api'
import { renderScreen } from '../../api/test/render-screen'
import MiniAppScreen from './mini-app-screen'
import type { App } from './standing'

const upstream = new Refusal('upstream-failed', '小程序没有上线：审核未通过')
const app: App = { appId: '3000', name: '晨曦定制', logoUrl: 'https://img.example/logo.png', templateVersion: '1.2.0' }
const version = (templateVersion: string, note: string): MiniAppTemplateVersion => ({
  templateId: '9',
  templateVersion,
  note,
  createdAt: Date.UTC(2026, 9, 20),
})
const versions = [version('1.3.0', '首屏更快'), version('1.2.0', '文字竖排'), version('1.1.0', '')]
const taobao = (status: 'active' | 'expired'): Shop =>
  shopRow({ id: 2, type: 'TAOBAO', name: '淘淘', authorization: { nick: '淘淘壳', status, expiresAt: null } })

interface Start {
  readonly app?: App | null
  readonly shops?: Shop[]
  readonly versions?: MiniAppTemplateVersion[]
  readonly failing?: Partial<Record<CallName, Refusal>>
}

/** Opens the screen over a simulated server with such a mini-app. */
function openMiniApp({ failing = {}, ...start }: Start = {}) {
  const server = {
    app,
    shops: [taobao('active')],
    versions,
    /** When set, the next update waits for it. */
    held: null as null | Promise<void>,
    ...start,
  }
  const fake = fakeApi(
    {
      miniApp: {
        get: () => ({ app: server.app }),
        templates: () => server.versions,
        async updateVersion({ body }) {
          await server.held
          if (server.app === null) return new Refusal('invalid', '没有小程序')
          server.app = { ...server.app, ...body }
          return { app: server.app }
        },
      },
      shops: { list: () => server.shops },
    },
    { failing },
  )
  const { user } = renderScreen(<MiniAppScreen />, { api: fake.api, address: '/app/mini_app' })
  return { server, ...fake, user }
}

const card = () => screen.findByRole('region', { name: '小程序' })
const question = () => screen.findByRole('dialog')

describe('小程序', () => {
  test('the screen shows what buyers open, its version, and what each version brought', async () => {
    openMiniApp()
    const face = within(await card())
    face.getByText('晨曦定制')
    face.getByText(/当前版本 1.2.0/)
    expect(document.querySelector('.mini-app-logo img')?.getAttribute('src')).toBe('https://img.example/logo.png')
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('1.3.0首屏更快2026-10-20'),
      expect.stringContaining('1.2.0当前版本文字竖排2026-10-20'),
      expect.stringContaining('1.1.0无2026-10-20'),
    ])
    const use = screen.getByRole('button', { name: '使用此版本「1.2.0」' })
    expect(use.getAttribute('aria-disabled') ?? use.getAttribute('disabled')).not.toBeNull()
  })

  test('a double click asks once and updates once, and the newest version offers no update', async () => {
    const { user, writes, server } = openMiniApp()
    let release = () => {}
    server.held = new Promise((resolve) => {
      release = resolve
    })
    await user.dblClick(await screen.findByText('更新到 1.3.0'))
    const asked = within(await question())
    asked.getByText('更新内容：首屏更快。更新后立即上线，买家再次打开小程序就是新版本。')
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(writes()).toEqual([])
    await user.dblClick(asked.getByText('更新到 1.3.0'))
    release()
    await screen.findByText('已更新到版本 1.3.0')
    expect(writes()).toEqual(['POST /api/taobao_mini_app/update_version {"templateVersion":"1.3.0"}'])
    const face = within(await card())
    await face.findByText('已是最新版本')
    await waitFor(() => expect(face.queryByRole('button')).toBeNull())
  })

  test('an older version is marked as older, and is not installed when the seller cancels', async () => {
    const { user, writes } = openMiniApp()
    await card()
    await user.click(screen.getByRole('button', { name: '使用此版本「1.1.0」' }))
    const asked = within(await question())
    asked.getByText('换回版本 1.1.0？')
    asked.getByText('这是较早的版本，换回后立即上线，买家将用不到之后新增的功能。')
    await user.click(asked.getByText(/取\s?消/))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(writes()).toEqual([])
  })

  test('a refused update shows its reason and the current version, and a retry succeeds', async () => {
    const { user, calls, failing, dialogs } = openMiniApp()
    failing.set('miniApp.updateVersion', upstream)
    const reads = () => calls.filter(({ name }) => name === 'miniApp.get').length
    const tryIt = async () => {
      await user.click(within(await card()).getByText('更新到 1.3.0'))
      await user.click(within(await question()).getByText('更新到 1.3.0'))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await card()
    const before = reads()
    await tryIt()
    expect(dialogs).toEqual(['小程序没有上线：审核未通过'])
    await waitFor(() => expect(reads()).toBe(before + 1))
    failing.clear()
    await tryIt()
    await screen.findByText('已更新到版本 1.3.0')
  })

  test('a failure of the marketplace is shown in its words, with 重试', async () => {
    const words = '淘宝暂时没有回应，请稍后再试'
    const { user, failing } = openMiniApp({ failing: { 'miniApp.get': new Refusal('upstream-failed', words) } })
    await screen.findByText(words)
    failing.clear()
    await user.click(screen.getByText(/重\s?试/))
    await card()
  })
})

describe('without a mini-app', () => {
  const doudian: Shop = { ...taobao('active'), id: 1, type: 'DOUDIAN', authorization: null }
  test.each([
    ['no shop was ever authorised', { shops: [doudian], versions: [] }, '还没有授权淘宝店铺'],
    ['the authorisation ended', { shops: [taobao('expired')], versions: [] }, '店铺授权已过期'],
    ['this server has no template', { versions: [] }, '还没有可用的小程序模板'],
    ['the shop did not take it yet', {}, '店铺还没有开通定制小程序'],
  ])('a missing mini-app is explained: %s', async (_, start, title) => {
    const { user, server } = openMiniApp({ app: null, ...start })
    await screen.findByText(title)
    expect(screen.queryByRole('table')).toBeNull()
    Object.assign(server, { app, shops: [taobao('active')], versions })
    await user.click(screen.getByText('重新读取'))
    await card()
    expect(await screen.findAllByRole('row')).toHaveLength(4)
  })

  test('a known mini-app is still shown after the authorization ended, without any changes to it', async () => {
    openMiniApp({ shops: [taobao('expired')], versions: [] })
    const face = within(await card())
    face.getByText(/当前版本 1.2.0/)
    expect(face.queryByRole('button')).toBeNull()
    screen.getByText(/下面是上次读取的内容/)
  })
})
