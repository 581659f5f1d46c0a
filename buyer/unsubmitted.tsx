import { BottomSheet } from './bottom-sheet'

/** The warning that the case is made from an earlier design, because the buyer changed the design after submitting it. */
export const unsubmittedText = '有修改还没有提交，目前制作的是之前的设计。'

interface UnsubmittedProps {
  /** Null where nothing can be submitted any more. */
  readonly onSubmit: (() => void) | null
}

export function UnsubmittedNote({ onSubmit }: UnsubmittedProps) {
  return (
    <div className="problem" role="note">
      <p>{unsubmittedText}</p>
      {onSubmit && (
        <button type="button" onClick={onSubmit}>
          重新提交
        </button>
      )}
    </div>
  )
}

interface LeaveSheetProps {
  readonly onSubmit: () => void
  readonly onLeave: () => void
  readonly onClose: () => void
}

/** Asks before the buyer leaves a design whose last changes are not submitted. */
export function LeaveSheet({ onSubmit, onLeave, onClose }: LeaveSheetProps) {
  return (
    <BottomSheet title="还没有重新提交" onClose={onClose}>
      <p>{unsubmittedText}</p>
      <button type="button" className="primary wide" onClick={onSubmit}>
        重新提交
      </button>
      <button type="button" className="wide" onClick={onLeave}>
        先不提交，离开
      </button>
    </BottomSheet>
  )
}
