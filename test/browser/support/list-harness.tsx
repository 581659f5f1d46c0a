/** The list components alone on a page: long tables, many cards, long tasks, no server. lists.test.ts bundles and serves it. */
import '@arco-design/web-react/es/_util/react-19-adapter'
import '../../../src/app/arco-styles'
import '../../../src/theme.css'
import '../../../src/ui/page.css'
import '../../../src/ui/card.css'
import '../../../src/ui/sortable-grid.css'
import '../../../src/app/shell.css'
import { useCallback, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { movedTo } from '../../../src/base/ordering'
import { createTaskStore } from '../../../src/base/tasks/task-store'
import type { TaskKind } from '../../../src/base/tasks/types'
import type { Action } from '../../../src/ui/action'
import { BulkBar } from '../../../src/ui/bulk-bar'
import type { Column } from '../../../src/ui/column'
import { DataTable } from '../../../src/ui/data-table'
import { type HandleProps, SortableGrid } from '../../../src/ui/sortable-grid'
import { TaskProgress, TaskResults, TaskStoreProvider, useTasks } from '../../../src/ui/tasks'
import { useSelection } from '../../../src/ui/use-selection'

interface Row {
  readonly id: number
  readonly name: string
}

const rowsOf = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `苹果 iPhone ${at + 1} Pro Max` }))
/** Number of rows and cards rendered so far. */
const drawn = { count: 0 }
Object.assign(globalThis, { drawn })
const draw = (name: string) => {
  drawn.count++
  return name
}
const columns: readonly Column<Row>[] = [
  { key: 'name', title: '型号', render: (row) => draw(row.name) },
  { key: 'place', title: '位置', width: 120, align: 'right', foldable: true, render: (_, index) => index + 1 },
]
const count = Number(new URLSearchParams(location.search).get('count') ?? 20)
const view = new URLSearchParams(location.search).get('view') ?? 'table'

function useRows() {
  const [rows, setRows] = useState(() => rowsOf(count))
  const move = useCallback((from: number, to: number) => setRows((old) => movedTo(old, from, to)), [])
  const remove = useCallback((removed: readonly Row[]) => setRows((old) => old.filter((row) => !removed.includes(row))), [])
  return { rows, move, remove }
}

function TableView() {
  const { rows, move, remove } = useRows()
  const selection = useSelection()
  const actions = useMemo(
    (): readonly Action<Row>[] => [
      { key: 'edit', label: '编辑', where: 'row', perform: () => undefined },
      { key: 'copy', label: '复制', where: 'row', perform: () => undefined },
      { key: 'star', label: '收藏', where: 'row', perform: () => undefined },
      { key: 'delete', label: '删除', danger: true, perform: remove },
    ],
    [remove],
  )
  return (
    <>
      <BulkBar selection={selection} rows={rows} actions={actions} />
      <DataTable
        label="型号"
        rows={rows}
        columns={columns}
        nameOf={(row) => row.name}
        actions={actions}
        selection={selection}
        onMove={move}
        {...(count > 100 && { virtual: { height: 600 } })}
      />
    </>
  )
}

const nameOf = (row: Row) => row.name

function GridView() {
  const { rows, move } = useRows()
  const selection = useSelection()
  const card = useCallback(
    (row: Row, handle: HandleProps, _: number, tick: React.ReactNode) => (
      <div className="card">
        <span className="card-picture checkerboard" />
        {tick}
        <button type="button" {...handle}>
          ::
        </button>
        <span className="card-name">{draw(row.name)}</span>
      </div>
    ),
    [],
  )
  return <SortableGrid items={rows} label="卡片" nameOf={nameOf} onMove={move} selection={selection} renderItem={card} />
}

const send: TaskKind<{ readonly file: Blob }, number, null> = {
  kind: 'send',
  concurrency: 2,
  async run({ file }, { progress, signal }) {
    const answer = await fetch('/hold', { method: 'POST', body: file, signal })
    progress(file.size, file.size)
    if (!answer.ok) throw new Error('服务器不收')
    return (await answer.text()).length
  },
}
const store = createTaskStore({ services: null, kinds: async () => send })
store.setAccount('tester')

function TasksView() {
  const tasks = useTasks()
  const start = () =>
    store.start({
      kind: 'send',
      title: '上传 6 张图片',
      scope: 'test',
      items: Array.from({ length: 6 }, (_, at) => ({
        key: `${at}`,
        name: `图${at}.png`,
        input: { file: new Blob([`picture ${at}`]) },
      })),
    })
  return (
    <>
      <button type="button" onClick={start}>
        开始
      </button>
      {tasks.map((task) =>
        task.state === 'ended' ? <TaskResults key={task.id} task={task} /> : <TaskProgress key={task.id} task={task} />,
      )}
    </>
  )
}

const views = { table: TableView, grid: GridView, tasks: TasksView }
const View = views[view as keyof typeof views]
const root = document.getElementById('root')
if (!root) throw new Error('no root')
createRoot(root).render(
  <TaskStoreProvider store={store}>
    <div className="shell">
      <main className="shell-main">
        <h1>清单</h1>
        <View />
      </main>
    </div>
  </TaskStoreProvider>,
)
