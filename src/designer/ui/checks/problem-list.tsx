import './checks.css'
import { Button } from '@arco-design/web-react'
import { type Problem, summaryOf } from '../../../../design/checks/check'
import { bringBack } from '../../../../design/commands/layers'
import { boundsOf } from '../../../../design/geometry/bounds'
import { byUuid, movable } from '../../../../design/model/queries'
import { isOffCanvas } from '../../../../design/rules/reach'
import { Unfold } from '../../../ui/unfold'
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
  /** Layers of these problems that nobody can reach with the mouse. */
  const lostAmong = (same: readonly Problem[]) => {
    const { doc } = session.getState()
    return same.flatMap(({ code, uuid }) => {
      const layer = code === 'outside' && uuid !== null ? byUuid(doc, uuid) : undefined
      return layer && movable(layer) && isOffCanvas(boundsOf(layer), doc) ? [layer.uuid] : []
    })
  }
  const bringBackButton = (same: readonly Problem[]) => {
    const lost = lostAmong(same)
    return (
      lost.length > 0 && (
        <Button size="mini" onClick={() => session.run(bringBack, { uuids: lost })}>
          移回画布
        </Button>
      )
    )
  }
  return (
    <ul className="designer-problems" aria-label="检查结果">
      {[...kinds].flatMap(([kind, sameKind]) => {
        const [first] = sameKind
        if (!first || sameKind.length <= maxListed)
          return sameKind.map((problem) => (
            <li key={`${kind} ${problem.uuid}`} className={`is-${problem.level}`}>
              {item(problem)} {bringBackButton([problem])}
            </li>
          ))
        return (
          <li key={kind} className={`is-${first.level}`}>
            <Unfold summary={summaryOf(first.code, sameKind.length)}>
              <ul className="designer-problems">
                {sameKind.map((problem) => (
                  <li key={problem.uuid}>{item(problem)}</li>
                ))}
              </ul>
            </Unfold>
            {bringBackButton(sameKind)}
          </li>
        )
      })}
    </ul>
  )
}
