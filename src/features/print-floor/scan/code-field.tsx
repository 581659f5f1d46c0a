import { Input } from '@arco-design/web-react'
import type { RefInputType } from '@arco-design/web-react/es/Input'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'

interface CodeFieldProps {
  readonly ref?: Ref<{ focus: () => void }>
  readonly isBusy: boolean
  readonly onCode: (code: string) => void
}

/** Whether something else takes keys now: a dialog, or a field in which somebody types. */
const isTypedElsewhere = (): boolean => {
  const active = document.activeElement
  return (
    document.querySelector('.arco-modal-wrapper:not([style*="none"])') !== null ||
    (active !== null && active !== document.body && active.matches('input, textarea, select, [contenteditable="true"]'))
  )
}

/** Into which a scanner types a code and Enter. It takes the focus back from buttons, so that no scan is lost. */
export function CodeField({ ref, isBusy, onCode }: CodeFieldProps) {
  const [text, setText] = useState('')
  const input = useRef<RefInputType>(null)
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }), [])
  useEffect(() => {
    const takeKeys = (event: KeyboardEvent) => {
      // The key itself goes into the field, because the focus moves before it is typed.
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && !isTypedElsewhere())
        input.current?.focus()
    }
    document.addEventListener('keydown', takeKeys, true)
    return () => document.removeEventListener('keydown', takeKeys, true)
  }, [])
  const send = () => {
    const code = text.trim()
    if (code === '') return
    onCode(code)
    setText('')
  }
  return (
    <Input
      ref={input}
      className="scan-field"
      size="large"
      autoFocus
      aria-label="件码"
      placeholder="扫描或输入件码，按回车"
      value={text}
      aria-busy={isBusy}
      onChange={setText}
      // An input method that composes the letters of a scanner ends with the same Enter, which must not be lost.
      onCompositionEnd={(event) => setText(event.currentTarget.value)}
      onPressEnter={(event) => {
        if (!event.nativeEvent.isComposing) send()
      }}
    />
  )
}
