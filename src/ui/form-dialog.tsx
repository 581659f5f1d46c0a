import { Alert, Button, Form, type FormInstance } from '@arco-design/web-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConflictError, InvalidError } from '../../contract/call-errors'
import { FailureText } from './failure-view'
import { draftKey, hasChanges, readDraft, removeDraft, storeDraft } from './form-drafts'
import { Modal } from './modal'
import { isSessionEnd, savesAfterLoginText, useRetrySaveAfterLogin, useSeller } from './seller'
import { useOneAtATime } from './use-one-at-a-time'
import { useValueWhileClosing } from './use-value-while-closing'

export interface SaveContext<F extends object> {
  readonly form: FormInstance<F>
  /** The values that the form showed before anything was typed. */
  readonly opened: Partial<F>
  /** Whether the seller knows that the row was changed elsewhere and wants to overwrite it. */
  readonly overwrite: boolean
}

interface FormDialogProps<F extends object> {
  readonly visible: boolean
  readonly title: string
  /** Id of the edited row, so that text typed for one row never appears in the form of another. */
  readonly subject?: number | string | undefined
  /** Whether it contains a secret, so that no draft is stored. */
  readonly secret?: boolean
  readonly okText: string
  readonly initialValues: Partial<F>
  /** The fields of the form; issues of the server are shown at their fields. */
  readonly fields: readonly (keyof F & string)[]
  /** Saves the values. A rejection is shown in the dialog, which stays open with the typed values. */
  readonly save: (values: F, saving: SaveContext<F>) => Promise<unknown>
  /** Whether it changes an existing row: after a ConflictError the seller sees the new values and may overwrite them. */
  readonly changes?: boolean
  readonly onClose: () => void
  /** px */
  readonly width?: number
  readonly children: (form: FormInstance<F>) => ReactNode
}

/** Shows the server's issues at their fields; returns true when every issue has a field. */
function showIssues<F extends object>(form: FormInstance<F>, fields: readonly string[], error: unknown): boolean {
  if (!(error instanceof InvalidError) || error.issues.length === 0) return false
  const fieldErrors = error.issues.flatMap(({ path, message }) => {
    const field = fields.find((fieldName) => path === `body.${fieldName}`)
    return field === undefined ? [] : [[field, { error: { message } }] as const]
  })
  // The form's types accept only single fields, not a record of them.
  form.setFields(Object.fromEntries(fieldErrors) as Parameters<typeof form.setFields>[0])
  return fieldErrors.length === error.issues.length
}

interface FormBodyProps<F extends object> {
  readonly initialValues: Partial<F>
  /** Key of the draft; null for a form without drafts. */
  readonly draft: string | null
  readonly onSubmit: (values: F, from: Pick<SaveContext<F>, 'form' | 'opened'>) => void
  readonly onReady: (form: FormInstance<F>, draft: string | null) => void
  /** False once the form is saved: a field that normalizes its value on blur must not create a draft again. */
  readonly mayStoreDraft: () => boolean
  readonly children: (form: FormInstance<F>) => ReactNode
}

function FormBody<F extends object>({ initialValues, draft, onSubmit, onReady, mayStoreDraft, children }: FormBodyProps<F>) {
  const [form] = Form.useForm<F>()
  // Fixed when the dialog opens: a list that is reloaded behind it, or its closing animation, must not change the values the
  // seller saw.
  const [start] = useState(() => {
    const kept = draft === null ? null : readDraft(draft)
    return { draft, fresh: initialValues, opened: (kept?.opened as Partial<F> | undefined) ?? initialValues, kept: kept?.values }
  })
  const [from, setFrom] = useState({ opened: start.opened, restored: start.kept !== undefined })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    onReady(form, start.draft)
  }, [form, onReady, start])
  const focusFirst = () =>
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>('.arco-form-item-status-error :is(input, textarea)')?.focus(),
    )
  const updateDraft = (values: Partial<F>) => {
    if (start.draft === null || !mayStoreDraft()) return
    if (hasChanges(values, from.opened)) storeDraft(start.draft, { opened: from.opened, values })
    else removeDraft(start.draft)
  }
  const startOver = () => {
    if (start.draft !== null) removeDraft(start.draft)
    const emptyValues = Object.fromEntries(Object.keys(form.getFieldsValue()).map((field) => [field, undefined]))
    form.setFieldsValue({ ...emptyValues, ...start.fresh } as Parameters<typeof form.setFieldsValue>[0])
    setFrom({ opened: start.fresh, restored: false })
  }
  return (
    <div ref={box}>
      {from.restored && (
        <Alert
          type="info"
          className="form-alert"
          content="这是上次填写、还没有保存的内容。"
          action={
            <Button size="mini" type="text" onClick={startOver}>
              放弃，重新填写
            </Button>
          }
        />
      )}
      <Form<F>
        form={form}
        layout="vertical"
        requiredSymbol={false}
        initialValues={{ ...start.fresh, ...start.kept }}
        onValuesChange={(changed, values) => {
          updateDraft(values as Partial<F>)
          // The error was about the previous value.
          for (const field of Object.keys(changed)) {
            if (form.getFieldError(field as never)) form.setFields({ [field]: { error: undefined } } as never)
          }
        }}
        onSubmit={(values) => onSubmit(values, { form, opened: from.opened })}
        onSubmitFailed={focusFirst}
      >
        {children(form)}
        {/* Without a submit button, Enter does not submit a form with several fields. */}
        <input type="submit" hidden />
      </Form>
    </div>
  )
}

/**
 * A form in a dialog: one save at a time, failures shown in place, closed by success. Unsaved values are restored when the dialog
 * is opened again, also after a reload; a save that failed because the session ended is repeated after signing in.
 */
export function FormDialog<F extends object>({
  visible,
  title,
  subject,
  secret = false,
  okText,
  initialValues,
  fields,
  save,
  changes = false,
  onClose,
  width = 440,
  children,
}: FormDialogProps<F>) {
  const { username } = useSeller()
  const form = useRef<FormInstance<F> | null>(null)
  const draft = useRef<string | null>(null)
  const [onFormReady] = useState(() => (instance: FormInstance<F>, key: string | null) => {
    form.current = instance
    draft.current = key
  })
  const [error, setError] = useState<unknown>(null)
  const conflict = changes && error instanceof ConflictError ? error : null
  const [busy, setBusy] = useState(false)
  // The second click of a double click may come after the save and before the dialog is closed.
  const isSaved = useRef(false)
  useEffect(() => {
    if (visible) isSaved.current = false
  }, [visible])
  const texts = { title: useValueWhileClosing(visible, title), okText: useValueWhileClosing(visible, okText) }

  const submit = useOneAtATime(async (values: F, from: Pick<SaveContext<F>, 'form' | 'opened'>) => {
    if (isSaved.current) return
    setBusy(true)
    setError(null)
    try {
      await save(values, { ...from, overwrite: conflict !== null })
      isSaved.current = true
      if (draft.current !== null) removeDraft(draft.current)
      onClose()
    } catch (cause) {
      if (!showIssues(from.form, fields, cause)) setError(cause)
    } finally {
      setBusy(false)
    }
  })
  useRetrySaveAfterLogin(error, () => form.current?.submit())
  return (
    <Modal
      visible={visible}
      title={texts.title}
      okText={conflict === null ? texts.okText : '覆盖并保存'}
      confirmLoading={busy}
      onOk={() => form.current?.submit()}
      onCancel={() => {
        if (!busy) onClose()
      }}
      afterClose={() => setError(null)}
      style={{ width, maxWidth: 'calc(100vw - 32px)' }}
    >
      {conflict !== null && (
        <Alert
          type="warning"
          className="form-alert"
          title={`还没有保存：${conflict.message}`}
          content="再点一次会用这里填写的内容覆盖那边的修改；想保留那边的，请取消。"
        />
      )}
      {isSessionEnd(error) && <Alert type="info" className="form-alert" content={savesAfterLoginText} />}
      {error !== null && conflict === null && !isSessionEnd(error) && (
        <Alert type="error" className="form-alert" content={<FailureText error={error} />} />
      )}
      <FormBody<F>
        initialValues={initialValues}
        draft={secret ? null : draftKey(username, title, subject)}
        onSubmit={submit}
        onReady={onFormReady}
        mayStoreDraft={() => !isSaved.current}
      >
        {children}
      </FormBody>
    </Modal>
  )
}
