import './artboards.css'
import { Alert, Button, Radio } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import { type ReactNode, useId } from 'react'
import type { GroupMode } from '../../../../imaging/psd/types'
import { optionsOf } from '../../../ui/options'
import { ArtboardCard } from './artboard-card'
import { ArtboardDetail } from './artboard-detail'
import { importUseOf, layersOf, pickedOf, withPicked } from './choices'
import type { PsdReading } from './use-psd-reading'

const groupNames: Readonly<Record<GroupMode, string>> = { flatten: '合并图层组', leaves: '保留组内图层' }

interface ArtboardChooserProps {
  readonly reading: PsdReading
  readonly multiple: boolean
  /** Further fields, such as the collection of the templates. */
  readonly children?: ReactNode
}

/** Lists the artboards of the files, with the selection and what becomes of their layers. */
export function ArtboardChooser({ reading, multiple, children }: ArtboardChooserProps) {
  const { boards, files, choices, change, busy, chooseMerged } = reading
  const group = useId()
  const focused = boards.find(({ key }) => key === choices.focused)
  const picked = pickedOf(boards, choices)
  const failedFiles = files.filter((file) => file.state === 'failed')
  const allPicked = boards.length > 0 && picked.length === boards.length
  return (
    <div className={failedFiles.length > 0 ? 'psd-chooser has-broken' : 'psd-chooser'}>
      <div className="psd-toolbar">
        {multiple && (
          <>
            <span className="numeric" role="status">
              {busy
                ? `正在读取 ${files.filter(({ state }) => state === 'read' || state === 'failed').length}/${files.length}`
                : `已选 ${picked.length}/${boards.length} 个画板`}
            </span>
            <Button
              size="small"
              type="text"
              disabled={boards.length === 0}
              onClick={() => change({ ...choices, picked: new Set(allPicked ? [] : boards.map(({ key }) => key)) })}
            >
              {allPicked ? '清空' : '全选'}
            </Button>
          </>
        )}
        {children}
        <Radio.Group
          className="psd-groups"
          type="button"
          size="small"
          aria-label="图层组"
          value={choices.groups}
          onChange={(groups: GroupMode) => change({ ...choices, groups })}
          options={optionsOf(groupNames)}
        />
      </div>
      {failedFiles.length > 0 && (
        <Alert
          type="warning"
          className="form-alert"
          content={failedFiles.map((file) => (
            <p key={file.id} className="psd-broken">
              <span>
                没有读出「{file.name}」：{file.error}
              </span>
              <Button
                size="mini"
                type="text"
                icon={<IconClose />}
                aria-label={`移除「${file.name}」`}
                onClick={() => reading.remove(file.id)}
              />
            </p>
          ))}
        />
      )}
      <div className="psd-columns">
        <ul className="psd-cards" aria-label="画板" aria-busy={busy}>
          {boards.map((board) => (
            <ArtboardCard
              key={board.key}
              board={board}
              multiple={multiple}
              group={group}
              picked={choices.picked.has(board.key)}
              focused={board === focused}
              use={importUseOf(board, choices)}
              layers={layersOf(board, choices)}
              differences={board.reports[choices.groups].differences}
              showFile={new Set(boards.map(({ fileId }) => fileId)).size > 1}
              onPick={(wanted) => change(withPicked(choices, board.key, wanted, multiple))}
              onFocus={() => choices.focused !== board.key && change({ ...choices, focused: board.key })}
            />
          ))}
        </ul>
        {focused && (
          <ArtboardDetail
            key={focused.key}
            board={focused}
            use={importUseOf(focused, choices)}
            groups={choices.groups}
            notices={files.find(({ id }) => id === focused.fileId)?.notices ?? []}
            onMerged={(merged) => chooseMerged(focused.key, merged)}
          />
        )}
      </div>
    </div>
  )
}
