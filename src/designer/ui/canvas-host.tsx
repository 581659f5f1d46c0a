import './canvas-host.css'
import { useEffect, useRef } from 'react'
import type { WhiteInk } from '../../../contract/rules/print-profile'
import type { Wireframe } from '../../../contract/types'
import { resolveFileUrl } from '../../api/file-url'
import { lazyScreen } from '../../ui/lazy-screen'
import { createRenderer, type Renderer } from '../render/renderer'
import { Cropping } from './appearance/cropping'
import { SelectionBar } from './arrange/selection-bar'
import { canvasTheme } from './canvas-theme'
import { Eyedropper } from './color/eyedropper'
import { useCell, useDesigner } from './context'
import { DraftOffers } from './drafts/draft-offers'
import { PictureProblems } from './picture-problems'
import { CutoutCards } from './portrait/cutout-cards'
import { Rulers } from './rulers/rulers'
import { snapLines } from './rulers/view-settings'
import { TextEditing } from './text/text-editor'
import { ZoomBar } from './zoom-bar'

const InksView = lazyScreen(() => import('./inks/inks-view'))

declare global {
  interface HTMLElementEventMap {
    'designer-probe': CustomEvent<{ probe: Renderer['probe'] | null }>
  }
}

interface CanvasHostProps {
  readonly wireframe: Wireframe | null
  readonly paper: string | null
  /** How white ink is printed on cases of the previewed material. */
  readonly whiteInk: WhiteInk
}

/** The canvas. It answers a `designer-probe` event with the positions of layers on the screen, for tests that use the mouse. */
export function CanvasHost({ wireframe, paper, whiteInk }: CanvasHostProps) {
  const { session, layerPictures, renderer, livePlacements, zoom, uiState } = useDesigner()
  const host = useRef<HTMLDivElement>(null)
  const canvas = useCell(renderer)
  const { shade } = useCell(uiState.view)
  const inks = useCell(uiState.inks)

  useEffect(() => {
    const element = host.current
    if (!element) return
    const created = createRenderer(element, session, {
      theme: canvasTheme(element),
      resolveUrl: resolveFileUrl,
      pictures: layerPictures,
      onDrag: livePlacements.set,
      onZoom: zoom.set,
      snapping: () => ({ enabled: uiState.view.get().snap, lines: snapLines(uiState.view.get(), session.getState().doc) }),
    })
    const answerProbe = (event: HTMLElementEventMap['designer-probe']) => {
      event.detail.probe = created.probe
    }
    element.addEventListener('designer-probe', answerProbe)
    renderer.set(created)
    zoom.set(created.zoom())
    return () => {
      element.removeEventListener('designer-probe', answerProbe)
      renderer.set(null)
      livePlacements.set(null)
      created.destroy()
    }
  }, [session, layerPictures, renderer, livePlacements, zoom, uiState])

  useEffect(() => {
    canvas?.setWireframe(wireframe)
  }, [canvas, wireframe])
  useEffect(() => {
    canvas?.setShaded(shade)
  }, [canvas, shade])
  useEffect(() => {
    canvas?.setPaper(paper)
  }, [canvas, paper])

  useEffect(() => {
    const element = host.current
    if (!element || !canvas) return
    const themeObserver = new MutationObserver(() => canvas.setTheme(canvasTheme(element)))
    themeObserver.observe(document.body, { attributes: true, attributeFilter: ['arco-theme'] })
    return () => themeObserver.disconnect()
  }, [canvas])

  return (
    <section className="designer-canvas" aria-label="设计区">
      <div ref={host} className="designer-stage" role="application" aria-label="画布" tabIndex={-1} data-designer-canvas="" />
      <TextEditing host={host} />
      <SelectionBar host={host} />
      <Rulers />
      <Cropping host={host} />
      <CutoutCards host={host} />
      <PictureProblems wireframe={wireframe} />
      <ZoomBar />
      <DraftOffers />
      <Eyedropper />
      {inks && <InksView wireframe={wireframe} whiteInk={whiteInk} onClose={() => uiState.inks.set(false)} />}
    </section>
  )
}
