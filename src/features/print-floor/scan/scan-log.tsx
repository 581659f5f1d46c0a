import { phoneNameOf } from '../../../../contract/rules/case-names'
import type { PieceState } from '../../../../contract/rules/print-batch'
import { failureMessage } from '../../../base/failure-texts'
import { doneTexts } from './scan-modes'
import type { Scan } from './use-scans'

interface ScanLogProps {
  readonly scans: readonly Scan[]
  readonly stateNames: Readonly<Record<PieceState, string>>
}

function outcomeOf({ step, answer, error }: Scan, stateNames: ScanLogProps['stateNames']): string {
  if (error !== null) return failureMessage(error)
  if (answer === null) return '正在登记…'
  if (step === null) return stateNames[answer.piece.state]
  return answer.isRepeated ? '之前已经登记过' : doneTexts[step]
}

/** The last scans, the latest first. */
export function ScanLog({ scans, stateNames }: ScanLogProps) {
  if (scans.length < 2) return null
  return (
    <section className="scan-log" aria-label="刚才扫的">
      <h2>刚才扫的</h2>
      <ol>
        {scans.map((scan) => (
          <li key={scan.number} className={scan.error === null ? '' : 'is-no'}>
            <span className="numeric">{scan.code}</span>
            <span>{scan.answer ? phoneNameOf(scan.answer.piece) : ''}</span>
            <span>{outcomeOf(scan, stateNames)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
