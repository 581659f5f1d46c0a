import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { brokenServer, fakeApi } from '../../api/test/fake-api'
import { fakePlatform } from '../../api/test/fake-platform'
import { renderScreen, testQueries } from '../../api/test/render-screen'
import { memoryTaskStorage } from '../../base/tasks/task-storage'
import { createTaskStore } from '../../base/tasks/task-store'
import { Page } from '../../ui/page'
import { TaskStoreProvider } from '../../ui/tasks'
import { ColorLibrary } from './color-library'
import { FontAdd } from './font-add'
import fontChange from './font-change-task'
import type { FontPreviewRenderer } from './font-preview-renderer'
import fontUpload from './font-upload-task'

const kuaile = readFileSync(
  createRequire(import.meta.url).resolve('@expo-google-fonts/zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular.ttf'),
)

/** A shop with three colours; a change can be refused or held back. */
function openShop() {
  const shop = {
    colors: [1, 2, 3].map((n) => ({ id: n, hexCode: `#${n}${n}${n}${n}${n}${n}`, enabled: true })),
    uploaded: [] as string[],
    refusedId: 0,
    gate: Promise.resolve(),
  }
  const rows = () => shop.colors.map((one, at) => ({ ...one, next: shop.colors[at + 1]?.id ?? null }))
  const server = fakeApi({
    shopFonts: {
      create: ({ body: { name } }) => ({
        ...{ id: 9, name, enabled: true, next: null, fileKey: 'a.ttf', fontUrl: '/a.ttf', size: kuaile.length },
        ...{ previewImageUrl: '/n.png', activePreviewImageUrl: '/a.png' },
      }),
    },
    shopFontColors: {
      list: rows,
      async update({ params: { id }, body: { enabled = true } }) {
        await shop.gate
        if (id === shop.refusedId) return brokenServer
        shop.colors = shop.colors.map((one) => (one.id === id ? { ...one, enabled } : one))
        return rows()[id - 1] ?? brokenServer
      },
      order: () => shop.gate.then(() => ({ ok: true })),
    },
  })
  const platform = fakePlatform({
    uploadFile: async ({ name }, kind) => {
      shop.uploaded.push(`${name} ${kind}`)
      const fileId = shop.uploaded.length
      return { fileId, url: '', contentType: '', size: 0, width: null, height: null }
    },
  })
  const queries = testQueries()
  const kinds: Record<string, typeof fontChange | typeof fontUpload> = { 'font-change': fontChange, 'font-upload': fontUpload }
  const store = createTaskStore({
    services: { api: server.api, platform, queries },
    kinds: async (kind) => kinds[kind] as never,
    storage: memoryTaskStorage(),
    retryDelaysMs: [],
  })
  store.setAccount('小雪')
  const show = (part: ReactNode) =>
    renderScreen(
      <TaskStoreProvider store={store}>
        <Page title="字体与颜色">{part}</Page>
      </TaskStoreProvider>,
      { api: server.api, platform, queries },
    ).user
  return { ...server, shop, show }
}

beforeEach(() => history.replaceState(null, '', '/app/fonts/colors'))

describe('新增字体', () => {
  /** Draws nothing, and records the texts. */
  const press = (drawn: string[]): FontPreviewRenderer => ({
    async draw(_, __, name) {
      drawn.push(name)
      return { text: name, normal: new Blob(['n']), active: new Blob(['a']) }
    },
    dispose: () => undefined,
  })
  const openForm = () => {
    const opened = openShop()
    const drawn: string[] = []
    const user = opened.show(<FontAdd open fonts={[]} onClose={() => undefined} createRenderer={() => press(drawn)} />)
    const choose = (...files: File[]) =>
      fireEvent.change(screen.getByLabelText(/选字体文件|选择字体文件/, { selector: 'input' }), { target: { files } })
    const send = () => user.click(screen.getByRole('button', { name: '上传字体' }))
    return { ...opened, user, drawn, choose, send }
  }
  const font = (name: string) => new File([new Uint8Array(kuaile)], name)

  test('adding fonts reports missing fields, accepts only fonts, and sends file, pictures and font', async () => {
    const { shop, writes, user, drawn, choose, send } = openForm()
    await send()
    await screen.findByText('请上传ttf、otf格式的字体文件')
    await screen.findByText('请仔细阅读后勾选')
    choose(new File(['wOFF and more'], '网页.ttf'), font('快乐体.ttf'))
    await within(await screen.findByRole('listitem', { name: '网页.ttf' })).findByText('请上传ttf、otf格式的字体文件')
    await screen.findByAltText('「快乐体」的预览图：快乐体')
    await user.click(screen.getByText(/取得了商用授权/))
    await send()
    await screen.findByText('请先移除不能用的字体文件')
    await user.click(screen.getByRole('button', { name: '移除「网页.ttf」' }))
    const name = screen.getByLabelText('「快乐体.ttf」的字体名称')
    await user.clear(name)
    await send()
    await screen.findByText('请输入字体名称')
    await user.type(name, '一二三四五六七八九十一')
    await send()
    await screen.findByText('字体名称不能超过 10 个字')
    expect(shop.uploaded).toEqual([])
    await user.clear(name)
    await user.type(name, ' 快乐 ')
    await send()
    await waitFor(() =>
      expect(writes()).toEqual([
        'POST /api/shop_fonts {"name":"快乐","fontFileId":1,"previewImageFileId":2,"activePreviewImageFileId":3}',
      ]),
    )
    expect(shop.uploaded).toEqual(['快乐体.ttf 6', 'font-preview.png 2', 'font-preview-active.png 2'])
    expect(drawn[drawn.length - 1]).toBe('快乐')
  })

  test('two fonts with one name are pointed out but allowed', async () => {
    const { writes, user, choose, send } = openForm()
    choose(font('甲.ttf'), font('乙.ttf'))
    await screen.findByAltText('「乙」的预览图：乙')
    const name = screen.getByLabelText('「乙.ttf」的字体名称')
    await user.clear(name)
    await user.type(name, '甲')
    expect(await screen.findAllByText('已有同名的字体，建议换一个名称以便区分。')).toHaveLength(2)
    await user.click(screen.getByText(/取得了商用授权/))
    await send()
    await waitFor(() => expect(writes().map((call) => /"name":"(.)"/.exec(call)?.[1])).toEqual(['甲', '甲']))
  })
})

describe('文字颜色库', () => {
  const tick = (user: ReturnType<ReturnType<typeof openShop>['show']>, ...names: string[]) =>
    names.reduce(
      (before, name) => before.then(() => user.click(screen.getByRole('checkbox', { name: `选择「${name}」` }))),
      Promise.resolve(),
    )

  test('a batch needs ticked rows, runs one after another, and lists failures that can be retried alone', async () => {
    const { shop, show, writes } = openShop()
    const user = show(<ColorLibrary />)
    await user.click(await screen.findByRole('button', { name: '批量停用' }))
    expect(writes()).toEqual([])
    let open = () => {}
    shop.gate = new Promise((resolve) => {
      open = resolve
    })
    shop.refusedId = 2
    await tick(user, '#111111', '#222222', '#333333')
    await user.click(screen.getByRole('button', { name: '批量停用' }))
    await screen.findByText('进行中 0/3')
    await waitFor(() => expect(writes()).toHaveLength(1))
    open()
    const report = await screen.findByRole('region', { name: '停用 3 个颜色' })
    await within(report).findByText(/^服务器出错（错误码 internal，追踪号 .+）$/)
    expect(shop.colors.map(({ enabled }) => enabled)).toEqual([false, true, false])
    shop.refusedId = 0
    await user.click(within(report).getByRole('button', { name: '重试失败项' }))
    await waitFor(() => expect(shop.colors.map(({ enabled }) => enabled)).toEqual([false, false, false]))
    expect(writes().map((call) => call.split(' ')[1])).toEqual([1, 2, 3, 2].map((id) => `/api/shop_font_colors/${id}`))
    await waitFor(() => expect(screen.queryByRole('region', { name: '停用 3 个颜色' })).toBeNull())
  })

  test('a sort is one call with the id and its next neighbour, and another one meanwhile is refused', async () => {
    const { shop, show, writes } = openShop()
    const user = show(<ColorLibrary />)
    let open = () => {}
    shop.gate = new Promise((resolve) => {
      open = resolve
    })
    const toTop = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: `拖动排序「${name}」` }))
      await user.click(await screen.findByRole('menuitem', { name: /置顶/ }))
    }
    await toTop('#333333')
    await toTop('#222222')
    await screen.findByText('正在排序中，请稍后重试')
    open()
    await waitFor(() => expect(writes()).toEqual(['PATCH /api/shop_font_colors/3/ordering {"activeId":3,"next":1}']))
  })

  test('a refused switch is reset', async () => {
    const { failing, show, writes } = openShop()
    const user = show(<ColorLibrary />)
    failing.set('shopFontColors.update', brokenServer)
    const enabled = () => screen.getByRole('switch', { name: '启用「#111111」' })
    await user.click(await screen.findByRole('switch', { name: '启用「#111111」' }))
    await waitFor(() => expect(writes()).toEqual(['PATCH /api/shop_font_colors/1 {"enabled":false}']))
    await waitFor(() => expect(enabled().getAttribute('aria-checked')).toBe('true'))
  })
})
