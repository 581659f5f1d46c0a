import { memo, useRef, useState } from 'react'
import { abortError } from '../../../contract/ground/thrown'
import { templateName } from '../../../contract/rules/case-names'
import type { TemplateRow, Wireframe } from '../../../contract/types'
import type { Size } from '../../../design/model/types'
import { useLatest } from '../../ui/use-latest'
import { CaseView, type CaseViewProps } from './case-view'
import { useGridWindow } from './use-grid-window'
import { useHighResolution } from './use-high-resolution'

/** Size of a cell in a long grid, px. */
const cells = { minWidth: 168, height: 344, gap: 16 }
const padding = 12
/** Height of the name: two lines, px. */
const nameHeight = 52

type MakePicture = (template: TemplateRow, signal: AbortSignal) => Promise<Blob>

interface CaseSettings {
  readonly wireframe: Wireframe | null
  readonly paper: string
  readonly showPrintArea: boolean
  readonly light: CaseViewProps['light']
}

interface CellProps extends CaseSettings {
  readonly template: TemplateRow
  readonly index: number
  readonly count: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly onOpen: (index: number) => void
  /** Makes the picture of a template without a thumbnail; the function never changes. */
  readonly make: MakePicture
}

const Cell = memo(({ template, index, count, left, top, width, height, onOpen, make, ...settings }: CellProps) => {
  const { wireframe, paper } = settings
  const pictureKey = template.thumbnail === null && wireframe !== null ? `${template.revision} ${wireframe.id} ${paper}` : null
  const highResolutionUrl = useHighResolution(pictureKey, (signal) => make(template, signal))
  const space: Size = { width: width - 2 * padding, height: height - nameHeight - 2 * padding }
  const name = templateName(template)
  return (
    <li className="batch-item" style={{ left, top, width, height }} aria-setsize={count} aria-posinset={index + 1}>
      <button type="button" className="batch-cell" data-index={index} onClick={() => onOpen(index)}>
        <span className="batch-space" style={{ height: space.height }}>
          <CaseView template={template} space={space} highResolutionUrl={highResolutionUrl} {...settings} />
        </span>
        <span className="batch-name" title={name}>
          {name}
        </span>
      </button>
    </li>
  )
})

interface PreviewGridProps extends CaseSettings {
  readonly templates: readonly TemplateRow[]
  readonly make: MakePicture
  readonly onOpen: (index: number) => void
}

/** A grid of all templates on the case. Only visible cells are rendered, so that hundreds cost no more than a screenful. */
export function PreviewGrid({ templates, make, onOpen, ...settings }: PreviewGridProps) {
  const box = useRef<HTMLDivElement>(null)
  const gridWindow = useGridWindow(box, templates.length, cells)
  const [focused, setFocused] = useState<number | null>(null)
  const open = useLatest(onOpen)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  // One after another, because each takes the memory of a whole picture while it is made.
  const makeLatest = useLatest(make)
  const makeQueued = useLatest<Parameters<MakePicture>, ReturnType<MakePicture>>((template, signal) => {
    const queuedPicture = queue.current.then(() => {
      if (signal.aborted) throw abortError()
      return makeLatest(template, signal)
    })
    queue.current = queuedPicture.catch(() => undefined)
    return queuedPicture
  })

  const renderCell = (index: number) => {
    const template = templates[index]
    if (gridWindow === null || template === undefined) return null
    return (
      <Cell
        key={template.id}
        template={template}
        index={index}
        count={templates.length}
        left={(index % gridWindow.columns) * (gridWindow.width + cells.gap)}
        top={Math.floor(index / gridWindow.columns) * (gridWindow.cellHeight + cells.gap)}
        width={gridWindow.width}
        height={gridWindow.cellHeight}
        onOpen={open}
        make={makeQueued}
        {...settings}
      />
    )
  }
  const indexes =
    gridWindow === null ? [] : Array.from({ length: Math.max(0, gridWindow.to - gridWindow.from) }, (_, i) => gridWindow.from + i)
  // The focused cell stays rendered, because removing it would move the focus to the top of the page.
  if (focused !== null && focused < templates.length && !indexes.includes(focused)) indexes.push(focused)
  indexes.sort((a, b) => a - b)
  return (
    <div ref={box} className="batch-scroll">
      <ul
        className="batch-grid"
        aria-label="模板预览"
        style={{ height: gridWindow?.height }}
        onFocus={(event) => {
          const index = Number(event.target.closest<HTMLElement>('[data-index]')?.dataset.index)
          setFocused(Number.isInteger(index) ? index : null)
        }}
        onBlur={() => setFocused(null)}
      >
        {indexes.map(renderCell)}
      </ul>
    </div>
  )
}
