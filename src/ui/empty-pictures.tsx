/** Line drawings for empty states: 120 × 96, strokes of 2, a phone case wherever the subject has one, its accent in the product's colour. */
import type { ReactNode } from 'react'

const accent = 'rgb(var(--primary-6))'

const drawing = (content: ReactNode) => () => (
  <svg
    viewBox="0 0 120 96"
    width="120"
    height="96"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {content}
  </svg>
)

/** A case with its camera, upright, whose left upper corner is at x and y. */
const caseAt = (x: number, y: number) => (
  <>
    <rect x={x} y={y} width="36" height="68" rx="8" />
    <rect x={x + 5} y={y + 5} width="13" height="13" rx="4" />
  </>
)

/** A case with a tick: everything is done. */
export const DonePicture = drawing(
  <>
    {caseAt(42, 14)}
    <circle cx="80" cy="70" r="14" fill="var(--color-bg-2)" stroke={accent} />
    <path d="M74 70l4.5 4.5L87 66" stroke={accent} />
  </>,
)

/** Orders that go by themselves to a factory. */
export const RulePicture = drawing(
  <>
    <path d="M12 26h26v44H12zM19 37h12M19 46h12M19 55h7" />
    <path d="M44 48h8M68 48h8" strokeDasharray="1 5" />
    <path d="M62 32l-10 18h8l-2 14 10-18h-8z" stroke={accent} />
    <path d="M82 72V44l10 7v-7l10 7V30h8v42z" />
  </>,
)

/** A printer whose white ink lies under the picture of a case. */
export const PrintPicture = drawing(
  <>
    <path d="M18 40h84v30H18zM30 40V22h60v18" />
    <path d="M36 58h48v24H36z" fill="var(--color-bg-2)" />
    <path d="M42 66h36M42 74h22" stroke={accent} />
    <path d="M88 48h6" />
  </>,
)

/** A bin with a case that can be taken out again. */
export const BinPicture = drawing(
  <>
    <path d="M36 40h48l-5 44H41zM52 52l2 22M68 52l-2 22" />
    <path d="M46 40V20a6 6 0 016-6h16a6 6 0 016 6v20" strokeDasharray="3 5" />
    <path d="M92 34c4-10-2-18-11-18m0 0l5-5m-5 5l5 5" stroke={accent} />
  </>,
)

/** Two people who share the work. */
export const PeoplePicture = drawing(
  <>
    <circle cx="46" cy="34" r="13" />
    <path d="M22 80c0-15 10-24 24-24s24 9 24 24z" />
    <circle cx="80" cy="40" r="10" stroke={accent} />
    <path d="M76 58c13-2 23 6 23 22H82" stroke={accent} />
  </>,
)

/** A sheet on which somebody keeps a record. */
export const RecordPicture = drawing(
  <>
    <path d="M34 12h40l12 12v60H34zM74 12v12h12" />
    <path d="M58 40h18M58 54h18M58 68h12" />
    <path d="M43 40l3 3 5-6M43 54l3 3 5-6M43 68l3 3 5-6" stroke={accent} />
  </>,
)

/** A key for programs. */
export const KeyPicture = drawing(
  <>
    <circle cx="40" cy="48" r="18" />
    <circle cx="40" cy="48" r="6" stroke={accent} />
    <path d="M58 48h48v12M92 48v9" />
  </>,
)

/** A message on its way to another program. */
export const SendPicture = drawing(
  <>
    <path d="M12 46L74 16 60 80 42 60z" />
    <path d="M74 16L42 60v18l9-10" />
    <path d="M82 44h22M80 56h16M76 68h12" stroke={accent} strokeDasharray="10 5" />
  </>,
)
