import './effect-view.css'
import { useEffect, useRef, useState } from 'react'
import { revokeOnceLoaded } from '../contract/ground/revoke-once-loaded'
import type { Look } from '../contract/rules/look'
import type { Wireframe } from '../contract/types'
import type { DesignDoc } from '../design/model/types'
import type { CasePainter } from '../design/print/case-picture'
import type { CaseViewer } from '../imaging/case-scene/case-viewer'
import { BottomSheet } from './bottom-sheet'
import { Stage } from './stage'

interface EffectProps {
  readonly doc: DesignDoc
  readonly wireframe: Wireframe | null
  /** CSS colour of the case. */
  readonly paper: string
  readonly look: Look
}

const noRights = () => new Set<never>()
const nothing = () => undefined

/** Loads the painter of cases, which only this screen needs, once; it is disposed with the component. */
function usePainter(): () => Promise<CasePainter> {
  const painter = useRef<Promise<CasePainter> | null>(null)
  useEffect(
    () => () => {
      const made = painter.current
      painter.current = null
      // If the code could not be loaded, there is no painter to dispose of.
      void made?.then((one) => one.dispose()).catch(nothing)
    },
    [],
  )
  return () => {
    painter.current ??= import('../design/print/case-picture').then(({ createCasePainter }) => createCasePainter((url) => url))
    return painter.current
  }
}

/**
 * The design on its case with the light of its material, and as a solid on demand. A phone that cannot draw these shows the flat
 * design, as it is printed.
 */
export function EffectView({ doc, wireframe, paper, look }: EffectProps) {
  const painterOf = usePainter()
  const [picture, setPicture] = useState<string | null>(null)
  const [isTurning, setTurning] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the painter is the same as long as the component
  useEffect(() => {
    if (!wireframe) return
    const controller = new AbortController()
    let address: string | null = null
    const light = async () => {
      const painter = await painterOf()
      const blob = await painter.make({ doc, wireframe, paper, look, pose: null, signal: controller.signal })
      if (controller.signal.aborted) return
      address = URL.createObjectURL(blob)
      setPicture(address)
    }
    // If lighting fails, the flat picture stays, which shows the whole design.
    light().catch(nothing)
    return () => {
      controller.abort()
      setPicture(null)
      if (address !== null) revokeOnceLoaded(address)
    }
  }, [doc, wireframe, paper, look])
  return (
    <>
      <div className="effect-view">
        {picture ? (
          <img className="effect" src={picture} alt="带光影的效果图" />
        ) : (
          <Stage
            doc={doc}
            wireframe={wireframe}
            paper={paper}
            rights={noRights}
            selected={null}
            onSelect={nothing}
            onChange={nothing}
            onFit={nothing}
          />
        )}
      </div>
      {wireframe && (
        <button type="button" className="wide" onClick={() => setTurning(true)}>
          转动看看
        </button>
      )}
      {isTurning && wireframe && (
        <TurnSheet
          prepare={async (signal) => (await painterOf()).solid({ doc, wireframe, paper, look, signal })}
          onClose={() => setTurning(false)}
        />
      )}
    </>
  )
}

interface TurnSheetProps {
  readonly prepare: (signal: AbortSignal) => ReturnType<CasePainter['solid']>
  readonly onClose: () => void
}

/** The case as a solid, turned by fingers or keys. */
function TurnSheet({ prepare, onClose }: TurnSheetProps) {
  const host = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'preparing' | 'shown' | 'refused'>('preparing')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet shows what it was opened with
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let viewer: CaseViewer | null = null
    const start = async () => {
      const [input, { mountCaseViewer }] = await Promise.all([prepare(signal), import('../imaging/case-scene/case-viewer')])
      const element = host.current
      if (signal.aborted || element === null) return
      viewer = mountCaseViewer(element, input, { onDrawn: nothing, onLost: () => setState('refused') })
      setState('shown')
    }
    // Every cause gets the same text: the buyer still sees the design in the flat picture behind this sheet.
    start().catch(() => {
      if (!signal.aborted) setState('refused')
    })
    return () => {
      controller.abort()
      viewer?.dispose()
    }
  }, [])
  return (
    <BottomSheet title="转动看看" onClose={onClose}>
      {state === 'refused' ? (
        <p role="alert">这台手机的浏览器不能显示立体效果，请看平面效果图。</p>
      ) : (
        <>
          <div
            ref={host}
            className="turn"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes arrow keys, as the label says
            tabIndex={0}
            role="application"
            aria-label="立体的手机壳，拖动或按方向键转动"
            aria-busy={state === 'preparing'}
          />
          <p className="hint">{state === 'preparing' ? '正在准备…' : '拖动转动，双指缩放'}</p>
        </>
      )}
    </BottomSheet>
  )
}
