import { Alert, Button, Form, type FormInstance } from '@arco-design/web-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConflictError, InvalidError } from '../base/errors'
import { FailureText } from './failure-view'
import { differs, draftKey, forgetDraft, keepDraft, readDraft } from './form-drafts'
import { Modal } from './modal'
import { isSessionEnd, savesAfterLogin, useSaveAgain, useSeller } from './seller'
import { useKeptWhileClosing } from './use-kept-while-closing'
import { useOneAtATime } from './use-one-at-a-time'

export interface Saving<F extends object> {
  readonly form: FormInstance<F>
  /** What the form showed before anything was typed. */
  readonly opened: Partial<F>
  /** The seller has been told that it was changed elsewhere, and wants this. */
  readonly overwrite: boolean
}

interface FormDialogProps<F extends object> {
  readonly visible: boolean
  readonly title: string
  /** Id of the row it is about: what is typed for one never turns up in the form of another. */
  readonly subject?: number | string | undefined
  /** It holds a secret: nothing of it is kept. */
  readonly secret?: boolean
  readonly okText: string
  readonly initialValues: Partial<F>
  /** The fields of the form; a broken rule that the server names stands at its field. */
  readonly fields: readonly (keyof F & string)[]
  /** A rejection is shown in the dialog, which then stays with what was typed. */
  readonly save: (values: F, saving: Saving<F>) => Promise<unknown>
  /** It changes something that is there: after a ConflictError the seller reads what became of it and may save all the same. */
  readonly changes?: boolean
  readonly onClose: () => void
  /** px */
  readonly width?: number
  readonly children: (form: FormInstance<F>) => ReactNode
}

/** Puts the server's broken rules at their fields; true when all of them have one. */
function showIssues<F extends object>(form: FormInstance<F>, fields: readonly string[], error: unknown): boolean {
  if (!(error instanceof InvalidError) || error.issues.length === 0) return false
  const placed = error.issues.flatMap(({ path, message }) => {
    const field = fields.find((one) => path === `body.${one}`)
    return field === undefined ? [] : [[field, { error: { message } }] as const]
  })
  // The form's types know its fields one by one, not a table of them.
  form.setFields(Object.fromEntries(placed) as Parameters<typeof form.setFields>[0])
  return placed.length === error.issues.length
}

interface FormBodyProps<F extends object> {
  readonly initialValues: Partial<F>
  /** Key of the draft; null for a form that keeps none. */
  readonly draft: string | null
  readonly onSubmit: (values: F, from: Pick<Saving<F>, 'form' | 'opened'>) => void
  readonly onReady: (form: FormInstance<F>, draft: string | null) => void
  /** False once the form is saved: a field that tidies its value when it is left must not make a draft again. */
  readonly mayKeep: () => boolean
  readonly children: (form: FormInstance<F>) => ReactNode
}

function FormBody<F extends object>({ initialValues, draft, onSubmit, onReady, mayKeep, children }: FormBodyProps<F>) {
  const [form] = Form.useForm<F>()
  // A list read again behind the dialog changes the row, and not what the seller has seen. Nor may its fading out do.
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
  const keep = (values: Partial<F>) => {
    if (start.draft === null || !mayKeep()) return
    if (differs(values, from.opened)) keepDraft(start.draft, { opened: from.opened, values })
    else forgetDraft(start.draft)
  }
  const startOver = () => {
    if (start.draft !== null) forgetDraft(start.draft)
    const cleared = Object.fromEntries(Object.keys(form.getFieldsValue()).map((field) => [field, undefined]))
    form.setFieldsValue({ ...cleared, ...start.fresh } as Parameters<typeof form.setFieldsValue>[0])
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
          keep(values as Partial<F>)
          // What is reproached was about what stood there before.
          for (const field of Object.keys(changed)) {
            if (form.getFieldError(field as never)) form.setFields({ [field]: { error: undefined } } as never)
          }
        }}
        onSubmit={(values) => onSubmit(values, { form, opened: from.opened })}
        onSubmitFailed={focusFirst}
      >
        {children(form)}
        {/* Without a submit button a form of several fields is not sent by Enter. */}
        <input type="submit" hidden />
      </Form>
    </div>
  )
}

/**
 * A form in a dialog: one save at a time, failures in place, closed by success. What is typed and not saved is there again when
 * the dialog is opened again, also after a reload; a save that met the end of the session is repeated after signing in.
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
  const [ready] = useState(() => (instance: FormInstance<F>, key: string | null) => {
    form.current = instance
    draft.current = key
  })
  const [error, setError] = useState<unknown>(null)
  const conflict = changes && error instanceof ConflictError ? error : null
  const [busy, setBusy] = useState(false)
  // The second half of a double click may come after the save and before the dialog has gone.
  const saved = useRef(false)
  useEffect(() => {
    if (visible) saved.current = false
  }, [visible])
  const words = { title: useKeptWhileClosing(visible, title), okText: useKeptWhileClosing(visible, okText) }

  const submit = useOneAtATime(async (values: F, from: Pick<Saving<F>, 'form' | 'opened'>) => {
    if (saved.current) return
    setBusy(true)
    setError(null)
    try {
      await save(values, { ...from, overwrite: conflict !== null })
      saved.current = true
      if (draft.current !== null) forgetDraft(draft.current)
      onClose()
    } catch (cause) {
      if (!showIssues(from.form, fields, cause)) setError(cause)
    } finally {
      setBusy(false)
    }
  })
  useSaveAgain(error, () => form.current?.submit())
  return (
    <Modal
      visible={visible}
      title={words.title}
      okText={conflict === null ? words.okText : '覆盖并保存'}
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
      {isSessionEnd(error) && <Alert type="info" className="form-alert" content={savesAfterLogin} />}
      {error !== null && conflict === null && !isSessionEnd(error) && (
        <Alert type="error" className="form-alert" content={<FailureText error={error} />} />
      )}
      <FormBody<F>
        initialValues={initialValues}
        draft={secret ? null : draftKey(username, title, subject)}
        onSubmit={submit}
        onReady={ready}
        mayKeep={() => !saved.current}
      >
        {children}
      </FormBody>
    </Modal>
  )
}
