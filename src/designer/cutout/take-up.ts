/** Takes up the cutouts that an earlier designer of a design left: on this machine, or on another one of the seller. */
import { cutoutRefusal, cutoutText } from '../../../design/commands/cutout'
import { byUuid } from '../../../design/model/queries'
import type { Layer } from '../../../design/model/types'
import type { Session } from '../session/types'
import type { BegunCutouts, FoundCutout } from './begun-cutouts'
import type { KeptCutout } from './kept-cutouts'

export interface TakeUpPorts {
  readonly session: Session
  /** Returns those that this machine keeps of the open design. */
  kept(): readonly KeptCutout[]
  readonly begun: Pick<BegunCutouts, 'find'>
  isRunning(uuid: string): boolean
  run(layer: Layer, kept: KeptCutout): void
  forget(uuid: string): void
}

/** Starts once the seller has decided about a draft of this machine, whose layers they may belong to. Returns what ends it. */
export function takeUpCutouts({ session, kept, begun, isRunning, run, forget }: TakeUpPorts): () => void {
  let isDisposed = false
  const layerOf = (uuid: string) => byUuid(session.getState().doc, uuid)
  const takeUpKept = () => {
    for (const one of kept()) {
      const layer = layerOf(one.uuid)
      if (layer && one.sourceUrls.includes(layer.imageUrl) && cutoutRefusal(layer) === null) {
        if (!isRunning(one.uuid)) run(layer, one)
        continue
      }
      forget(one.uuid)
      if (layer) session.notify('warning', cutoutText.changed)
    }
  }

  /** Cutouts of other machines whose layers are not there: they may come with a draft that is opened later. */
  const waiting = new Map<string, FoundCutout>()
  const takeUpFound = ({ uuid, type, fileId, taskId, host }: FoundCutout): void => {
    const layer = layerOf(uuid)
    if (!layer) return
    waiting.delete(uuid)
    if (isRunning(uuid)) return
    if (layer.imageFileId === fileId && cutoutRefusal(layer) === null) {
      run(layer, { uuid, type, sourceUrls: [layer.imageUrl], begun: { taskId, host } })
      return
    }
    forget(uuid)
    session.notify('warning', cutoutText.changed)
  }
  const takeUpWaiting = () => {
    for (const found of [...waiting.values()]) takeUpFound(found)
  }
  const unsubscribe = session.subscribe((state, before) => {
    if (waiting.size > 0 && state.doc !== before.doc) takeUpWaiting()
  })
  const takeUp = async () => {
    if (isDisposed) return
    takeUpKept()
    for (const found of await begun.find()) waiting.set(found.uuid, found)
    if (!isDisposed) takeUpWaiting()
  }
  void session.ready.then(() => {
    const stop = session.subscribe(({ draftOffer }) => draftOffer === null && takeUpOnce())
    const takeUpOnce = () => {
      stop()
      // An accepted draft becomes the document right after its offer has ended.
      queueMicrotask(() => void takeUp())
    }
    if (session.getState().draftOffer === null) takeUpOnce()
  })
  return () => {
    isDisposed = true
    unsubscribe()
  }
}
