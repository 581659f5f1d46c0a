import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { LooseDesignAsset } from '../../../contract/types'
import { thumbnailUrl } from '../../api/file-url'
import { useLatest } from '../../ui/use-latest'

/** Width of the picture beside the pointer, px. */
const peekWidth = 220
/** So long the pointer rests on a card before the picture shows, ms: passing over many must not flicker. */
const restMs = 350
const gap = 8
/** A tall picture is shown smaller than that wide, so that the cards around it stay in sight, px. */
const mostHeight = 320

interface Peek {
  readonly asset: LooseDesignAsset
  readonly card: DOMRect
}

/** Beside the card, on whichever side has room, never outside the window. */
function placeBeside(card: DOMRect, height: number): { left: number; top: number } {
  const right = card.right + gap
  const left = right + peekWidth > innerWidth - gap ? card.left - gap - peekWidth : right
  const top = card.top + card.height / 2 - height / 2
  return { left: Math.max(gap, left), top: Math.max(gap, Math.min(top, innerHeight - height - gap)) }
}

/** As high as the picture at this width, up to a limit: a page is never covered by one tall picture. */
function peekHeight({ width, height }: LooseDesignAsset): number {
  return width === null || height === null ? peekWidth : Math.min(mostHeight, Math.max(24, (peekWidth * height) / width))
}

/**
 * The larger picture of the card that the mouse rests on. For the eye only: the preview by click or Enter is everybody's.
 *
 * @param assets what is on screen; cards are told apart by `data-id` on their list item.
 * @returns props for the element around the cards, and the picture itself.
 */
export function useAssetPeek(assets: readonly LooseDesignAsset[]) {
  const [peek, setPeek] = useState<Peek | null>(null)
  const timer = useRef(0)
  /** Counts the cards pointed at, so that a picture that comes late is not shown beside another card. */
  const last = useRef(0)
  const assetOf = useLatest((id: number) => assets.find((one) => one.id === id))
  const props = useMemo(() => {
    const hide = () => {
      last.current++
      clearTimeout(timer.current)
      setPeek(null)
    }
    return {
      onPointerOver: (event: PointerEvent) => {
        hide()
        if (event.pointerType !== 'mouse' || event.buttons !== 0 || !(event.target instanceof Element)) return
        const open = event.target.closest('.assets-open')
        const id = Number(open?.closest('li')?.dataset.id)
        const asset = assetOf(id)
        if (!open || !asset) return
        const turn = ++last.current
        timer.current = window.setTimeout(() => {
          // Shown once it is there: an empty frame over the cards would only be in the way.
          const picture = new Image()
          picture.onload = () => {
            if (turn === last.current) setPeek({ asset, card: open.getBoundingClientRect() })
          }
          picture.src = thumbnailUrl(asset.url, peekWidth)
        }, restMs)
      },
      onPointerLeave: hide,
      onPointerDown: hide,
      onWheel: hide,
    }
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  const picture =
    peek &&
    createPortal(
      <div
        className="assets-peek checkerboard"
        style={{ ...placeBeside(peek.card, peekHeight(peek.asset)), width: peekWidth, height: peekHeight(peek.asset) }}
        aria-hidden="true"
      >
        <img src={thumbnailUrl(peek.asset.url, peekWidth)} alt="" />
      </div>,
      document.body,
    )
  return { props, picture }
}
