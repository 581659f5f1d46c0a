import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { brokenServer } from '../../api/test/fake-api'
import { assetKinds } from './asset-kinds'
import { CollectionScreen } from './collection-screen'
import { openLibrary } from './test/library'

const [images] = assetKinds
const openCollections = (start?: Parameters<typeof openLibrary>[1]) => openLibrary(<CollectionScreen kind={images} />, start)
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('link')
    .map((link) => link.textContent)

beforeEach(() => history.replaceState(null, '', '/app/design_assets/images/collection'))

describe('图库分组', () => {
  test('the screen lists collections with their counts, and a name leads to the gallery', async () => {
    openCollections()
    await screen.findByText('3 张图片')
    expect(names()).toEqual(['夏日', '国风'])
    expect(screen.getByRole('link', { name: '国风' }).getAttribute('href')).toBe('/app/design_assets/images?collection=2')
  })

  test('renaming starts with the current name, and the form stays open when the server refuses', async () => {
    const { shop, user } = openCollections()
    await user.click(await screen.findByRole('button', { name: '重命名「国风」' }))
    const field = await screen.findByLabelText<HTMLInputElement>('分组名称')
    expect(field.value).toBe('国风')
    shop.failing.set('designAssetCollections.update', brokenServer)
    await user.clear(field)
    await user.type(field, '国潮{Enter}')
    await screen.findByText('服务器出错')
    expect(field.value).toBe('国潮')
    shop.failing.clear()
    await user.type(field, '{Enter}')
    expect(shop.writes()).toContain('PATCH /api/design_asset_collections/2 {"id":2,"name":"国潮"}')
    await waitFor(() => expect(names()).toEqual(['夏日', '国潮']))
  })

  test('deleting a collection asks first and tells how many assets it holds', async () => {
    const { shop, user } = openCollections()
    await user.click(await screen.findByRole('button', { name: '删除「夏日」' }))
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByText(/分组里的 3 张图片会一起删除/)
    expect(shop.writes()).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: '删除「夏日」' }))
    await waitFor(() => expect(names()).toEqual(['国风']))
  })

  test('a refused sort is reverted with its reason', async () => {
    const { shop, user } = openCollections()
    shop.failing.set('designAssetCollections.order', brokenServer)
    await user.click(await screen.findByRole('button', { name: '拖动排序「夏日」' }))
    await user.click(await screen.findByRole('menuitem', { name: '置底' }))
    await screen.findByText(/排序没有保存，已恢复原来的顺序/)
    expect(names()).toEqual(['夏日', '国风'])
  })

  test('a library without collections offers to add one', async () => {
    const { user } = openCollections({ collections: [] })
    await user.click(await screen.findByRole('button', { name: '新建分组' }))
    await screen.findByLabelText('分组名称')
  })
})
