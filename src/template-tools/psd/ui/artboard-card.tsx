import { Spin } from '@arco-design/web-react'
import { IconExclamationCircle, IconImage } from '@arco-design/web-react/icon'
import { pixelsText } from '../../../../contract/rules/sizes'
import type { ArtboardUse } from '../import-artboard'
import type { Board } from './reading'

interface ArtboardCardProps {
  readonly board: Board
  /** Whether several can be ticked. */
  readonly multiple: boolean
  /** Name of the radio group when only one can be chosen. */
  readonly group: string
  readonly picked: boolean
  readonly focused: boolean
  readonly use: ArtboardUse
  /** Maximum number of layers to be imported. */
  readonly layers: number
  /** Number of layers that will look different from Photoshop. */
  readonly differences: number
  /** Whether to show the file name, as there are several files. */
  readonly showFile: boolean
  readonly onPick: (picked: boolean) => void
  readonly onFocus: () => void
}

/** One artboard to tick: its picture, name, size, and how much of it will look different. */
export function ArtboardCard(props: ArtboardCardProps) {
  const { board, multiple, group, picked, focused, use, layers, differences, showFile, onPick, onFocus } = props
  const { name, fileName } = board
  const { width, height, whole } = board.artboard
  return (
    <li className={['psd-card', picked && 'is-picked', focused && 'is-focused'].filter(Boolean).join(' ')}>
      <label className="psd-card-main">
        <input
          type={multiple ? 'checkbox' : 'radio'}
          name={group}
          className="psd-card-tick"
          checked={picked}
          aria-label={`画板「${name}」`}
          onChange={(event) => onPick(event.target.checked)}
          onFocus={onFocus}
        />
        <span className="psd-card-picture picture-box">
          <Thumbnail board={board} />
        </span>
        <span className="psd-card-name" title={name}>
          {name}
        </span>
        {showFile && !whole && (
          <span className="psd-card-facts" title={fileName}>
            {fileName}
          </span>
        )}
        <span className="psd-card-facts numeric">
          {pixelsText({ width, height })} · {use === 'merged' ? '合并图' : `${layers} 个图层`}
        </span>
      </label>
      {differences > 0 && use === 'layers' && (
        <button
          type="button"
          className="psd-card-badge numeric"
          onClick={onFocus}
          aria-label={`「${name}」有 ${differences} 处差异，查看`}
        >
          <IconExclamationCircle /> {differences} 处差异
        </button>
      )}
    </li>
  )
}

function Thumbnail({ board: { thumbnail } }: { readonly board: Board }) {
  if (thumbnail === null) return <Spin size={18} />
  if (thumbnail === '') return <IconImage />
  return <img src={thumbnail} alt="" draggable={false} />
}
