import { Button, Pagination } from '@arco-design/web-react'
import { IconEdit, IconImage } from '@arco-design/web-react/icon'
import { useState } from 'react'
import type { PrintArea } from '../../../../contract/types'
import type { Column } from '../../../ui/column'
import { DataTable } from '../../../ui/data-table'
import { useObjectUrl } from '../../../ui/use-object-url'
import type { Size } from '../print-area'
import { AreaCell } from './area-cell'
import { AreaDialog } from './area-dialog'
import type { CheckRow } from './check-rows'
import type { DraftPicture, Edit } from './draft'
import { layerKinds, layerNames } from './file-name'
import { FixPictures } from './fix-pictures'
import type { Outcome } from './plan'
import { modelKey } from './row-size'
import { SizeCell } from './size-cell'

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  create: '新建',
  update: '更新',
  skip: '跳过',
  refuse: '不能导入',
}

const pageSizes = [10, 20, 50]

interface ThumbnailProps {
  readonly picture: DraftPicture
  readonly label: string
  /** Outlined on the picture. */
  readonly area?: PrintArea | null
}

function Thumbnail({ picture, label, area = null }: ThumbnailProps) {
  const src = useObjectUrl(picture.facts ? picture.blob : null)
  return (
    <span className="import-thumb picture-box" title={picture.path}>
      {picture.facts && src ? (
        <>
          <img src={src} alt={label} loading="lazy" decoding="async" />
          {area && <AreaOutline area={area} size={picture.facts} />}
        </>
      ) : (
        <IconImage role="img" aria-label={`${label}无法显示`} />
      )}
    </span>
  )
}

/** The print area over a picture that is shown as large as fits into its box. */
function AreaOutline({ area, size: { width, height } }: { readonly area: PrintArea; readonly size: Size }) {
  return (
    <svg className="import-thumb-area" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect
        x={area.left}
        y={area.top}
        width={Math.max(0, width - area.left - area.right)}
        height={Math.max(0, height - area.top - area.bottom)}
      />
    </svg>
  )
}

type Row = CheckRow<DraftPicture> & { readonly id: number }

/** Pictures in the order in which they are stacked, lowest first; a file without a layer is shown alone. */
const thumbnailsOf = ({ group }: Row) => {
  const layerPictures = layerKinds.flatMap((layer) => {
    const picture = group.layers[layer]
    return picture ? [{ picture, label: layerNames[layer] }] : []
  })
  return layerPictures.length > 0
    ? layerPictures
    : group.pictures.slice(0, 2).map((picture) => ({ picture, label: picture.name }))
}

const nameOf = ({ group }: Row) => (group.combination ? group.key : (group.pictures[0]?.name ?? ''))

function RowReasons({ row, onFix }: { readonly row: Row; readonly onFix: (edits: readonly Edit[]) => void }) {
  const [isFixing, setIsFixing] = useState(false)
  const { refusal, notes } = row
  return (
    <div className="import-reasons">
      <span className={`import-outcome is-${row.outcome}`}>{outcomeWords[row.outcome]}</span>
      {refusal && <p className="import-problem">{refusal.text}</p>}
      {refusal?.detail && <p>{refusal.detail}</p>}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {row.outcome === 'refuse' && !isFixing && (
        <Button size="mini" icon={<IconEdit />} aria-label={`修改「${nameOf(row)}」`} onClick={() => setIsFixing(true)}>
          修改
        </Button>
      )}
      {isFixing && <FixPictures pictures={row.group.pictures} submitText="修改" onSubmit={onFix} />}
    </div>
  )
}

interface PlanTableProps {
  readonly rows: readonly CheckRow<DraftPicture>[]
  /** Number of rows of each model, by `modelKey`. */
  readonly modelCounts: ReadonlyMap<string, number>
  readonly refreshing: boolean
  readonly onFix: (edits: readonly Edit[]) => void
  readonly onArea: (row: CheckRow, area: PrintArea | null | undefined) => void
  readonly onSize: (model: string, text: string | undefined) => void
}

/** A table of what would happen to each group, in pages: a picture is only rendered while its row is on screen. */
export function PlanTable({ rows, modelCounts, refreshing, onFix, onArea, onSize }: PlanTableProps) {
  const [edited, setEdited] = useState<Row | null>(null)
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(10)
  const current = Math.min(page, Math.max(1, Math.ceil(rows.length / pageSize)))
  const first = (current - 1) * pageSize
  const shown = rows.slice(first, first + pageSize).map((row, at) => ({ ...row, id: first + at + 1 }))
  const columns: readonly Column<Row>[] = [
    {
      key: 'pictures',
      title: '图片',
      width: 124,
      render: (row) => (
        <span className="import-thumbs">
          {thumbnailsOf(row).map(({ picture, label }) => (
            <Thumbnail key={picture.id} picture={picture} label={label} area={row.area.area} />
          ))}
        </span>
      ),
    },
    {
      key: 'name',
      title: '品牌-型号-材质-颜色',
      width: 160,
      render: ({ group: { combination, pictures } }) =>
        combination ? (
          <>
            <span className="import-model">
              {combination.brand} {combination.model}
            </span>
            <span className="import-material">
              {combination.material} · {combination.color}
            </span>
          </>
        ) : (
          pictures.map(({ id, name }) => <span key={id}>{name}</span>)
        ),
    },
    {
      key: 'area',
      title: '打印区域（像素）',
      width: 144,
      render: (row) => row.size && <AreaCell row={row} onEdit={() => setEdited(row)} onArea={(area) => onArea(row, area)} />,
    },
    {
      key: 'size',
      title: '宽×高（毫米）',
      width: 152,
      render: (row) => {
        const { combination } = row.group
        if (!row.size || !combination) return null
        const model = modelKey(combination)
        return <SizeCell row={row} rowsOfModel={modelCounts.get(model) ?? 1} onSize={(text) => onSize(model, text)} />
      },
    },
    { key: 'why', title: '结果', render: (row) => <RowReasons key={row.group.key} row={row} onFix={onFix} /> },
  ]
  return (
    <div className="import-plan-table">
      <DataTable label="导入核对" rows={shown} columns={columns} nameOf={nameOf} refreshing={refreshing} />
      {rows.length > 10 && (
        <Pagination
          size="small"
          current={current}
          pageSize={pageSize}
          total={rows.length}
          showTotal
          sizeCanChange
          sizeOptions={pageSizes}
          onChange={(next, size) => {
            setPage(size === pageSize ? next : 1)
            setPageSize(size)
          }}
        />
      )}
      <AreaDialog row={edited} onApply={(area) => edited && onArea(edited, area)} onClose={() => setEdited(null)} />
    </div>
  )
}
