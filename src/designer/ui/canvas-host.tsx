import './canvas-host.css'
import { useEffect, useRef } from 'react'
import type { Wireframe } from '../../../contract/types'
import { resolveFileUrl } from '../../api/file-url'
import { createRenderer, type Renderer } from '../render/renderer'
import { SelectionBar } from './arrange/selection-bar'
import { canvasTheme } from './canvas-theme'
import { useCell, useDesigner } from './context'
import { PictureProblems } from './picture-problems'
import { TextEditing } from './text/text-editor'
import { ZoomBar } from './zoom-bar'

declare global {
  interface HTMLElementEventMap {
    'designer-probe': CustomEvent<{ probe: Renderer['probe'] | null }>
  }
}

interface CanvasHostProps {
  readonly wireframe: Wireframe | null
  readonly paper: string | null
}

/** The canvas. It answers a `designer-probe` event with the positions of layers on the screen, for tests that use the mouse. */
export function CanvasHost({ wireframe, paper }: CanvasHostProps) {
  const { session, renderer, live, zoom } = useDesigner()
  const host = useRef<HTMLDivElement>(null)
  const drawn = useCell(renderer)

  useEffect(() => {
    const element = host.current
    if (!element) return
    const made = createRenderer(element, session, {
      theme: canvasTheme(element),
      resolveUrl: resolveFileUrl,
      onDrag: live.set,
      onZoom: zoom.set,
    })
    const answer = (event: HTMLElementEventMap['designer-probe']) => {
      event.detail.probe = made.probe
    }
    element.addEventListener('designer-probe', answer)
    renderer.set(made)
    zoom.set(made.zoom())
    return () => {
      element.removeEventListener('designer-probe', answer)
      renderer.set(null)
      live.set(null)
      made.destroy()
    }
  }, [session, renderer, live, zoom])

  useEffect(() => {
    drawn?.setWireframe(wireframe)
  }, [drawn, wireframe])
  useEffect(() => {
    drawn?.setPaper(paper)
  }, [drawn, paper])

  useEffect(() => {
    const element = host.current
    if (!element || !drawn) return
    const follow = new MutationObserver(() => drawn.setTheme(canvasTheme(element)))
    follow.observe(document.body, { attributes: true, attributeFilter: ['arco-theme'] })
    return () => follow.disconnect()
  }, [drawn])

  return (
    <section className="designer-canvas" aria-label="设计区">
      <div ref={host} className="designer-stage" role="application" aria-label="画布" tabIndex={-1} data-designer-canvas="" />
      <TextEditing host={host} />
      <SelectionBar host={host} />
      <PictureProblems wireframe={wireframe} />
      <ZoomBar />
    </section>
  )
}
