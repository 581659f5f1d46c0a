import { useSyncExternalStore } from 'react'
import type { DesignSession } from './design-session'

interface SaveQuestionProps {
  readonly session: DesignSession
  /** Runs the choice, and shows why it failed. */
  readonly attempt: (work: () => Promise<void>) => void
  /** Leaves a design that the server has deleted. */
  readonly onGone: () => void
}

/** Asks the buyer when the design can no longer be saved: which of two designs to keep, or to begin a new one. */
export function SaveQuestion({ session, attempt, onGone }: SaveQuestionProps) {
  const { save, problem } = useSyncExternalStore(session.state.subscribe, session.state.get)
  if (save !== 'conflict' && save !== 'gone') return null
  return (
    <div className="problem" role="alert">
      <p>{problem}</p>
      {save === 'gone' ? (
        <button type="button" onClick={onGone}>
          重新开始
        </button>
      ) : (
        <>
          <button type="button" onClick={() => attempt(() => session.resolveConflict('mine'))}>
            保留这里的
          </button>
          <button type="button" onClick={() => attempt(() => session.resolveConflict('theirs'))}>
            用另一处的
          </button>
        </>
      )}
    </div>
  )
}
