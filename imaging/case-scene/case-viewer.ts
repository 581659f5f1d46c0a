/** Puts a case that can be turned into an element of a page. Needs no framework, so that every page can use it. */
import { createCaseScene } from './case-scene'
import { createPace } from './pace'
import { afterKey, firstTurn, type Turn } from './turn'
import { listenForTurns } from './turn-input'
import type { CaseSceneInput } from './types'

export interface CaseViewer {
  /** Does what a key does: '+', '-', '0' or an arrow. */
  press(key: string): void
  /** Name of the graphics processor, for measurements. */
  readonly drawnBy: string
  /** Removes the picture and every listener, and frees the memory. */
  dispose(): void
}

interface ViewerEvents {
  /** After every picture that was drawn. */
  onDrawn(turn: Turn): void
  /** The graphics processor took the picture away; the viewer shows nothing any more. */
  onLost(): void
}

/** Device px a CSS px: fewer make narrow highlights jagged, more would cost more than they show. */
const dprs = { least: 1.5, most: 2 } as const

/** On a slow machine a case is drawn with `share` of the px while it is turned, and sharp again after `rest` ms without a turn. */
const coarse = { share: 0.5, rest: 180 } as const

/**
 * Draws when something has changed, at most once a frame: a still picture costs nothing. Nothing moves by itself, so it needs no
 * other way for those who prefer reduced motion.
 *
 * @param host is filled by the picture; it should be focusable, for the keys, and have `touch-action: none`.
 * @throws NoWebGlError
 */
export function mountCaseViewer(host: HTMLElement, input: CaseSceneInput, { onDrawn, onLost }: ViewerEvents): CaseViewer {
  // A canvas of its own, because one whose memory was freed cannot draw again.
  const canvas = document.createElement('canvas')
  canvas.style.display = 'block'
  const scene = createCaseScene(canvas, input)
  host.append(canvas)
  let turn = firstTurn
  let frame: number | null = null
  let timing: number | null = null
  let resting: ReturnType<typeof setTimeout> | undefined
  let share = 1
  const pace = createPace()

  const draw = () => {
    scene.draw(turn)
    onDrawn(turn)
  }
  const resize = (nextShare: number) => {
    share = nextShare
    const dpr = Math.min(Math.max(devicePixelRatio, dprs.least), dprs.most)
    scene.resize(host.clientWidth, host.clientHeight, dpr * share)
  }
  const sharpen = () => {
    resize(1)
    // At once: a canvas is empty after it was resized, until the next frame.
    draw()
  }
  const drawFrame = (now: number) => {
    frame = null
    if (pace.isSlow) {
      if (share === 1) resize(coarse.share)
      clearTimeout(resting)
      resting = setTimeout(sharpen, coarse.rest)
    }
    draw()
    if (timing !== null) cancelAnimationFrame(timing)
    timing = requestAnimationFrame((next) => {
      timing = null
      pace.note(next - now)
    })
  }
  const turnTo = (next: Turn) => {
    turn = next
    frame ??= requestAnimationFrame(drawFrame)
  }
  const lose = (event: Event) => {
    event.preventDefault()
    onLost()
  }
  canvas.addEventListener('webglcontextlost', lose)
  const sizes = new ResizeObserver(sharpen)
  sizes.observe(host)
  const stopListening = listenForTurns(host, () => turn, turnTo)

  return {
    drawnBy: scene.drawnBy,
    press(key) {
      const next = afterKey(turn, key)
      if (next !== null) turnTo(next)
    },
    dispose() {
      for (const one of [frame, timing]) if (one !== null) cancelAnimationFrame(one)
      clearTimeout(resting)
      sizes.disconnect()
      stopListening()
      // Freeing the memory loses the context, which is no fault here.
      canvas.removeEventListener('webglcontextlost', lose)
      scene.dispose()
      canvas.remove()
    },
  }
}
