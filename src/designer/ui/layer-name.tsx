import { useEffect, useRef } from 'react'
import { renameLayer } from '../../design/commands/layers'
import { maxNameLength } from '../../design/model/create'
import type { Layer } from '../../design/model/types'
import { useDesigner } from './context'

/** A layer's name being typed in its row: Enter or leaving takes it, Esc does not. */
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
    // Typing with the keyboard goes on where it was.
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
      maxLength={maxNameLength}
      onBlur={(event) => end(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') end(event.currentTarget.value)
        else if (event.key === 'Escape') {
          // The drawer closes on Esc; here it only ends the typing.
          event.stopPropagation()
          end(null)
        }
      }}
    />
  )
}
