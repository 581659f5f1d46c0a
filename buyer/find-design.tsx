import { type FormEvent, useState } from 'react'
import { textLimits } from '../contract/rules/limits'
import { type DesignKey, findDesign } from './api'
import { useAttempt } from './use-attempt'

/** Finds a design that was begun on another phone, by its code and the digits that were left for it. */
export function FindDesign({ onFound }: { readonly onFound: (key: DesignKey) => Promise<void> }) {
  const [code, setCode] = useState('')
  const [digits, setDigits] = useState('')
  const { attempt, busy, problem } = useAttempt({ stays: true })
  const send = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      if (code.trim() === '') throw new Error('请填写定制编号')
      if (!/^\d{4}$/.test(digits)) throw new Error('请填写手机号的后 4 位数字')
      await onFound(await findDesign(code.trim(), digits))
    })
  }
  return (
    <form className="find-design" onSubmit={send}>
      <h2>找回另一台手机上的设计</h2>
      <label>
        定制编号
        <input
          value={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={textLimits.typedNumber}
          placeholder="如 K7QX-2M9C"
          onChange={(event) => setCode(event.target.value)}
        />
      </label>
      <DigitsField value={digits} onChange={setDigits} />
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className="wide" disabled={busy}>
        {busy ? '正在查找…' : '找回设计'}
      </button>
    </form>
  )
}

/** Returns the last four digits of what was typed or pasted, such as a whole number in full-width digits of a Chinese keyboard. */
const digitsIn = (text: string): string => text.normalize('NFKC').replace(/\D/g, '').slice(-4)

interface DigitsFieldProps {
  readonly value: string
  readonly onChange: (digits: string) => void
}

export function DigitsField({ value, onChange }: DigitsFieldProps) {
  return (
    <label>
      手机号后 4 位
      <input
        value={value}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        onChange={(event) => {
          const digits = digitsIn(event.target.value)
          // Preact leaves in the field what was typed, unless the value changes.
          event.target.value = digits
          onChange(digits)
        }}
      />
    </label>
  )
}
