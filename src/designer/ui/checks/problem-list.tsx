import './checks.css'
import { type Problem, summaryOf } from '../../../design/checks/check'
import { useDesigner } from '../context'

interface ProblemListProps {
  readonly problems: readonly Problem[]
  /** Called after a layer was selected from the list. */
  readonly onChosen?: () => void
  /** The problems are of one layer, which is selected already. */
  readonly plain?: boolean
}

/** If more layers than this have the same problem, they are one collapsed line. */
const maxListed = 3

/** The problems before print, the worst first; each item selects its layer. */
export function ProblemList({ problems, onChosen, plain = false }: ProblemListProps) {
  const { session } = useDesigner()
  const ordered = [...problems].sort((a, b) => Number(a.level === 'note') - Number(b.level === 'note'))
  const kinds = new Map<string, Problem[]>()
  for (const problem of ordered) {
    const kind = `${problem.level} ${problem.code}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), problem])
  }
  const item = (problem: Problem) => {
    const { uuid, text } = problem
    if (uuid === null || plain) return text
    const choose = () => {
      session.select([uuid])
      onChosen?.()
    }
    return (
      <button type="button" className="designer-problem" onClick={choose}>
        {text}
      </button>
    )
  }
  return (
    <ul className="designer-problems" aria-label="检查结果">
      {[...kinds].flatMap(([kind, sameKind]) => {
        const [first] = sameKind
        if (!first || sameKind.length <= maxListed)
          return sameKind.map((problem) => (
            <li key={`${kind} ${problem.uuid}`} className={`is-${problem.level}`}>
              {item(problem)}
            </li>
          ))
        return (
          <li key={kind} className={`is-${first.level}`}>
            <details>
              <summary>{summaryOf(first.code, sameKind.length)}</summary>
              <ul className="designer-problems">
                {sameKind.map((problem) => (
                  <li key={problem.uuid}>{item(problem)}</li>
                ))}
              </ul>
            </details>
          </li>
        )
      })}
    </ul>
  )
}
