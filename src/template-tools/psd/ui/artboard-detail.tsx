import { Radio } from '@arco-design/web-react'
import { percentOf } from '../../../../imaging/psd/likeness'
import type { GroupMode } from '../../../../imaging/psd/types'
import { psdText } from '../failure'
import type { ArtboardUse } from '../import-artboard'
import { hasLayers } from './choices'
import { ImportReport } from './import-report'
import type { Board } from './reading'

interface ArtboardDetailProps {
  readonly board: Board
  readonly use: ArtboardUse
  readonly groups: GroupMode
  /** Notices about the whole file. */
  readonly notices: readonly string[]
  readonly onMerged: (merged: boolean) => void
}

/** Shows what will become of an artboard's layers, and offers the merged picture instead. */
export function ArtboardDetail({ board, use, groups, notices, onMerged }: ArtboardDetailProps) {
  const { name, merged, reports, likeness } = board
  const found = likeness?.[groups]
  const share = found && !found.alike ? percentOf(found) : 0
  const canUseLayers = hasLayers(board, groups)
  return (
    <section className="psd-detail" aria-label={`画板「${name}」怎样导入`}>
      <h2 className="psd-detail-name" title={name}>
        {name}
      </h2>
      <Radio.Group
        type="button"
        size="small"
        value={use}
        aria-label={`画板「${name}」的导入方式`}
        // Not disabled, because that would lose the focus and the position in the list.
        aria-busy={merged === 'asking'}
        onChange={(chosen: ArtboardUse) => onMerged(chosen === 'merged')}
        options={[
          { label: '图层', value: 'layers', disabled: !canUseLayers },
          { label: merged === 'asking' ? '正在查看…' : '合并图', value: 'merged' },
        ]}
      />
      {merged === 'missing' && (
        <p className="psd-note is-warning" role="alert">
          {psdText.noMerged}
        </p>
      )}
      {notices.map((notice) => (
        <p key={notice} className="psd-note">
          {notice}
        </p>
      ))}
      {share > 0 && canUseLayers && (
        <p className={use === 'layers' ? 'psd-note is-warning' : 'psd-note'} role="status">
          按图层导入时，约 {share}% 的画面与 Photoshop 中不同{use === 'layers' ? '；选“合并图”可保持一致。' : '。'}
        </p>
      )}
      {use === 'merged' ? (
        <p className="psd-note">
          {canUseLayers
            ? '整个画板作为一张图片导入，与 Photoshop 里看到的一样，图层不能再单独修改。'
            : '这个画板没有图层，整个画板作为一张图片导入。'}
        </p>
      ) : (
        <ImportReport summary={reports[groups]} label={`「${name}」的图层说明`} />
      )}
    </section>
  )
}
