import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { useMemo, useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '../base/paths'
import type { Action } from './action'
import { BulkBar } from './bulk-bar'
import type { Column } from './column'
import { confirmDelete } from './confirm'
import { DataTable } from './data-table'
import { useListQuery } from './use-list-query'
import { useSelection } from './use-selection'

interface Phone {
  readonly id: number
  readonly name: string
}

const phones = (count: number): readonly Phone[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `型号${at + 1}` }))
const columns: readonly Column<Phone>[] = [{ key: 'name', title: '型号', render: (row) => row.name }]

interface ListProps {
  readonly count?: number
  readonly more?: readonly Action<Phone>[]
  readonly onMove?: (from: number, to: number) => void
  readonly moveRefusal?: string | null
}

/** A list screen like those of features: pages of 5, with delete for a row and for the selected rows. */
function PhoneList({ count = 12, more = [], onMove, moveRefusal = null }: ListProps) {
  const [rows, setRows] = useState(() => phones(count))
  const selection = useSelection()
  const query = useListQuery(screens.trash, [5, 10])
  const { remove: deselect } = selection
  const actions = useMemo(
    (): readonly Action<Phone>[] => [
      {
        key: 'delete',
        label: '删除',
        danger: true,
        refusal: (all) => (all.some((row) => row.name === '型号2') ? '型号2 正在使用' : null),
        perform: (all) =>
          confirmDelete(all[0]?.name ?? '', '不能恢复', async () => {
            setRows((old) => old.filter((row) => !all.includes(row)))
            deselect(all.map((row) => row.id))
          }),
      },
      ...more,
    ],
    [more, deselect],
  )
  return (
    <main>
      <BulkBar selection={selection} rows={rows} actions={actions}>
        <p>筛选</p>
      </BulkBar>
      <DataTable
        label="型号"
        rows={rows}
        columns={columns}
        nameOf={(row) => row.name}
        actions={actions}
        selection={selection}
        paging={{ query, pageSizes: [5, 10] }}
        moveRefusal={moveRefusal}
        {...(onMove && { onMove })}
      />
    </main>
  )
}

const show = (props: ListProps = {}) => {
  render(<PhoneList {...props} />)
  return userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
}
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByText(/^型号\d+$/).textContent)
const clickSelectBox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const page = (number: number) => screen.getByText(String(number), { selector: '.arco-pagination-item' })

beforeEach(() => history.replaceState(null, '', '/list'))

describe('selection in a table', () => {
  test('the selection stays across pages, and the bulk bar replaces the filters', async () => {
    const user = show()
    expect(screen.getByText('筛选')).toBeTruthy()
    await user.click(clickSelectBox('选择「型号3」'))
    expect(screen.getByRole('status').textContent).toBe('已选 1 项')
    expect(screen.queryByText('筛选')).toBeNull()
    await user.click(page(2))
    await user.click(clickSelectBox('选择「型号7」'))
    expect(screen.getByRole('status').textContent).toBe('已选 2 项')
    await user.click(page(1))
    expect(clickSelectBox('选择「型号3」').checked).toBe(true)
    await user.click(screen.getByRole('button', { name: '选择全部 12 条' }))
    expect(screen.getByRole('status').textContent).toBe('已选 12 项')
    await user.click(screen.getByRole('button', { name: '清空' }))
    expect(screen.getByText('筛选')).toBeTruthy()
    expect(clickSelectBox('选择「型号3」').checked).toBe(false)
  })

  test('a click with Shift selects a range, and another one deselects it', async () => {
    const user = show()
    await user.click(clickSelectBox('选择「型号2」'))
    await user.keyboard('{Shift>}')
    await user.click(clickSelectBox('选择「型号5」'))
    await user.keyboard('{/Shift}')
    expect(screen.getByRole('status').textContent).toBe('已选 4 项')
    await user.click(clickSelectBox('选择「型号4」'))
    await user.keyboard('{Shift>}')
    await user.click(clickSelectBox('选择「型号2」'))
    await user.keyboard('{/Shift}')
    expect(screen.getByRole('status').textContent).toBe('已选 1 项')
    expect(clickSelectBox('选择「型号5」').checked).toBe(true)
  })

  test('one checkbox selects the whole page', async () => {
    const user = show()
    await user.click(clickSelectBox('选择本页全部'))
    expect(screen.getByRole('status').textContent).toBe('已选 5 项')
    await user.click(clickSelectBox('选择「型号1」'))
    expect(clickSelectBox('选择本页全部').checked).toBe(false)
    await user.click(clickSelectBox('选择本页全部'))
    await user.click(clickSelectBox('选择本页全部'))
    expect(screen.queryByRole('status')).toBeNull()
  })
})

describe('actions in a table', () => {
  test('deleting a row asks with its name, and the focus moves to its neighbour', async () => {
    const user = show()
    await user.click(screen.getByRole('button', { name: '删除「型号3」' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除「型号3」' }))
    await waitFor(() => expect(names()).toEqual(['型号1', '型号2', '型号4', '型号5', '型号6']))
    await waitFor(() => expect(document.activeElement?.closest('tr')?.dataset.id).toBe('4'))
  })

  test('a refused action shows the reason and does nothing', async () => {
    const user = show()
    const button = screen.getByRole('button', { name: '删除「型号2」' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.hover(button)
    expect(await screen.findByText('型号2 正在使用')).toBeTruthy()
  })

  test('a bulk action gets the selected rows of all pages', async () => {
    const done = vi.fn()
    const user = show({ more: [{ key: 'shelf', label: '上架', where: 'bulk', perform: done }] })
    await user.click(clickSelectBox('选择「型号1」'))
    await user.click(page(3))
    await user.click(clickSelectBox('选择「型号11」'))
    await user.click(screen.getByRole('button', { name: '上架' }))
    expect(done).toHaveBeenCalledWith([
      { id: 1, name: '型号1' },
      { id: 11, name: '型号11' },
    ])
  })

  test('actions beyond three are in a menu that works with the keyboard', async () => {
    const done = vi.fn()
    const rowAction = (key: string): Action<Phone> => ({
      key,
      label: key,
      where: 'row',
      perform: (rows) => done(key, rows[0]?.id),
    })
    const user = show({ more: [rowAction('编辑'), rowAction('复制'), rowAction('颜色')] })
    expect(screen.queryByRole('button', { name: '复制「型号1」' })).toBeNull()
    screen.getByRole('button', { name: '「型号1」的更多操作' }).focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement?.textContent).toBe('复制')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(done).toHaveBeenCalledWith('颜色', 1)
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('「型号1」的更多操作')
  })
})

describe('sorting in a table', () => {
  test('the menu of the handle moves a row to the top, the bottom and any position of the whole list', async () => {
    const moved = vi.fn()
    const user = show({ onMove: moved })
    await user.click(page(2))
    await user.click(screen.getByRole('button', { name: '拖动排序「型号7」' }))
    await user.click(screen.getByRole('menuitem', { name: '置顶' }))
    expect(moved).toHaveBeenLastCalledWith(6, 0)
    await user.click(screen.getByRole('button', { name: '拖动排序「型号7」' }))
    await user.click(screen.getByRole('menuitem', { name: '置底' }))
    expect(moved).toHaveBeenLastCalledWith(6, 11)
    await user.click(screen.getByRole('button', { name: '拖动排序「型号7」' }))
    await user.click(screen.getByRole('menuitem', { name: '移到第 N 位…' }))
    const field = await screen.findByLabelText('移到第几位（1–12）')
    await user.clear(field)
    await user.type(field, '13{Enter}')
    await screen.findByText('请输入 1 到 12 的整数')
    await user.clear(field)
    await user.type(field, '3{Enter}')
    await waitFor(() => expect(moved).toHaveBeenLastCalledWith(6, 2))
  })

  test('the first row cannot be moved to the top', async () => {
    const moved = vi.fn()
    const user = show({ onMove: moved })
    await user.click(screen.getByRole('button', { name: '拖动排序「型号1」' }))
    const top = screen.getByRole('menuitem', { name: /置顶/ })
    expect(top.getAttribute('aria-disabled')).toBe('true')
    await user.click(top)
    expect(moved).not.toHaveBeenCalled()
  })

  test('while a filter is set sorting is refused, and the handle shows the reason', async () => {
    const moved = vi.fn()
    const user = show({ onMove: moved, moveRefusal: '清空筛选后才能排序' })
    await user.click(screen.getByRole('button', { name: '拖动排序「型号1」：清空筛选后才能排序' }))
    expect(screen.queryByRole('menu')).toBeNull()
    expect(await screen.findByText('清空筛选后才能排序')).toBeTruthy()
  })
})

test('an address with a page beyond the end leads to the last page', async () => {
  history.replaceState(null, '', '/list?page=9')
  show()
  await waitFor(() => expect(location.search).toBe('?page=3'))
  expect(names()).toEqual(['型号11', '型号12'])
})
