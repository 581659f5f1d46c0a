import { Input } from '@arco-design/web-react'
import { useRef, useState } from 'react'
import { FailureText } from './failure-view'
import './name-cell.css'

interface NameCellProps {
  readonly name: string
  /** Name of the item type: 型号. */
  readonly noun: string
  readonly maxLength: number
  /** Saves the name. A rejection is shown below the field, which stays open with the typed name. */
  readonly rename: (name: string) => Promise<unknown>
}

/**
 * A name in a row. A double click edits it in place: Enter or blur saves, Esc cancels. With the keyboard, sellers use 修改 of the
 * row.
 */
export function NameCell({ name, noun, maxLength, rename }: NameCellProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  /** Whether the typed name is still to be saved, so that Enter and the following blur save once. */
  const isUnsaved = useRef(false)
  const start = () => {
    isUnsaved.current = true
    setTyped(name)
  }
  if (typed === null) {
    return (
      <button type="button" tabIndex={-1} className="name-cell" title="双击改名" onDoubleClick={start}>
        {name}
      </button>
    )
  }
  const close = () => {
    isUnsaved.current = false
    setTyped(null)
    setProblem(null)
  }
  const save = async () => {
    const newName = typed.trim()
    if (!isUnsaved.current) return
    if (newName === '' || newName === name) return close()
    isUnsaved.current = false
    setSaving(true)
    await rename(newName).then(close, (error: unknown) => {
      isUnsaved.current = true
      setProblem(error)
    })
    setSaving(false)
  }
  return (
    <span className="name-cell-edit">
      <Input
        autoFocus
        size="small"
        value={typed}
        readOnly={saving}
        maxLength={maxLength}
        error={problem !== null}
        aria-label={`「${name}」的${noun}名称`}
        onFocus={(event) => event.target.select()}
        onChange={setTyped}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) void save()
          if (event.key !== 'Escape') return
          event.stopPropagation()
          close()
        }}
      />
      {problem !== null && (
        <span className="name-cell-problem" role="alert">
          <FailureText error={problem} />
        </span>
      )}
    </span>
  )
}
