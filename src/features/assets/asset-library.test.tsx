import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { brokenServer } from '../../api/test/fake-api'
import { Page } from '../../ui/page'
import { assetKinds } from './asset-kinds'
import { AssetLibrary } from './asset-library'
import { openLibrary } from './test/library'

const [images] = assetKinds
const openImages = (start?: Parameters<typeof openLibrary>[1]) =>
  openLibrary(
    <Page title="素材库">
      <AssetLibrary kind={images} />
    </Page>,
    start,
  )

const names = () => [...document.querySelectorAll('.sortable-item .assets-name')].map((name) => name.getAttribute('title'))
const png = (name: string, more = '') => {
  // A complete picture of 1 × 1 px, followed by bytes that make the files differ.
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  return new File([Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0)), more], name, { type: 'image/png' })
}

beforeEach(() => history.replaceState(null, '', '/app/design_assets/images'))

describe('素材库', () => {
  test('a collection is a link with its count and its own address', async () => {
    const { user } = openImages()
    await screen.findByTitle('海浪.png')
    expect(screen.getByRole('link', { name: '夏日 3' }).getAttribute('aria-current')).toBe('page')
    await user.click(screen.getByRole('link', { name: '国风 0' }))
    await screen.findByText('「国风」里还没有图片')
    expect(location.search).toBe('?collection=2')
  })

  test('a library without collections shows one button, and a new collection is opened', async () => {
    const { shop, user } = openImages({ collections: [], assets: [] })
    await screen.findByText('先建一个图库分组')
    await user.click(screen.getByRole('button', { name: '新建分组' }))
    const field = await screen.findByLabelText('分组名称')
    await user.type(field, '夏日海边贴纸ab')
    screen.getByText('14/12')
    await user.type(field, '{Enter}')
    await screen.findByText(/现在多了 2 个/)
    expect(shop.writes()).toEqual([])
    await user.type(field, '{Backspace}{Backspace}{Enter}')
    await waitFor(() => expect(shop.writes()).toContain('POST /api/design_asset_collections {"type":1,"name":"夏日海边贴纸"}'))
    await screen.findByText('「夏日海边贴纸」里还没有图片')
    expect(location.search).toBe('?collection=1')
  })

  test('the preview is in the address and the arrow keys go through the collection', async () => {
    const { user } = openImages()
    await user.click(await screen.findByRole('button', { name: /^预览.*海浪/ }))
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByText(/第 1 张，共 3 张 · 1000×2000 像素 · 2 KB/)
    expect(new URLSearchParams(location.search).get('preview')).toBe('1')
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    await within(dialog).findByText(/第 3 张，共 3 张/)
    expect(new URLSearchParams(location.search).get('preview')).toBe('3')
  })

  test('ticked assets are deleted one by one, and a failed one stays ticked and is retried alone', async () => {
    const { shop, user } = openImages()
    shop.keptId = 12
    await user.click(await screen.findByRole('checkbox', { name: '选择「海浪.png」' }))
    await user.click(screen.getByRole('checkbox', { name: '选择「西瓜.png」' }))
    const bar = screen.getByRole('region', { name: '批量操作' })
    within(bar).getByText('已选 2 项')
    await user.click(within(bar).getByRole('button', { name: '删除' }))
    await user.click(await screen.findByRole('button', { name: '删除 2 张图片' }))
    const table = await screen.findByRole('table', { name: /删除「夏日」里的 2 张图片/ })
    within(table).getByText('服务器出错（错误码 internal，追踪号 tr-9）')
    await waitFor(() => expect(names()).toEqual(['西瓜.png', '椰树.png']))
    within(bar).getByText('已选 1 项')

    shop.keptId = null
    await user.click(screen.getByRole('button', { name: '重试失败项' }))
    await waitFor(() => expect(names()).toEqual(['椰树.png']))
    expect(shop.writes()).toEqual([
      'DELETE /api/design_assets/11',
      'DELETE /api/design_assets/12',
      'DELETE /api/design_assets/12',
    ])
    await waitFor(() => expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull())
  })

  test('moving an asset to a position on another page takes one read and one ordering call', async () => {
    const many = Array.from({ length: 56 }, (_, at) => `${at + 1}.png`)
    const { shop, user } = openImages({ assets: many })
    await screen.findByTitle('1.png')
    await user.click(screen.getByLabelText('拖动排序「1.png」'))
    await user.click(await screen.findByRole('menuitem', { name: '移到第 N 位…' }))
    const field = await screen.findByLabelText('移到第几位（1–56）')
    await user.clear(field)
    await user.type(field, '53{Enter}')
    // Position 53 after leaving the first: directly before the asset that is at position 54 now.
    await waitFor(() => expect(shop.writes()).toContain('PATCH /api/design_assets/11/ordering {"id":11,"next":64}'))
    expect(shop.assets.findIndex(({ id }) => id === 11)).toBe(52)
    await waitFor(() => expect(names()[0]).toBe('2.png'))
  })

  test('a list that does not load shows the reason and can be loaded again', async () => {
    const { shop, user } = openImages()
    shop.failing.set('designAssets.list', brokenServer)
    await user.click(await screen.findByRole('link', { name: /国风/ }))
    await screen.findByText('服务器出错', { selector: 'h2' })
    shop.failing.clear()
    await user.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByText('「国风」里还没有图片')
  })
})

describe('the upload wizard', () => {
  const openWizard = async (user: ReturnType<typeof openLibrary>['user']) => {
    await user.click(await screen.findByRole('button', { name: '上传图片' }))
    return screen.findByLabelText<HTMLInputElement>('选择图片')
  }

  test('the upload wizard explains what it accepts, refuses files of which none can be sent, and accepts others', async () => {
    const { sent, user } = openImages()
    const field = await openWizard(user)
    screen.getByText(/推荐宽高比 1:2/)
    screen.getByText(/单张不超过 3 MB/)
    await user.upload(field, [new File([], '空.png'), new File(['text'], '信.png')])
    await screen.findByText('所选的文件不符合规范请检查')
    screen.getByText('文件是空的，请重新导出图片后上传')
    expect(sent).toEqual([])
    await user.upload(field, png('花.png'))
    await screen.findByText('全部完成，共 1 项')
    expect(sent).toEqual(['花.png'])
  })

  test('the upload wizard sends valid files, lists the others with 错误原因, and accepts a replacement for one', async () => {
    const { shop, sent, user } = openImages()
    const field = await openWizard(user)
    await user.upload(field, [png('甲.png', '1'), new File(['text'], '信.png'), png('乙.png', '2'), png('丙.png', '1')])
    await screen.findByText('成功 3 · 失败 1')
    expect(sent).toEqual(['甲.png', '乙.png'])
    screen.getByText('「丙.png」与「甲.png」相同，没有重复上传；新上传 2 张')
    screen.getByText(/文件内容不是图片/)
    const made = shop.writes().filter((call) => call.startsWith('POST /api/design_assets {'))
    expect(made).toEqual([
      expect.stringMatching(/"type":1,"collectionId":1,"fileId":901,"sha256":"[0-9a-f]{64}"/),
      expect.stringMatching(/"type":1,"collectionId":1,"fileId":902,"sha256":"[0-9a-f]{64}"/),
    ])
    await user.upload(screen.getByLabelText('换一张图片代替「信.png」', { selector: 'input' }), png('信（图片）.png', '3'))
    await screen.findByText('全部完成，共 4 项')
    expect(sent).toEqual(['甲.png', '乙.png', '信（图片）.png'])
    await user.click(screen.getByRole('button', { name: '完成' }))
    await waitFor(() => expect(names().slice(-3)).toEqual(['新 901.png', '新 902.png', '新 903.png']))
    expect(location.search).not.toContain('upload')
  })

  test('files that are in the library already are reported, and skipped or sent as the seller decides', async () => {
    const { shop, sent, user } = openImages()
    shop.knownFiles = 1
    await user.upload(await openWizard(user), [png('甲.png', '1'), png('乙.png', '2')])
    await screen.findByText('有 1 张图片素材库里已经有了，再上传会多出一份一样的。')
    screen.getByText('在「夏日」里，名称是「海浪.png」')
    expect(sent).toEqual([])
    await user.click(screen.getByRole('button', { name: '跳过它们，上传其余 1 张' }))
    await screen.findByText('「甲.png」已在「夏日」里，没有重复上传；新上传 1 张')
    expect(sent).toEqual(['乙.png'])
    await user.click(screen.getByRole('button', { name: '继续上传' }))
    await user.upload(await screen.findByLabelText<HTMLInputElement>('选择图片'), png('丙.png', '3'))
    await user.click(await screen.findByRole('button', { name: '照样上传全部 1 张' }))
    await screen.findByText('全部完成，共 1 项')
    expect(sent).toEqual(['乙.png', '丙.png'])
  })
})

describe('searching and moving assets', () => {
  test('a search covers all collections; its results can be renamed, moved and moved back', async () => {
    const { shop, user } = openImages()
    await user.click(await screen.findByRole('link', { name: '国风 0' }))
    await user.click(await screen.findByRole('link', { name: '夏日 3' }))
    await user.type(await screen.findByRole('textbox', { name: '搜索全部图库' }), '西瓜{Enter}')
    await screen.findByText('在 2 个分组里找到 1 张图片')
    expect(names()).toEqual(['西瓜.png'])
    expect(screen.getByRole('button', { name: /^预览.*西瓜/ }).textContent).toContain('夏日')

    await user.click(screen.getByRole('button', { name: '「西瓜.png」的更多操作' }))
    await user.click(await screen.findByRole('menuitem', { name: '重命名' }))
    const field = await screen.findByRole('textbox', { name: '名称' })
    await user.clear(field)
    await user.type(field, '大西瓜{Enter}')
    await waitFor(() => expect(names()).toEqual(['大西瓜']))

    await user.click(screen.getByRole('button', { name: '「大西瓜」的更多操作' }))
    await user.click(await screen.findByRole('menuitem', { name: '移到其他分组' }))
    await user.click(await screen.findByRole('combobox', { name: '分组' }))
    await user.click(await screen.findByRole('option', { name: '国风' }))
    await user.click(screen.getByRole('button', { name: '移到这个分组' }))
    await waitFor(() => expect(shop.assets.find(({ id }) => id === 12)?.collectionId).toBe(2))
    await user.click(await screen.findByRole('button', { name: '撤销' }))
    await waitFor(() => expect(shop.assets.find(({ id }) => id === 12)?.collectionId).toBe(1))
  })
})
