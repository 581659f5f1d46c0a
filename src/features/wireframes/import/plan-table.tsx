import { Button, Pagination } from '@arco-design/web-react'
import { IconEdit, IconImage } from '@arco-design/web-react/icon'
import { useEffect, useState } from 'react'
import { revokeOnceLoaded } from '../../../../contract/ground/revoke-once-loaded'
import type { Column } from '../../../ui/column'
import { DataTable } from '../../../ui/data-table'
import type { DraftPicture, Edit } from './draft'
import { layerKinds, layerNames } from './file-name'
import { FixPictures } from './fix-pictures'
import type { Outcome, PlanRow } from './plan'

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  create: '新建',
  update: '更新',
  skip: '跳过',
  refuse: '不能导入',
}

const pageSizes = [10, 20, 50]

function Thumbnail({ picture, label }: { readonly picture: DraftPicture; readonly label: string }) {
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    if (!picture.facts) return
    const url = URL.createObjectURL(picture.blob)
    setSrc(url)
    return () => revokeOnceLoaded(url)
  }, [picture.blob, picture.facts])
  return (
    <span className="import-thumb picture-box" title={picture.path}>
      {picture.facts && src ? (
        <img src={src} alt={label} loading="lazy" decoding="async" />
      ) : (
        <IconImage role="img" aria-label={`${label}无法显示`} />
      )}
    </span>
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
  readonly refreshing: boolean
  readonly onFix: (edits: readonly Edit[]) => void
}

/** A table of what would happen to each group, in pages: a picture is only rendered while its row is on screen. */
export function PlanTable({ rows, refreshing, onFix }: PlanTableProps) {
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(10)
  const current = Math.min(page, Math.max(1, Math.ceil(rows.length / pageSize)))
  const first = (current - 1) * pageSize
  const shown = rows.slice(first, first + pageSize).map((row, at) => ({ ...row, id: first + at + 1 }))
  const columns: readonly Column<Row>[] = [
    {
      key: 'pictures',
      title: '图片',
      width: 108,
      render: (row) => (
        <span className="import-thumbs">
          {thumbnailsOf(row).map(({ picture, label }) => (
            <Thumbnail key={picture.id} picture={picture} label={label} />
          ))}
        </span>
      ),
    },
    {
      key: 'name',
      title: '品牌-型号-材质-颜色',
      width: 200,
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
    </div>
  )
}
