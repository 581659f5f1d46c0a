import { useCallback, useSyncExternalStore } from 'react'
import { createListeners, type Listeners } from '../../../contract/ground/listeners'
import type { Session } from '../session/types'
import { useDesigner } from './context'

type Subscribe = (uuid: string, listener: () => void) => () => void

const subscriptions = new WeakMap<Session, Subscribe>()

/** Returns whether the pointer is on the layer. Only the rows that it leaves and enters are asked, not hundreds with every change. */
export function useHovered(uuid: string): boolean {
  const { session } = useDesigner()
  const subscribe = useCallback((listener: () => void) => hoverOf(session)(uuid, listener), [session, uuid])
  return useSyncExternalStore(subscribe, () => session.getState().hover === uuid)
}

function hoverOf(session: Session): Subscribe {
  const known = subscriptions.get(session)
  if (known) return known
  const created = subscribeByLayer(session)
  subscriptions.set(session, created)
  return created
}

/** One subscription to the session, held while any layer has listeners. */
function subscribeByLayer(session: Session): Subscribe {
  const listeners = new Map<string, Listeners & { count: number }>()
  let stop: (() => void) | null = null
  return (uuid, listener) => {
    stop ??= session.subscribe(({ hover }, before) => {
      if (hover === before.hover) return
      for (const changed of [before.hover, hover]) if (changed !== null) listeners.get(changed)?.notify()
    })
    const own = listeners.get(uuid) ?? { ...createListeners(), count: 0 }
    listeners.set(uuid, own)
    own.count += 1
    const unsubscribe = own.subscribe(listener)
    return () => {
      unsubscribe()
      own.count -= 1
      if (own.count > 0) return
      listeners.delete(uuid)
      if (listeners.size > 0) return
      stop?.()
      stop = null
    }
  }
}
