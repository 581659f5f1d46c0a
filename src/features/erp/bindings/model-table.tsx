import { useMemo } from 'react'
import type { Action } from '../../../ui/action'
import { ActionButton } from '../../../ui/action-button'
import type { Column } from '../../../ui/column'
import { DataTable } from '../../../ui/data-table'
import type { ListQuery } from '../../../ui/use-list-query'
import type { Selection } from '../../../ui/use-selection'
import { BindingMark } from './binding-mark'
import { bindingPageSizes } from './factory-frame'
import { FactoryName, Stock } from './factory-name'
import { fullName, type ModelRow, sizeText } from './model-rows'

interface ModelTableProps {
  readonly rows: readonly ModelRow[]
  readonly list: ListQuery
  readonly selection: Selection
  /** Callbacks must be the same functions on every render, so that rows are not rendered again. */
  readonly onBind: (row: ModelRow) => void
  readonly onUnbind: (row: ModelRow) => unknown
}

/** A table of the account's models with what each is bound to. */
export function ModelTable({ rows, list, selection, onBind, onUnbind }: ModelTableProps) {
  const columns = useMemo((): Column<ModelRow>[] => {
    const bind: Action<ModelRow> = { key: 'bind', label: '绑定', perform: ([row]) => row && onBind(row) }
    const change: Action<ModelRow> = { key: 'change', label: '更换', perform: ([row]) => row && onBind(row) }
    const unbind: Action<ModelRow> = { key: 'unbind', label: '解绑', danger: true, perform: ([row]) => row && onUnbind(row) }
    return [
      { key: 'brand', title: '品牌', width: 96, foldable: true, render: ({ brand }) => brand },
      { key: 'name', title: '机型', render: ({ name }) => name },
      { key: 'factoryModel', title: '工厂型号', render: (row) => <BoundModel row={row} /> },
      {
        key: 'size',
        title: '尺寸',
        width: 144,
        foldable: true,
        render: ({ factoryModel }) => factoryModel && <span className="numeric">{sizeText(factoryModel) ?? '未提供'}</span>,
      },
      {
        key: 'stock',
        title: '库存',
        width: 72,
        render: ({ factoryModel }) => factoryModel && <Stock stock={factoryModel.stock} />,
      },
      { key: 'state', title: '状态', width: 84, render: ({ state }) => <BindingMark state={state} /> },
      {
        key: 'actions',
        title: '操作',
        width: 136,
        render: (row) => (
          <span className="data-actions">
            <ActionButton action={row.state === 'none' ? bind : change} rows={[row]} label={fullName(row)} />
            {row.state !== 'none' && <ActionButton action={unbind} rows={[row]} label={fullName(row)} />}
          </span>
        ),
      },
    ]
  }, [onBind, onUnbind])
  return (
    <DataTable
      label="机型绑定"
      rows={rows}
      columns={columns}
      nameOf={fullName}
      selection={selection}
      paging={{ query: list, pageSizes: bindingPageSizes, unit: '个机型' }}
    />
  )
}

function BoundModel({ row: { factoryModel, binding } }: { readonly row: ModelRow }) {
  if (binding === null) return <span className="erp-unsaid">–</span>
  if (factoryModel) return <FactoryName name={factoryModel.name} code={factoryModel.code} />
  return <span className="erp-lost">{binding.erpPhoneModelCode}</span>
}
