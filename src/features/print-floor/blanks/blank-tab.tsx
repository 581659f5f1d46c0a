import { Button, Checkbox } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { caseNameOf, materialNameOf, phoneNameOf } from '../../../../contract/rules/case-names'
import type { Blank } from '../../../../contract/types'
import { blanksQuery } from '../../../api/queries/print-floor'
import { useApi } from '../../../api/services'
import { usePermissions } from '../../../api/use-permissions'
import { screens } from '../../../base/paths'
import type { Action } from '../../../ui/action'
import type { Column } from '../../../ui/column'
import { confirm } from '../../../ui/confirm'
import { DataTable } from '../../../ui/data-table'
import { EmptyState } from '../../../ui/empty'
import { BinPicture } from '../../../ui/empty-pictures'
import { lazyDialog } from '../../../ui/lazy-dialog'
import { ListView } from '../../../ui/list-view'
import { NoMatch } from '../../../ui/no-match'
import { PageActions } from '../../../ui/page'
import { SearchField } from '../../../ui/search-field'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { useDialog } from '../../../ui/use-dialog'
import { useListQuery } from '../../../ui/use-list-query'
import { useTextMatch } from '../../../ui/use-text-match'
import { attempt } from '../attempt'
import { Tag } from '../tag'
import { useFloorChange } from '../use-floor-change'

const BlankDialog = lazyDialog('空壳', () => import('./blank-dialog'))

const pageSizes = [50, 100, 200] as const

/** A row has no id of its own: a model and a colour name it. */
type Row = Blank & { readonly id: number }

const leftOf = ({ quantity, reserved, waiting }: Blank): number => (quantity ?? 0) - reserved - waiting

const figure = (count: number | null, isBad = false) => (
  <span className={`numeric${isBad ? ' is-failed' : ''}`}>{count === null ? '—' : count}</span>
)

const columns: readonly Column<Row>[] = [
  {
    key: 'case',
    title: '型号与颜色',
    render: (blank) => (
      <>
        <b>{phoneNameOf(blank)}</b>
        <p className="floor-line">{materialNameOf(blank)}</p>
      </>
    ),
  },
  { key: 'quantity', title: '现有', width: 80, align: 'right', render: ({ quantity }) => figure(quantity) },
  { key: 'reserved', title: '已排版', width: 80, foldable: true, align: 'right', render: ({ reserved }) => figure(reserved) },
  { key: 'waiting', title: '待打印', width: 80, align: 'right', render: ({ waiting }) => figure(waiting) },
  {
    key: 'left',
    title: '打完还剩',
    hint: '现有的减去已排版和待打印的；负数就是不够',
    width: 112,
    align: 'right',
    render: (blank) => figure(blank.quantity === null ? null : leftOf(blank), blank.isLow),
  },
  {
    key: 'state',
    title: '提醒',
    width: 144,
    foldable: true,
    render: ({ quantity, isLow, warnBelow }) =>
      quantity === null ? (
        <span className="floor-line">没有统计</span>
      ) : isLow ? (
        <Tag tone="bad">不足</Tag>
      ) : (
        <span className="floor-line numeric">{warnBelow > 0 ? `少于 ${warnBelow} 个提醒` : '不够时提醒'}</span>
      ),
  },
]

/** 空壳库存: how many blank cases there are, and for how many pieces they are needed. */
export function BlankTab() {
  const api = useApi()
  const mayChange = usePermissions().may(['factory'])
  const change = useFloorChange()
  const list = useListQuery(screens.blanks, pageSizes)
  const dialog = useDialog(screens.blanks)
  const blanks = useQuery(blanksQuery(api))
  const [changed, setChanged] = useState<{ readonly blank: Blank; readonly kind: 'set' | 'add' } | null>(null)
  const [isLowOnly, setLowOnly] = useState(false)
  const query = list.get('q')
  const match = useTextMatch(query)
  const rows = useMemo(() => (blanks.data ?? []).map((blank, at): Row => ({ ...blank, id: at + 1 })), [blanks.data])
  const shown = rows.filter((blank) => (!isLowOnly || blank.isLow) && (query === '' || match(caseNameOf(blank), query)))
  const forget = async (blank: Blank) => {
    const agreed = await confirm({
      title: `不再统计「${caseNameOf(blank)}」？`,
      content: '现有的数量会删掉，要再统计重新盘点就可以。',
      okText: '不再统计',
      danger: true,
    })
    if (!agreed) return
    const { phoneModelId, materialColorId } = blank
    await attempt('没有改动', () =>
      api.blanks.change({ body: { phoneModelId, materialColorId, change: { kind: 'forget' } } }, { quiet: true }),
    )
    await change()
  }
  const isUncounted = ([row]: readonly Row[]) => (row?.quantity === null ? '先盘点，填写现有数量' : null)
  const actions: readonly Action<Row>[] = [
    {
      key: 'add',
      label: '入库',
      where: 'row',
      refusal: isUncounted,
      perform: ([row]) => row && setChanged({ blank: row, kind: 'add' }),
    },
    { key: 'set', label: '盘点', where: 'row', perform: ([row]) => row && setChanged({ blank: row, kind: 'set' }) },
    {
      key: 'forget',
      label: '不再统计',
      danger: true,
      where: 'row',
      refusal: isUncounted,
      perform: ([row]) => row && forget(row),
    },
  ]
  const addButton = mayChange && (
    <Button type="primary" icon={<IconPlus />} onClick={() => dialog.open('add-blank')}>
      添加空壳
    </Button>
  )
  return (
    <>
      <PageActions>{rows.length > 0 && addButton}</PageActions>
      <ListView result={blanks} skeleton={<TableSkeleton label="正在加载空壳库存" rows={6} />}>
        {() =>
          rows.length === 0 ? (
            <EmptyState
              picture={<BinPicture />}
              title="还没有统计空壳"
              text="填上每种型号和颜色有多少个空壳：排版时留出来，登记打印时扣掉，打坏的也扣，快用完了会提醒。"
              action={addButton}
            />
          ) : (
            <>
              <div className="filter-row floor-filters">
                <SearchField value={query} onChange={(q) => list.set({ q })} label="搜索型号或颜色" />
                <Checkbox checked={isLowOnly} onChange={setLowOnly}>
                  只看不足的
                </Checkbox>
              </div>
              {shown.length === 0 ? (
                <NoMatch
                  text={isLowOnly ? '没有不足的空壳。' : `没有包含「${query}」的空壳。`}
                  onClear={() => {
                    setLowOnly(false)
                    list.set({ q: null })
                  }}
                />
              ) : (
                <DataTable
                  label="空壳库存"
                  rows={shown}
                  columns={columns}
                  nameOf={caseNameOf}
                  paging={{ query: list, pageSizes, unit: '种空壳' }}
                  {...(mayChange && { actions })}
                />
              )}
            </>
          )
        }
      </ListView>
      <BlankDialog
        visible={dialog.name === 'add-blank' || changed !== null}
        changed={changed}
        onClose={() => (changed === null ? dialog.close() : setChanged(null))}
      />
    </>
  )
}
