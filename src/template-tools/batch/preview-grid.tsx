import { memo, useRef, useState } from 'react'
import { templateName } from '../../../contract/rules/case-names'
import type { TemplateRow, Wireframe } from '../../../contract/types'
import type { Size } from '../../design/model/types'
import { useLatest } from '../../ui/use-latest'
import { CaseView } from './case-view'
import { useGridWindow } from './use-grid-window'
import { useSharp } from './use-sharp'

/** Size of a cell in a long grid, px. */
const cells = { minWidth: 168, height: 344, gap: 16 }
const padding = 12
/** Height of the name: two lines, px. */
const nameHeight = 52

type MakePicture = (template: TemplateRow, signal: AbortSignal) => Promise<Blob>

interface Shown {
  readonly wireframe: Wireframe | null
  readonly paper: string
  readonly marked: boolean
}

interface CellProps extends Shown {
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

const Cell = memo(({ template, index, count, left, top, width, height, onOpen, make, ...shown }: CellProps) => {
  const { wireframe, paper } = shown
  const wanted = template.thumbnail === null && wireframe !== null ? `${template.revision} ${wireframe.id} ${paper}` : null
  const sharp = useSharp(wanted, (signal) => make(template, signal))
  const room: Size = { width: width - 2 * padding, height: height - nameHeight - 2 * padding }
  const name = templateName(template)
  return (
    <li className="batch-place" style={{ left, top, width, height }} aria-setsize={count} aria-posinset={index + 1}>
      <button type="button" className="batch-cell" data-index={index} onClick={() => onOpen(index)}>
        <span className="batch-room" style={{ height: room.height }}>
          <CaseView template={template} room={room} sharp={sharp} {...shown} />
        </span>
        <span className="batch-name" title={name}>
          {name}
        </span>
      </button>
    </li>
  )
})

interface PreviewGridProps extends Shown {
  readonly templates: readonly TemplateRow[]
  readonly make: MakePicture
  readonly onOpen: (index: number) => void
}

/** A grid of all templates on the case. Only visible cells are rendered, so that hundreds cost no more than a screenful. */
export function PreviewGrid({ templates, make, onOpen, ...shown }: PreviewGridProps) {
  const box = useRef<HTMLDivElement>(null)
  const seen = useGridWindow(box, templates.length, cells)
  const [focused, setFocused] = useState<number | null>(null)
  const open = useLatest(onOpen)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  // One after another, because each takes the memory of a whole picture while it is made.
  const makeNow = useLatest(make)
  const makeInTurn = useLatest<Parameters<MakePicture>, ReturnType<MakePicture>>((template, signal) => {
    const made = turn.current.then(() => {
      if (signal.aborted) throw new DOMException('the picture is out of sight', 'AbortError')
      return makeNow(template, signal)
    })
    turn.current = made.catch(() => undefined)
    return made
  })

  const place = (index: number) => {
    const template = templates[index]
    if (seen === null || template === undefined) return null
    return (
      <Cell
        key={template.id}
        template={template}
        index={index}
        count={templates.length}
        left={(index % seen.columns) * (seen.width + cells.gap)}
        top={Math.floor(index / seen.columns) * (seen.cellHeight + cells.gap)}
        width={seen.width}
        height={seen.cellHeight}
        onOpen={open}
        make={makeInTurn}
        {...shown}
      />
    )
  }
  const indexes = seen === null ? [] : Array.from({ length: Math.max(0, seen.to - seen.from) }, (_, i) => seen.from + i)
  // The focused cell stays rendered, because removing it would move the focus to the top of the page.
  if (focused !== null && focused < templates.length && !indexes.includes(focused)) indexes.push(focused)
  indexes.sort((a, b) => a - b)
  return (
    <div ref={box} className="batch-scroll">
      <ul
        className="batch-grid"
        aria-label="模板预览"
        style={{ height: seen?.height }}
        onFocus={(event) => {
          const index = Number(event.target.closest<HTMLElement>('[data-index]')?.dataset.index)
          setFocused(Number.isInteger(index) ? index : null)
        }}
        onBlur={() => setFocused(null)}
      >
        {indexes.map(place)}
      </ul>
    </div>
  )
}
