import { Button } from '@arco-design/web-react'
import { IconMinus, IconPlus } from '@arco-design/web-react/icon'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { ThumbnailWidth } from '../../../../contract/constants'
import { phoneNameOf } from '../../../../contract/rules/case-names'
import type { PrintBatch } from '../../../../contract/types'
import { thumbnailUrl } from '../../../api/file-url'
import { type BatchPiece, lyingBox, pictureBox, refusalOf, slotAt } from './sheet-geometry'
import './sheet-view.css'

interface SheetViewProps {
  readonly batch: PrintBatch
  /** Of the sheet, from 1. */
  readonly sheet: number
  readonly selectedId: number | null
  readonly onSelect: (piece: BatchPiece | null) => void
  /** Moves a piece to a slot of this sheet; absent: nothing can be moved now. */
  readonly onMove?: ((piece: BatchPiece, slot: string) => void) | undefined
}

interface Drag {
  readonly id: number
  readonly fromX: number
  readonly fromY: number
  /** Of the pointer, mm on the sheet. */
  readonly x: number
  readonly y: number
  readonly hasMoved: boolean
}

/** The pointer moves this far before a piece is dragged, mm: a click may tremble. */
const thresholdMm = 3
const zooms = [1, 1.5, 2, 3] as const

/** The picture of a piece, as it will lie. */
function Print({ piece, width }: { readonly piece: BatchPiece; readonly width: ThumbnailWidth }) {
  const box = lyingBox(piece)
  const picture = pictureBox(piece)
  return (
    <>
      <rect x={box.xMm} y={box.yMm} width={box.widthMm} height={box.heightMm} className="sheet-print" />
      {piece.imageUrl !== null && (
        <image
          href={thumbnailUrl(piece.imageUrl, width)}
          x={picture.xMm}
          y={picture.yMm}
          width={picture.widthMm}
          height={picture.heightMm}
          preserveAspectRatio="none"
          transform={`rotate(${piece.turn} ${picture.middleX} ${picture.middleY})`}
        />
      )}
    </>
  )
}

/** A sheet to scale: the jig's slots or the bed, with each piece's picture as it will lie. */
export function SheetView({ batch, sheet, selectedId, onSelect, onMove }: SheetViewProps) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const [zoom, setZoom] = useState(0)
  const svg = useRef<SVGSVGElement>(null)
  const { widthMm, heightMm, slots } = batch
  const pieces = batch.pieces.filter((piece) => piece.sheet === sheet)
  const dragged = drag?.hasMoved ? pieces.find(({ id }) => id === drag.id) : undefined
  const target = drag && dragged && slotAt(slots, drag.x, drag.y)
  const refusal = dragged && target ? refusalOf(batch, dragged, sheet, target) : null
  // Letters and lines have the same size on the screen whatever the sheet measures.
  const unit = Math.max(widthMm, heightMm) / 100

  const pointIn = ({ clientX, clientY }: PointerEvent) => {
    const { left = 0, top = 0, width = 0, height = 0 } = svg.current?.getBoundingClientRect() ?? {}
    return { x: ((clientX - left) / (width || 1)) * widthMm, y: ((clientY - top) / (height || 1)) * heightMm }
  }
  const begin = (event: PointerEvent<SVGGElement>, piece: BatchPiece) => {
    if (!onMove || event.button !== 0) return
    const { x, y } = pointIn(event)
    event.currentTarget.setPointerCapture?.(event.pointerId)
    setDrag({ id: piece.id, fromX: x, fromY: y, x, y, hasMoved: false })
  }
  const move = (event: PointerEvent) => {
    if (drag === null) return
    const { x, y } = pointIn(event)
    const hasMoved = drag.hasMoved || Math.hypot(x - drag.fromX, y - drag.fromY) > thresholdMm
    setDrag({ ...drag, x, y, hasMoved })
  }
  const drop = () => {
    setDrag(null)
    if (dragged && target && refusal === null) onMove?.(dragged, target.key)
  }
  const press = (event: KeyboardEvent, piece: BatchPiece) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onSelect(piece)
  }
  const pieceAt = (piece: BatchPiece) => {
    const box = lyingBox(piece)
    const label = `${piece.slot === null ? '' : `工位 ${piece.slot} 的 `}${phoneNameOf(piece)}，订单 ${piece.orderNumber}，${piece.code}`
    const state = [
      selectedId === piece.id && 'is-selected',
      dragged?.id === piece.id && 'is-dragged',
      piece.outcome === 'failed' && 'is-failed',
      piece.hold && 'is-held',
    ]
    return (
      // biome-ignore lint/a11y/useSemanticElements: a button element cannot stand in a drawing
      <g
        key={piece.id}
        role="button"
        tabIndex={0}
        className={['sheet-piece', ...state.filter(Boolean)].join(' ')}
        aria-label={label}
        aria-pressed={selectedId === piece.id}
        onClick={() => !dragged && onSelect(piece)}
        onKeyDown={(event) => press(event, piece)}
        onPointerDown={(event) => begin(event, piece)}
        onPointerMove={move}
        onPointerUp={drop}
        onPointerCancel={() => setDrag(null)}
      >
        <title>{label}</title>
        <Print piece={piece} width={zoom > 0 ? 400 : 200} />
        <rect
          x={box.xMm}
          y={box.yMm}
          width={box.widthMm}
          height={box.heightMm}
          className="sheet-frame"
          strokeWidth={unit * (selectedId === piece.id ? 0.6 : 0.2)}
        />
      </g>
    )
  }
  return (
    <div className="sheet-view">
      <div className="sheet-zoom">
        <Button
          icon={<IconMinus />}
          aria-label="缩小"
          title="缩小"
          disabled={zoom === 0}
          onClick={() => setZoom(Math.max(0, zoom - 1))}
        />
        <Button
          icon={<IconPlus />}
          aria-label="放大"
          title="放大"
          disabled={zoom === zooms.length - 1}
          onClick={() => setZoom(Math.min(zooms.length - 1, zoom + 1))}
        />
        <Button disabled={zoom === 0} onClick={() => setZoom(0)}>
          适合窗口
        </Button>
        <span className="floor-line numeric" role="status">
          {refusal !== null && target
            ? refusal
            : target && dragged
              ? `放到工位 ${target.key}`
              : `${widthMm} × ${heightMm} mm，${pieces.length} 件`}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys, too */}
      <section className="sheet-scroll" aria-label="拼版图" tabIndex={0}>
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the pieces only ends the choice, as Esc does elsewhere */}
        <svg
          ref={svg}
          role="group"
          aria-label={`第 ${sheet} 版`}
          className={`sheet-drawing${dragged ? ' is-dragging' : ''}${onMove ? ' is-movable' : ''}`}
          viewBox={`0 0 ${widthMm} ${heightMm}`}
          style={{
            ...{ aspectRatio: `${widthMm} / ${heightMm}` },
            ...{
              width: `min(${(zooms[zoom] ?? 1) * 100}%, calc(${zooms[zoom] ?? 1} * var(--sheet-height) * ${widthMm / heightMm}))`,
            },
          }}
          onClick={(event) => event.target === event.currentTarget && onSelect(null)}
        >
          <rect width={widthMm} height={heightMm} className="sheet-bed" strokeWidth={unit * 0.2} />
          {slots.map((slot) => (
            <rect
              key={slot.key}
              x={slot.xMm}
              y={slot.yMm}
              width={slot.widthMm}
              height={slot.heightMm}
              rx={unit * 0.6}
              className={`sheet-slot${target?.key === slot.key ? (refusal === null ? ' is-target' : ' is-refused') : ''}`}
              strokeWidth={unit * (target?.key === slot.key ? 0.6 : 0.2)}
            />
          ))}
          {pieces.map(pieceAt)}
          {slots.map((slot) => (
            <g key={slot.key} className="sheet-key">
              <rect
                x={slot.xMm + unit * 0.5}
                y={slot.yMm + unit * 0.5}
                width={unit * (1.2 + slot.key.length * 1.3)}
                height={unit * 2.8}
                rx={unit * 0.5}
              />
              <text x={slot.xMm + unit * 1.1} y={slot.yMm + unit * 2.6} fontSize={unit * 2}>
                {slot.key}
              </text>
            </g>
          ))}
          {/* A copy moves with the pointer: the piece itself must stay where it is in the page, because it holds the pointer. */}
          {drag && dragged && (
            <g className="sheet-ghost" transform={`translate(${drag.x - drag.fromX} ${drag.y - drag.fromY})`}>
              <Print piece={dragged} width={zoom > 0 ? 400 : 200} />
            </g>
          )}
        </svg>
      </section>
    </div>
  )
}
