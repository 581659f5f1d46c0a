import { useEffect, useRef } from 'react'
import { textLimits } from '../../../contract/rules/limits'
import { renameLayer } from '../../../design/commands/layers'
import type { Layer } from '../../../design/model/types'
import { useDesigner } from './context'

/** Input for a layer's name in its row: Enter or leaving saves it, Esc discards it. */
export function LayerNameInput({ layer }: { readonly layer: Layer }) {
  const { session, uiState } = useDesigner()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const end = (name: string | null) => {
    if (uiState.renaming.get() !== layer.uuid) return
    const row = input.current?.closest('.designer-layer')
    uiState.renaming.set(null)
    if (name !== null && name.trim() !== layer.name) session.run(renameLayer, { uuid: layer.uuid, name })
    // Return the keyboard focus to where it was.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) row?.querySelector<HTMLElement>('.designer-layer-main')?.focus()
    })
  }
  return (
    <input
      ref={input}
      className="designer-layer-input"
      aria-label={`重命名「${layer.name}」`}
      defaultValue={layer.name}
      maxLength={textLimits.name}
      onBlur={(event) => end(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') end(event.currentTarget.value)
        else if (event.key === 'Escape') {
          // Esc would close the drawer; here it only ends the editing.
          event.stopPropagation()
          end(null)
        }
      }}
    />
  )
}
