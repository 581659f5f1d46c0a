import { useEffect, useRef, useState } from 'react'
import type { DesignDoc } from '../../../../design/model/types'
import { useSession } from '../context'

/** Time without a change after which the design is drawn anew, ms: short against a drawing, long against the steps of a slider. */
const quietMs = 350

export interface SettledDoc {
  readonly doc: DesignDoc
  /** Another one for each document. */
  readonly version: number
  /** Whether a newer document waits until the changes pause. */
  readonly isOutdated: boolean
}

/** Returns the open design as it was when its changes paused last. */
export function useSettledDoc(): SettledDoc {
  const current = useSession(({ doc }) => doc)
  const [settled, setSettled] = useState({ doc: current, version: 1 })
  const last = useRef(settled.version)
  useEffect(() => {
    if (current === settled.doc) return
    const timer = setTimeout(() => setSettled({ doc: current, version: ++last.current }), quietMs)
    return () => clearTimeout(timer)
  }, [current, settled])
  return { ...settled, isOutdated: current !== settled.doc }
}
