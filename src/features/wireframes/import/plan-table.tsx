import { Button, Pagination } from '@arco-design/web-react'
import { IconEdit, IconImage } from '@arco-design/web-react/icon'
import { useState } from 'react'
import type { PrintArea } from '../../../../contract/types'
import type { Column } from '../../../ui/column'
import { DataTable } from '../../../ui/data-table'
import type { Size } from '../print-area'
import { AreaCell } from './area-cell'
import { AreaDialog } from './area-dialog'
import type { DraftPicture, DraftState, Edit } from './draft'
import { layerKinds, layerNames } from './file-name'
import { FixPictures } from './fix-pictures'
import type { Outcome, PlanRow } from './plan'
import { rowArea } from './row-area'
import { useObjectUrl } from './use-object-url'

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

type Row = PlanRow<DraftPicture> & { readonly id: number }

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
  readonly rows: readonly PlanRow<DraftPicture>[]
  readonly state: Pick<DraftState, 'holes' | 'areas' | 'takesHoles'>
  readonly refreshing: boolean
  readonly onFix: (edits: readonly Edit[]) => void
  readonly onArea: (row: PlanRow, area: PrintArea | null | undefined) => void
}

/** A table of what would happen to each group, in pages: a picture is only rendered while its row is on screen. */
export function PlanTable({ rows, state, refreshing, onFix, onArea }: PlanTableProps) {
  const [edited, setEdited] = useState<Row | null>(null)
  const areaOf = (row: Row) => rowArea(row, state.holes, state)
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
            <Thumbnail key={picture.id} picture={picture} label={label} area={row.size && areaOf(row).area} />
          ))}
        </span>
      ),
    },
    {
      key: 'name',
      title: '品牌-型号-材质-颜色',
      width: 168,
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
      key: 'outcome',
      title: '结果',
      width: 92,
      render: ({ outcome }) => <span className={`import-outcome is-${outcome}`}>{outcomeWords[outcome]}</span>,
    },
    {
      key: 'area',
      title: '打印区域（像素）',
      width: 176,
      render: (row) =>
        row.size && <AreaCell row={row} area={areaOf(row)} onEdit={() => setEdited(row)} onArea={(area) => onArea(row, area)} />,
    },
    { key: 'why', title: '说明', render: (row) => <RowReasons key={row.group.key} row={row} onFix={onFix} /> },
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
      <AreaDialog
        row={edited}
        area={edited && areaOf(edited)}
        onApply={(area) => edited && onArea(edited, area)}
        onClose={() => setEdited(null)}
      />
    </div>
  )
}
