import { Button, Tag } from '@arco-design/web-react'
import { IconEdit, IconUpload } from '@arco-design/web-react/icon'
import type { Wireframe } from '../../../contract/types'
import type { Column } from '../../ui/column'
import { type Side, sideNames, sides } from './print-area'
import { hasWireframe, nameOfRow, type WireframeRow } from './rows'
import { ShelfSwitch } from './shelf-switch'
import { standardTexts } from './standard-mark'
import { WireframeThumb } from './wireframe-thumb'

interface ColumnOptions {
  /** undefined while the wireframe is being read. */
  readonly wireframeOf: (row: WireframeRow) => Wireframe | null | undefined
  /** True if rows of more than one model are shown. */
  readonly showsModel: boolean
  readonly open: (row: WireframeRow) => void
  /** Says of a standard wireframe that it was checked. */
  readonly check: (row: WireframeRow) => void
}

interface RowNameProps extends Pick<ColumnOptions, 'showsModel' | 'check'> {
  readonly row: WireframeRow
}

function RowName({ row, showsModel, check }: RowNameProps) {
  const { model, material, color, sku } = row
  return (
    <span className="wireframes-name">
      <span
        className="wireframes-swatch"
        style={{ backgroundColor: color.defaultBackgroundColor ?? 'transparent' }}
        aria-hidden="true"
      />
      <span className="wireframes-lines">
        {showsModel && <span className="wireframes-name-text wireframes-model-name">{model.name}</span>}
        <span className="wireframes-name-text" title={`${material.name} · ${color.name}`}>
          {material.name} · {color.name}
        </span>
        {sku?.standard && (
          <span className="wireframes-standard">
            <Tag size="small" color="orange" title={standardTexts[sku.standard]}>
              标准线框
            </Tag>
            <Button
              size="mini"
              type="text"
              aria-label={`「${nameOfRow(row)}」已核对`}
              title="已经与工厂模具核对过，去掉“标准线框”的标记"
              onClick={() => check(row)}
            >
              已核对
            </Button>
          </span>
        )}
      </span>
      {!color.enabled && (
        <Tag size="small" title="这个颜色已停用，买家看不到">
          颜色已停用
        </Tag>
      )}
    </span>
  )
}

/** Columns of the table; the caller memoizes them. */
export function wireframeColumns({ wireframeOf, showsModel, open, check }: ColumnOptions): readonly Column<WireframeRow>[] {
  const marginColumn = (side: Side): Column<WireframeRow> => ({
    key: side,
    title: sideNames[side],
    width: 60,
    align: 'center',
    render: (row) => {
      const wireframe = wireframeOf(row)
      if (!wireframe) return <span className="wireframes-none">{wireframe === null ? '–' : ''}</span>
      return <span className="numeric">{wireframe.printArea?.[side] ?? <span className="wireframes-none">–</span>}</span>
    },
  })
  return [
    {
      key: 'thumb',
      title: '图片',
      width: 80,
      render: (row) => (
        <WireframeThumb
          wireframe={wireframeOf(row)}
          label={`${hasWireframe(row) ? '编辑' : '上传'}「${nameOfRow(row)}」的线框图`}
          onOpen={() => open(row)}
        />
      ),
    },
    {
      key: 'color',
      title: showsModel ? '型号、材质与颜色' : '材质与颜色',
      render: (row) => <RowName row={row} showsModel={showsModel} check={check} />,
    },
    {
      key: 'wireframe',
      title: '线框图',
      width: 96,
      // Foldable, because the picture beside it opens the same form.
      foldable: true,
      render: (row) => (
        <Button
          className="wireframes-edit-button"
          size="small"
          type={hasWireframe(row) ? 'text' : 'outline'}
          icon={hasWireframe(row) ? <IconEdit /> : <IconUpload />}
          onClick={() => open(row)}
        >
          {hasWireframe(row) ? '编辑' : '上传'}
        </Button>
      ),
    },
    ...sides.map(marginColumn),
    { key: 'shelf', title: '上架', width: 92, render: (row) => <ShelfSwitch row={row} /> },
  ]
}
