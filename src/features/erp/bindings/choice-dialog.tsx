import { Alert } from '@arco-design/web-react'
import { type ReactNode, useEffect, useState } from 'react'
import { FailureText } from '../../../ui/failure-view'
import { Modal } from '../../../ui/modal'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'
import { ChoiceList } from './choice-list'
import type { Choice, Suggestion } from './choices'

export interface ChoiceRequest {
  /** 绑定「iPhone 15」的工厂型号 */
  readonly title: string
  readonly okText: string
  /** 工厂型号 */
  readonly label: string
  readonly choices: readonly Choice[]
  readonly suggestions: readonly Suggestion[]
  /** Key of the choice that is bound now. */
  readonly value: string | null
  /** A note for the seller, shown above the choices. */
  readonly note?: ReactNode
  /** When it rejects, the dialog stays open and shows the failure. */
  readonly save: (key: string) => Promise<unknown>
}

interface ChoiceDialogProps {
  /** null while the dialog is closed. */
  readonly request: ChoiceRequest | null
  readonly onClose: () => void
}

/** A dialog to choose one of a factory's models, materials or colours and bind it. */
export function ChoiceDialog({ request, onClose }: ChoiceDialogProps) {
  const shown = useValueWhileClosing(request !== null, request)
  return shown === null ? null : <OpenDialog key={shown.title} {...shown} visible={request !== null} onClose={onClose} />
}

type OpenProps = ChoiceRequest & { readonly visible: boolean; readonly onClose: () => void }

function OpenDialog({ visible, title, okText, label, choices, suggestions, value, note, save, onClose }: OpenProps) {
  const [chosen, setChosen] = useState(value)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (!visible) return
    setChosen(value)
    setError(null)
  }, [visible, value])
  const submit = useOneAtATime(async () => {
    if (chosen === null || !visible) return
    if (chosen === value) return onClose()
    setBusy(true)
    setError(null)
    try {
      await save(chosen)
      onClose()
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
    }
  })
  const chosenChoice = choices.find(({ key }) => key === chosen)
  return (
    <Modal
      visible={visible}
      title={title}
      okText={okText}
      confirmLoading={busy}
      okButtonProps={{ disabled: chosen === null }}
      onOk={submit}
      onCancel={() => {
        if (!busy) onClose()
      }}
      className="erp-choice-dialog"
      style={{ width: 680, maxWidth: 'calc(100vw - 32px)' }}
    >
      {note !== undefined && <p className="erp-choice-remark">{note}</p>}
      {error !== null && <Alert type="error" className="form-alert" content={<FailureText error={error} />} />}
      <ChoiceList
        label={label}
        choices={choices}
        suggestions={suggestions}
        value={chosen}
        onChange={setChosen}
        onSubmit={submit}
      />
      <p className="erp-choice-picked" role="status">
        {chosenChoice
          ? `已选：${chosenChoice.name}${chosenChoice.code === '' || chosenChoice.code === chosenChoice.name ? '' : `（${chosenChoice.code}）`}`
          : `请选择${label}`}
      </p>
    </Modal>
  )
}
