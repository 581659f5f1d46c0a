import { Alert, Button } from '@arco-design/web-react'
import { type ReactNode, useRef, useState } from 'react'
import { FailureText } from './failure-view'
import { confirmLeave, discardUnsaved, useUnsavedGuard } from './leave-guard'
import { isSessionEnd, savesAfterLoginText, useRetrySaveAfterLogin } from './seller'
import { useOneAtATime } from './use-one-at-a-time'
import './guarded-form.css'

interface GuardedFormProps {
  /** Whether it has unsaved changes. */
  readonly isDirty: boolean
  readonly okText: string
  /** Resolves to false when a field needs a correction, which the field shows itself; a rejection is shown above the buttons. */
  readonly save: () => Promise<boolean>
  /** Called after a successful save. */
  readonly onSaved: () => void
  /** Called when the seller discards the form, after a confirmation if something would be lost. */
  readonly onCancel: () => void
  /** Shown beside the buttons: what will happen, or what is still missing. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

/**
 * Asks for confirmation if something would be lost, then calls `leave`. For everything that closes the form from outside: Esc,
 * the cross.
 */
export function leaveForm(onLeave: () => void): void {
  void confirmLeave().then((agreed) => {
    if (!agreed) return
    discardUnsaved()
    onLeave()
  })
}

/** A long form with buttons that stay visible: one save at a time, failures shown in place, and no loss without confirmation. */
export function GuardedForm({ isDirty, okText, save, onSaved, onCancel, note, children }: GuardedFormProps) {
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // The second click of a double click may come after the save and before the form is closed.
  const isSaved = useRef(false)
  useUnsavedGuard(isDirty)

  const submit = useOneAtATime(async () => {
    if (isSaved.current) return
    setBusy(true)
    setError(null)
    try {
      if (await save()) {
        isSaved.current = true
        discardUnsaved()
        onSaved()
      } else {
        requestAnimationFrame(() => form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' }))
      }
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
    }
  })
  useRetrySaveAfterLogin(error, submit)
  return (
    <form
      ref={form}
      className="guarded-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {children}
      <footer className="guarded-form-foot">
        {isSessionEnd(error) && <Alert type="info" content={savesAfterLoginText} />}
        {error !== null && !isSessionEnd(error) && <Alert type="error" content={<FailureText error={error} />} />}
        <div className="guarded-form-actions">
          <span className="guarded-form-note">{note}</span>
          <Button disabled={busy} onClick={() => leaveForm(onCancel)}>
            取消
          </Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            {okText}
          </Button>
        </div>
      </footer>
    </form>
  )
}
