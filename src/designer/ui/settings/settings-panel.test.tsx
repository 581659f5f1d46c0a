import { screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { setSettings } from '../../../../design/commands/settings'
import { docOf, image } from '../../../../design/test/make'
import { fakeApi } from '../../../api/test/fake-api'
import { renderScreen } from '../../../api/test/render-screen'
import { openDesigner } from '../../test/driver'
import { type Designer, DesignerProvider } from '../context'
import { LibraryPanel } from '../library/library-panel'
import { BoundCollections } from './bound-collections'
import { CanvasSize } from './canvas-size'

const names = { 1: ['风景'], 2: ['动物', '节日'], 3: [] } as const

/** Opens a designer for a shop with these collections; these tests need no canvas. */
function open(panel: ReactNode) {
  const { api, calls } = fakeApi({
    designAssets: { list: { items: [], totalItems: 0 } },
    designAssetCollections: {
      list: ({ query: { type } }) =>
        names[type].map((name, at) => ({ id: type * 10 + at, name, type, count: at, coverUrls: [], next: null })),
    },
  })
  const seller = openDesigner({ ...docOf(image('a')), boundDesignAssetCollectionIds: [21, 77] })
  // These panels use only the session of a designer.
  const designer = { session: seller.session } as unknown as Designer
  const { user } = renderScreen(<DesignerProvider value={designer}>{panel}</DesignerProvider>, { api })
  const bound = () => seller.doc().boundDesignAssetCollectionIds
  return { ...seller, calls, bound, user }
}

describe('collections for buyers', () => {
  test('while none is ticked, the words say that buyers have all of them', async () => {
    const seller = open(<BoundCollections />)
    await screen.findByText('买家的定制页里只有勾选的分组')
    expect(screen.queryByText(/^一个都没有勾选/)).toBeNull()
    seller.session.run(setSettings, { boundDesignAssetCollectionIds: [] })
    await screen.findByText('一个都没有勾选：买家可以用全部分组。勾选以后只有勾选的分组')
    await seller.user.click(await screen.findByRole('checkbox', { name: /风景/ }))
    await screen.findByText('买家的定制页里只有勾选的分组')
  })

  test('collections are bound one by one or by type; those of other types stay bound, and no undo step is made', async () => {
    const seller = open(<BoundCollections />)
    const animals = await screen.findByRole('checkbox', { name: /动物/ })
    expect((screen.getByRole('checkbox', { name: /节日/ }) as HTMLInputElement).checked).toBe(true)
    await seller.user.click(animals)
    expect(seller.bound()).toEqual([77, 21, 20])
    await seller.user.click(await screen.findByRole('checkbox', { name: /风景/ }))
    expect(seller.bound()).toEqual([77, 21, 20, 10])
    await seller.user.click(screen.getByRole('button', { name: '取消全选贴纸分组' }))
    expect(seller.bound()).toEqual([77, 10])
    expect(seller.session.getState()).toMatchObject({ canUndo: false, saveState: 'dirty' })
    expect(screen.getByRole('link', { name: '去素材库新建' }).getAttribute('href')).toBe('/app/design_assets/background_images')
  })
})

describe('the canvas size', () => {
  test('the canvas size is validated while it is typed, applied with Enter, and follows an undo', async () => {
    const seller = open(<CanvasSize wireframe={{ width: 600, height: 1200 }} />)
    const width = () => screen.getByRole('textbox', { name: '画布宽（像素）' }) as HTMLInputElement
    await seller.user.clear(width())
    await seller.user.type(width(), '9{Enter}')
    screen.getByText('画布的宽和高要是 100 到 10000 之间的整数（像素）')
    expect(seller.doc().width).toBe(500)
    await seller.user.click(screen.getByRole('button', { name: '用当前线框图的尺寸 600 × 1200' }))
    await seller.user.click(screen.getByRole('radio', { name: '图层大小不变' }))
    await seller.user.click(screen.getByRole('button', { name: '修改画布尺寸' }))
    expect(seller.doc()).toMatchObject({ width: 600, height: 1200 })
    expect(seller.layer('a')).toMatchObject({ width: 100, left: 50, top: 78 })
    seller.undo()
    expect((await screen.findByDisplayValue('500')).getAttribute('aria-label')).toBe('画布宽（像素）')
  })
})

describe('the library', () => {
  test('the library lists bound collections first, requests pages of twelve, and links to the library screen', async () => {
    const seller = open(<LibraryPanel />)
    await screen.findByText('「节日」里还没有贴纸')
    expect(seller.calls.at(-1)?.request).toBe('GET /api/design_assets?collectionId=21&pageNo=1&pageSize=12')
    await seller.user.click(screen.getByRole('tab', { name: '背景' }))
    await screen.findByText('店铺里还没有背景')
    const link = within(screen.getByRole('tabpanel')).getByRole('link', { name: '去素材库添加背景' })
    expect(link.getAttribute('href')).toBe('/app/design_assets/background_images')
  })
})
