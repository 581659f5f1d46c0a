import type { JigLayout } from '../../../../contract/rules/jig'

interface JigDrawingProps {
  readonly layout: JigLayout
  readonly className: string
  /** Accessible name; absent: how many slots there are. */
  readonly label?: string
  /** Whether slots show their numbers and how a case lies. */
  readonly isDetailed?: boolean
  /** Of the bed below, mm; absent: it is not drawn. */
  readonly bed?: { readonly widthMm: number; readonly heightMm: number } | null
}

/** The colours of slot groups, in their order. */
const groupCount = 6

/** A jig to scale. */
export function JigDrawing({ layout, className, label, isDetailed = false, bed = null }: JigDrawingProps) {
  const { widthMm, heightMm, slots, groups } = layout
  const width = Math.max(widthMm, bed?.widthMm ?? 0)
  const height = Math.max(heightMm, bed?.heightMm ?? 0)
  const unit = Math.max(width, height) / 100
  const groupAt = (name: string) =>
    Math.max(
      0,
      groups.findIndex((group) => group.name === name),
    ) % groupCount
  return (
    <svg
      viewBox={`${-unit} ${-unit} ${width + 2 * unit} ${height + 2 * unit}`}
      className={`jig-drawing ${className}`}
      role="img"
      aria-label={label ?? `${slots.length} 个工位`}
    >
      {bed && <rect width={bed.widthMm} height={bed.heightMm} className="jig-bed" strokeWidth={unit * 0.3} />}
      <rect width={widthMm} height={heightMm} className="jig-plate" strokeWidth={unit * 0.5} rx={unit} />
      {slots.map((slot, index) => {
        const [x, y] = [slot.xMm + slot.widthMm / 2, slot.yMm + slot.heightMm / 2]
        const isAcross = slot.turn % 180 !== 0
        const [caseWidth, caseHeight] = isAcross ? [slot.heightMm, slot.widthMm] : [slot.widthMm, slot.heightMm]
        // The camera of a case is at its upper left: it shows how the case lies.
        const camera = Math.min(caseWidth, caseHeight) * 0.3
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two slots may have the same number until the seller corrects it
          <g key={index}>
            <rect
              x={slot.xMm}
              y={slot.yMm}
              width={slot.widthMm}
              height={slot.heightMm}
              rx={Math.min(slot.widthMm, slot.heightMm) * 0.12}
              className={`jig-slot is-group-${groupAt(slot.group)}`}
              strokeWidth={unit * 0.3}
            />
            {isDetailed && (
              <>
                <rect
                  x={x - caseWidth / 2 + caseWidth * 0.08}
                  y={y - caseHeight / 2 + caseWidth * 0.08}
                  width={camera}
                  height={camera}
                  rx={camera * 0.3}
                  transform={`rotate(${slot.turn} ${x} ${y})`}
                  className="jig-camera"
                  strokeWidth={unit * 0.2}
                />
                <text x={x} y={y} fontSize={Math.min(unit * 3, slot.widthMm / 3)} textAnchor="middle" dominantBaseline="central">
                  {slot.key}
                </text>
              </>
            )}
          </g>
        )
      })}
    </svg>
  )
}
