import './portrait.css'
import { useSyncExternalStore } from 'react'
import { useDesigner } from '../context'
import { CutoutBar } from './cutout-bar'

const unchanging = () => () => undefined

/** Tells in the list of layers how far the cutout of a layer is, and that it failed; nothing where there is none. */
export function CutoutMark({ uuid }: { readonly uuid: string }) {
  const { cutouts } = useDesigner()
  const state = useSyncExternalStore(cutouts?.subscribe ?? unchanging, () => cutouts?.getState().get(uuid))
  if (!state) return null
  if (state.kind === 'running') {
    return (
      <span className="designer-layer-cutout" title={state.stepText}>
        {state.shortText}
        <CutoutBar share={state.share} />
      </span>
    )
  }
  return (
    <span className="designer-layer-cutout is-failed" title={state.reason}>
      抠图失败：{state.reason}
    </span>
  )
}

/** Returns the number of cutouts under way. */
export function useRunningCutouts(): number {
  const { cutouts } = useDesigner()
  return useSyncExternalStore(cutouts?.subscribe ?? unchanging, () => cutouts?.running() ?? 0)
}
