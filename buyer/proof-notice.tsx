import { useSyncExternalStore } from 'react'
import { isProving } from './proof'
import './proof-notice.css'

/** Explains the wait while the phone computes a proof of work. */
export function ProofNotice() {
  const shown = useSyncExternalStore(isProving.subscribe, isProving.get)
  return (
    <p className="proof-notice" role="status" hidden={!shown}>
      {shown ? '正在确认您不是机器人，需要几秒…' : ''}
    </p>
  )
}
