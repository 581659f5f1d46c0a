import { type FormEvent, useId, useState, useSyncExternalStore } from 'react'
import { textLimits } from '../contract/rules/limits'
import './order-number.css'
import type { DesignSession } from './design-session'
import { errorText } from './words'

interface OrderNumberProps {
  readonly session: DesignSession
  /** Whether the form is the main step of the screen, because the link is for buyers who have ordered already. */
  readonly isMain?: boolean
}

/** Puts the submitted design into an order that the buyer placed already. */
export function OrderNumber({ session, isMain = false }: OrderNumberProps) {
  const { design } = useSyncExternalStore(session.state.subscribe, session.state.get)
  const [number, setNumber] = useState('')
  const [boundTo, setBoundTo] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const hintId = useId()
  const problemId = useId()
  if (design.isBound) return boundTo === null ? null : <p role="status">设计已放进订单 {boundTo}，卖家会按它制作。</p>
  if (design.lockText !== null || design.status !== 'submitted') return null
  if (design.forOrder !== null)
    return (
      <p role="status">您的订单 {design.forOrder} 到达卖家后，设计会自动放进去，不用再填写；放不进去的，卖家会看到并处理。</p>
    )
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const typed = number.trim()
    if (busy) return
    if (typed === '') return setProblem('请填写订单号')
    setBusy(true)
    setProblem(null)
    try {
      await session.bindOrder(typed)
      setBoundTo(typed)
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="order-number" onSubmit={send}>
      <label>
        {isMain ? '填写订单号，把设计放进您的订单' : '已经拍下？填写订单号'}
        <input
          value={number}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={textLimits.typedNumber}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? hintId : problemId}
          onChange={(event) => {
            setNumber(event.target.value)
            setProblem(null)
          }}
        />
      </label>
      {problem === null ? (
        <p className="hint" id={hintId}>
          在订单详情里复制“订单编号”，粘贴到这里。
        </p>
      ) : (
        <p className="problem" role="alert" id={problemId}>
          {problem}
        </p>
      )}
      <button type="submit" className={isMain ? 'primary wide' : 'wide'} disabled={busy}>
        {busy ? '正在向平台查询…' : '放进这个订单'}
      </button>
    </form>
  )
}
