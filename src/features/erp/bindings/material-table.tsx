import { Button } from '@arco-design/web-react'
import { useMemo, useState } from 'react'
import type { Action } from '../../../ui/action'
import { ActionButton } from '../../../ui/action-button'
import type { Column } from '../../../ui/column'
import { DataTable } from '../../../ui/data-table'
import { StatusTag } from '../status-tag'
import { FactoryName } from './factory-name'
import type { BoardRow } from './material-rows'

interface MaterialTableProps {
  readonly rows: readonly BoardRow[]
  /** Callbacks must be the same functions on every render, so that rows are not rendered again. */
  readonly onChoose: (row: BoardRow) => void
  readonly onAcceptSuggestion: (row: BoardRow) => unknown
  readonly onUnbind: (row: BoardRow) => unknown
}

const nameOf = (row: BoardRow) => row.name
/** True if the factory does not distinguish colours of the row's material. */
const isColorless = (row: BoardRow) => row.kind === 'color' && row.choices?.length === 0
const needsMaterialFirst = (row: BoardRow) => row.kind === 'color' && row.choices === null

/** A table of materials, each followed by its colours, with what they are bound to. */
export function MaterialTable({ rows, onChoose, onAcceptSuggestion, onUnbind }: MaterialTableProps) {
  const columns = useMemo((): Column<BoardRow>[] => {
    const bind: Action<BoardRow> = {
      key: 'bind',
      label: '绑定',
      refusal: ([row]) => (row && needsMaterialFirst(row) ? `先绑定「${row.material.name}」的材质` : null),
      perform: ([row]) => row && onChoose(row),
    }
    const change: Action<BoardRow> = { ...bind, key: 'change', label: '更换' }
    const unbind: Action<BoardRow> = { key: 'unbind', label: '解绑', danger: true, perform: ([row]) => row && onUnbind(row) }
    return [
      { key: 'name', title: '材质和颜色', render: (row) => <Name row={row} /> },
      { key: 'target', title: '工厂材质和颜色', render: (row) => <Target row={row} onAcceptSuggestion={onAcceptSuggestion} /> },
      { key: 'state', title: '状态', width: 84, render: (row) => <StateMark row={row} /> },
      {
        key: 'actions',
        title: '操作',
        width: 136,
        render: (row) => (
          <span className="data-actions">
            {!(isColorless(row) && row.state === 'none') && (
              <ActionButton action={row.state === 'none' ? bind : change} rows={[row]} label={row.name} />
            )}
            {row.state !== 'none' && <ActionButton action={unbind} rows={[row]} label={row.name} />}
          </span>
        ),
      },
    ]
  }, [onChoose, onAcceptSuggestion, onUnbind])
  return <DataTable label="材质绑定" rows={rows} columns={columns} nameOf={nameOf} />
}

function Name({ row }: { readonly row: BoardRow }) {
  if (row.kind === 'material') return <strong className="erp-material">{row.name}</strong>
  const { name, defaultBackgroundColor: hex } = row.color
  return (
    <span className="erp-color">
      <span className={`erp-swatch${hex === null ? ' is-empty' : ''}`} style={hex === null ? {} : { background: hex }} />
      {name}
    </span>
  )
}

function Target({
  row,
  onAcceptSuggestion,
}: {
  readonly row: BoardRow
  readonly onAcceptSuggestion: (row: BoardRow) => unknown
}) {
  const [busy, setBusy] = useState(false)
  if (row.target) return <FactoryName name={row.target.name} code={row.target.code} />
  const { suggestion, state } = row
  const goneCode = row.kind === 'material' ? row.binding?.erpMaterialCode : row.binding?.erpMaterialColorCode
  const acceptSuggestion = async () => {
    setBusy(true)
    await onAcceptSuggestion(row)
    setBusy(false)
  }
  return (
    <span className="erp-target">
      {state === 'gone' && <span className="erp-lost">{goneCode}</span>}
      {suggestion ? (
        <>
          <span className="erp-unsaid">建议：{suggestion.name}</span>
          <Button
            size="mini"
            loading={busy}
            aria-label={`采用「${suggestion.name}」绑定「${row.name}」`}
            onClick={() => void acceptSuggestion()}
          >
            采用
          </Button>
        </>
      ) : (
        state === 'none' && (
          <span className="erp-unsaid">
            {needsMaterialFirst(row) ? '先绑定材质' : isColorless(row) ? '工厂不分颜色，不用绑定' : '–'}
          </span>
        )
      )}
    </span>
  )
}

function StateMark({ row }: { readonly row: BoardRow }) {
  if (row.state === 'gone') {
    return (
      <StatusTag tone="warning" hint="工厂的列表里没有它了，或它不属于现在绑定的材质：重新绑定之前，不能推送它的订单。">
        已失效
      </StatusTag>
    )
  }
  if (row.state === 'bound') return <StatusTag tone="good">已绑定</StatusTag>
  return isColorless(row) ? <span className="erp-unsaid">–</span> : <span className="erp-unbound">未绑定</span>
}
