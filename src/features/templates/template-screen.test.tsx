import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { templateRow } from '../../../contract/test/templates'
import { brokenServer, Refusal } from '../../api/test/fake-api'
import { openShop } from './test/shop'

const tabNames = () => screen.getAllByRole('tab', { hidden: true }).map((tab) => tab.textContent)
const cardNames = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('.card-name')?.textContent)

beforeEach(() => {
  history.replaceState(null, '', '/app/design_template')
  localStorage.clear()
})

describe('模板管理', () => {
  test('each collection is a tab whose name is in the address', async () => {
    const { user } = openShop()
    await screen.findByText('海浪')
    expect(cardNames()).toEqual(['海浪', '西瓜', '椰树'])
    await user.click(screen.getByRole('tab', { name: '国风' }))
    await screen.findByText('这个分组还没有模板')
    expect(location.search).toBe('?collection=2')
  })

  test('clicking a card or the add button opens the designer', async () => {
    const { user, onOpen } = openShop()
    await user.click(await screen.findByText('西瓜'))
    expect(onOpen).toHaveBeenLastCalledWith(12, 1)
    await user.click(screen.getByRole('button', { name: '新建模板' }))
    expect(onOpen).toHaveBeenLastCalledWith('new', 1)
  })

  test('a blank collection name is refused at its field, a valid one is trimmed and the collection opened', async () => {
    const { asked, user } = openShop()
    await screen.findByText('海浪')
    await user.click(screen.getByRole('button', { name: '新建分组' }))
    const field = await screen.findByLabelText('分组名称')
    await user.type(field, '   {Enter}')
    await screen.findByText('请输入分组名称')
    expect(asked().some((call) => call.startsWith('POST'))).toBe(false)
    await user.type(field, '冬日 {Enter}')
    await waitFor(() => expect(asked()).toContain('POST /api/design_template_collections {"name":"冬日"}'))
    await waitFor(() => expect(location.search).toBe('?collection=3'))
  })

  test('a collection name that the server refuses is explained in the form, which stays open', async () => {
    const { failing, user } = openShop()
    await screen.findByText('海浪')
    failing.set('templateCollections.create', new Refusal('subuser.has-no-permission', '该子帐号无此操作权限'))
    await user.click(screen.getByRole('button', { name: '新建分组' }))
    const field = await screen.findByLabelText<HTMLInputElement>('分组名称')
    await user.type(field, '冬日{Enter}')
    expect(await screen.findByText(/该子帐号无此操作权限/)).toBeTruthy()
    expect(screen.getByRole('link', { name: '查看子账号授权教程' }).getAttribute('href')).toBe('/app/help/sub-account')
    expect(field.value).toBe('冬日')
  })

  test('deleting a template asks first and names it', async () => {
    const { asked, user } = openShop()
    await screen.findByText('海浪')
    await user.click(screen.getByRole('button', { name: '「西瓜」的更多操作' }))
    await user.click(await screen.findByText('删除', { selector: '[role=menuitem]' }))
    const dialog = await screen.findByRole('dialog')
    expect(asked().some((call) => call.startsWith('DELETE'))).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: '删除「西瓜」' }))
    await waitFor(() => expect(asked()).toContain('DELETE /api/design_templates/12'))
    await waitFor(() => expect(cardNames()).toEqual(['海浪', '椰树']))
  })

  test.each([
    [
      { links: 2, skus: 1, emptied: 1 },
      '2 个定制链接、1 个商品规格正在使用，删除后其中 1 个没有模板可选，买家打开后无法开始设计。',
    ],
    [{ links: 1, skus: 0, emptied: 1 }, '1 个定制链接正在使用，删除后它没有模板可选，买家打开后无法开始设计。'],
    [{ links: 0, skus: 3, emptied: 3 }, '3 个商品规格正在使用，删除后它们没有模板可选，买家打开后无法开始设计。'],
    [{ links: 0, skus: 3, emptied: 0 }, '3 个商品规格正在使用。'],
    [{ links: 0, skus: 0, emptied: 0 }, ''],
  ])('every deletion warns of links and products that offer what goes: %j', async (found, words) => {
    const { shop, asked, user } = openShop()
    shop.use = found
    await screen.findByText('海浪')
    const read = async (rest: string) => {
      const dialog = await screen.findByRole('dialog')
      await waitFor(() => expect(dialog.textContent).toContain(`${words}${rest}`))
      if (words === '') expect(dialog.textContent).not.toContain('正在使用')
      await user.click(within(dialog).getByRole('button', { name: '取消' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await user.click(screen.getByRole('button', { name: '「西瓜」的更多操作' }))
    await user.click(await screen.findByText('删除', { selector: '[role=menuitem]' }))
    await read('买家将不能再选择这个模板。')
    for (const name of ['海浪', '椰树']) await user.click(screen.getByRole('checkbox', { name: new RegExp(name) }))
    await user.click(screen.getByRole('button', { name: /批量删除/ }))
    await read('买家将不能再选择这些模板。')
    await user.click(screen.getByRole('button', { name: '删除分组' }))
    await read('分组里的模板会一起删除。')
    expect(asked().filter((call) => call.includes('template_use'))).toEqual([
      'GET /api/design_template_use?kind=template&ids=12',
      'GET /api/design_template_use?kind=template&ids=11%2C13',
      'GET /api/design_template_use?kind=collection&ids=1',
    ])
  })

  test('a move shows at once, and a refused one is reverted with its reason', async () => {
    const { failing, asked, user } = openShop()
    await screen.findByText('海浪')
    failing.set('templates.order', brokenServer)
    await user.click(screen.getByRole('button', { name: '「海浪」的更多操作' }))
    await user.click(await screen.findByText('后移一位'))
    await waitFor(() => expect(asked()).toContain('PATCH /api/design_templates/11/ordering {"next":13}'))
    expect(await screen.findByText(/排序没有保存，已恢复原来的顺序/)).toBeTruthy()
    expect(cardNames()).toEqual(['海浪', '西瓜', '椰树'])
  })

  test('collections are sorted in a dialog opened from the menu, and the tabs follow', async () => {
    const { shop, asked, user } = openShop()
    await screen.findByText('海浪')
    expect(tabNames()).toEqual(['夏日', '国风'])
    await user.click(screen.getByRole('button', { name: '分组排序' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: '拖动排序「国风」' }))
    await user.click(await screen.findByRole('menuitem', { name: '置顶' }))
    await waitFor(() => expect(tabNames()).toEqual(['国风', '夏日']))
    await waitFor(() =>
      expect(asked().filter((call) => call.startsWith('PATCH'))).toEqual([
        expect.stringMatching(
          /^PATCH \/api\/design_template_collections\/(2\/ordering \{"next":1\}|1\/ordering \{"next":null\})$/,
        ),
      ]),
    )
    expect(shop.collections.map((collection) => collection.name)).toEqual(['国风', '夏日'])
    // The open collection stays open, whatever its new position.
    expect(screen.getByRole('tab', { name: '夏日', hidden: true }).getAttribute('aria-selected')).toBe('true')
  })

  test('a refused sort of collections is reverted with its reason', async () => {
    const { failing, user } = openShop()
    await screen.findByText('海浪')
    failing.set('templateCollections.order', brokenServer)
    await user.click(screen.getByRole('button', { name: '分组排序' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: '拖动排序「夏日」' }))
    await user.click(await screen.findByRole('menuitem', { name: '置底' }))
    expect(await within(dialog).findByText(/排序没有保存，已恢复原来的顺序/)).toBeTruthy()
    expect(tabNames()).toEqual(['夏日', '国风'])
  })

  test('a template can be copied to another collection', async () => {
    const { asked, user } = openShop()
    await screen.findByText('海浪')
    await user.click(screen.getByRole('button', { name: '「西瓜」的更多操作' }))
    await user.click(await screen.findByText('复制到其他分组', { selector: '[role=menuitem]' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: '复制' }))
    await waitFor(() => expect(asked()).toContain('POST /api/design_templates/12/copy {"collectionId":2}'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(cardNames()).toEqual(['海浪', '西瓜', '椰树'])
    await user.click(await screen.findByRole('tab', { name: '国风' }))
    await waitFor(() => expect(cardNames()).toEqual(['副本']))
  })

  test('a copy to a deleted collection is explained at the field, and the dialog stays open', async () => {
    const { failing, user } = openShop()
    await screen.findByText('海浪')
    const issue = { path: 'body.collectionId', code: 'not-found', message: '分组不存在或已被删除，请选择其他分组' }
    failing.set('templates.copy', new Refusal('invalid', '提交的内容有误', [issue]))
    await user.click(screen.getByRole('button', { name: '「西瓜」的更多操作' }))
    await user.click(await screen.findByText('复制到其他分组', { selector: '[role=menuitem]' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: '复制' }))
    expect(await within(dialog).findByText('分组不存在或已被删除，请选择其他分组')).toBeTruthy()
  })

  test('a list that does not load shows the reason and can be loaded again', async () => {
    const { failing, user } = openShop()
    failing.set('templates.list', brokenServer)
    await user.click(await screen.findByRole('button', { name: '重试' }))
    expect(screen.getByText('服务器出错', { selector: 'h2' })).toBeTruthy()
    failing.clear()
    await user.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByText('海浪')
  })
})

describe('searching templates', () => {
  const openLarge = () => {
    const opened = openShop()
    opened.shop.templates.push(
      templateRow({ id: 21, collectionId: 2, name: '海上明月', enabled: false, updatedAt: 1_770_000_000_000 }),
      templateRow({ id: 22, collectionId: 2, name: '青花', productMode: 2 }),
    )
    return opened
  }
  const search = () => screen.getByLabelText('搜索全部模板')

  test('words find templates of all collections, and each says its collection; clearing shows the collection again', async () => {
    const { user } = openLarge()
    await screen.findByText('海浪')
    await user.type(search(), '海{Enter}')
    await screen.findByText('在 2 个分组里找到 2 个模板')
    await waitFor(() => expect(cardNames()).toEqual(['海浪', '海上明月']))
    expect(screen.getByTitle('分组：国风')).toBeTruthy()
    expect(location.search).toContain('q=')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(cardNames()).toEqual(['海浪', '西瓜', '椰树']))
    expect(document.activeElement).toBe(search())
  })

  test('pinyin and initials find a name, too', async () => {
    const { user } = openLarge()
    await screen.findByText('海浪')
    await user.type(search(), 'qh{Enter}')
    await waitFor(() => expect(cardNames()).toEqual(['青花']))
  })

  test('下架 shows what buyers cannot choose, and a template opens in its own collection', async () => {
    const { user, onOpen } = openLarge()
    await screen.findByText('海浪')
    await user.click(screen.getByRole('radio', { name: '下架' }))
    await waitFor(() => expect(cardNames()).toEqual(['海上明月']))
    await user.click(screen.getByText('海上明月'))
    expect(onOpen).toHaveBeenLastCalledWith(21, 2)
  })

  test('another order is the collection alone, without moves', async () => {
    history.replaceState(null, '', '/app/design_template?sort=name')
    const { user } = openLarge()
    await waitFor(() => expect(cardNames()).toEqual(['海浪', '西瓜', '椰树']))
    await user.click(screen.getByRole('button', { name: '「西瓜」的更多操作' }))
    const move = await screen.findByText('置顶', { selector: '[role=menuitem] *, [role=menuitem]' })
    expect(move.closest('[role=menuitem]')?.getAttribute('aria-disabled')).toBe('true')
  })

  test('nothing found is said with its conditions, and one button clears them', async () => {
    history.replaceState(null, '', '/app/design_template?q=鲸&shelf=off')
    const { user } = openLarge()
    expect(await screen.findByText('所有分组里，没有名称包含「鲸」、下架的模板。')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '清空筛选' }))
    await screen.findByText('海浪')
    expect(location.search).toBe('')
  })

  test('found templates are changed together with the actions of a collection', async () => {
    const { user, shop } = openLarge()
    await screen.findByText('海浪')
    await user.type(search(), '海{Enter}')
    await screen.findByText('海上明月')
    for (const name of ['海浪', '海上明月']) await user.click(screen.getByRole('checkbox', { name: new RegExp(name) }))
    await user.click(screen.getByRole('button', { name: /批量删除/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除 2 个模板' }))
    await waitFor(() => expect(shop.templates.map(({ id }) => id)).toEqual([12, 13, 22]))
  })

  test('a card carries its state on the shelf and its mode', async () => {
    openLarge()
    await screen.findByText('海浪')
    expect(screen.getAllByText('上架', { selector: '.template-state' })).toHaveLength(3)
  })
})

describe('starter templates', () => {
  test('a shop without templates begins with those that are ticked, once for a double click, and sees them in their group', async () => {
    const { shop, asked, user, failing } = openShop({ isEmpty: true })
    await user.click(await screen.findByRole('button', { name: '从示例模板开始' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(await within(dialog).findByRole('checkbox', { name: /极简姓名/ }))
    failing.set('templates.addStarters', brokenServer)
    await user.click(within(dialog).getByRole('button', { name: '添加 2 个模板' }))
    await within(dialog).findByRole('alert')
    failing.delete('templates.addStarters')
    await user.dblClick(within(dialog).getByRole('button', { name: '添加 2 个模板' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked().filter((call) => call.includes('/starters'))).toHaveLength(2)
    await screen.findByRole('tab', { name: '示例模板' })
    expect(shop.templates.map(({ name }) => name)).toEqual(['photo', 'stickers'])
  })
})
