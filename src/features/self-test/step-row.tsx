import { Alert, Button, Spin } from '@arco-design/web-react'
import {
  IconCheckCircleFill,
  IconCloseCircleFill,
  IconExclamationCircleFill,
  IconMinusCircleFill,
} from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import type { Outcome } from './run-step'

export const stateNames = {
  idle: '没有测',
  running: '正在测',
  passed: '通过',
  failed: '不行',
  skipped: '不适用',
  open: '待完成',
} as const
export type RowState = keyof typeof stateNames

const marks: Readonly<Record<RowState, ReactNode>> = {
  idle: <IconMinusCircleFill />,
  running: <Spin size={16} />,
  passed: <IconCheckCircleFill />,
  failed: <IconCloseCircleFill />,
  skipped: <IconMinusCircleFill />,
  open: <IconExclamationCircleFill />,
}

interface StepRowProps {
  readonly number: number
  readonly title: string
  readonly outcome: Outcome | undefined
  readonly running: boolean
  /** True if another step is being measured. */
  readonly busy: boolean
  /** Absent where a person's answers are the measurement. */
  readonly onRun?: () => void
  readonly children?: ReactNode
}

/** One question: its state, what was measured and what follows from it. */
export function StepRow({ number, title, outcome, running, busy, onRun, children }: StepRowProps) {
  const state: RowState = running ? 'running' : (outcome?.state ?? 'idle')
  return (
    <li className="self-test-step" data-state={state} aria-label={`${number} ${title}`}>
      <span className="self-test-number numeric" aria-hidden="true">
        {number}
      </span>
      <div className="self-test-body">
        <h2>{title}</h2>
        {outcome && !running && (
          <>
            {outcome.figure !== '' && <p className="self-test-figure numeric">{outcome.figure}</p>}
            <p className="self-test-meaning">{outcome.meaning}</p>
            {outcome.note && <Alert type="warning" content={outcome.note} />}
          </>
        )}
        {children}
      </div>
      <span className="self-test-state" role="status">
        <span className="self-test-mark" aria-hidden="true">
          {marks[state]}
        </span>
        {stateNames[state]}
        {outcome && !running && outcome.ms > 0 && (
          <span className="self-test-ms numeric">{(outcome.ms / 1000).toFixed(1)} 秒</span>
        )}
      </span>
      <span className="self-test-action">
        {onRun && (
          <Button size="small" disabled={busy} onClick={onRun} aria-label={`${outcome ? '重测' : '测这一项'}：${title}`}>
            {outcome ? '重测' : '测这一项'}
          </Button>
        )}
      </span>
    </li>
  )
}
