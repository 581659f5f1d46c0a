import { Input } from '@arco-design/web-react'
import { useRef, useState } from 'react'
import { FailureText } from './failure-view'
import './name-cell.css'

interface NameCellProps {
  readonly name: string
  /** What is renamed: 型号. */
  readonly noun: string
  readonly maxLength: number
  /** A rejection is shown below the field, which then stays with what was typed. */
  readonly rename: (name: string) => Promise<unknown>
}

/** A name in a row. A double click changes it in place: Enter or leaving saves, Esc gives up. The row's 修改 is the keyboard's way. */
export function NameCell({ name, noun, maxLength, rename }: NameCellProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  /** What is typed waits to be saved: Enter and the leaving that follows are one. */
  const open = useRef(false)
  const start = () => {
    open.current = true
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
    open.current = false
    setTyped(null)
    setProblem(null)
  }
  const save = async () => {
    const wanted = typed.trim()
    if (!open.current) return
    if (wanted === '' || wanted === name) return close()
    open.current = false
    setSaving(true)
    await rename(wanted).then(close, (error: unknown) => {
      open.current = true
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
