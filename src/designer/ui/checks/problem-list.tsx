import './checks.css'
import type { Problem } from '../../checks/check'
import { useDesigner } from '../context'

interface ProblemListProps {
  readonly problems: readonly Problem[]
  /** Told after a layer was selected from here. */
  readonly onChosen?: () => void
  /** The problems of one layer, which is selected already. */
  readonly plain?: boolean
}

/** What to look at before print, the worst first; each item selects its layer. */
export function ProblemList({ problems, onChosen, plain = false }: ProblemListProps) {
  const { session } = useDesigner()
  const ordered = [...problems].sort((a, b) => Number(a.level === 'note') - Number(b.level === 'note'))
  return (
    <ul className="designer-problems" aria-label="检查结果">
      {ordered.map(({ code, level, uuid, text }) => (
        <li key={`${code}-${uuid}`} className={`is-${level}`}>
          {uuid !== null && !plain ? (
            <button
              type="button"
              className="designer-problem"
              onClick={() => {
                session.select([uuid])
                onChosen?.()
              }}
            >
              {text}
            </button>
          ) : (
            text
          )}
        </li>
      ))}
    </ul>
  )
}
