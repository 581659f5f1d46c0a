import { Message } from '@arco-design/web-react'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderMove } from '../base/ordering'
import { SortFailure } from './sort-failure'
import { useSort } from './use-sort'

interface Row {
  readonly id: number
  readonly next: number | null
}

const linked = (ids: readonly number[]): Row[] => ids.map((id, at) => ({ id, next: ids[at + 1] ?? null }))

/** A server that stores a sequence, handles sort requests one by one, and can refuse one of them. */
function openServer(start: readonly number[]) {
  const server = {
    order: [...start],
    calls: [] as OrderMove[],
    /** Ids of rows whose moves are refused. */
    refused: new Set<number>(),
    /** Requests wait for it. */
    gate: Promise.resolve(),
    /** Reads wait for it. */
    readGate: Promise.resolve(),
    /** It answers no further reads. */
    ignoresReads: false,
    async applyMove(move: OrderMove) {
      server.calls.push(move)
      await server.gate
      if (server.refused.has(move.id)) throw new Error('服务器不让')
      const rest = server.order.filter((id) => id !== move.id)
      const at = move.next === null ? rest.length : rest.indexOf(move.next)
      server.order = [...rest.slice(0, at), move.id, ...rest.slice(at)]
    },
  }
  return server
}

/** Lets requests or reads of a server wait until the returned function is called. */
function close(server: ReturnType<typeof openServer>, gate: 'gate' | 'readGate'): () => void {
  let open = () => {}
  server[gate] = new Promise((resolve) => {
    open = resolve
  })
  return () => open()
}

interface ListProps {
  readonly server: ReturnType<typeof openServer>
  readonly pageNo?: number
  readonly pageSize?: number
  readonly moves: readonly (readonly [number, number])[]
}

/** One page of the server's list, with a button for each move. */
function List({ server, pageNo = 1, pageSize = 100, moves }: ListProps) {
  const offset = (pageNo - 1) * pageSize
  const read = () => linked(server.order).slice(offset, offset + pageSize)
  const [items, setItems] = useState(read)
  const sort = useSort<Row>({
    items,
    send: server.applyMove,
    reload: async () => {
      await server.readGate
      if (server.ignoresReads) throw new Error('没有读到')
      setItems(read())
    },
    page: { offset, total: server.order.length, idAt: async (index) => server.order[index] ?? null },
  })
  return (
    <>
      <SortFailure sort={sort} />
      <output>{sort.items.map((item) => item.id).join(' ')}</output>
      {moves.map(([from, to]) => (
        <button key={`${from} ${to}`} type="button" onClick={() => sort.move(from, to)}>
          {from}→{to}
        </button>
      ))}
    </>
  )
}

const shown = () => screen.getByRole('status').textContent
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

// The page is emptied after each test, so toasts need a new container.
beforeEach(() => {
  const toasts = document.body.appendChild(document.createElement('div'))
  Message.config({ getContainer: () => toasts })
})

describe('useSort', () => {
  test('one move sends one request and shows 排序成功', async () => {
    const server = openServer([1, 2, 3, 4])
    render(<List server={server} moves={[[0, 2]]} />)
    await press('0→2')
    await waitFor(() => expect(server.order).toEqual([2, 3, 1, 4]))
    expect(server.calls).toEqual([{ id: 1, next: 4 }])
    expect(shown()).toBe('2 3 1 4')
    expect(await screen.findByText('排序成功')).toBeTruthy()
  })

  test('while a move is being sent, another one is refused and changes nothing', async () => {
    const server = openServer([1, 2, 3])
    const open = close(server, 'gate')
    render(
      <List
        server={server}
        moves={[
          [0, 1],
          [1, 2],
        ]}
      />,
    )
    await press('0→1')
    expect(shown()).toBe('2 1 3')
    await press('1→2')
    expect(await screen.findByText('正在排序中，请稍后重试')).toBeTruthy()
    expect(shown()).toBe('2 1 3')
    open()
    expect(await screen.findByText('排序成功')).toBeTruthy()
    expect(server.calls).toEqual([{ id: 1, next: 3 }])
    await press('1→2')
    await waitFor(() => expect(server.order).toEqual([2, 3, 1]))
  })

  test('a move is sent while the list is read again after the one before', async () => {
    const server = openServer([1, 2, 3])
    const open = close(server, 'readGate')
    render(
      <List
        server={server}
        moves={[
          [0, 1],
          [0, 2],
        ]}
      />,
    )
    await press('0→1')
    await waitFor(() => expect(server.order).toEqual([2, 1, 3]))
    await press('0→2')
    expect(shown()).toBe('1 3 2')
    await waitFor(() => expect(server.order).toEqual([1, 3, 2]))
    open()
    expect(await screen.findByText('排序成功')).toBeTruthy()
    expect(screen.getAllByText('排序成功')).toHaveLength(1)
    expect(shown()).toBe('1 3 2')
  })

  test('a move that fails is put back alone, and the ones before and after it are saved', async () => {
    const server = openServer([1, 2, 3, 4])
    server.refused.add(4)
    const open = close(server, 'readGate')
    render(
      <List
        server={server}
        moves={[
          [0, 1],
          [3, 0],
          [1, 2],
        ]}
      />,
    )
    await press('0→1')
    await waitFor(() => expect(server.order).toEqual([2, 1, 3, 4]))
    await press('3→0')
    await waitFor(() => expect(shown()).toBe('2 1 3 4'))
    await press('1→2')
    expect(shown()).toBe('2 3 1 4')
    open()
    expect(await screen.findByText(/有 1 次排序没有保存，已放回原处，其余 2 次已保存：/)).toBeTruthy()
    expect(screen.getByText(/服务器不让/)).toBeTruthy()
    expect(server.order).toEqual([2, 3, 1, 4])
    expect(shown()).toBe('2 3 1 4')
    expect(screen.queryByText('排序成功')).toBeNull()
  })

  test("a refused sort restores the server's sequence and shows the reason", async () => {
    const server = openServer([1, 2, 3])
    server.refused.add(3)
    render(<List server={server} moves={[[2, 0]]} />)
    await press('2→0')
    expect(await screen.findByText(/排序没有保存，已恢复原来的顺序：/)).toBeTruthy()
    expect(screen.getByText(/服务器不让/)).toBeTruthy()
    expect(shown()).toBe('1 2 3')
  })

  test('a saved one is not reported as failed when the list cannot be read again', async () => {
    const server = openServer([1, 2, 3])
    server.ignoresReads = true
    render(<List server={server} moves={[[2, 0]]} />)
    await press('2→0')
    expect(await screen.findByText('排序成功')).toBeTruthy()
    expect(screen.queryByText(/排序没有保存/)).toBeNull()
    expect(shown()).toBe('3 1 2')
  })

  test.each([
    ['to the top of the list', 4, 0, [5, 1, 2, 3, 4, 6, 7, 8]],
    ['to its end', 4, 7, [1, 2, 3, 4, 6, 7, 8, 5]],
    ['to a later page', 3, 6, [1, 2, 3, 5, 6, 7, 4, 8]],
    ['to an earlier page', 5, 1, [1, 6, 2, 3, 4, 5, 7, 8]],
    ['within the page', 3, 5, [1, 2, 3, 5, 6, 4, 7, 8]],
  ])('an item on a page of the server can be moved %s', async (_, from, to, order) => {
    const server = openServer([1, 2, 3, 4, 5, 6, 7, 8])
    render(<List server={server} pageNo={2} pageSize={3} moves={[[from, to]]} />)
    await press(`${from}→${to}`)
    await waitFor(() => expect(server.order).toEqual(order))
    expect(server.calls).toHaveLength(1)
    await waitFor(() => expect(shown()).toBe(order.slice(3, 6).join(' ')))
  })

  test('items moved to other pages one right after another leave the screen at once', async () => {
    const server = openServer([1, 2, 3, 4, 5, 6, 7, 8])
    const open = close(server, 'readGate')
    render(
      <List
        server={server}
        pageNo={2}
        pageSize={3}
        moves={[
          [4, 0],
          [5, 7],
        ]}
      />,
    )
    await press('4→0')
    expect(shown()).toBe('4 6')
    await waitFor(() => expect(server.order).toEqual([5, 1, 2, 3, 4, 6, 7, 8]))
    // Item 3 of the page before has come to the first index of the page, which is not on screen yet.
    await press('5→7')
    expect(shown()).toBe('4')
    await waitFor(() => expect(server.order).toEqual([5, 1, 2, 3, 4, 7, 8, 6]))
    await press('4→0')
    expect(shown()).toBe('')
    open()
    await waitFor(() => expect(server.order).toEqual([4, 5, 1, 2, 3, 7, 8, 6]))
    await waitFor(() => expect(shown()).toBe('2 3 7'))
  })
})
